"""The words in which the tests count chips and pay them, through the panel of a cash-out."""

from typing import Any

from ledger.money.cents import format_cents
from ledger.night.queries import bank_of
from reservations.models import Act
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser, Form, Page
from tests.stories.evening import Evening

SAME = {"same": "yes"}


def seated(evening: Evening) -> Evening:
    """Let Bo in for 40.00 and Cy for 20.00, and play the last hand."""
    evening.buy_in("Bo", "40.00")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    return evening


def address(evening: Evening, name: str = "Bo") -> str:
    """Return the address of the panel."""
    return f"/nights/{evening.night.pk}/tonight/players/{player_named(name).number}/cash-out/"


def counting(browser: Browser, evening: Evening, name: str = "Bo", query: str = "") -> Form:
    """Open the panel and return the form for the counts."""
    return form_for(browser.opens(address(evening, name) + query), "count")


def form_for(page: Page, step: str) -> Form:
    """Return the first form of a page for that step: "count" or "pay"."""
    return next(form for form in page.forms if form.fields.get("step") == [step])


def counted(browser: Browser, evening: Evening, amount: str, name: str = "Bo", **said: Any) -> Page:
    """Type a count that the banker shares, and return the page that comes then."""
    return browser.sends(counting(browser, evening, name), player_count=amount, **SAME, **said)


def bank(evening: Evening) -> tuple[str, ...]:
    """The bank as three amounts: the drawer, the chips in play, and the final pot."""
    balances = bank_of(evening.night).balances
    return tuple(map(format_cents, (balances.drawer_cents, balances.chips_cents, balances.final_pot_cents)))


def last() -> Act:
    """Return the newest act."""
    return Act.objects.latest("number")
