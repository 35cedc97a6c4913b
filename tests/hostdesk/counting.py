"""The counts at the end: a player's chips, in the cash-out panel, and the drawer, at the closing."""

from typing import Any

from ledger.bank.queries import bank_of
from ledger.money.cents import format_cents
from reservations.models import Act
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser, Form, Page
from tests.stories.evening import Evening


def last() -> Act:
    """Return the newest act."""
    return Act.objects.latest("number")


def bank(evening: Evening) -> tuple[str, ...]:
    """Return the bank as four amounts: the drawer, the chips in play, the final pot, and over/short."""
    now = bank_of(evening.night).balances
    return tuple(map(format_cents, (now.drawer_cents, now.chips_cents, now.final_pot_cents, now.over_short_cents)))


def panel(evening: Evening, name: str = "Bo", query: str = "") -> str:
    """Return the address of the panel in which a player cashes out."""
    return f"/nights/{evening.night.pk}/tonight/players/{player_named(name).number}/cash-out/{query}"


def form_for(page: Page, step: str) -> Form:
    """Return the first form of a page for that step: "count" or "pay"."""
    return next(form for form in page.forms if form.fields.get("step") == [step])


def counting(browser: Browser, evening: Evening, name: str = "Bo", query: str = "") -> Form:
    """Open the panel and return the form for the counts."""
    return form_for(browser.opens(panel(evening, name, query)), "count")


def counted(browser: Browser, evening: Evening, amount: str, name: str = "Bo", **said: Any) -> Page:
    """Type a count that the banker shares, and return the next page."""
    return browser.sends(counting(browser, evening, name), player_count=amount, **said)


def closing(evening: Evening) -> str:
    """Return the address of the closing page."""
    return f"/nights/{evening.night.pk}/closing/"


def steps(page: Page) -> dict[str, str]:
    """Return the progress of the closing's steps, for those that the house has."""
    classes = {name: page.html.partition(f'id="{name}" class="step ') for name in STEPS}
    return {name: found[2].partition('"')[0] for name, found in classes.items() if found[2]}


STEPS = ("players", "pot", "chips", "notes", "drawer", "close")


def drawer_form(page: Page, step: str = "compare") -> Form:
    """Return the form that counts the drawer, or the one that records the count."""
    return next(form for form in page.forms if ("step", step, "submit") in form.buttons)


def counts(desk: Browser, evening: Evening, **said: Any) -> Page:
    """Type a count of the drawer and compare it with the expected amount."""
    return desk.sends(drawer_form(desk.opens(closing(evening))), step="compare", **said)
