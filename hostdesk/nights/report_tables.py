"""The tables of a night's report as cells of a sheet: the same lines as on the page and on paper."""

from collections.abc import Callable

from ledger.files.spreadsheets import Cell, amount
from ledger.reports.night_report import NightReport

HEADS = ("player", "buy-in", "rebuys", "from players", "to players", "cash-out", "final pot")
SUMS = ("bought", "received", "result")


def result_cells(report: NightReport) -> list[list[Cell]]:
    """Return the players of the report as cells, without the line of totals: a sheet sums by itself."""
    rows: list[list[Cell]] = [[*HEADS, *SUMS]]
    for line in report.players:
        cents = (line.buy_in_cents, line.rebuy_cents, line.bought_from_players_cents, line.sold_cents)
        ends = (line.cash_out_cents, line.final_pot_cents, line.bought_cents, line.received_cents, line.result_cents)
        rows.append([line.name, *map(amount, (*cents, *ends))])
    return rows


def note_cells(report: NightReport) -> list[list[Cell]]:
    """Return the notes of the report as cells."""
    rows: list[list[Cell]] = [["number", "note", "owed by", "mark", "held by", "face", "what became of it"]]
    rows += [
        [line.number, line.name, line.debtor, line.mark, line.holder, amount(line.cents), line.ended]
        for line in report.notes
    ]
    return rows


def book_cells(report: NightReport) -> list[list[Cell]]:
    """Return what the night changed in THE BOOK as cells, in signed amounts."""
    rows: list[list[Cell]] = [["player", "chips", "notes", "the bank", "in THE BOOK"]]
    rows += [
        [line.name, *map(amount, (line.chips_cents, line.notes_cents, line.bank_cents, line.cents))]
        for line in report.book
    ]
    return rows


def correction_cells(report: NightReport) -> list[list[Cell]]:
    """Return the later corrections of the report as cells."""
    rows: list[list[Cell]] = [["act", "at", "debtor", "creditor", "amount", "reason", "by", "head"]]
    for line in report.corrections:
        said = [line.debtor, line.creditor, amount(line.cents), line.reason, line.by, line.head]
        rows.append([line.number, line.at, *said])
    return rows


CELLS: dict[str, Callable[[NightReport], list[list[Cell]]]] = {
    "notes": note_cells,
    "book": book_cells,
    "corrections": correction_cells,
}
"""The tables beside the results, by what ``?of=`` calls them."""
