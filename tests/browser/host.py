"""A host who runs a night on a tablet: methods that tap their way through from Tonight, within a limit of taps."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal

from playwright.sync_api import Locator, Page, expect

from tests.browser.ear import Ear
from tests.browser.hand import Hand

LIES_OVER = "['absolute', 'fixed'].includes(getComputedStyle(document.getElementById('panel')).position)"
"""Whether the panel covers places at the table: as a card beside one of them, or as a sheet on an upright tablet."""


class Host:
    """The host: a page and a hand."""

    def __init__(self, page: Page) -> None:
        self.page, self.hand, self.ear = page, Hand(page), Ear(page)

    @property
    def panel(self) -> Locator:
        """The panel, with the act in progress."""
        return self.page.locator("#panel")

    def shows(self, sold: str, in_play: str, back: str, drawer: str, *, pot: str = "", **in_for: str) -> None:
        """Expect these amounts on the bank's line, and these players in this order with the amounts they are in for."""
        of_it = f" ({pot} of it in the final pot)" if pot else ""
        bank = [f"Sold ${sold}", f"= on the table {in_play}", f"+ cashed out {back}{of_it}", f"Drawer ${drawer}"]
        expect(self.page.locator(".bank-line > span, .till-part > summary > span")).to_have_text(bank)
        expect(self.page.locator(".sitting:has(.sitting-in) .sitting-name")).to_have_text([*in_for])
        expect(self.page.locator(".sitting-in")).to_have_text([*in_for.values()])

    @contextmanager
    def from_tonight(self, *, taps: int) -> Iterator[None]:
        """Uncover the places, allow at most ``taps`` taps in the block, and expect a new receipt at its end."""
        self.uncovers_the_places()
        with self.recording(taps=taps):
            yield

    @contextmanager
    def recording(self, *, taps: int) -> Iterator[None]:
        """Allow at most ``taps`` taps in the block, and expect a new receipt at its end."""
        undo = self.page.locator(".act a").first
        last = (undo.get_attribute("aria-label") or "") if undo.count() else ""
        with self.hand.within(taps):
            yield
        expect(undo).not_to_have_attribute("aria-label", last)
        expect(self.panel.get_by_role("status")).to_be_visible()

    def uncovers_the_places(self) -> None:
        """Close the panel if it covers the places."""
        close = self.panel.locator(".panel-close")
        if self.page.evaluate(LIES_OVER) and close.is_visible():
            close.tap()
            expect(close).to_be_hidden()

    def opens(self, name: str) -> None:
        """Tap a player."""
        self.hand.tap(self.page.locator(".sitting", has=self.page.get_by_text(name, exact=True)))
        expect(self.panel.locator("h2")).to_have_text(re.compile(re.escape(name)))

    def opens_the_night(self) -> None:
        """Open the acts of the night itself."""
        self.hand.link("More…")
        expect(self.panel.get_by_role("navigation", name="Bank")).to_be_visible()

    def welcomes(self, name: str, *, known: bool = False) -> None:
        """Let a player arrive, and leave their panel open; upright, the sheet of the one before gives way first."""
        self.uncovers_the_places()
        self.hand.link("Add player")
        if known:
            self.hand.button(name)
        else:
            self.hand.writes("Name", name)
            self.hand.button("Add")
        expect(self.panel.locator("h2 > bdi")).to_have_text(name)
        expect(self.page.locator(".sitting", has=self.page.get_by_text(name, exact=True))).to_contain_text("–")

    def asks_for(self, name: str) -> None:
        """Open the rarer acts on the open player's card, and tap one of them."""
        self.hand.tap(self.panel.locator(".player-more > summary"))
        self.hand.link(name)

    def sells(self, name: str, amount: str) -> None:
        """Sell a player an amount other than the proposed one."""
        with self.from_tonight(taps=3):
            self.opens(name)
            self.hand.types(amount)
            self.hand.button(f"Rebuy {amount}.00 · cash")

    def hands_out(self, amount: str) -> None:
        """Expect the chips on the receipt to add up to an amount."""
        rows = [row.split() for row in self.panel.locator(".hand-out li").all_inner_texts()]
        assert sum(int(words[0]) * Decimal(words[-1]) for words in rows) == Decimal(amount)

    def sells_again(self, name: str, amount: str) -> None:
        """Sell the same amount as a moment ago: the desk asks whether it is the same sale, and it is not."""
        with self.from_tonight(taps=3):
            self.opens(name)
            self.hand.button(f"Rebuy {amount}.00 · cash")
            self.hand.button("Twice")

    def overrules(self, name: str, amount: str, *, reason: str, again: bool = False) -> None:
        """Sell an amount that the house refuses; write the reason, or choose one that was given lately."""
        before = self.page.locator(".bank-line > span, .till-part > summary > span").all_inner_texts()
        with self.from_tonight(taps=4):
            self.opens(name)
            self.hand.types(amount)
            self.hand.button(f"Rebuy {amount}.00 · cash")
            expect(self.panel.get_by_role("alert")).to_contain_text("says no")
            expect(self.page.locator(".bank-line > span, .till-part > summary > span")).to_have_text(before)
            with self.hand.within(2):
                self.hand.tap(self.panel.get_by_text("Overrule…", exact=True))
                if not again:
                    self.hand.writes("Reason", reason)
                self.hand.button(reason if again else "Overrule and record")

    def undoes_the_last(self) -> None:
        """Undo the act that was recorded last."""
        with self.from_tonight(taps=2):
            self.hand.tap(self.page.locator("#panel.told .row a, #last-act a:visible, #to-undo:visible").first)
            self.hand.button("Undo it")

    def counts(self, name: str, amount: str) -> None:
        """Count the chips of a player who leaves."""
        self.opens(name)
        expect(self.panel.locator("h2")).to_contain_text("cashes out")
        self.hand.types(amount)

    def cashes_out(self, name: str, amount: str, pay: str) -> None:
        """Count a player's chips, and pay them in cash."""
        with self.from_tonight(taps=2):
            self.counts(name, amount)
            self.hand.button(f"Pay ${pay}")
