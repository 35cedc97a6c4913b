"""A future night, as players see and answer it on their own pages."""

from datetime import timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

from tests.hostdesk.browsing import own, phone
from tests.reservations.friday import Friday, a_house, cast, one

ELM_STREET = "12 Elm Street, second door"
LATE = {"late_change_minutes": 120, "taken_up_clears": False, "steps": [[1, "reminder"], [2, "removed"]]}


def a_friday(hours=72.0, house=None, seats=2, **columns):
    """Return a night that starts that many hours from now, on a full minute; in New York by default."""
    start = (timezone.now() + timedelta(hours=hours)).replace(second=0, microsecond=0)
    cast()
    return Friday(house or a_house(), seats=seats, starts_at=start, place=ELM_STREET, **columns)


def night_of(name, friday, page=""):
    return own(name, f"nights/{friday.night.pk}/{page}")


def looks(name, friday):
    return phone(name).opens(night_of(name, friday))


def says(name, friday, step="answer", **said):
    """Send a player's first form for that step on their page of the night."""
    browser = phone(name)
    page = browser.opens(night_of(name, friday))
    form = next(each for each in page.forms if each.action.endswith(f"/{step}/"))
    return browser.sends(form, **said)


def place_of(name, friday):
    return friday.rsvp_state.of(one(name).number).place


def clock(friday, hours):
    """Return the time of day that many hours after the night's start, by the night's own clock."""
    return f"{(friday.start + timedelta(hours=hours)).astimezone(ZoneInfo(friday.night.time_zone)):%H:%M}"
