"""A night ahead as players meet it on their own pages, and what they say there."""

from datetime import timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

from tests.hostdesk.browsing import own, phone
from tests.reservations.friday import Friday, a_house, cast, one

ELM_STREET = "12 Elm Street, second door"
LATE = {"late_change_minutes": 120, "taken_up_clears": False, "steps": [[1, "reminder"], [2, "removed"]]}


def a_friday(hours=72.0, house=None, seats=2, **columns):
    """A night that starts so many hours from now, on a full minute; in New York if nothing else is given."""
    start = (timezone.now() + timedelta(hours=hours)).replace(second=0, microsecond=0)
    cast()
    return Friday(house or a_house(), seats=seats, starts_at=start, place=ELM_STREET, **columns)


def night_of(name, friday, page=""):
    return own(name, f"nights/{friday.night.pk}/{page}")


def looks(name, friday):
    return phone(name).opens(night_of(name, friday))


def says(name, friday, step="answer", **said):
    """Send the first form of the night's page that goes to that address."""
    browser = phone(name)
    page = browser.opens(night_of(name, friday))
    form = next(each for each in page.forms if each.action.endswith(f"/{step}/"))
    return browser.sends(form, **said)


def place_of(name, friday):
    return friday.rsvp_state.of(one(name).number).place


def clock(friday, hours):
    """The time of the night's own clock so many hours after its start."""
    return f"{friday.start.astimezone(ZoneInfo(friday.night.time_zone)) + timedelta(hours=hours):%H:%M}"
