"""The tables of a night's page: with the columns that have content, and in a file with all of them."""

from collections.abc import Collection, Sequence
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString

from hostdesk.base.lists.tables import HEAD, CentsColumn, DayColumn, DeskTable, NameColumn, NumberColumn, PhraseColumn
from hostdesk.standings.book.queries import NightBook
from ledger.files.csv_rows import Cell, amount
from ledger.money.cents import show_cents, show_signed
from ledger.reports.night_report import NightReport, PlayerLine


class _SomeCents(CentsColumn):
    """An amount; a dash for none, and no column on the page if nobody has any."""

    def render(self, value: int) -> str:
        return super().render(value) if value else "—"


class _RebuyColumn(NumberColumn):
    """The sum of the rebuys, and their number."""

    def value(self, value: int) -> Cell:
        return amount(value)

    def render(self, value: int, record: PlayerLine) -> SafeString | str:
        drawn = '{} <span class="soft times">× {}</span>'
        return format_html(drawn, show_cents(value), record.rebuy_count) if value else "—"


class _NetColumn(CentsColumn):
    """A player's win or loss, which stands out."""

    attrs = {"td": {"class": "num result"}, "th": {"class": "num"}}

    def render(self, value: int) -> SafeString:
        return format_html("<b>{}</b>", show_signed(value))


class NightPageTable(DeskTable):
    """Lines with their ``totals`` below them, if they have some; the columns in ``hidden`` are for a file alone."""

    def __init__(self, lines: Sequence[Any], totals: Any = None, hidden: Collection[str] = (), **options: Any) -> None:
        self.lines = lines
        looks = {"class": lambda record: "total" if record is totals else ""}
        every = [*lines, *([totals] if totals else [])]
        super().__init__(every, orderable=False, row_attrs=looks, **options)
        for column in self.columns.iterall():
            may_go = isinstance(column.column, _SomeCents | _RebuyColumn)
            if column.name in hidden or (may_go and not any(getattr(line, column.name) for line in lines)):
                self.columns.hide(column.name)

    def cells(self) -> list[list[Cell]]:
        """Return the table for a file: its heads in small letters, and no line of totals: a sheet sums by itself."""
        heads, *rows = super().cells()
        return [[f"{head[:1].lower()}{head[1:]}" for head in map(str, heads)], *rows[: len(self.lines)]]


class ResultTable(NightPageTable):
    """The players' money for chips and from chips, of a closed night the highest result first."""

    name = NameColumn(verbose_name="Player", attrs=HEAD)
    buy_in_cents = _SomeCents(verbose_name="Buy-in")
    rebuy_cents = _RebuyColumn(verbose_name="Rebuys")
    bought_from_players_cents = _SomeCents(verbose_name="From players")
    sold_cents = _SomeCents(verbose_name="To players")
    cash_out_cents = _SomeCents(verbose_name="Cash-out")
    final_pot_cents = _SomeCents(verbose_name="Final pot")
    bought_cents = CentsColumn(verbose_name="Bought")
    received_cents = CentsColumn(verbose_name="Received")
    result_cents = _NetColumn(verbose_name="Result")

    caption = "Results"
    sheet = "results"

    def __init__(self, report: NightReport) -> None:
        every = report.totals
        hidden = {"bought_cents"} if every.bought_cents == every.buy_in_cents else set()
        hidden |= {"received_cents"} if every.received_cents == every.cash_out_cents else set()
        ranked = sorted(report.players, key=lambda line: -line.result_cents if report.closed else 0)
        self.caption = "Results" if report.closed else "Bought and received so far"
        look = f"list report-players{' tight' if every.bought_from_players_cents else ''}"
        options = {"exclude": () if report.closed else ("result_cents",), "attrs": {"class": look}}
        super().__init__(ranked, every if ranked else None, hidden, **options)


class NoteTable(NightPageTable):
    """The bank notes of a night, and their ends."""

    number = NumberColumn(verbose_name="Number")
    name = NameColumn(verbose_name="Note", attrs=HEAD)
    debtor = NameColumn(verbose_name="Owed by")
    mark = NameColumn(verbose_name="Mark")
    holder = NameColumn(verbose_name="Held by")
    cents = CentsColumn(verbose_name="Face")
    ended = PhraseColumn(verbose_name="What became of it")

    caption = "Notes"
    sheet = "notes"


class BookTable(NightPageTable):
    """The changes of THE BOOK by a night, by their sources."""

    name = NameColumn(verbose_name="Player", attrs=HEAD)
    chips_cents = _SomeCents(verbose_name="Chips", signed=True)
    notes_cents = _SomeCents(verbose_name="Notes", signed=True)
    bank_cents = _SomeCents(verbose_name="The bank", signed=True)
    cents = _NetColumn(verbose_name="In THE BOOK")

    caption = "Into THE BOOK"
    sheet = "book"


class CorrectionTable(NightPageTable):
    """Later corrections: in THE BOOK alone, the results stay."""

    number = NumberColumn(verbose_name="Act", attrs={"td": {"class": "num head"}, "th": {"class": "num"}})
    at = DayColumn(verbose_name="At")
    debtor = NameColumn(verbose_name="Debtor")
    creditor = NameColumn(verbose_name="Creditor")
    cents = CentsColumn(verbose_name="Amount")
    reason = NameColumn(verbose_name="Reason")
    by = NameColumn(verbose_name="By")
    head = NameColumn(verbose_name="Head")

    caption = "Corrected later, in THE BOOK only"
    sheet = "corrections"


class AfterNightTable(NightPageTable):
    """The standings before a night, by it and after it; the banker sees the night's changes."""

    name = NameColumn(verbose_name="Player", attrs=HEAD)
    before_cents = CentsColumn(verbose_name="Before", signed=True)
    change_cents = _SomeCents(verbose_name="The night", signed=True)
    after_cents = CentsColumn(verbose_name="After", signed=True)
    since_cents = _SomeCents(verbose_name="Since", signed=True)
    now_cents = _NetColumn(verbose_name="Now")

    caption = "What the night changed"

    def __init__(self, book: NightBook, *, in_full: bool) -> None:
        hidden = set() if book.has_moved_on else {"now_cents"}
        hidden |= set() if in_full else {"before_cents", "after_cents", "since_cents", "now_cents"}
        super().__init__([*book.touched, *(book.others if in_full else ())], hidden=hidden)


class BroughtTable(NightPageTable):
    """The results of a night that were brought along."""

    name = NameColumn(verbose_name="Player", attrs=HEAD)
    bought_cents = CentsColumn(verbose_name="Bought")
    received_cents = CentsColumn(verbose_name="Received")
    net_cents = _NetColumn(verbose_name="Result")

    caption = "Results"
    sheet = "results"


def report_tables(report: NightReport) -> dict[str, NightPageTable]:
    """Return the tables of a report by the names of their files, the results first."""
    tables = [
        ResultTable(report),
        NoteTable(report.notes, hidden=() if any(note.mark for note in report.notes) else ("mark",)),
        BookTable(report.book),
        CorrectionTable(report.corrections, hidden=("head",)),
    ]
    return {table.sheet: table for table in tables}
