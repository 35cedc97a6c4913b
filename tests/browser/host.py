"""A host who runs a night on a tablet: every verb taps its way through from Tonight, in few enough taps."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal

from playwright.sync_api import Locator, Page, expect

from tests.browser.ear import Ear
from tests.browser.hand import Hand

LIES_OVER = "['absolute', 'fixed'].includes(getComputedStyle(document.getElementById('panel')).position)"
"""Whether the panel lies over places: a card beside one of them, or a sheet on an upright tablet."""


class Host:
    """The host: a page and a hand."""

    def __init__(self, page: Page) -> None:
        self.page, self.hand, self.ear = page, Hand(page), Ear(page)

    @property
    def panel(self) -> Locator:
        """What is being done."""
        return self.page.locator("#panel")

    def shows(self, sold: str, in_play: str, back: str, drawer: str, *, pot: str = "", **in_for: str) -> None:
        """Expect these amounts on the line of the bank, and these players in this order with what each is in for."""
        of_it = f" ({pot} of it in the final pot)" if pot else ""
        bank = [f"Sold ${sold}", f"= on the table {in_play}", f"+ cashed out {back}{of_it}", f"Drawer ${drawer}"]
        expect(self.page.locator(".bank-line > span, .till-part > summary > span")).to_have_text(bank)
        expect(self.page.locator(".sitting:has(.sitting-in) .sitting-name")).to_have_text([*in_for])
        expect(self.page.locator(".sitting-in")).to_have_text([*in_for.values()])

    @contextmanager
    def from_tonight(self, *, taps: int) -> Iterator[None]:
        """Begin with nothing over the places, take at most so many taps, and end with a receipt."""
        self.uncovers_the_places()
        with self.recording(taps=taps):
            yield

    @contextmanager
    def recording(self, *, taps: int) -> Iterator[None]:
        """Take at most so many taps and end with the receipt of another act."""
        undo = self.page.locator(".act a").first
        last = (undo.get_attribute("aria-label") or "") if undo.count() else ""
        with self.hand.within(taps):
            yield
        expect(undo).not_to_have_attribute("aria-label", last)
        expect(self.panel.get_by_role("status")).to_be_visible()

    def uncovers_the_places(self) -> None:
        """Close what lies over them, if anything does."""
        close = self.panel.locator(".panel-close")
        if self.page.evaluate(LIES_OVER) and close.is_visible():
            close.tap()
            expect(close).to_be_hidden()

    def opens(self, name: str) -> None:
        """Tap a player."""
        self.hand.tap(self.page.locator(".sitting", has=self.page.get_by_text(name, exact=True)))
        expect(self.panel.locator("h2")).to_have_text(re.compile(re.escape(name)))

    def opens_the_night(self) -> None:
        """Go to what can be done with the night itself."""
        self.hand.link("More…")
        expect(self.panel.get_by_role("navigation", name="Bank")).to_be_visible()

    def welcomes(self, name: str, *, known: bool = False) -> None:
        """Let somebody come, and leave their panel open."""
        self.hand.link("Add player")
        if known:
            self.hand.button(name)
        else:
            self.hand.writes("Name", name)
            self.hand.button("Add")
        expect(self.panel.locator("h2")).to_have_text(name)
        expect(self.page.locator(".sitting", has=self.page.get_by_text(name, exact=True))).to_contain_text("–")

    def asks_for(self, name: str) -> None:
        """Open what is needed less for the player whose card is open, and tap it there."""
        self.hand.tap(self.panel.locator(".player-more > summary"))
        self.hand.link(name)

    def sells(self, name: str, amount: str) -> None:
        """Sell a player another amount than the one that is proposed."""
        with self.from_tonight(taps=3):
            self.opens(name)
            self.hand.types(amount)
            self.hand.button(f"Rebuy {amount}.00 · cash")

    def hands_out(self, amount: str) -> None:
        """Expect chips on the receipt that come to an amount."""
        rows = [row.split() for row in self.panel.locator(".hand-out li").all_inner_texts()]
        assert sum(int(words[0]) * Decimal(words[-1]) for words in rows) == Decimal(amount)

    def sells_again(self, name: str, amount: str) -> None:
        """Sell what the player bought a moment ago: the desk asks whether it is the same, and it is not."""
        with self.from_tonight(taps=3):
            self.opens(name)
            self.hand.button(f"Rebuy {amount}.00 · cash")
            self.hand.button("Twice")

    def overrules(self, name: str, amount: str, *, reason: str, again: bool = False) -> None:
        """Sell what the house refuses; the reason is written, or one of those given lately."""
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
        """Undo what was recorded last."""
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
