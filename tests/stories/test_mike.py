"""Mike's game in cash: chips in multiples of 5.00 from the bank, chip sales, whole dollars and the final pot."""

import pytest

from reservations.acts.queries import KeyTaken
from tests.played_once import played_once
from tests.stories.evening import Evening, impossible, overruled, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return Evening("mike")


def test_a_whole_evening(evening):
    evening.buy_in("Ann", "10.00")
    evening.stands(drawer="210.00", chips="10.00")
    evening.buy_in("Bo", "20.00")
    evening.stands(drawer="230.00", chips="30.00")
    evening.sells("Bo", "Gil", "7.35")
    evening.stands(drawer="230.00", chips="30.00")
    evening.buy_in("Ann", "5.00")
    evening.stands(drawer="235.00", chips="35.00")
    evening.last_hand()
    evening.cash_out("Ann", "11.85")
    evening.stands(drawer="224.00", chips="23.15", final_pot="0.85")
    evening.cash_out("Gil", "0.40")
    evening.stands(drawer="224.00", chips="22.75", final_pot="1.25")
    evening.cash_out("Bo", "22.00")
    evening.stands(drawer="202.00", chips="0.75", final_pot="1.25")
    evening.final_pot("Gil")
    evening.stands(drawer="200.00", chips="0.00")
    evening.counts_drawer("200.00")
    evening.closes()

    evening.stands(drawer="0.00", chips="0.00", float_="0.00")
    assert evening.results() == {"Ann": "-4.00", "Bo": "9.35", "Gil": "-5.35"}


def test_a_buy_in_is_a_multiple_of_five_dollars(evening):
    with refused("minimum buy-in: 4.99 5.00", "multiples: 5.00 4.99", allowed="Ann 5.00"):
        evening.buy_in("Ann", "4.99")
    with refused("multiples: 5.00 5.01", allowed="Ann 5.00"):
        evening.buy_in("Ann", "5.01")

    evening.buy_in("Ann", "5.00")

    evening.stands(drawer="205.00", chips="5.00")


def test_there_is_no_maximum_and_no_wait_for_a_rebuy(evening):
    evening.buy_in("Ann", "1000.00")
    evening.buy_in("Ann", "5.00")
    evening.buy_in("Ann", "500.00", stack="1005.00")

    evening.stands(drawer="1705.00", chips="1505.00")


def test_players_sell_each_other_any_amount(evening):
    evening.buy_in("Ann", "5.00")

    evening.sells("Ann", "Bo", "0.05")

    evening.stands(drawer="205.00", chips="5.00")
    assert evening.results() == {"Ann": "-4.95", "Bo": "-0.05"}


def test_nobody_sells_chips_that_are_not_there(evening):
    evening.buy_in("Ann", "5.00")

    with impossible("Ann", "sell 5.01", "5.00 of chips"):
        evening.sells("Ann", "Bo", "5.01")
    with impossible("Ann cannot sell chips to themselves."):
        evening.sells("Ann", "Ann", "5.00")


def test_a_chip_sale_leaves_the_count_of_the_drawer_good(evening):
    evening.buy_in("Ann", "5.00")
    evening.counts_drawer("205.00")
    sale = evening.sells("Ann", "Bo", "1.00")
    evening.undo(sale)
    evening.declares_missing("5.00")

    evening.closes()

    evening.stands(drawer="0.00", chips="0.00", float_="0.00")


def test_notes_and_the_book_pay_like_cash(evening):
    evening.buy_in("Ann", "5.00", note="n1")
    evening.stands(drawer="200.00", chips="5.00")
    evening.sells("Ann", "Bo", "5.00", pay="book")
    evening.stands(drawer="200.00", chips="5.00")

    assert evening.results() == {"Ann": "0.00", "Bo": "-5.00"}


def test_a_transfer_takes_a_ruling(evening):
    with refused("means of payment", allowed="Ann 5.00"):
        evening.buy_in("Ann", "5.00", pay="transfer")

    evening.buy_in("Ann", "5.00", pay="transfer", ruling="just this once")

    evening.stands(drawer="200.00", chips="5.00", float_="195.00")


def test_a_guest_is_answered_for(evening):
    evening.brings_along("Hal")
    with refused("guests are answered for: Hal"):
        evening.arrives("Hal")
    with refused("guests are answered for: Hal"):
        evening.buy_in("Hal", "5.00")

    evening.knows("Hal", invited_by="Bo")
    evening.arrives("Hal")

    evening.stands(drawer="200.00", chips="0.00")


def test_a_regular_runs_the_bank(evening):
    with impossible("Gil is a guest", "bank"):
        evening.hands_over_to("Gil")

    evening.hands_over_to("Bo")

    assert evening.banker() == "Bo"


def test_nobody_leaves_before_the_last_hand(evening):
    evening.buy_in("Bo", "5.00")
    with refused("cash at the end", "equal deals: Bo", allowed="Bo"):
        evening.cash_out("Bo", "5.00")

    evening.last_hand()
    evening.cash_out("Bo", "5.00")

    evening.stands(drawer="200.00", chips="0.00")


def test_the_busted_stay_for_equal_deals(evening):
    evening.buy_in("Bo", "5.00")

    with refused("equal deals: Bo", allowed="Bo"):
        evening.cash_out("Bo", "0")


@pytest.mark.parametrize(
    ("count", "drawer", "chips", "final_pot"),
    [
        ("0.99", "205.00", "4.01", "0.99"),
        ("1.00", "204.00", "4.00", "0.00"),
        ("1.01", "204.00", "3.99", "0.01"),
        ("5.00", "200.00", "0.00", "0.00"),
    ],
)
def test_odd_cents_go_into_the_final_pot(evening, count, drawer, chips, final_pot):
    evening.buy_in("Bo", "5.00")
    evening.last_hand()

    evening.cash_out("Bo", count)

    evening.stands(drawer=drawer, chips=chips, final_pot=final_pot)


def test_a_payout_by_hand_leaves_the_odd_cents_alone(evening):
    evening.buy_in("Bo", "5.00")
    evening.last_hand()
    with impossible("payout", "4.50", "4.00 is to be paid", "0.50", "final pot", "0.50 too much"):
        evening.cash_out("Bo", "4.50", payout={"cash": "4.50"})
    with refused("means of payment"):
        evening.cash_out("Bo", "4.50", payout={"transfer": "4.00"})

    evening.cash_out("Bo", "4.50", payout={"cash": "1.00", "transfer": "3.00"}, ruling="Bo asks for it")

    evening.stands(drawer="204.00", chips="0.50", final_pot="0.50", float_="203.00")


def test_the_final_pot_comes_when_all_have_turned_in_their_chips(evening):
    evening.buy_in("Bo", "5.00")
    evening.sells("Bo", "Gil", "1.50")
    evening.last_hand()
    evening.cash_out("Bo", "3.50")

    with impossible("final pot", "Gil"):
        evening.final_pot("Bo")


def test_a_final_pot_that_is_a_cent_off(evening):
    evening.buy_in("Bo", "5.00")
    evening.last_hand()
    evening.cash_out("Bo", "3.50")
    evening.declares_missing("0.01")
    with refused("whole final pot: 1.00 1.99 0.99 0.01"):
        evening.final_pot("Bo")

    evening.final_pot("Bo", ruling="the banker goes on")

    evening.stands(drawer="200.01", chips="0.00", over_short="-0.01")


def test_an_undo_waits_for_the_final_pot(evening):
    evening.buy_in("Bo", "5.00")
    evening.last_hand()
    out = evening.cash_out("Bo", "4.50")
    won = evening.final_pot("Bo")
    with impossible("Act 8", "undo act 9 first", "−0.50 in the final pot"):
        evening.undo(out)

    evening.undo(won)
    evening.undo(out)

    evening.stands(drawer="205.00", chips="5.00")


def test_counts_that_differ_by_a_cent(evening):
    evening.buy_in("Bo", "5.00")
    evening.last_hand()
    with refused("the count: Bo 5.00 4.99 0.01 Bo"):
        evening.cash_out("Bo", "5.00", banker_count="4.99")

    evening.cash_out("Bo", "5.00", banker_count="4.99", count_ruling="the banker is right")

    evening.stands(drawer="201.00", chips="0.01", final_pot="0.99")


@pytest.mark.parametrize("ruling", ["Bo is ill", "the table agreed"])
def test_a_ruling_by_the_host_or_the_table(evening, ruling):
    evening.buy_in("Bo", "5.00")

    answer = evening.cash_out("Bo", "5.00", ruling=ruling)

    assert answer.act.ruling == ruling
    assert overruled(answer) == [
        "Chips turn into cash at the end of the night, after the last hand.",
        "Bo can cash out once everybody has dealt the same number of hands.",
    ]
    evening.stands(drawer="200.00", chips="0.00")


def test_an_undo_of_the_last_hand_lets_play_go_on(evening):
    evening.buy_in("Bo", "5.00")
    slip = evening.last_hand()

    evening.undo(slip)

    with refused("cash at the end", "equal deals: Bo", allowed="Bo"):
        evening.cash_out("Bo", "5.00")


def test_a_key_that_comes_again(evening):
    evening.buy_in("Ann", "5.00")
    evening.sells("Ann", "Bo", "1.00", key="the-sale")

    assert evening.sells("Ann", "Bo", "1.00", key="the-sale").known
    with pytest.raises(KeyTaken) as taken:
        evening.sells("Bo", "Ann", "1.00", key="the-sale")
    assert str(taken.value) == (
        'The id the-sale is taken by act 7: chip_sale {"amount":100,"buyer":2,"pay":"cash","seller":1}. '
        'This is another act: chip_sale {"amount":100,"buyer":1,"pay":"cash","seller":2}.'
    )


def test_a_night_closes_only_when_nothing_is_open(evening):
    evening.buy_in("Bo", "5.00")
    evening.last_hand()
    evening.cash_out("Bo", "3.50")
    with impossible("1.50 of chips", "final pot still holds 0.50", "drawer"):
        evening.closes()

    evening.final_pot("Ann")
    evening.counts_drawer("200.00")
    evening.closes()

    with impossible("closed", "Fri 20 Nov 2026", "act 11"):
        evening.last_hand()
