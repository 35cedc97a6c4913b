"""The state of the ledger from plain SQL and sums, without the product's queries, to compare a model with."""

from collections import Counter, defaultdict
from typing import Any

from django.db import connection

from tests.ledger.model.night_facts import State

BANK = """SELECT banker.name, bank.closed_id IS NOT NULL FROM ledger_bank AS bank
    JOIN reservations_player AS banker ON banker.number = bank.banker_id WHERE bank.night_id = %s"""
TRANSFERS = """SELECT debit.kind, in_debit.name, credit.kind, in_credit.name, cents, player.name,
        act.reverses_id > 0 OR undoing.number > 0, note_id, act.night_id, act.key
    FROM ledger_transfer AS transfer JOIN reservations_act AS act ON act.number = transfer.act_id
    JOIN ledger_account AS debit ON debit.id = debit_id JOIN ledger_account AS credit ON credit.id = credit_id
    LEFT JOIN reservations_player AS player ON player.number = transfer.player_id
    LEFT JOIN reservations_player AS in_debit ON in_debit.number = debit.player_id
    LEFT JOIN reservations_player AS in_credit ON in_credit.number = credit.player_id
    LEFT JOIN reservations_act AS undoing ON undoing.reverses_id = act.number"""
NOTES = """SELECT note.number, note.name, debtor.name, cents FROM ledger_note AS note
    JOIN reservations_player AS debtor ON debtor.number = note.debtor_id ORDER BY note.number"""

Paper = tuple[str, str, int, int, str | None]


def rows(query: str, *values: Any) -> list[Any]:
    """Run a query and return its rows."""
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return list(cursor.fetchall())


def state(night: int) -> State:
    """Return the state of the night with that id."""
    bank = rows(BANK, night)
    if not bank:
        return State()
    (banker, closed), balance, book = bank[0], Counter[str](), Counter[str]()
    bought, received = Counter[str](), Counter[str]()
    moved = rows(f"{TRANSFERS} WHERE act.night_id = %s", night)
    for debit, in_debit, credit, in_credit, cents, player, undone, *_ in moved:
        balance.update({debit: cents})
        balance.subtract({credit: cents})
        book.update({in_debit: cents * (debit == "book")})
        book.subtract({in_credit: cents * (credit == "book")})
        if player and not undone:
            bought[player] += cents * (credit == "chips")
            received[player] += cents * (debit == "final pot" or (debit == "chips" and credit != "final pot"))
    results = {name: (bought[name], received[name]) for name in bought | received}
    chips, pot, owed = -balance["chips"], -balance["final pot"], -balance["float"]
    counters = (chips, balance["drawer"], owed, balance["over short"], pot)
    return State(counters, results, banker, bool(closed), {name: cents for name, cents in book.items() if cents})


def standings() -> dict[str, int]:
    """Return what THE BOOK owes each player, by name; below zero if they owe it, left out if zero."""
    book = Counter[str]()
    for debit, in_debit, credit, in_credit, cents, *_ in rows(TRANSFERS):
        book.subtract({in_debit: cents * (debit == "book")})
        book.update({in_credit: cents * (credit == "book")})
    return {name: cents for name, cents in book.items() if cents}


def papers() -> list[Paper]:
    """Return the notes in order of number: name, debtor, face, amount out, and holder (None once the note ended)."""
    owed: dict[int, Counter[str]] = defaultdict(Counter)
    for debit, in_debit, credit, in_credit, cents, _, _, note, *_ in rows(f"{TRANSFERS} WHERE note_id > 0"):
        owed[note].update({in_debit: cents * (debit == "notes")})
        owed[note].subtract({in_credit: cents * (credit == "notes")})
    written = rows(NOTES)
    assert [number for number, *_ in written] == [*range(1, len(written) + 1)]
    return [(*note, owed[number][note[1]], _holder(owed[number], note[1])) for number, *note in written]


def _holder(owed: Counter[str], debtor: str) -> str | None:
    held = [name for name, cents in owed.items() if cents < 0]
    assert len(held) <= 1
    return (held or [""])[0] if owed[debtor] else None


def debts(key: str) -> list[tuple[str, str, int]]:
    """Return debtor, creditor and cents of the transfers of the act with that key, in their order."""
    moved = rows(f"{TRANSFERS} WHERE act.key = %s ORDER BY transfer.number", key)
    return [(in_debit, in_credit, cents) for _, in_debit, _, in_credit, cents, *_ in moved]


def acts() -> int:
    """Return the number of recorded acts."""
    return int(rows("SELECT COUNT(*) FROM reservations_act")[0][0])
