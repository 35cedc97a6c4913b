"""Nights that are over and whom they struck, in the words of the tests of attendance."""

from datetime import datetime, timedelta

from django.utils import timezone

from reservations.acts.facts import Mark
from reservations.models import House
from tests.played_once import played_once
from tests.reservations.friday import Friday, cast, one, preset


def started() -> datetime:
    """The start of a night a week ago, on the full hour."""
    return timezone.now().replace(minute=0, second=0, microsecond=0) - timedelta(weeks=1)


def friday(house: House, week: int = 0, seats: int = 3) -> Friday:
    """Plan a night at that house, so many weeks after the first."""
    return Friday(house, seats=seats, starts_at=started() + timedelta(days=week))


@played_once
def ericns() -> House:
    """A house that removes somebody at the second strike."""
    cast()
    return preset("ericn")


def who_stayed_away(house: House) -> Friday:
    """A night on which Bo did not show up."""
    evening = friday(house).full("Bo", "Cy")
    evening.mark("Bo", Mark.NO_SHOW)
    return evening


def removed(house: House) -> None:
    """Let Bo stay away twice."""
    for week in (0, 1):
        friday(house, week).strike("Bo")


def page_of(name: str) -> str:
    """Return the address of somebody's attendance."""
    return f"/players/{one(name).number}/attendance/"
