"""The tables of attendance: of everybody over a period, and of one player night by night."""

import django_tables2 as tables

from hostdesk.base.lists import tables as lists
from reservations.strikes.outcomes import Outcome

_STANDS_OUT = (Outcome.NO_SHOW, Outcome.CANCELLED)


class CountColumn(lists.NumberColumn):
    """A count of something rare: 0 is a dash on the page."""

    def render(self, value: int) -> str:
        """Return the text of the cell."""
        return str(value) if value else "—"


class AttendanceTable(lists.DeskTable):
    """The players' arrivals and absences."""

    name = lists.person_column("player")
    nights = lists.NumberColumn(verbose_name="Nights", accessor="turnout__nights")
    yes = lists.NumberColumn(verbose_name="Said yes", accessor="turnout__yes")
    no = CountColumn(verbose_name="Said no", accessor="turnout__no")
    came = lists.NumberColumn("Came", "turnout__came", attrs=lists.SUM)
    late = CountColumn(verbose_name="Late", accessor="turnout__late")
    excused = CountColumn(verbose_name="Excused", accessor="turnout__excused")
    cancelled = CountColumn(verbose_name="Cancelled late", accessor="turnout__cancelled")
    no_shows = CountColumn(verbose_name="No-show", accessor="turnout__no_shows")

    caption = "Attendance"
    sheet = "attendance"
    ties = ("player__name_key",)


class PlayerNightTable(lists.DeskTable):
    """The nights of one player: the answer, its outcome, the purchases and the result."""

    date = lists.DayColumn("Date", linkify=("night", {"night_id": tables.A("night")}), attrs=lists.HEAD_DAY)
    house = lists.NameColumn(verbose_name="House", attrs=lists.PLAIN)
    answer = lists.NameColumn(verbose_name="Answer", orderable=False)
    outcome = lists.PillColumn(
        verbose_name="Outcome", stands_out=lambda record: record.outcome in _STANDS_OUT, look="stop", orderable=False
    )
    bought_cents = lists.CentsColumn(verbose_name="Bought", accessor="played__bought_cents")
    received_cents = lists.CentsColumn(verbose_name="Received", accessor="played__received_cents")
    result_cents = lists.CentsColumn(
        verbose_name="Result", accessor="played__result_cents", signed=True, attrs=lists.SUM
    )
    state = lists.PillColumn(
        verbose_name="State", accessor="played__state", stands_out=lambda it: it.played.state == "open", orderable=False
    )

    caption = "Nights"
    sheet = "player-nights"
    per_page = 10
    ties = ("date", "night")


ATTENDANCE = ("answer", "outcome")
MONEY = ("bought_cents", "received_cents", "result_cents", "state")
"""The columns that not everybody has a use for, and those that are for the host of all houses alone."""
