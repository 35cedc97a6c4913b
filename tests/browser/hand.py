"""A hand over a tablet: it taps, it types on the desk's own keypad, and it counts both."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect


class Hand:
    """The hand. ``taps`` counts presses and ``digits`` the keys of the keypad; the letters of names are not counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.digits = 0

    @property
    def presses(self) -> int:
        """All presses, digits included."""
        return self.taps + self.digits

    def tap(self, target: Locator) -> None:
        """Press something that is in sight."""
        self.taps += 1
        target.tap()

    def button(self, name: str) -> None:
        """Press the button with exactly these words."""
        self.tap(self.page.get_by_role("button", name=name, exact=True))

    def link(self, name: str) -> None:
        """Press the link with exactly these words."""
        self.tap(self.page.get_by_role("link", name=name, exact=True))

    def types(self, amount: str) -> None:
        """Type an amount on the desk's keypad, into the active field."""
        for digit in amount:
            self.digits += 1
            self.page.locator(f"[data-digit='{digit}']").last.tap()

    def writes(self, label: str, text: str) -> None:
        """Write words with the tablet's own keyboard; tap the field first if the page does not focus it itself."""
        field = self.page.get_by_label(label, exact=True)
        field.wait_for()
        if field.evaluate("(field) => field.matches('[autofocus], [data-first]')"):
            expect(field).to_be_focused()
        elif not field.evaluate("(field) => field === document.activeElement"):
            self.tap(field)
        self.page.keyboard.type(text)

    @contextmanager
    def within(self, taps: int) -> Iterator[None]:
        """Expect the block to take at most ``taps`` taps, not counting digits and names."""
        before = self.taps
        yield
        assert self.taps - before <= taps, f"{self.taps - before} taps, and {taps} are allowed"
