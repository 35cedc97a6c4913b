"""Undoing: the mirror image, and the acts that have to be undone first."""

import json

import pytest

from ledger.undoing.commands import reverse
from reservations.acts.problems import UndoFirst
from tests.ledger.transfer_house import friday
from tests.played_once import played_once
from tests.stories.evening import Evening, impossible

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return friday()


def moves(answer):
    return [(each.debit.kind, each.credit.kind, each.cents, each.player_id) for each in answer.act.transfers.all()]


def test_an_undoing_is_the_mirror_image():
    evening = Evening("mike")
    evening.buy_in("Bo", "5.00")
    evening.last_hand()
    paid = evening.cash_out("Bo", "4.50")

    undoing = evening.undo(paid, "counted wrongly")

    assert moves(paid) == [("chips", "final pot", 50, 2), ("chips", "drawer", 400, 2)]
    assert moves(undoing) == [("final pot", "chips", 50, 2), ("drawer", "chips", 400, 2)]
    assert undoing.act.reverses == paid.act
    assert json.loads(undoing.act.content) == {"of": paid.act.key, "reason": "counted wrongly"}


def test_an_act_without_money_is_undone_too(evening):
    undoing = evening.undo(evening.notice("Bo"))

    assert moves(undoing) == []


def test_what_was_never_done_is_not_undone(evening):
    with impossible("There is no act with the id never-done."):
        reverse(stamp=evening.stamp(), of="never-done", reason="a slip")


def test_an_arrival_is_undone_before_its_player_leaves(evening):
    came, others = evening.arrives("Bo"), evening.arrives("Cy")
    evening.leaves("Cy")
    evening.undo(came)
    again = evening.arrives("Bo")
    left = evening.leaves("Bo")

    for arrival in (others, again):
        with pytest.raises(UndoFirst, match="the player has left since, without buying"):
            evening.undo(arrival)
    evening.undo(left)
    evening.undo(again)


def test_a_player_stays_added(evening):
    added = evening.knows("Dan")

    with impossible("Act 6 (player) cannot be undone."):
        evening.undo(added)


def test_a_close_is_final(evening):
    evening.counts_drawer("200.00")
    closed = evening.closes()

    with impossible("Act 7 (close) cannot be undone."):
        evening.undo(closed)


def test_undone_before_the_close_is_known_after_it(evening):
    slip = evening.adds("1.00")
    undoing = evening.undo(slip)
    evening.counts_drawer("200.00")
    evening.closes()

    assert evening.undo(slip).act == undoing.act


def test_a_buy_in_waits_for_the_changes_of_how_it_was_paid(evening):
    bought = evening.buy_in("Bo", "20.00")
    changes = [evening.paid_by("transfer", bought), evening.paid_by("cash", bought)]
    with impossible("Act 6", "undo act 8, then act 7 first", "paid"):
        evening.undo(bought)

    for done in (*reversed(changes), bought):
        evening.undo(done)

    evening.stands(drawer="200.00", chips="0.00")


def test_a_change_waits_for_the_change_after_it(evening):
    bought = evening.buy_in("Bo", "20.00")
    first, _ = evening.paid_by("transfer", bought), evening.paid_by("cash", bought)

    with impossible("Act 7", "undo act 8 first", "paid"):
        evening.undo(first)


def test_the_acts_to_undo_first_are_known_by_number(evening):
    bought = evening.buy_in("Bo", "20.00")
    evening.declares_missing("5.00")
    evening.declares_missing("10.00")

    with pytest.raises(UndoFirst) as refusal:
        evening.undo(bought)

    assert refusal.value.numbers == [8, 7]


def test_only_as_many_acts_as_it_takes_are_named(evening):
    bought = evening.buy_in("Bo", "20.00")
    evening.buy_in("Cy", "20.00")
    evening.declares_missing("5.00")
    evening.declares_missing("30.00")

    with impossible("Act 6", "undo act 9 first", "−15.00 of chips in play"):
        evening.undo(bought)


@pytest.mark.parametrize(("missing", "named"), [("20.00", [9]), ("20.01", [9, 8])])
def test_no_act_is_named_that_need_not_be_undone(evening, missing, named):
    """Without Bo's 20.00, chips would be short by the 10.00 that act 9 took, or by a cent more, which act 8 took."""
    bought = evening.buy_in("Bo", "20.00")
    evening.buy_in("Cy", "20.00")
    evening.declares_missing(missing)
    evening.declares_missing("10.00")

    with pytest.raises(UndoFirst) as refusal:
        evening.undo(bought)

    assert refusal.value.numbers == named


def test_what_was_undone_already_is_not_named(evening):
    bought = evening.buy_in("Bo", "20.00")
    evening.declares_missing("15.00")
    evening.undo(evening.declares_missing("5.00"))

    with impossible("Act 6", "undo act 7 first", "−15.00 of chips in play"):
        evening.undo(bought)


def test_an_act_that_took_something_itself_is_not_named(evening):
    evening.buy_in("Bo", "20.00")
    extra = evening.declares_extra("5.00")
    evening.declares_missing("25.00")

    with impossible("Act 7", "undo act 8 first", "−5.00 of chips in play"):
        evening.undo(extra)


def test_a_sale_is_undone_whatever_is_in_the_drawer():
    evening = Evening("mike")
    evening.buy_in("Ann", "5.00")
    sale = evening.sells("Ann", "Bo", "5.00")
    evening.counts_drawer("0.00")

    evening.undo(sale)

    evening.stands(drawer="0.00", chips="5.00", over_short="205.00")


def test_the_banker_before_a_hand_over_is_the_one_before_it(evening):
    evening.hands_over_to("Bo")
    second = evening.hands_over_to("Cy")

    evening.undo(second)

    assert evening.banker() == "Bo"


def test_an_undoing_of_something_else_leaves_the_banker(evening):
    evening.hands_over_to("Bo")

    evening.undo(evening.adds("1.00"))

    assert evening.banker() == "Bo"


def test_a_chip_sale_takes_nothing_out_of_play_and_need_not_be_undone():
    evening = Evening("mike")
    bought = evening.buy_in("Bo", "20.00")
    evening.last_hand()
    paid = evening.cash_out("Bo", "15.00")
    evening.sells("Bo", "Cy", "5.00")

    with pytest.raises(UndoFirst) as refusal:
        evening.undo(bought)

    assert refusal.value.numbers == [paid.act.number]
