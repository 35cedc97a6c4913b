"""Hybrid game: rising blinds, buy-ins of 4.00 to 10.00 in dollars, rebuys when busted, cash when the blinds go up."""

import pytest

from reservations.acts.queries import KeyTaken
from tests.played_once import played_once
from tests.stories.evening import Evening, impossible, overruled, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return Evening("hybrid")


def test_a_whole_evening(evening):
    evening.level(1)
    evening.buy_in("Ann", "10.00")
    evening.stands(drawer="210.00", chips="10.00")
    evening.buy_in("Bo", "4.00")
    evening.stands(drawer="214.00", chips="14.00")
    evening.buy_in("Gil", "7.00")
    evening.stands(drawer="221.00", chips="21.00")
    evening.it_is("20:20")
    evening.level(2)
    evening.buy_in("Bo", "10.00", stack="0")
    evening.stands(drawer="231.00", chips="31.00")
    evening.it_is("20:40")
    evening.level(3)
    evening.it_is("20:45")
    evening.cash_out("Gil", "11.37")
    evening.stands(drawer="219.63", chips="19.63")
    evening.it_is("20:50")
    evening.cash_out("Bo", "0.00")
    evening.stands(drawer="219.63", chips="19.63")
    evening.declares_extra("0.05")
    evening.stands(drawer="219.63", chips="19.68", over_short="0.05")
    evening.last_hand()
    evening.cash_out("Ann", "19.68")
    evening.stands(drawer="199.95", chips="0.00", over_short="0.05")
    assert evening.counts_drawer("199.95").remark == "Expected 199.95, counted 199.95: it agrees."
    evening.closes()

    evening.stands(drawer="0.00", chips="0.00", float_="0.00")
    assert evening.results() == {"Ann": "9.68", "Bo": "-14.00", "Gil": "4.37"}


def test_a_buy_in_is_four_dollars_or_more(evening):
    with refused("minimum buy-in: 3.99 4.00", "multiples: 1.00 3.99", allowed="Ann 4.00 10.00 1.00"):
        evening.buy_in("Ann", "3.99")

    evening.buy_in("Ann", "4.00")

    evening.stands(drawer="204.00", chips="4.00")


def test_a_buy_in_is_ten_dollars_or_less(evening):
    with refused("maximum buy-in: 10.01 10.00", "multiples: 1.00 10.01", allowed="Ann 4.00 10.00 1.00"):
        evening.buy_in("Ann", "10.01")

    evening.buy_in("Ann", "10.00")

    evening.stands(drawer="210.00", chips="10.00")


def test_a_buy_in_is_in_whole_dollars(evening):
    with refused("multiples: 1.00 5.01", allowed="Ann 4.00 10.00 1.00"):
        evening.buy_in("Ann", "5.01")


def test_the_limits_do_not_move_with_the_blinds_nor_with_the_big_stack(evening):
    evening.level(11)
    evening.big_stack("80.00")
    with refused("maximum buy-in: 11.00 10.00", allowed="Ann 4.00 10.00 1.00"):
        evening.buy_in("Ann", "11.00")

    evening.buy_in("Ann", "4.00")

    evening.stands(drawer="204.00", chips="4.00")


def test_only_the_busted_buy_again(evening):
    evening.buy_in("Ann", "10.00")
    with refused("rebuys when busted: Ann 0.01", allowed="Ann"):
        evening.buy_in("Ann", "10.00", stack="0.01")

    evening.buy_in("Ann", "10.00", stack="0")

    evening.stands(drawer="220.00", chips="20.00")


def test_a_rebuy_is_bounded_like_a_buy_in(evening):
    evening.buy_in("Ann", "10.00")

    with refused("minimum buy-in: 3.00 4.00", allowed="Ann 4.00 10.00 1.00"):
        evening.buy_in("Ann", "3.00", stack="0")
    with refused("maximum buy-in: 11.00 10.00", allowed="Ann 4.00 10.00 1.00"):
        evening.buy_in("Ann", "11.00", stack="0")


def test_the_stack_is_asked_for_at_a_rebuy(evening):
    evening.buy_in("Ann", "10.00")

    with refused("stack at a rebuy: Ann", allowed="Ann 4.00 10.00 1.00"):
        evening.buy_in("Ann", "10.00")


def test_chips_are_paid_for_in_cash(evening):
    with refused("means of payment", allowed="Ann 4.00 10.00 1.00"):
        evening.buy_in("Ann", "10.00", pay="transfer")
    with refused("means of payment", allowed="Ann 4.00 10.00 1.00"):
        evening.buy_in("Ann", "10.00", pay="book")


def test_all_terms_are_told_together(evening):
    evening.buy_in("Ann", "10.00")

    with refused(
        "means of payment",
        "rebuys when busted: Ann 2.50",
        "maximum buy-in: 10.50 10.00",
        "multiples: 1.00 10.50",
        allowed="Ann",
    ):
        evening.buy_in("Ann", "10.50", pay="transfer", stack="2.50")


def test_players_do_not_sell_chips(evening):
    evening.buy_in("Ann", "10.00")

    with refused("chip sales"):
        evening.sells("Ann", "Bo", "5.00")


def test_chips_turn_into_cash_for_five_minutes_to_the_second(evening):
    evening.buy_in("Bo", "10.00")
    evening.it_is("20:20")
    evening.level(2)
    evening.it_is("20:25:01")
    with refused("cash-out window: 5 5:01", allowed="Bo"):
        evening.cash_out("Bo", "10.00")

    evening.it_is("20:25:00")
    evening.cash_out("Bo", "10.00")

    evening.stands(drawer="200.00", chips="0.00")


def test_chips_stay_chips_before_the_blinds_ever_went_up(evening):
    evening.buy_in("Bo", "10.00")

    with refused("cash-out window: 5", allowed="Bo"):
        evening.cash_out("Bo", "10.00")


def test_a_level_that_is_undone_opens_no_window(evening):
    evening.buy_in("Bo", "10.00")
    slip = evening.level(2)
    evening.undo(slip)

    with refused("cash-out window: 5", allowed="Bo"):
        evening.cash_out("Bo", "10.00")


def test_the_busted_and_the_last_wait_for_no_window(evening):
    evening.buy_in("Bo", "10.00")
    evening.buy_in("Cy", "10.00")

    evening.cash_out("Bo", "0")
    evening.last_hand()
    evening.cash_out("Cy", "20.00")

    evening.stands(drawer="200.00", chips="0.00")


def test_the_blinds_only_go_up(evening):
    evening.level(3)

    with refused("levels rise: 3 3"):
        evening.level(3)
    with refused("levels rise: 3 2"):
        evening.level(2)


def test_there_are_eleven_levels(evening):
    evening.level(11)

    with impossible("no level 12", "1 to 11"):
        evening.level(12)


def test_counts_that_differ_by_a_cent(evening):
    evening.buy_in("Bo", "10.00")
    evening.last_hand()
    with refused("the count: Bo 9.99 10.00 0.01 Bo"):
        evening.cash_out("Bo", "9.99", banker_count="10.00")

    evening.cash_out("Bo", "9.99", banker_count="10.00", count_ruling="a chip was under the glass")

    evening.stands(drawer="200.00", chips="0.00")


def test_the_window_and_the_counts_are_told_together(evening):
    evening.buy_in("Bo", "10.00")

    with refused("cash-out window: 5", "the count: Bo 9.00 8.00 1.00 Bo", allowed="Bo"):
        evening.cash_out("Bo", "9.00", banker_count="8.00")


@pytest.mark.parametrize("ruling", ["Bo's bus leaves", "the table agreed"])
def test_a_ruling_by_the_host_or_the_table(evening, ruling):
    evening.buy_in("Bo", "10.00")

    answer = evening.cash_out("Bo", "10.00", ruling=ruling)

    assert answer.act.ruling == ruling
    assert overruled(answer) == [
        "Chips turn into cash within 5 minutes after the blinds go up: they have not gone up yet."
    ]
    evening.stands(drawer="200.00", chips="0.00")


def test_an_undo_of_the_first_buy_in_makes_the_next_one_the_first(evening):
    slip = evening.buy_in("Ann", "10.00")
    evening.undo(slip)

    evening.buy_in("Ann", "8.00")

    evening.stands(drawer="208.00", chips="8.00")
    assert evening.results() == {"Ann": "-8.00"}


def test_an_undo_waits_for_a_cash_out(evening):
    bought = evening.buy_in("Ann", "10.00")
    evening.last_hand()
    paid = evening.cash_out("Ann", "10.00")
    with impossible("Act 6", "undo act 8 first", "−10.00 of chips in play"):
        evening.undo(bought)

    evening.undo(paid)
    evening.undo(bought)

    evening.stands(drawer="200.00", chips="0.00")
    assert evening.results() == {}


def test_a_key_that_comes_again(evening):
    evening.level(2, key="the-level")

    assert evening.level(2, key="the-level").known
    with pytest.raises(KeyTaken) as taken:
        evening.level(3, key="the-level")
    assert str(taken.value) == (
        'The id the-level is taken by act 6: level {"level":2}. This is another act: level {"level":3}.'
    )


def test_a_night_closes_only_when_nothing_is_open(evening):
    evening.buy_in("Bo", "10.00")
    evening.counts_drawer("210.00")
    with impossible("10.00 of chips"):
        evening.closes()

    evening.declares_missing("10.00")
    evening.closes()

    assert evening.results() == {"Bo": "-10.00"}
    with impossible("closed", "Fri 20 Nov 2026", "act 9"):
        evening.level(2)
