"""THE BOOK between nights: payments, an old book taken over, and corrections."""

from datetime import date

import pytest

from reservations.acts.problems import Malformed, Unknown
from reservations.acts.queries import Merged
from tests.played_once import played_once
from tests.stories.evening import Evening, book, impossible, overruled, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """Bo owes Cy 20.00 and Ann 10.00, from an old book."""
    evening = Evening("mike")
    evening.takes_over(Ann="10.00", Bo="-30.00", Cy="20.00")
    return evening


def test_debtors_are_matched_with_creditors_the_largest_first(evening):
    evening.takes_over(Ann="-5.00", Bo="25.00", Cy="-20.00")

    assert book() == {"Ann": "5.00", "Bo": "-5.00"}


def test_an_old_book_sums_to_zero(evening):
    with pytest.raises(Malformed) as problem:
        evening.takes_over(Ann="10.00", Bo="-9.99")

    assert str(problem.value) == "The balances have to sum to zero: 0.01 more is owed to players."


def test_an_old_book_that_owes_too_much(evening):
    with pytest.raises(Malformed) as problem:
        evening.takes_over(Ann="10.00", Bo="-10.01")

    assert str(problem.value) == "The balances have to sum to zero: 0.01 more is owed by players."


def test_an_empty_book_is_not_taken_over(evening):
    with pytest.raises(Malformed) as problem:
        evening.takes_over(Ann="0.00")

    assert str(problem.value) == "The balances are all zero: there is nothing to import."


def test_an_old_book_names_people_as_they_are_known_now(evening):
    evening.knows("Bob")
    evening.merges("Bob", "Bo")

    with pytest.raises(Merged):
        evening.takes_over(Ann="10.00", Bob="-10.00")


def test_no_guest_comes_to_owe_by_an_old_book(evening):
    with refused("who may owe: Gil", house="THE BOOK"):
        evening.takes_over(Ann="10.00", Gil="-10.00")


def test_a_payment_moves_both_standings(evening):
    evening.pays_debt("Bo", "Cy", "15.00")

    assert book() == {"Ann": "10.00", "Bo": "-15.00", "Cy": "5.00"}


def test_a_payment_moves_no_result(evening):
    evening.pays_debt("Bo", "Cy", "15.00")

    assert evening.results() == {}


def test_more_may_be_paid_than_is_owed(evening):
    evening.pays_debt("Bo", "Cy", "35.00")

    assert book() == {"Ann": "10.00", "Bo": "5.00", "Cy": "-15.00"}


def test_nobody_pays_themselves(evening):
    with impossible("Bo cannot pay themselves."):
        evening.pays_debt("Bo", "Bo", "15.00")


def test_a_payment_does_not_leave_a_guest_owing(evening):
    evening.corrects("Bo", "Gil", "5.00")
    evening.pays_debt("Bo", "Gil", "5.00")

    with refused("who may owe: Gil", house="THE BOOK"):
        evening.pays_debt("Bo", "Gil", "0.01")


def test_unless_the_host_says_so(evening):
    answer = evening.pays_debt("Bo", "Gil", "5.00", ruling="Gil passes it on")

    assert overruled(answer) == ["Gil is a guest: only regulars owe THE BOOK."]
    assert book()["Gil"] == "-5.00"


def test_a_payment_is_undone(evening):
    evening.undo(evening.pays_debt("Bo", "Cy", "15.00"))

    assert book() == {"Ann": "10.00", "Bo": "-30.00", "Cy": "20.00"}


def test_an_old_book_is_undone(evening):
    evening.undo(evening.takes_over(Ann="-10.00", Bo="30.00", Cy="-20.00"))

    assert book() == {"Ann": "10.00", "Bo": "-30.00", "Cy": "20.00"}


def test_a_correction_is_no_entry_of_the_night_it_is_about(evening):
    evening.corrects("Cy", "Ann", "2.50", about=date(2026, 11, 20))

    assert book() == {"Ann": "12.50", "Bo": "-30.00", "Cy": "17.50"}
    assert evening.results() == {}


def test_a_correction_is_about_a_night_that_was(evening):
    with pytest.raises(Unknown) as problem:
        evening.corrects("Cy", "Ann", "2.50", about=date(2026, 11, 19))

    assert str(problem.value) == (
        "No bank was opened on Thu 19 Nov 2026: leave the night out, or give the date of one."
    )


def test_nobody_owes_themselves(evening):
    with impossible("Cy cannot owe themselves."):
        evening.corrects("Cy", "Cy", "2.50")


def test_no_guest_comes_to_owe_by_a_correction(evening):
    with refused("who may owe: Gil", house="THE BOOK"):
        evening.corrects("Gil", "Ann", "2.50")


@pytest.mark.parametrize("act", ["pays_debt", "corrects", "claims"])
def test_the_same_key_is_the_same_answer(evening, act):
    first = getattr(evening, act)("Bo", "Cy", "5.00", key="the-same-key")

    again = getattr(evening, act)("Bo", "Cy", "5.00", key="the-same-key")

    assert (again.known, again.act) == (True, first.act)


def test_a_guest_does_not_owe_the_book(evening):
    with refused("who may owe: Gil"):
        evening.buy_in("Gil", "10.00", pay="book")
