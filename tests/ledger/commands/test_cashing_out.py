"""Payouts written down by hand, the final pot, and chips declared."""

import pytest

from ledger.commands import declare_chips
from reservations.problems import Malformed
from tests.ledger.commands.houses import friday
from tests.stories.evening import Evening, impossible

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    evening = friday()
    evening.buy_in("Bo", "40.00")
    evening.last_hand()
    return evening


@pytest.fixture
def at_mikes():
    evening = Evening("mike")
    evening.buy_in("Bo", "5.00")
    evening.last_hand()
    return evening


def test_a_payout_in_cash_and_by_transfer(evening):
    evening.cash_out("Bo", "40.00", payout={"cash": "15.00", "transfer": "25.00"})

    evening.stands(drawer="225.00", chips="0.00", float_="225.00")
    assert evening.results() == {"Bo": "0.00"}


@pytest.mark.parametrize(
    ("payout", "sentence"),
    [
        ({"cash": "39.99"}, "The payout comes to 39.99, but 40.00 is to be paid: 0.01 too little."),
        ({"cash": "1", "transfer": "39.01"}, "The payout comes to 40.01, but 40.00 is to be paid: 0.01 too much."),
    ],
)
def test_a_payout_adds_up(evening, payout, sentence):
    with impossible(sentence):
        evening.cash_out("Bo", "40.00", payout=payout)


def test_a_transfer_needs_no_cash_in_the_drawer(evening):
    evening.counts_drawer("0.00")

    evening.cash_out("Bo", "40.00", payout={"transfer": "40.00"})

    evening.stands(drawer="0.00", chips="0.00", float_="240.00", over_short="240.00")


def test_a_payout_by_hand_is_bounded_by_the_drawer(evening):
    evening.counts_drawer("9.99")

    with impossible("10.00 are to be paid in cash and the drawer holds 9.99: the banker must put in 0.01 first."):
        evening.cash_out("Bo", "40.00", payout={"cash": "10.00", "transfer": "30.00"})


def test_there_is_no_final_pot_of_nothing(at_mikes):
    at_mikes.cash_out("Bo", "5.00")

    with impossible("There is nothing in the final pot."):
        at_mikes.final_pot("Bo")


def test_the_final_pot_is_bounded_by_the_drawer(at_mikes):
    at_mikes.cash_out("Bo", "0")
    at_mikes.counts_drawer("4.99")

    with impossible("5.00 are to be paid in cash and the drawer holds 4.99: the banker must put in 0.01 first."):
        at_mikes.final_pot("Bo")


def test_the_final_pot_waits_for_who_bought_again(at_mikes):
    at_mikes.cash_out("Bo", "4.00")
    at_mikes.buy_in("Bo", "5.00")

    with impossible("The final pot comes after all have turned in their chips; still to cash out: Bo."):
        at_mikes.final_pot("Bo")


def test_a_second_final_pot_is_another_one(at_mikes):
    at_mikes.cash_out("Bo", "4.00")
    at_mikes.final_pot("Bo")
    at_mikes.declares_extra("2.00")

    at_mikes.final_pot("Bo")

    at_mikes.stands(drawer="198.00", chips="0.00", over_short="2.00")


@pytest.mark.parametrize("said", [{}, {"missing_cents": 1, "extra_cents": 1}])
def test_chips_are_declared_missing_or_extra(evening, said):
    with pytest.raises(Malformed) as refusal:
        declare_chips(stamp=evening.stamp(), night=evening.night, reason="?", **said)

    assert str(refusal.value) == "Declare chips either missing or extra: one of the two."


def test_all_chips_may_be_missing(evening):
    evening.declares_missing("40.00")

    evening.stands(drawer="240.00", chips="0.00", over_short="-40.00")
    assert evening.results() == {"Bo": "-40.00"}
