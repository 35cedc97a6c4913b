"""The tables of a night's report as cells of a sheet: the same lines as on the page and on paper."""

from ledger.files.csv_rows import Cell, amount
from ledger.reports.night_report import NightReport, PlayerLine

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
    """Return a table of the report as cells, its heads first and no line of totals: a sheet sums by itself.

    An open night has no results.
    """
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
    sheet: list[list[Cell]] = [[*HEADS[of]], *rows]
    return [row[:-1] for row in sheet] if of == "results" and not report.closed else sheet


def ranked(report: NightReport) -> list[PlayerLine]:
    """Return the players of a closed night by result, the highest first; an open one has none, they stay by name."""
    return sorted(report.players, key=lambda line: -line.result_cents) if report.closed else [*report.players]


def needed_columns(report: NightReport) -> dict[str, bool]:
    """Tell which columns of the page have anything to say: a column of zeros, or of another's figures, has not."""
    every = report.totals
    parts = {part: any(getattr(line, f"{part}_cents") for line in report.book) for part in ("chips", "notes", "bank")}
    return {
        "buy_in": bool(every.buy_in_cents),
        "rebuys": bool(every.rebuy_cents),
        "players": bool(every.bought_from_players_cents),
        "bought": every.bought_cents != every.buy_in_cents,
        "cash_out": bool(every.cash_out_cents),
        "final_pot": bool(every.final_pot_cents),
        "received": every.received_cents != every.cash_out_cents,
        **{f"book_{part}": is_needed for part, is_needed in parts.items()},
    }
