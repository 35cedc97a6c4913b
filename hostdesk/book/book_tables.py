"""The tables of THE BOOK: standings, somebody's lines, and the acts between nights."""

from datetime import date
from decimal import Decimal
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from hostdesk.book.book_listing import UNDOABLE
from ledger.book_report import InBook
from ledger.money import show_cents
from ledger.sheets import amount
from ledger.tables import (
    ActTable,
    CentsColumn,
    ClockColumn,
    DayColumn,
    DeskTable,
    NameColumn,
    NumberColumn,
    PhraseColumn,
)
from reservations.kinds import Kind

_HEAD = {"td": {"class": "head"}}
_NUMBER_HEAD = {"td": {"class": "num head"}, "th": {"class": "num"}}
_WIDE_ONLY = {"td": {"class": "wide-only"}, "th": {"class": "wide-only"}}
_NUMBER = {"td": {"class": "num"}, "th": {"class": "num"}}


class StandingTable(DeskTable):
    """Who stands how, whoever owes most first."""

    name = NameColumn(verbose_name="Player", order_by=("name_key",), attrs=_HEAD)
    word = tables.Column(verbose_name="In words", order_by=("cents", "name_key"))
    cents = CentsColumn(verbose_name="Standing", signed=True, order_by=("cents", "name_key"))
    since = DayColumn(verbose_name="Oldest since", order_by=("since", "name_key"))
    days = NumberColumn(verbose_name="Days", order_by=("days", "name_key"))
    overdue_cents = CentsColumn(verbose_name="Overdue", order_by=("overdue_cents", "name_key"))

    caption = "Standings"
    sheet = "book"

    def __init__(self, data: Any, *, on: date | None = None, **options: Any) -> None:
        self.on = on
        super().__init__(data, **options)

    def render_name(self, record: Any) -> SafeString:
        """Draw it as the way to their lines, on the same day."""
        day = f"?on={self.on.isoformat()}" if self.on else ""
        address = f"{reverse('book_player', args=[record.number])}{day}"
        guest = format_html(' <span class="pill">{}</span>', "guest") if not record.regular else ""
        return format_html('<a href="{}"><bdi>{}</bdi></a>{}', address, record.name, guest)

    def value_name(self, value: str) -> str:
        """Write it."""
        return value

    def render_word(self, record: Any) -> SafeString:
        """Draw it beside an amount without a sign."""
        return word_of(record.person)

    def value_word(self, record: Any) -> str:
        """Write it."""
        return str(record.person.word)

    def render_overdue_cents(self, value: int) -> SafeString | str:
        """Draw what is overdue so that it stands out; nothing where nothing is."""
        return format_html('<b class="late">{}</b>', show_cents(value)) if value else "—"

    def value_overdue_cents(self, value: int) -> Decimal | None:
        """Write it."""
        return amount(value)


def word_of(person: InBook) -> SafeString:
    """Draw a standing in words: whoever owes stands out, by more than a colour."""
    return format_html('<span class="word{}">{}</span>', " owes" if person.owes else "", person.word)


class LineTable(DeskTable):
    """What made up a standing, the newest first."""

    act = NumberColumn(verbose_name="No.", accessor="entry__act", order_by=("entry__act",), attrs=_NUMBER_HEAD)
    day = DayColumn(verbose_name="Date", accessor="entry__day", order_by=("entry__day", "entry__act"))
    text = PhraseColumn(verbose_name="What", orderable=False)
    note = NumberColumn(verbose_name="Note", accessor="entry__note", orderable=False)
    cents = CentsColumn(
        verbose_name="Amount", accessor="entry__cents", signed=True, order_by=("entry__cents", "entry__act")
    )
    running_cents = CentsColumn(verbose_name="Standing", signed=True, orderable=False)
    marks = tables.Column(verbose_name="Marks", accessor="undone", orderable=False)

    caption = "Lines"
    sheet = "book-lines"

    class Meta:
        row_attrs = {"class": lambda record: "undone" if record.undone else ""}

    def render_act(self, record: Any) -> SafeString:
        """Draw it as the way to the act."""
        return format_html('<a href="{}">{}</a>', _address(record.entry), record.entry.act)

    def value_act(self, value: int) -> int:
        """Write its number."""
        return value

    def render_day(self, record: Any, column: Any) -> SafeString | str:
        """Draw the date of a night as the way to it."""
        shown = column.render(record.entry.day)
        if record.entry.night is None:
            return str(shown)
        return format_html('<a href="{}">{}</a>', reverse("night", args=[record.entry.night]), shown)

    def value_day(self, value: date) -> date:
        """Write it."""
        return value

    def render_note(self, value: int) -> SafeString:
        """Draw it as the way to the register."""
        return format_html('<a href="{}">{}</a>', reverse("note", args=[value]), value)

    def value_note(self, value: int) -> int:
        """Write its number."""
        return value

    def render_marks(self, value: Any) -> SafeString | str:
        """Draw that a line is struck, or strikes another."""
        return format_html('<span class="pill">{}</span>', "undone") if value else ""

    def value_marks(self, value: Any) -> str:
        """Write the same."""
        return "undone" if value else ""


def _address(entry: Any) -> str:
    if entry.night is not None:
        return f"{reverse('night_acts', args=[entry.night])}?number={entry.act}"
    if entry.kind in (*UNDOABLE, Kind.REVERSE, Kind.MERGE):
        return reverse("book_act", args=[entry.act])
    return reverse("book")


class BookActTable(ActTable):
    """Payments, corrections and old books."""

    number = NumberColumn(verbose_name="No.", linkify=("book_act", {"act": tables.A("number")}), attrs=_NUMBER_HEAD)
    day = DayColumn(verbose_name="Date", order_by=("at", "number"))
    at = ClockColumn(verbose_name="Time", orderable=False, attrs=_WIDE_ONLY)

    caption = "Acts of THE BOOK"
    sheet = "book-acts"
    ruling = "Ruling:"

    class Meta(ActTable.Meta):
        sequence = ("number", "day", "...")
