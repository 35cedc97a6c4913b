"""Payouts by hand, the final pot, and declared chips."""

import pytest

from ledger.bank.queries import bank_of
from ledger.cash_out.commands import declare_chips
from ledger.results.queries import results
from reservations.acts.problems import Malformed
from reservations.players.queries import player_named
from tests.ledger.transfer_house import friday
from tests.played_once import played_once
from tests.stories.evening import Evening, book, impossible, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    evening = friday()
    evening.buy_in("Bo", "40.00")
    evening.last_hand()
    return evening


@pytest.fixture
@played_once
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
    ("payout", "words"),
    [
        ({"cash": "39.99"}, ["39.99", "40.00 is to be paid", "0.01 too little"]),
        ({"cash": "1", "transfer": "39.01"}, ["40.01", "40.00 is to be paid", "0.01 too much"]),
    ],
)
def test_a_payout_adds_up(evening, payout, words):
    with impossible(*words):
        evening.cash_out("Bo", "40.00", payout=payout)


def test_a_transfer_needs_no_cash_in_the_drawer(evening):
    evening.counts_drawer("0.00")

    evening.cash_out("Bo", "40.00", payout={"transfer": "40.00"})

    evening.stands(drawer="0.00", chips="0.00", float_="240.00", over_short="240.00")


def test_a_payout_by_hand_is_bounded_by_the_drawer(evening):
    evening.counts_drawer("9.99")

    with impossible("10.00", "drawer holds 9.99", "put in 0.01"):
        evening.cash_out("Bo", "40.00", payout={"cash": "10.00", "transfer": "30.00"})


def test_there_is_no_final_pot_of_nothing(at_mikes):
    at_mikes.cash_out("Bo", "5.00")

    with impossible("The final pot is empty."):
        at_mikes.final_pot("Bo")


def test_what_the_drawer_lacks_of_the_final_pot_goes_to_the_book(at_mikes):
    at_mikes.cash_out("Bo", "0")
    at_mikes.counts_drawer("4.99")

    at_mikes.final_pot("Bo")

    at_mikes.stands(drawer="0.00", chips="0.00", over_short="200.01")
    assert book() == {"Bo": "0.01"}


def test_bo_leaves_early_once_the_table_says_that_both_ends_have_dealt_equally():
    evening = Evening("mike")
    evening.buy_in("Bo", "5.00")
    with refused("cash at the end", "equal deals: Bo", allowed="Bo"):
        evening.cash_out("Bo", "5.00")

    evening.cash_out("Bo", "5.00", dealt=6)

    evening.stands(drawer="200.00", chips="0.00")


def test_part_of_a_stack_is_taken_off_the_table_by_a_ruling_alone():
    """Bo takes 30.00 off a stack of 80.00 and plays on; in the end he has lost 10.00."""
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "50.00")
    evening.buy_in("Cy", "40.00")
    with refused("all chips or none: Bo"):
        evening.cash_out("Bo", "30.00", plays_on=True)

    evening.cash_out("Bo", "30.00", plays_on=True, ruling="his taxi waits")
    evening.stands(drawer="260.00", chips="60.00")
    history = bank_of(evening.night).history
    assert (history.holding(), history.who_left()) == ([player_named(name).number for name in ("Bo", "Cy")], set())

    evening.cash_out("Bo", "10.00", round_played=True)
    evening.cash_out("Cy", "50.00", round_played=True)
    evening.stands(drawer="200.00", chips="0.00")
    assert results(evening.night)[player_named("Bo").number].result_cents == -1000


def test_where_nobody_can_owe_the_drawer_has_to_hold_it(evening):
    evening.counts_drawer("39.99")

    with impossible("40.00", "drawer holds 39.99", "put in 0.01"):
        evening.cash_out("Bo", "40.00")


def test_but_once_a_ruling_has_let_somebody_owe_tonight_the_rest_is_owed():
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "50.00", pay="book", ruling="Bo forgot his wallet")
    evening.buy_in("Cy", "50.00")
    evening.last_hand()
    evening.counts_drawer("60.00")

    evening.cash_out("Cy", "100.00")

    evening.stands(drawer="0.00", chips="0.00", over_short="190.00")
    assert book() == {"Bo": "-50.00", "Cy": "40.00"}


def test_the_final_pot_waits_for_who_bought_again(at_mikes):
    at_mikes.cash_out("Bo", "4.00")
    at_mikes.buy_in("Bo", "5.00")

    with impossible("final pot", "Bo"):
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


def test_what_a_ruling_has_opened_for_tonight_is_paid_out_by_hand_too():
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "50.00", pay="book", ruling="Bo forgot his wallet")
    evening.buy_in("Cy", "50.00")
    evening.last_hand()

    evening.cash_out("Cy", "100.00", payout={"book": "100.00"})

    assert book() == {"Bo": "-50.00", "Cy": "100.00"}


def test_a_ruling_for_a_transfer_is_for_that_act_alone(at_mikes):
    at_mikes.buy_in("Bo", "5.00", pay="transfer", ruling="the table agreed")

    with refused("means of payment"):
        at_mikes.cash_out("Bo", "10.00", payout={"transfer": "10.00"})


def test_a_house_that_pays_every_cent_has_no_final_pot(evening):
    with impossible(f"{evening.night.house} pays every cent and has no final pot."):
        evening.final_pot("Bo")


def test_no_more_chips_are_missing_than_are_in_play(evening):
    with impossible("40.00 of chips", "missing"):
        evening.declares_missing("40.01")
