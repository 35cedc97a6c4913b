"""A player's own limit and wish for no credit: setting, dropping and undoing them, and the acts they stop."""

import pytest

from ledger.bank.queries import book_tonight
from ledger.credit.commands import set_credit
from reservations.acts.problems import Malformed
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening, impossible, overruled, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """Bo owes Cy 20.00 and Ann 10.00, from an old book."""
    evening = Evening("mike")
    evening.takes_over(Ann="10.00", Bo="-30.00", Cy="20.00")
    return evening


def test_a_limit_counts_the_book_and_the_notes_together(evening):
    evening.credit("Bo", limit="60.00")
    evening.buy_in("Bo", "20.00", note="n1")

    with refused("credit limit: Bo 65.00 60.00"):
        evening.buy_in("Bo", "15.00", note="n2")


def test_up_to_the_limit_is_fine(evening):
    evening.credit("Bo", limit="60.00")
    evening.buy_in("Bo", "20.00", note="n1")

    evening.buy_in("Bo", "10.00", pay="book")

    assert book_tonight(evening.night) == {player_named("Bo").number: 1000}


def test_a_soft_limit_gives_way_to_a_ruling(evening):
    evening.credit("Bo", limit="30.00")

    answer = evening.buy_in("Bo", "10.00", pay="book", ruling="just tonight")

    assert overruled(answer) == ["Bo would owe 40.00 in all: the limit is 30.00."]


def test_a_hard_limit_does_not(evening):
    evening.credit("Bo", limit="30.00", hard=True)

    with impossible("Bo would owe 40.00", "limit", "30.00", "nobody"):
        evening.buy_in("Bo", "10.00", pay="book", ruling="just tonight")


def test_who_wants_no_credit_gets_none(evening):
    evening.credit("Cy", refuses=True)

    with impossible("Cy wants no credit"):
        evening.buy_in("Cy", "5.00", note="n1", ruling="just tonight")


def test_and_may_want_it_again(evening):
    evening.credit("Cy", refuses=True)
    evening.credit("Cy", refuses=False)

    evening.buy_in("Cy", "5.00", note="n1")

    assert evening.notes() == {"n1": ("5.00", "out")}


def test_a_limit_that_is_undone_is_none(evening):
    evening.undo(evening.credit("Bo", limit="0.00", hard=True))

    evening.buy_in("Bo", "5.00", note="n1")

    assert evening.notes() == {"n1": ("5.00", "out")}


def test_credit_says_something(evening):
    with pytest.raises(Malformed) as problem:
        evening.credit("Bo")

    assert str(problem.value) == "Set a limit, whether it is hard, or whether they want no credit."


def test_what_was_bought_on_credit_counts_once_when_it_is_paid_otherwise(evening):
    evening.credit("Bo", limit="40.00")
    bought = evening.buy_in("Bo", "10.00", note="n1")

    evening.paid_by("book", bought)

    assert (evening.notes(), book_tonight(evening.night)) == (
        {"n1": ("0.00", "paid otherwise")},
        {player_named("Bo").number: 1000},
    )


def test_what_was_bought_in_cash_counts_when_it_becomes_a_note(evening):
    evening.credit("Bo", limit="35.00")
    bought = evening.buy_in("Bo", "10.00")

    with refused("credit limit: Bo 40.00 35.00"):
        evening.paid_by("note", bought, note="n1")


def test_a_duplicates_limit_and_debts_are_the_persons(evening):
    evening.knows("Bob")
    evening.credit("Bob", limit="45.00")
    evening.takes_over(Bob="-10.00", Ann="10.00")
    evening.merges("Bob", "Bo")

    with refused("credit limit: Bo 50.00 45.00"):
        evening.buy_in("Bo", "10.00", note="n1")


def test_credit_is_set_once_under_one_key(evening):
    said = {"stamp": evening.stamp(), "player": player_named("Bo"), "limit_cents": 5000}

    assert [set_credit(**said).known for _ in range(2)] == [False, True]
