"""A night of six players by touch, from home to the closed report, and the presses it takes, digits included."""

from playwright.sync_api import expect

from tests.browser.hand import Hand

OPENING, CASH_OUT, NIGHT = "opening", "cash-out of three digits", "night of six players"
MOST = {OPENING: 3, CASH_OUT: 5, NIGHT: 48}
"""The most presses that a host may need for each."""


def opens_the_bank(hand: Hand) -> int:
    """Open tonight's bank with the terms of the last one; return the presses."""
    before = hand.presses
    hand.link("Open the bank")
    hand.button("Open the bank")
    expect(hand.page.get_by_role("list", name="Expected")).to_be_visible()
    return hand.presses - before


def everybody_buys_in(hand: Hand) -> None:
    """Sell the usual amount to all six who said yes."""
    hand.link("Everyone in")
    hand.button("Sell 6 × 40.00 = 240.00, cash")
    _is_recorded(hand)


def leaves(hand: Hand, name: str, count: str) -> int:
    """Cash out a player who leaves in the middle of the night, in whole dollars; return the presses."""
    before = hand.presses
    _opens(hand, name)
    hand.types(count)
    hand.tap(hand.page.locator(".cash-out-typed").get_by_role("button", name=f"Cash out ${count}.00"))
    _is_recorded(hand)
    return hand.presses - before


def closes(hand: Hand, counts: dict[str, str]) -> None:
    """Cash out all players with chips in their order, count 200.00 in the drawer, and close the night."""
    page = hand.page
    hand.link("More…")
    hand.link("Close the night…")
    for name, count in counts.items():
        expect(page.get_by_label(f"{name} counts", exact=True)).to_be_focused()
        _counts(hand, count)
    hand.types("200")
    hand.button("Compare 200.00")
    hand.button("Record $200.00")
    hand.button("Close the night")
    expect(page.get_by_role("heading", name="Results")).to_be_visible()


def plays(hand: Hand) -> dict[str, int]:
    """Play it: six in for 40.00, three rebuys of 20.00, one more undone; Flo gets 125.00, Di and Ed end with none.

    Return the presses by purpose.
    """
    presses = {OPENING: opens_the_bank(hand)}
    everybody_buys_in(hand)
    for name in ("Di", "Ed", "Bo", "Cy"):
        _rebuys_half(hand, name)
    hand.tap(hand.page.locator("#panel").get_by_role("link", name="Undo", exact=True))
    hand.button("Undo it")
    _is_recorded(hand)
    presses[CASH_OUT] = leaves(hand, "Flo", "125")
    closes(hand, {"Ann": "45", "Bo": "95", "Cy": "35"})
    return {**presses, NIGHT: hand.presses}


def _opens(hand: Hand, name: str) -> None:
    hand.tap(hand.page.locator(".sitting", has_text=name))
    expect(hand.page.locator("#panel h2")).to_contain_text(name)


def _rebuys_half(hand: Hand, name: str) -> None:
    # The desk would ask about the usual amount again within a minute of the buy-in; a real night leaves more time.
    _opens(hand, name)
    hand.button("½× 20")
    _is_recorded(hand)


def _counts(hand: Hand, dollars: str) -> None:
    hand.types(dollars)
    hand.button(f"Pay ${dollars}.00")


def _is_recorded(hand: Hand) -> None:
    expect(hand.page.locator("#panel").get_by_role("status")).to_be_visible()
