"""Only poker debts: THE BOOK is written by acts of a night, payments, old books, corrections,
forgiven debts, merges, and their undoing.

One test searches the code for modules that ask for an account of THE BOOK, another an evening with everything for the
kinds of acts that wrote into it.
"""

import ast
from collections.abc import Iterator
from datetime import date

import pytest

from ledger.models import AccountKind, Transfer
from reservations.acts.kinds import Kind
from tests.stories.evening import Evening
from tests.test_architecture import product

ASKING = {
    "ledger.night.commands",  # the balance between a closing bank and its banker
    "ledger.credit.commands",  # notes of the night
    "ledger.book.commands",  # old books, corrections
    "ledger.months.payment_commands",  # payments, forgiven debts
    "hostdesk.people.players.commands",  # merged players
}
KINDS = {
    *(Kind.BUY_IN, Kind.CASH_OUT, Kind.COMMIT_NOTES, Kind.CLOSE),  # of a night
    *(Kind.PAYMENT, Kind.BALANCES, Kind.CORRECT, Kind.FORGIVE, Kind.MERGE, Kind.REVERSE),
}


def asking(sources: dict[str, str]) -> Iterator[str]:
    """Yield the modules that ask for a player's account in THE BOOK, or create one."""
    for module, source in sources.items():
        names_it = "book_account" in source or "BOOK" in source  # much quicker than a walk through every module
        if names_it and any(map(_asks, ast.walk(ast.parse(source)))):
            yield module


def _asks(node: ast.AST) -> bool:
    called = getattr(node, "func", None)
    name = getattr(called, "id", getattr(called, "attr", ""))
    makes = name in ("create", "get_or_create", "Account") and "BOOK" in ast.dump(node)
    return name == "book_account" or makes


def test_nothing_else_in_the_code_asks_for_an_account_of_it():
    assert set(asking(product())) - {"ledger.entries.commands"} == ASKING


def test_another_way_in_would_be_found():
    source = "def lend(player):\n    return Movement(book_account(player), float_, 1)"

    assert list(asking({"ledger.commands.lending": source})) == ["ledger.commands.lending"]


@pytest.mark.django_db
def test_an_evening_with_everything_writes_into_it_by_these_kinds_alone():
    evening = Evening("mike")
    evening.buy_in("Ann", "20.00")
    evening.buy_in("Bo", "20.00", pay="book")
    evening.buy_in("Cy", "10.00", note="n1")
    evening.last_hand()
    evening.cash_out("Ann", "45.00", payout={"cash": "45.00"})
    evening.cash_out("Bo", "5.00", payout={"book": "5.00"})
    evening.commits()
    evening.ends("175.00")
    evening.undo(evening.pays_debt("Bo", "Ann", "5.00", claim=evening.claims("Bo", "Ann", "5.00")))
    evening.disputes(evening.claims("Cy", "Ann", "5.00"))
    evening.takes_over(Ann="1.00", Bo="-1.00")
    evening.corrects("Bo", "Ann", "1.00", about=date(2026, 11, 20))
    evening.forgives("Ann", "Cy", "1.00")
    evening.credit("Bo", limit="50.00")
    evening.consolidates(date(2026, 11, 20))
    evening.merges("Cy", into="Bo")

    moved = Transfer.objects.filter(debit__kind=AccountKind.BOOK) | Transfer.objects.filter(
        credit__kind=AccountKind.BOOK
    )

    assert set(moved.values_list("act__kind", flat=True)) == KINDS
