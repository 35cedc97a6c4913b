"""Ledgers of online tables for the tests, in real formats; names and ids are invented."""

from pathlib import Path

from tests.running import Ran, run

HEADER = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net"
ESCROW_HEADER = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,nit_escrow,net"

ANN, BO, CY, DEE = "_AnnAnnAnn", "-BoBoBoBo9", "Cy-Cy_Cy-0", "DeeDeeDee1"


def at(clock: str) -> str:
    """Return a time of the evening as PokerNow writes it; "" for no time."""
    return f"2026-11-21T{clock}:00.000Z" if clock else ""


def row(nickname: str, player: str, times: str, buy_in: int, buy_out: int | str, stack: int | str = 0) -> str:
    """Return a row with its net worked out; ``times`` are start and end, "01:00-02:30", and either may be missing."""
    start, _, end = times.partition("-")
    net = int(buy_out or 0) + int(stack or 0) - buy_in
    return f'"{nickname}",{player},{at(start)},{at(end)},{buy_in},{buy_out},{stack},{net}'


def ledger(*rows: str, header: str = HEADER) -> str:
    """Return a ledger of these rows, last first, as PokerNow writes it."""
    return "\n".join([header, *reversed(rows)])


ROWS = (
    row("Ann", ANN, "-00:45", 5000, 5000),  # left before the first hand
    row("Ann", ANN, "01:00-02:00", 5000, 0),
    row("Bo", BO, "01:00-03:10", 5000, 11000),
    row("Cy", CY, "01:00-", 5000, 3000, 1252),  # took some chips off and plays on
    row("Ann", DEE, "01:30-", 2000, "", 4200),  # a different Ann
    row("Anna", ANN, "02:05-", 2500, "", 48),  # the first Ann under another name
    row("Cy", CY, "-", 50, "", 50),  # waits for the next hand
)
"""A game of four; 50 cents still wait to be dealt in."""

EVENING = ledger(*ROWS)


def post(content: str, *options: str, unit: str = "cents", house: str = "dave-2018") -> Ran:
    """Import a ledger with that content, ``game.csv`` in the current folder."""
    Path("game.csv").write_text(content, encoding="utf-8")
    return run("import_pokernow", "game.csv", "--unit", unit, "--house", house, *options)


def refusal(*sentences: str) -> Ran:
    """Return the result of ``post`` for a file that is refused with these sentences, each after its line number."""
    return Ran(1, "", "".join(f"game.csv:{sentence}\n" for sentence in sentences))
