"""The tables of attendance: of everybody over a period, and of one person night by night."""

from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ledger.tables import DayColumn, DeskTable, NameColumn, NumberColumn
from reservations.outcomes import Outcome

_HEAD = {"td": {"class": "head"}}
_HEAD_DAY = {"td": {"class": "head day"}}
_STANDS_OUT = (Outcome.NO_SHOW, Outcome.CANCELLED)


class CountColumn(NumberColumn):
    """How often something happened that mostly does not: never is a dash on the page and 0 in a file."""

    def render(self, value: int) -> str:
        """Draw it."""
        return str(value) if value else "—"


class AttendanceTable(DeskTable):
    """How often everybody came, and did not."""

    name = NameColumn(
        verbose_name="Name",
        order_by=("name_key",),
        linkify=("player_attendance", {"number": tables.A("number")}),
        attrs=_HEAD,
    )
    nights = NumberColumn(verbose_name="Nights", accessor="turnout__nights", order_by=("turnout__nights", "name_key"))
    yes = NumberColumn(verbose_name="Said yes", accessor="turnout__yes", order_by=("turnout__yes", "name_key"))
    no = CountColumn(verbose_name="Said no", accessor="turnout__no", order_by=("turnout__no", "name_key"))
    came = NumberColumn(verbose_name="Came", accessor="turnout__came", order_by=("turnout__came", "name_key"))
    late = CountColumn(verbose_name="Late", accessor="turnout__late", order_by=("turnout__late", "name_key"))
    excused = CountColumn(
        verbose_name="Excused", accessor="turnout__excused", order_by=("turnout__excused", "name_key")
    )
    cancelled = CountColumn(
        verbose_name="Cancelled late", accessor="turnout__cancelled", order_by=("turnout__cancelled", "name_key")
    )
    no_shows = CountColumn(
        verbose_name="No-show", accessor="turnout__no_shows", order_by=("turnout__no_shows", "name_key")
    )

    caption = "Attendance"
    sheet = "attendance"

    def __init__(self, data: Any, **options: Any) -> None:
        super().__init__(data, **options)
        self.attrs["class"] = "list counts"


class AttendedTable(DeskTable):
    """The nights of one person: what they answered, and what became of it."""

    date = DayColumn(
        verbose_name="Date",
        order_by=("date", "night"),
        linkify=("night", {"night_id": tables.A("night")}),
        attrs=_HEAD_DAY,
    )
    house = NameColumn(verbose_name="House", order_by=("house", "date", "night"))
    answer = NameColumn(verbose_name="Answer", orderable=False)
    outcome = tables.Column(verbose_name="What became of it", orderable=False)

    caption = "Nights"
    sheet = "attendance"

    def render_outcome(self, value: Outcome) -> SafeString:
        """Draw it; what a strike may be for stands out."""
        return format_html('<span class="pill{}">{}</span>', " stands" if value in _STANDS_OUT else "", value)

    def value_outcome(self, value: Outcome) -> str:
        """Write it."""
        return str(value)
