"""A merge moves a balance in THE BOOK by one act, and undoing the merge moves it back."""

import pytest

from ledger.models import AccountKind, Transfer
from ledger.standings.queries import standing_of
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening, book, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """Bob, who is Bo's second entry, owes 30.00; Bo is owed 10.00."""
    evening = Evening("mike")
    evening.knows("Bob")
    evening.takes_over(Bob="-30.00", Bo="10.00", Cy="20.00")
    return evening


def stands(name):
    return standing_of(player_named(name), alone=True)


def test_a_debt_goes_to_the_one_who_remains(evening):
    merge = evening.merges("Bob", "Bo")

    assert (stands("Bob"), stands("Bo"), book()) == (0, -2000, {"Bo": "-20.00", "Cy": "20.00"})
    assert [each.cents for each in Transfer.objects.filter(act=merge.act)] == [3000]


def test_so_does_a_credit(evening):
    evening.merges("Bo", "Bob")

    assert (stands("Bob"), stands("Bo"), book()) == (-2000, 0, {"Bob": "-20.00", "Cy": "20.00"})


def test_where_nothing_stands_nothing_moves(evening):
    evening.knows("Bobby")

    merge = evening.merges("Bobby", "Bo")

    assert not Transfer.objects.filter(act=merge.act).exists()


def test_undoing_it_moves_it_back(evening):
    merge = evening.merges("Bob", "Bo")
    evening.pays_debt("Bo", "Cy", "5.00")

    evening.undo(merge)

    assert book() == {"Bo": "15.00", "Bob": "-30.00", "Cy": "15.00"}


def test_only_the_book_moves(evening):
    merge = evening.merges("Bob", "Bo")

    kinds = Transfer.objects.filter(act=merge.act).values_list("debit__kind", "credit__kind")
    assert list(kinds) == [(AccountKind.BOOK, AccountKind.BOOK)]


def test_no_guest_comes_to_owe_by_a_merge(evening):
    with refused("who may owe: Gil", house="THE BOOK"):
        evening.merges("Bob", "Gil")
