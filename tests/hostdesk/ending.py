"""The words in which the tests end a night, through the closing page."""

from typing import Any

from ledger.money.cents import format_cents
from ledger.night.queries import bank_of
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser, Form, Page
from tests.hostdesk.counting import form_for
from tests.played_once import played_once
from tests.stories.evening import Evening


@played_once
def ready_to_count() -> Evening:
    """Return an evening on which Bo was in for 40.00 and Cy for 20.00, and play is over."""
    evening = Evening("dave-2018")
    evening.it_is("20:10")
    evening.buy_in("Bo", "40.00")
    evening.it_is("20:20")
    evening.buy_in("Cy", "20.00")
    evening.it_is("23:00")
    evening.last_hand()
    return evening


@played_once
def all_paid_out() -> Evening:
    """Return that evening with all chips back, and 200.00 that should be in the drawer."""
    evening = ready_to_count()
    evening.cash_out("Bo", "35.00")
    evening.cash_out("Cy", "25.00")
    return evening


def address(evening: Evening) -> str:
    """Return the address of the page."""
    return f"/nights/{evening.night.pk}/closing/"


def step(page: Page, name: str) -> str:
    """Return how far a step is."""
    return page.html.partition(f'id="{name}" class="step ')[2].partition('"')[0]


def steps(page: Page) -> dict[str, str]:
    """Return how far each step of the house is."""
    return {
        name: step(page, name) for name in ("players", "pot", "chips", "notes", "drawer", "close") if step(page, name)
    }


def bank(evening: Evening) -> tuple[str, ...]:
    """The bank as three amounts: the drawer, the chips in play, and over/short."""
    balances = bank_of(evening.night).balances
    return tuple(map(format_cents, (balances.drawer_cents, balances.chips_cents, balances.over_short_cents)))


def cashes_out(desk: Browser, evening: Evening, name: str, amount: str) -> Page:
    """Cash a player out from the closing page."""
    page = desk.opens(f"/nights/{evening.night.pk}/tonight/players/{player_named(name).number}/cash-out/?then=closing")
    preview = desk.sends(form_for(page, "count"), player_count=amount, same="yes")
    return desk.sends(form_for(preview, "pay"))


def counts(desk: Browser, evening: Evening, **said: Any) -> Page:
    """Type a count of the drawer and compare it."""
    return desk.sends(counting_form(desk.opens(address(evening))), step="compare", **said)


def recording(page: Page) -> Form:
    """Return the form that records the count."""
    return next(form for form in page.forms if ("step", "record", "submit") in form.buttons)


def counting_form(page: Page) -> Form:
    """Return the form in which the drawer is counted."""
    return next(form for form in page.forms if ("step", "compare", "submit") in form.buttons)
