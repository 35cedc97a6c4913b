"""The state of a closing: the steps that are done, the next step, and the result for the bank."""

import pytest

from hostdesk.table.closing.page import Closing, StepState, reasons_given
from hostdesk.table.open_night.queries import tonight_of
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db

DONE, NOW, LATER = StepState.DONE, StepState.NOW, StepState.LATER


def closing(evening):
    return Closing(tonight_of(evening.night))


def test_nothing_has_happened_yet():
    evening = Evening("dave-2018")

    assert closing(evening).states == {"players": DONE, "chips": DONE, "drawer": NOW, "close": LATER}


def test_each_step_waits_for_those_before_it():
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "40.00")
    evening.counts_drawer("240.00")

    assert closing(evening).states == {"players": NOW, "chips": LATER, "drawer": LATER, "close": LATER}


def test_a_player_who_lost_everything_holds_up_nobody():
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "40.00")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    evening.cash_out("Bo", "60.00")

    assert [each.name for each in closing(evening).holders] == ["Cy"]
    assert closing(evening).states == {"players": DONE, "chips": DONE, "drawer": NOW, "close": LATER}


def test_a_house_with_a_final_pot_waits_for_everybody():
    evening = Evening("mike")
    evening.buy_in("Bo", "40.00")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    evening.cash_out("Bo", "59.50")

    assert closing(evening).states["players"] == NOW
    evening.cash_out("Cy", "0")
    assert closing(evening).states == {"players": DONE, "pot": NOW, "chips": NOW, "drawer": LATER, "close": LATER}
    assert closing(evening).pot_cents == 100


def test_what_the_banker_takes_home():
    evening = Evening("dave-2018")
    evening.adds("10.00")
    evening.counts_drawer("205.00")

    found = closing(evening)

    assert found.states["close"] == NOW
    assert (found.banker_bears_cents, found.ends.drawer_cents) == (500, 20500)


def test_a_count_is_no_longer_one_once_money_moves():
    evening = Evening("dave-2018")
    evening.counts_drawer("200.00")
    evening.adds("10.00")

    assert closing(evening).states["drawer"] == NOW
    assert closing(evening).ends is None


def test_reasons_are_offered_once_the_newest_first():
    evening = Evening("dave-2018")
    for reason in ("the dog", "under the sofa", "the dog"):
        evening.declares_extra("1.00", reason)

    assert reasons_given() == ["the dog", "under the sofa"]
