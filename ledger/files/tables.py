"""The columns of the desk's lists, and the list of acts.

A cell is drawn one way on the page and written another into a file: ``render`` is for people, ``value`` for a sheet.
"""

from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django_tables2.utils import OrderByTuple

from ledger.files.spreadsheet_queries import Cell, amount
from ledger.money.cents import show_cents, show_signed
from reservations.parsing.days import day_of

HEAD = {"td": {"class": "head"}}
HEAD_DAY = {"td": {"class": "head day"}}
HEAD_NUMBER = {"td": {"class": "num head"}, "th": {"class": "num"}}
WIDE_ONLY = {"td": {"class": "wide-only"}, "th": {"class": "wide-only"}}
WIDE_NUMBER = {"td": {"class": "num wide-only"}, "th": {"class": "num wide-only"}}
_NUMBER = {"td": {"class": "num"}, "th": {"class": "num"}}


class DeskTable(tables.Table):
    """A table in the desk's own look.

    ``caption`` says what it lists, ``sheet`` names the file it becomes. Rows that are equal in the column they are
    sorted by come in the order of ``ties``.
    """

    caption = ""
    sheet = "list"
    ties: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        for name, column in cls.base_columns.items():
            first = column.order_by or (column.accessor or name,)
            column.order_by = OrderByTuple(dict.fromkeys((*first, *cls.ties)))

    def __init__(self, data: Any, **options: Any) -> None:
        super().__init__(data, template_name="lists/_table.html", **{"attrs": {"class": "list"}, **options})

    def cells(self) -> list[list[Cell]]:
        """Return the whole table, all pages of it, as it goes into a file: the heads, then the rows."""
        return [list(row) for row in self.as_values()]


class ValueColumn(tables.Column):
    """What goes into a file as it is."""

    def value(self, value: Any) -> Any:
        """Write it."""
        return value


class NameColumn(ValueColumn):
    """A name or a text that somebody typed: it keeps its own reading direction and no markup of it counts."""

    def render(self, value: Any) -> SafeString:
        """Draw it."""
        return format_html("<bdi>{}</bdi>", value)


class PhraseColumn(ValueColumn):
    """A sentence of the desk's own with a name in it: it reads from the left, whatever the name is."""

    def render(self, value: Any) -> SafeString:
        """Draw it."""
        return format_html('<bdi dir="ltr">{}</bdi>', value)


class PillColumn(tables.Column):
    """A word as a mark of its own, which looks different in the rows of which ``stands_out`` is true."""

    def __init__(self, *, stands_out: Callable[[Any], bool] = lambda record: False, look: str = "on", **options: Any):
        self.stands_out, self.look = stands_out, look
        super().__init__(**options)

    def render(self, value: Any, record: Any) -> SafeString:
        """Draw it."""
        return format_html('<span class="pill{}">{}</span>', f" {self.look}" if self.stands_out(record) else "", value)

    def value(self, value: Any) -> str:
        """Write it."""
        return str(value)


class NumberColumn(ValueColumn):
    """A whole number."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"attrs": _NUMBER, **options})


class CentsColumn(NumberColumn):
    """An amount; with ``signed`` one that may be won or lost, over or short."""

    def __init__(self, *, signed: bool = False, **options: Any) -> None:
        self.signed = signed
        super().__init__(**options)

    def render(self, value: int) -> str:
        """Draw it with a plus or a true minus where it is signed."""
        return show_signed(value) if self.signed else show_cents(value)

    def value(self, value: int) -> Decimal | None:
        """Write it."""
        return amount(value)


class DayColumn(ValueColumn):
    """A day, so written that nobody takes the month for the day."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"attrs": {"td": {"class": "day"}}, **options})

    def render(self, value: date) -> str:
        """Draw it."""
        return day_of(value)


class ClockColumn(ValueColumn):
    """A moment, of which the page shows the time of day."""

    def render(self, value: datetime) -> str:
        """Draw it."""
        return localtime(value).strftime("%H:%M")


class ActTable(DeskTable):
    """The acts of a night."""

    number = NumberColumn(verbose_name="No.", attrs=HEAD_NUMBER)
    at = ClockColumn(verbose_name="Time")
    text = PhraseColumn(verbose_name="What", orderable=False)
    names = NameColumn(verbose_name="Player", orderable=False, attrs=WIDE_ONLY)
    cents = CentsColumn(verbose_name="Amount")
    by = NameColumn(verbose_name="By", orderable=False)
    marks = tables.Column(accessor="rulings", verbose_name="Marks", orderable=False, empty_values=())

    caption = "Acts"
    sheet = "acts"
    ties = ("number",)
    ruling = "Ruling of"
    """What stands before the words of each ruling."""

    class Meta:
        row_attrs = {"class": lambda record: "undone" if record.undone_by else ""}

    def render_marks(self, record: Any) -> SafeString:
        """Draw that an act was undone, and what was ruled for it."""
        undone = ((f"undone by act {record.undone_by}",),) if record.undone_by else ()
        rulings = ((self.ruling, each) for each in record.rulings)
        ruled = format_html_join("", '<span class="ruling">{} <bdi>{}</bdi></span>', rulings)
        return format_html_join("", '<span class="pill">{}</span> ', undone) + ruled

    def value_marks(self, record: Any) -> str:
        """Write the same."""
        undone = [f"undone by act {record.undone_by}"] if record.undone_by else []
        return "; ".join([*undone, *(f"{self.ruling.lower()} {each}" for each in record.rulings)])
