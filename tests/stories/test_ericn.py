"""EricN's game, tonight 0.10 and 0.20, buy-ins of 5.00 to 20.00: rebuys below the maximum up to 110 %, one banker."""

import pytest

from reservations.acts.queries import KeyTaken
from tests.played_once import played_once
from tests.stories.evening import Evening, impossible, overruled, refused

pytestmark = pytest.mark.django_db

TONIGHT = {"small_blind": "0.10", "big_blind": "0.20", "buy_in_min": "5.00", "buy_in_max": "20.00"}


@pytest.fixture
@played_once
def evening():
    return Evening("ericn", **TONIGHT)


def test_a_whole_evening(evening):
    evening.buy_in("Ann", "20.00")
    evening.stands(drawer="220.00", chips="20.00")
    evening.buy_in("Bo", "5.00")
    evening.stands(drawer="225.00", chips="25.00")
    evening.buy_in("Gil", "12.34")
    evening.stands(drawer="237.34", chips="37.34")
    evening.buy_in("Bo", "20.25", stack="1.75")
    evening.stands(drawer="257.59", chips="57.59")
    early = evening.cash_out("Gil", "20.00")
    assert early.remark == (
        "Off already, Gil? Cashing out before the game is over is bad manners; the table may tease."
    )
    evening.stands(drawer="237.59", chips="37.59")
    evening.last_hand()
    assert evening.cash_out("Ann", "30.09").remark == ""
    evening.stands(drawer="207.50", chips="7.50")
    evening.cash_out("Bo", "7.50")
    evening.stands(drawer="200.00", chips="0.00")
    assert evening.counts_drawer("200.01").remark == "Expected 200.00, counted 200.01: 0.01 over."
    evening.stands(drawer="200.01", chips="0.00", over_short="-0.01")
    evening.closes()

    evening.stands(drawer="0.00", chips="0.00", float_="0.00")
    assert evening.results() == {"Ann": "10.09", "Bo": "-17.75", "Gil": "7.66"}


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        ({"small_blind": "0.10", "big_blind": "0.20"}, ["minimum buy-in", "maximum buy-in"]),
        ({"buy_in_min": "5.00", "buy_in_max": "20.00"}, ["the blinds"]),
        ({**TONIGHT, "small_blind": "0.21"}, ["small blind of 0.21", "big blind of 0.20"]),
        ({**TONIGHT, "buy_in_min": "20.01"}, ["minimum buy-in of 20.01", "maximum of 20.00"]),
    ],
)
def test_a_night_opens_with_all_of_its_figures(evening, figures, words):
    with impossible(*words):
        evening.opens("ericn", **figures)


def test_a_first_buy_in_is_worth_the_minimum(evening):
    with refused("minimum buy-in: 4.99 5.00", allowed="Ann 5.00 20.00"):
        evening.buy_in("Ann", "4.99")

    evening.buy_in("Ann", "5.00")

    evening.stands(drawer="205.00", chips="5.00")


def test_a_first_buy_in_stops_at_the_maximum(evening):
    with refused("maximum buy-in: 20.01 20.00", allowed="Ann 5.00 20.00"):
        evening.buy_in("Ann", "20.01")

    evening.buy_in("Ann", "20.00")

    evening.stands(drawer="220.00", chips="20.00")


def test_a_rebuy_reaches_110_percent(evening):
    evening.buy_in("Ann", "20.00")
    with refused("maximum after a rebuy: Ann 12.00 22.00", allowed="Ann 10.00"):
        evening.buy_in("Ann", "10.01", stack="12.00")

    evening.buy_in("Ann", "10.00", stack="12.00")

    evening.stands(drawer="230.00", chips="30.00")


def test_a_cent_below_the_maximum_is_enough_for_a_rebuy(evening):
    evening.buy_in("Ann", "20.00")
    with refused("rebuys below the maximum: 20.00 Ann 20.00", allowed="Ann 20.00"):
        evening.buy_in("Ann", "0.01", stack="20.00")

    evening.buy_in("Ann", "2.01", stack="19.99")

    evening.stands(drawer="222.01", chips="22.01")


def test_the_busted_buy_up_to_110_percent(evening):
    evening.buy_in("Ann", "20.00")
    with refused("maximum after a rebuy: Ann 22.00", allowed="Ann 22.00"):
        evening.buy_in("Ann", "22.01", stack="0")

    evening.buy_in("Ann", "22.00", stack="0")

    evening.stands(drawer="242.00", chips="42.00")


def test_110_percent_is_rounded_down_to_the_cent(evening):
    evening.opens("ericn", **{**TONIGHT, "buy_in_max": "20.05"})
    evening.buy_in("Ann", "20.05")

    with refused("maximum after a rebuy: Ann 22.05", allowed="Ann 22.05"):
        evening.buy_in("Ann", "22.06", stack="0")


def test_the_minimum_does_not_bind_a_rebuy(evening):
    evening.buy_in("Ann", "20.00")

    evening.buy_in("Ann", "0.01", stack="10.00")

    evening.stands(drawer="220.01", chips="20.01")


def test_the_big_stack_raises_nothing(evening):
    evening.big_stack("80.00")

    with refused("maximum buy-in: 20.01 20.00", allowed="Ann 5.00 20.00"):
        evening.buy_in("Ann", "20.01")


def test_the_stack_is_asked_for_at_a_rebuy(evening):
    evening.buy_in("Ann", "20.00")

    with refused("stack at a rebuy: Ann", allowed="Ann 22.00"):
        evening.buy_in("Ann", "5.00")


def test_chips_are_paid_for_in_cash(evening):
    with refused("means of payment", allowed="Ann 5.00 20.00"):
        evening.buy_in("Ann", "20.00", pay="transfer")
    with refused("means of payment", allowed="Ann 5.00 20.00"):
        evening.buy_in("Ann", "20.00", pay="book")


def test_the_one_banker_sells_and_buys_all_chips(evening):
    evening.buy_in("Ann", "20.00")

    with refused("chip sales"):
        evening.sells("Ann", "Bo", "5.00")


def test_one_banker_keeps_the_bank_unless_the_host_rules(evening):
    with refused("one banker"):
        evening.hands_over_to("Bo")

    answer = evening.hands_over_to("Bo", ruling="Ann is called away")

    assert evening.banker() == "Bo"
    assert overruled(answer) == ["One banker sells and takes back all chips for the whole night here."]


def test_who_leaves_with_nothing_is_not_teased(evening):
    evening.buy_in("Bo", "5.00")

    assert evening.cash_out("Bo", "0").remark == ""


def test_counts_that_differ_by_a_cent(evening):
    evening.buy_in("Bo", "10.00")
    with refused("the count: Bo 10.00 9.99 0.01 Bo"):
        evening.cash_out("Bo", "10.00", banker_count="9.99")

    evening.cash_out("Bo", "10.00", banker_count="9.99", count_ruling="counted three times")

    evening.stands(drawer="200.01", chips="0.01")


@pytest.mark.parametrize("ruling", ["fairness comes first", "the table agreed"])
def test_a_ruling_by_the_host_or_the_table(evening, ruling):
    answer = evening.buy_in("Ann", "20.01", ruling=ruling)

    assert answer.act.ruling == ruling
    assert overruled(answer) == ["20.01 is too much: at most 20.00."]
    evening.stands(drawer="220.01", chips="20.01")


def test_a_ruling_that_met_no_refusal_overrules_nothing(evening):
    answer = evening.buy_in("Ann", "20.00", ruling="just in case")

    assert answer.act.ruling == "just in case"
    assert overruled(answer) == []


def test_an_undo(evening):
    slip = evening.buy_in("Ann", "20.00")

    evening.undo(slip)

    evening.stands(drawer="200.00", chips="0.00")
    assert evening.results() == {}


def test_an_undo_of_the_float_waits_for_what_was_paid_out_of_it(evening):
    more = evening.adds("0.50")
    evening.declares_extra("200.25")
    evening.buy_in("Bo", "5.00")
    evening.cash_out("Bo", "205.25")

    with impossible("Act 6", "undo act 9 first", "−0.25 in the drawer"):
        evening.undo(more)


def test_a_key_that_comes_again(evening):
    evening.cash_out("Bo", "0", key="bo-leaves")

    assert evening.cash_out("Bo", "0.00", key="bo-leaves").known
    with pytest.raises(KeyTaken) as taken:
        evening.cash_out("Bo", "0", round_played=False, key="bo-leaves")
    assert str(taken.value) == (
        'The id bo-leaves is taken by act 6: cash_out {"banker_count":0,"player":2,"player_count":0}. '
        'This is another act: cash_out {"banker_count":0,"player":2,"player_count":0,"round_played":false}.'
    )


def test_a_night_closes_only_when_nothing_is_open(evening):
    evening.buy_in("Bo", "5.00")
    evening.counts_drawer("205.00")
    with impossible("5.00 of chips"):
        evening.closes()

    evening.cash_out("Bo", "5.00")
    with impossible("drawer"):
        evening.closes()

    evening.counts_drawer("200.00")
    evening.closes()
    with impossible("closed", "Fri 20 Nov 2026", "act 10"):
        evening.adds("1.00")
