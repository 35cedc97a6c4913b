"""The words in which the tests of the host's page of reservations open panels and send what is in them."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from reservations.rsvps.rsvp_state import Rsvp
from tests.hostdesk.browsing import Browser, Page
from tests.reservations.friday import Friday, a_house, cast, one, preset

WHY = {"reason": "Promised last week"}


def in_hours(hours: float) -> datetime:
    """Return a full minute, so many hours from now."""
    return (timezone.now() + timedelta(hours=hours)).replace(second=0, microsecond=0)


def full_friday() -> Friday:
    """Return a night in three days, with two seats, in a house with favour: Bo and Cy have them, Di and Eve wait."""
    cast()
    return Friday(preset("dave-2018"), starts_at=in_hours(72)).full("Bo", "Cy", "Di", "Eve")


def empty_friday() -> Friday:
    """Return a night in three days, with two seats that nobody has, in a house without favour."""
    cast()
    return Friday(a_house(), starts_at=in_hours(72))


def url(friday: Friday, name: str = "", act: str = "") -> str:
    """Return the page of a night, or of somebody on it, or what takes a form of theirs."""
    person = f"{one(name).number}/" if name else ""
    return f"/nights/{friday.night.pk}/guests/{person}" + (f"{act}/" if act else "")


def sends(desk: Browser, friday: Friday, name: str, act: str, **said: Any) -> Page:
    """Open somebody's panel and send the first form of that act."""
    return desk.sends(desk.opens(url(friday, name)).form(f"/{act}/"), **said)


def of(friday: Friday, name: str) -> Rsvp:
    """Return what somebody said, and where that put them."""
    return friday.rsvp_state.of(one(name).number)
