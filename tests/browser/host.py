"""A host who runs a night on a tablet and keeps the books on paper beside it: after every step both must agree."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal

from playwright.sync_api import Locator, Page, expect

from tests.browser.books import Books, money, worth
from tests.browser.ear import Ear
from tests.browser.hand import Hand

LIES_OVER = "getComputedStyle(document.getElementById('panel')).position === 'fixed'"
"""Whether the panel is a sheet over the list, as it is on an upright tablet."""


class Host:
    """The host: a page, a hand and a paper. Every verb taps its way through from Tonight and compares."""

    def __init__(self, page: Page, books: Books) -> None:
        self.page, self.books, self.hand, self.ear = page, books, Hand(page), Ear(page)

    @property
    def panel(self) -> Locator:
        """What is being done."""
        return self.page.locator("#panel")

    def agrees(self) -> None:
        """Compare every number of the page with the paper."""
        expect(self.page.locator(".bank-line > span")).to_have_text(self.books.bank)
        expect(self.page.locator(".sitting-name")).to_have_text(self.books.names)
        expect(self.page.locator(".sitting-in")).to_have_text(self.books.in_for)

    @contextmanager
    def from_tonight(self, *, taps: int) -> Iterator[None]:
        """Begin with no sheet over the list, take at most so many taps, and end with a receipt that agrees."""
        close = self.panel.locator(".panel-close")
        if self.page.evaluate(LIES_OVER) and close.is_visible():
            close.tap()
            expect(close).to_be_hidden()
        with self.recording(taps=taps):
            yield

    @contextmanager
    def recording(self, *, taps: int) -> Iterator[None]:
        """Take at most so many taps and end with a receipt that agrees."""
        last = self.last_act()
        with self.hand.within(taps):
            yield
        expect(self.page.locator(".act a").first).not_to_have_attribute("aria-label", last)
        expect(self.panel.get_by_role("status")).to_be_visible()
        self.agrees()

    def last_act(self) -> str:
        """Return which act the first Undo is for."""
        undo = self.page.locator(".act a").first
        return (undo.get_attribute("aria-label") or "") if undo.count() else ""

    def opens(self, name: str) -> None:
        """Tap a player."""
        self.hand.tap(self.page.locator(".sitting", has=self.page.get_by_text(name, exact=True)))
        expect(self.panel.locator("h2")).to_have_text(re.compile(re.escape(name)))

    def opens_the_night(self) -> None:
        """Go to what can be done with the night itself."""
        self.hand.tap(self.page.locator(".players-acts").get_by_role("link", name="The night…"))
        expect(self.panel.locator("h2")).to_have_text("The night")

    def welcomes(self, name: str, *, known: bool = False) -> None:
        """Let somebody come, and leave their panel open."""
        self.books.came.append(name)
        self.hand.link("Add player")
        if known:
            self.hand.button(name)
        else:
            self.hand.writes("Name", name)
            self.hand.button("Add")
        expect(self.panel.locator("h2")).to_have_text(name)
        self.agrees()

    def sells(self, name: str, amount: str, *, kind: str = "Rebuy") -> None:
        """Sell a player another amount than the one that is proposed."""
        with self.from_tonight(taps=3):
            self.opens(name)
            self.hand.types(amount)
            self.hand.button(f"{kind} {amount}.00")
            self.books.buys(name, int(amount) * 100)

    def hands_out_what_was_bought(self) -> None:
        """Compare the chips of the receipt with the amount that was bought."""
        rows = self.panel.locator(".hand-out li").all_inner_texts()
        counts = [(words[0], words[-1]) for words in (row.split() for row in rows)]
        assert worth(counts) == self.books.lines[-1].sold

    def sells_again(self, name: str) -> None:
        """Sell what the player bought a moment ago: the desk asks whether it is the same, and it is not."""
        cents = [line for line in self.books.lines if line.name == name and line.sold][-1].sold
        with self.from_tonight(taps=3):
            self.opens(name)
            self.hand.button(f"Rebuy {money(cents)}")
            self.hand.button("Another one: record it")
            self.books.buys(name, cents)

    def overrules(self, name: str, amount: str, *, reason: str, again: bool = False) -> None:
        """Sell what the house refuses; the reason is written, or one of those given lately."""
        with self.from_tonight(taps=4):
            self.opens(name)
            self.hand.types(amount)
            self.hand.button(f"Rebuy {amount}.00")
            expect(self.panel.get_by_role("alert")).to_contain_text("says no")
            self.agrees()
            with self.hand.within(2):
                self.hand.tap(self.panel.get_by_text("Overrule…", exact=True))
                if not again:
                    self.hand.writes("Reason", reason)
                self.hand.button(reason if again else "Overrule and record")
            self.books.buys(name, int(amount) * 100)

    def undoes_the_last(self) -> None:
        """Undo what was recorded last."""
        self.books.undoes(self.books.lines[-1])
        with self.from_tonight(taps=2):
            self.hand.tap(self.page.locator(".act").first.get_by_role("link"))
            self.hand.button("Undo it")

    def cashes_out(self, name: str, amount: str) -> None:
        """Count a player's chips once, both agree, pay."""
        cents = int(Decimal(amount) * 100)
        with self.from_tonight(taps=4):
            self.opens(name)
            self.hand.link("Cash out")
            expect(self.panel.locator("h2")).to_contain_text("cashes out")
            self.hand.types(amount)
            self.hand.button("Counts match")
            self.hand.button(f"Pay ${money(cents - cents % 100)}")
            self.books.leaves(name, cents)
