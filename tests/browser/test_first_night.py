"""From the first page of a new desk to the first chips, with every tap and key counted."""

import pytest
from playwright.sync_api import expect

from tests import desk
from tests.browser.hand import Hand
from tests.browser.visit import LANDSCAPE

pytestmark = pytest.mark.long

MOST_TAPS, MOST_KEYS = 7, 30


class CountingHand(Hand):
    """A hand that counts every key as well, in names and in the password."""

    keys = 0

    def writes(self, label, text):
        """Write words, and count their characters."""
        super().writes(label, text)
        self.keys += len(text)


@pytest.fixture
def hand(new_context, tmp_path):
    with desk.running(desk.laid_out(tmp_path)) as running:
        page = new_context(viewport=LANDSCAPE, has_touch=True).new_page()
        page.goto(f"http://127.0.0.1:{running.port}{running.set_up_path}")
        yield CountingHand(page)


def test_a_house_of_ones_own_and_its_first_chips_take_few_taps(hand):
    """Ann plays with Bo, Cy, Di and Eve for fifty cents and a dollar; Bo buys the usual amount."""
    hand.writes("Your name", "Ann")
    hand.writes("Password", "river rat")
    hand.tap(hand.page.get_by_label("0.50 / 1.00"))
    hand.button("Play tonight")
    hand.writes("New players", "Bo,Cy,Di,Eve")
    hand.button("Open the bank")
    expect(hand.page.get_by_text("Tap a player to sell chips.")).to_be_visible()
    hand.tap(hand.page.locator(".sitting", has_text="Bo"))
    hand.button("Buy in 40.00 · cash")

    expect(hand.page.locator(".sitting", has_text="Bo").locator(".sitting-in")).to_have_text("40.00")
    expect(hand.page.locator(".sitting")).to_have_count(5)
    assert (hand.taps <= MOST_TAPS, hand.digits + hand.keys <= MOST_KEYS) == (True, True)
    assert (hand.taps, hand.digits + hand.keys) == (7, 24)
