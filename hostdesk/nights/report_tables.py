"""The tables of a night's report as cells of a sheet: the same lines as on the page and on paper."""

from ledger.files.spreadsheets import Cell, amount
from ledger.reports.night_report import NightReport

HEADS = {
    "results": (
        *("player", "buy-in", "rebuys", "from players", "to players", "cash-out", "final pot"),
        *("bought", "received", "result"),
    ),
    "notes": ("number", "note", "owed by", "mark", "held by", "face", "what became of it"),
    "book": ("player", "chips", "notes", "the bank", "in THE BOOK"),
    "corrections": ("act", "at", "debtor", "creditor", "amount", "reason", "by", "head"),
}
"""The tables and their columns; those beside the results by what ``?of=`` calls them."""


def report_cells(report: NightReport, of: str) -> list[list[Cell]]:
    """Return a table of the report as cells, its heads first and no line of totals: a sheet sums by itself."""
    rows: list[list[Cell]]
    if of == "notes":
        rows = [
            [each.number, each.name, each.debtor, each.mark, each.holder, amount(each.cents), each.ended]
            for each in report.notes
        ]
    elif of == "book":
        rows = [
            [each.name, *map(amount, (each.chips_cents, each.notes_cents, each.bank_cents, each.cents))]
            for each in report.book
        ]
    elif of == "corrections":
        rows = [
            [each.number, each.at, each.debtor, each.creditor, amount(each.cents), each.reason, each.by, each.head]
            for each in report.corrections
        ]
    else:
        rows = []
        for each in report.players:
            cents = (each.buy_in_cents, each.rebuy_cents, each.bought_from_players_cents, each.sold_cents)
            ends = (each.cash_out_cents, each.final_pot_cents, each.bought_cents, each.received_cents)
            rows.append([each.name, *map(amount, (*cents, *ends, each.result_cents))])
    return [[*HEADS[of]], *rows]
