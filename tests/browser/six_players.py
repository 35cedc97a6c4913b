"""A night of six by touch, from home to the closed report, and how often a host presses for it, digits too."""

from playwright.sync_api import expect

from tests.browser.hand import Hand

OPENING, CASH_OUT, NIGHT = "opening", "cash-out of three digits", "night of six players"
MOST = {OPENING: 3, CASH_OUT: 5, NIGHT: 48}
"""How often a host may press for each of them."""


def opens_the_bank(hand: Hand) -> int:
    """Open the bank of tonight's night, as the last one was opened; return the presses."""
    before = hand.presses
    hand.link("Open the bank")
    hand.button("Open the bank")
    expect(hand.page.get_by_role("list", name="Expected")).to_be_visible()
    return hand.presses - before


def everybody_buys_in(hand: Hand) -> None:
    """Sell the usual to all who said yes."""
    hand.link("Everyone in…")
    hand.button("Sell 6 × 40.00 = 240.00, cash")
    _is_recorded(hand)


def leaves(hand: Hand, name: str, count: str) -> int:
    """Pay a player in whole dollars who leaves in the middle of the night; return the presses."""
    before = hand.presses
    _opens(hand, name)
    hand.types(count)
    hand.tap(hand.page.locator(".cash-out-typed").get_by_role("button", name=f"Cash out ${count}.00"))
    _is_recorded(hand)
    return hand.presses - before


def closes(hand: Hand, counts: dict[str, str]) -> None:
    """Cash out in their order all who have chips; then the drawer with its 200.00, and the end."""
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
    """Play it: six in for 40.00, three rebuys of 20.00, one more undone; Flo leaves with 125.00, Di and Ed with none.

    Return the presses by what they were for.
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
    # The usual once more within a minute of the buy-in would be asked about; a night leaves more time than a script.
    _opens(hand, name)
    hand.button("½× 20")
    _is_recorded(hand)


def _counts(hand: Hand, dollars: str) -> None:
    hand.types(dollars)
    hand.button(f"Pay ${dollars}.00")


def _is_recorded(hand: Hand) -> None:
    expect(hand.page.locator("#panel").get_by_role("status")).to_be_visible()
