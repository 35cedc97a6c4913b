"""The presses that a host needs for a night of six players, for opening its bank, and for a cash-out."""

import pytest

from tests import desk
from tests.browser.hand import Hand
from tests.browser.six_players import CASH_OUT, MOST, OPENING, everybody_buys_in, leaves, opens_the_bank, plays
from tests.browser.visit import LANDSCAPE, Visit

pytestmark = pytest.mark.long


@pytest.fixture
def hand(new_context, tmp_path):
    """A hand over a tablet that shows a host's home."""
    with desk.running(tmp_path) as running:
        visit = Visit.to(running, "six")
        context = new_context(viewport=LANDSCAPE, has_touch=True)
        visit.sign_in(context)
        page = context.new_page()
        page.goto(visit.origin)
        yield Hand(page)


def test_a_bank_is_opened_and_three_digits_are_cashed_out(hand):
    presses = {OPENING: opens_the_bank(hand)}
    everybody_buys_in(hand)
    presses[CASH_OUT] = leaves(hand, "Flo", "125")

    assert [what for what in presses if presses[what] > MOST[what]] == []


def test_a_whole_night(hand):
    presses = plays(hand)

    assert [what for what in MOST if presses[what] > MOST[what]] == []
