"""The tables of THE BOOK: standings, one player's lines, the acts between nights, and the consolidations."""

from datetime import date
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from hostdesk.base.lists import tables as lists
from ledger.book.report import BookPlayer, BookReport
from ledger.money.cents import show_cents


class _DebtorColumn(lists.ValueColumn):
    """A name as a link to their lines, on the day of the report."""

    def render(self, record: BookPlayer, table: "StandingTable") -> SafeString:
        on = table.report.on
        address = f"{reverse('player', args=[record.number])}?part=lines{f'&on={on.isoformat()}' if on else ''}#lines"
        guest = format_html(' <span class="pill">{}</span>', "guest") if not record.regular else ""
        return format_html('<a href="{}"><bdi>{}</bdi></a>{}', address, record.name, guest)


class _StandingColumn(lists.NumberColumn):
    """ "owes 27.00" or "is owed 9.00": a debt stands out by more than a colour."""

    def render(self, record: BookPlayer) -> SafeString:
        look = " owes" if record.owes else ""
        return format_html('<span class="word{}">{}</span> {}', look, record.word, show_cents(record.size_cents))


class _OverdueColumn(lists.CentsColumn):
    """An overdue sum stands out; a dash for 0."""

    def render(self, value: int) -> str:
        return format_html('<b class="late">{}</b>', show_cents(value)) if value else "—"


class StandingTable(lists.DeskTable):
    """The standings of a report, the largest debt first."""

    name = _DebtorColumn(verbose_name="Player", order_by="name_key", attrs=lists.HEAD)
    standing = _StandingColumn(accessor="cents", order_by="cents", exclude_from_export=True, attrs=lists.SUM)
    word = lists.ValueColumn(verbose_name="Owes or owed", order_by="cents", visible=False)
    cents = lists.CentsColumn(verbose_name="Standing", signed=True, visible=False)
    since = lists.DayColumn(verbose_name="Oldest since")
    days = lists.NumberColumn(verbose_name="Days", accessor="since", order_by="-since", visible=False)
    overdue_cents = _OverdueColumn(verbose_name="Overdue")

    caption = "Standings"
    sheet = "book"
    ties = ("name_key",)

    def __init__(self, data: Any, *, report: BookReport, **options: Any) -> None:
        self.report = report
        super().__init__(data, **options)

    def render_days(self, value: date) -> int:
        """Count from the oldest part of the standing to the day of the report."""
        return (self.report.day - value).days


class StandingLinesTable(lists.DeskTable):
    """The lines of a standing, the newest first."""

    act = lists.NumberColumn(verbose_name="No.", linkify=("history_act", {"act": tables.A("act")}))
    day = lists.DayColumn("Date", linkify=lambda record: record.night and reverse("night", args=[record.night]))
    text = lists.PhraseColumn(verbose_name="What", orderable=False, attrs=lists.HEAD)
    note = lists.NumberColumn(verbose_name="Note", orderable=False, linkify=("note", {"note": tables.A("note")}))
    cents = lists.CentsColumn(verbose_name="Amount", signed=True, attrs=lists.SUM)
    running_cents = lists.CentsColumn(verbose_name="Standing", signed=True, orderable=False)
    marks = lists.PillColumn(verbose_name="Marks", accessor="mark", default="", orderable=False)

    caption = "Lines"
    sheet = "book-lines"
    per_page = 10
    ties = ("act",)

    class Meta:
        row_attrs = {"class": lambda record: "undone" if record.undone else ""}


class MonthTable(lists.DeskTable):
    """All consolidations, the latest first."""

    title = tables.Column(
        "Month", order_by="until", linkify=("month", {"month": tables.A("number")}), attrs=lists.HEAD_DAY
    )
    until = lists.DayColumn(verbose_name="Up to")
    number = lists.NumberColumn(verbose_name="Act", attrs=lists.WIDE_NUMBER)
    payments = lists.NumberColumn(verbose_name="Payments")
    left = lists.NumberColumn(verbose_name="Not paid in full")
    state = lists.PillColumn(verbose_name="State", stands_out=lambda record: record.is_latest and record.left)

    caption = "Consolidations"
    sheet = "months"
    ties = ("until",)

    def render_title(self, value: str) -> str:
        """Begin it with a capital."""
        return f"{value[0].upper()}{value[1:]}"
