"""Acts of every bank, in Dave's game of 2020: counts, rulings, undoing, repeated keys, a new banker, the close."""

import pytest

from reservations.acts.queries import KeyTaken
from tests.played_once import played_once
from tests.stories.evening import Evening, impossible, overruled, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return Evening("dave-2020")


def test_counts_that_differ_by_a_cent(evening):
    evening.buy_in("Bo", "20.00")
    evening.last_hand()
    with refused("the count: Bo 19.99 19.98 0.01 Bo"):
        evening.cash_out("Bo", "19.99", banker_count="19.98", ruling="the host decides")

    evening.cash_out("Bo", "19.99", banker_count="19.98", count_ruling="counted again together")

    evening.stands(drawer="200.02", chips="0.02")


def test_chips_to_cash_out_have_been_bought(evening):
    evening.buy_in("Bo", "20.00")
    evening.last_hand()

    with refused("chips are bought: Cy 0.01"):
        evening.cash_out("Cy", "0.01")


def test_more_chips_than_are_in_play_are_declared_first(evening):
    evening.buy_in("Bo", "20.00")
    evening.last_hand()
    with impossible("Bo", "20.01", "20.00", "0.01 extra"):
        evening.cash_out("Bo", "20.01")

    evening.declares_extra("0.01")
    evening.cash_out("Bo", "20.01")

    evening.stands(drawer="199.99", chips="0.00", over_short="0.01")


def test_no_more_chips_are_missing_than_are_in_play(evening):
    evening.buy_in("Bo", "20.00")

    with impossible("20.00 of chips", "missing"):
        evening.declares_missing("20.01")


def test_a_drawer_that_is_a_cent_short(evening):
    evening.buy_in("Bo", "20.00")
    evening.counts_drawer("19.99")
    evening.last_hand()
    with impossible("20.00", "drawer holds 19.99", "put in 0.01"):
        evening.cash_out("Bo", "20.00")

    evening.adds("0.01")
    evening.cash_out("Bo", "20.00")

    evening.stands(drawer="0.00", chips="0.00", float_="200.01", over_short="200.01")


@pytest.mark.parametrize("ruling", ["a friend on a visit", "the table agreed: it is his birthday"])
def test_a_ruling_by_the_host_or_the_table(evening, ruling):
    answer = evening.buy_in("Ann", "50.01", ruling=ruling)

    assert answer.act.ruling == ruling
    assert overruled(answer) == ["50.01 is too much: at most 50.00."]
    evening.stands(drawer="250.01", chips="50.01")


def test_a_ruling_overrules_no_arithmetic(evening):
    evening.buy_in("Bo", "20.00")

    with impossible("Bo", "20.01", "20.00", "0.01 extra"):
        evening.cash_out("Bo", "20.01", ruling="the host decides", count_ruling="the banker's count")


def test_an_undo(evening):
    slip = evening.buy_in("Ann", "50.00")
    evening.undo(slip)
    evening.stands(drawer="200.00", chips="0.00")

    evening.buy_in("Ann", "10.00")

    evening.stands(drawer="210.00", chips="10.00")
    assert evening.results() == {"Ann": "-10.00"}


def test_an_undo_waits_for_what_was_done_with_the_chips(evening):
    bought = evening.buy_in("Ann", "50.00")
    evening.buy_in("Bo", "30.00")
    evening.last_hand()
    left = [evening.cash_out("Bo", "40.00"), evening.cash_out("Ann", "30.00")]
    with impossible("Act 6", "undo act 10, then act 9 first", "−40.00 of chips in play"):
        evening.undo(bought)

    evening.undo(left[1])
    evening.undo(left[0])
    evening.undo(bought)

    evening.stands(drawer="230.00", chips="30.00")


def test_an_undo_waits_for_what_was_done_with_the_cash(evening):
    evening.buy_in("Ann", "50.00")
    more = evening.adds("10.00")
    evening.counts_drawer("5.00")

    with impossible("Act 7", "undo act 8 first", "−5.00 in the drawer"):
        evening.undo(more)


def test_undone_twice_is_undone_once(evening):
    slip = evening.buy_in("Ann", "50.00")
    first = evening.undo(slip)

    second = evening.undo(slip, reason="another reason")

    assert (second.act, second.known) == (first.act, True)
    evening.stands(drawer="200.00", chips="0.00")


def test_an_undoing_and_an_opening_are_not_undone(evening):
    undone = evening.undo(evening.buy_in("Ann", "50.00"))

    with impossible("Act 7 (reverse) cannot be undone."):
        evening.undo(undone)
    with impossible("Act 5 (open) cannot be undone."):
        evening.undo(evening.opening)


def test_a_key_that_comes_again_is_the_same_act(evening):
    first = evening.buy_in("Ann", "50.00", key="two-taps")

    second = evening.buy_in("Ann", "50.00", key="two-taps")

    assert (second.act, second.known) == (first.act, True)
    evening.stands(drawer="250.00", chips="50.00")


def test_a_key_that_comes_again_with_another_amount(evening):
    evening.buy_in("Ann", "50.00", key="two-taps")

    with pytest.raises(KeyTaken) as taken:
        evening.buy_in("Ann", "49.99", key="two-taps")

    assert str(taken.value) == (
        'The id two-taps is taken by act 6: buy_in {"amount":5000,"pay":"cash","player":1}. '
        'This is another act: buy_in {"amount":4999,"pay":"cash","player":1}.'
    )
    evening.stands(drawer="250.00", chips="50.00")


def test_a_night_closes_only_when_nothing_is_open(evening):
    evening.buy_in("Bo", "20.00")
    with impossible("20.00 of chips", "drawer"):
        evening.closes()

    evening.counts_drawer("220.00")
    with impossible("20.00 of chips"):
        evening.closes()

    evening.last_hand()
    evening.cash_out("Bo", "20.00")
    with impossible("drawer"):
        evening.closes()


def test_a_drawer_counted_before_an_undo_is_counted_again(evening):
    slip = evening.adds("10.00")
    evening.counts_drawer("210.00")
    evening.undo(slip)

    with impossible("drawer"):
        evening.closes()


def test_a_closed_night_takes_no_act(evening):
    bought = evening.buy_in("Bo", "20.00")
    evening.last_hand()
    evening.cash_out("Bo", "20.00")
    evening.counts_drawer("200.00")
    evening.closes()

    with impossible("closed", "Fri 20 Nov 2026", "act 10"):
        evening.buy_in("Bo", "20.00", stack="0")
    with impossible("closed", "Fri 20 Nov 2026", "act 10"):
        evening.undo(bought)


def test_a_close_that_comes_again_is_known(evening):
    evening.counts_drawer("200.00")
    first = evening.closes(key="good-night")

    second = evening.closes(key="good-night")

    assert (second.act, second.known) == (first.act, True)


def test_the_bank_is_handed_over_and_back_by_an_undo(evening):
    handed = evening.hands_over_to("Bo")
    assert evening.banker() == "Bo"

    evening.undo(handed)

    assert evening.banker() == "Ann"
    with impossible("Ann runs the bank already."):
        evening.hands_over_to("Ann")


def test_a_guest_may_run_a_bank_without_the_book(evening):
    evening.hands_over_to("Gil")

    assert evening.banker() == "Gil"
