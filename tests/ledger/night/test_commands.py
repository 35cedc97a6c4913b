"""The float, the banker, the count of the drawer and the close, in cases that no house's story reaches."""

import pytest

from reservations.acts.problems import Impossible
from tests.ledger.transfer_house import friday
from tests.played_once import played_once
from tests.stories.evening import Evening, book, impossible, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return friday()


@pytest.mark.parametrize(
    ("counted", "remark", "over_short"),
    [
        ("200.00", "Expected 200.00, counted 200.00: it agrees.", "0.00"),
        ("200.01", "Expected 200.00, counted 200.01: 0.01 over.", "-0.01"),
        ("199.99", "Expected 200.00, counted 199.99: 0.01 short.", "0.01"),
        ("0.00", "Expected 200.00, counted 0.00: 200.00 short.", "200.00"),
    ],
)
def test_a_count_of_the_drawer(evening, counted, remark, over_short):
    answer = evening.counts_drawer(counted)

    assert answer.remark == remark
    evening.stands(drawer=counted, chips="0.00", over_short=over_short)


def test_the_second_count_is_compared_with_the_first(evening):
    evening.counts_drawer("199.00")

    assert evening.counts_drawer("200.00").remark == "Expected 199.00, counted 200.00: 1.00 over."
    evening.stands(drawer="200.00", chips="0.00")


def test_a_count_that_is_undone_does_not_count(evening):
    evening.undo(evening.counts_drawer("200.00"))

    with impossible("drawer"):
        evening.closes()


def test_a_banker_who_took_transfers_closes_with_what_was_theirs(evening):
    evening.buy_in("Bo", "50.00", pay="transfer")
    evening.last_hand()
    evening.cash_out("Bo", "50.00")
    evening.counts_drawer("150.00")

    evening.closes()

    evening.stands(drawer="0.00", chips="0.00", float_="0.00")


def test_a_bank_that_was_never_used_closes():
    evening = Evening("hybrid")
    evening.counts_drawer("200.00")

    evening.closes()

    evening.stands(drawer="0.00", chips="0.00", float_="0.00")
    assert evening.results() == {}


def test_another_banker_may_close(evening):
    evening.hands_over_to("Bo")
    evening.counts_drawer("200.00")

    evening.closes()

    assert evening.banker() == "Bo"


def test_who_has_the_bank_is_not_handed_it():
    evening = Evening("mike")

    with pytest.raises(Impossible, match="Ann"):
        evening.hands_over_to("Ann")


def test_a_guest_runs_no_bank_where_there_is_the_book():
    evening = Evening("mike")

    with pytest.raises(Impossible, match="regular"):
        evening.hands_over_to("Gil")


def test_a_guest_who_takes_home_more_than_the_bank_owed_them_needs_a_ruling():
    """Bo owes THE BOOK 50.00 and it owes Cy 100.00, so the drawer has 250.00 from a float of 200.00."""
    evening = Evening("dave-2018")
    evening.opens("dave-2018", banker="Gil")
    evening.buy_in("Bo", "50.00", pay="book", ruling="Bo forgot his wallet")
    evening.buy_in("Cy", "50.00")
    evening.last_hand()
    evening.cash_out("Cy", "100.00", payout={"book": "100.00"})
    evening.counts_drawer("250.00")

    with refused("who may owe: Gil"):
        evening.closes()
    evening.closes(ruling="Gil brings it next week")

    assert book() == {"Bo": "-50.00", "Cy": "100.00", "Gil": "-50.00"}
