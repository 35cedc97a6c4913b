"""The door of a night: the arrivals, the standing of every player, and the presses on its page."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from hostdesk.invitations.nights.commands import open_night
from hostdesk.table.closing.commands import close_and_back_up
from hostdesk.table.door.page import Door, door_of
from ledger.night import commands as night_commands
from reservations.acts.facts import Mark
from reservations.acts.kinds import Stamp
from reservations.models import Night
from tests.hostdesk.browsing import Browser, Form, Page
from tests.reservations.friday import NEW_YORK, Friday, a_house, cast, one
from tests.signed_in import banker_client

TWO_STEPS = {"steps": [[1, "reminder"], [2, "removed"]], "grace_minutes": 15}
ASKS = {"minimum_age": 21}


def a_friday(started: float = 30, house: Any = None) -> Friday:
    """Return a night that began that many minutes ago with four seats: Bo and Cy have one, Di has not answered."""
    cast()
    start = timezone.now().replace(second=0, microsecond=0) - timedelta(minutes=started)
    house = house or a_house(attendance=TWO_STEPS, door=ASKS)
    return Friday(house, seats=4, starts_at=start).full("Bo", "Cy")


def opens(friday: Friday, before: float = 10) -> Friday:
    """Open the bank of the night, that many minutes before the night's start."""
    day, key = friday.night.date, friday.night.house.key
    stamp = Stamp("the-bank-opens", friday.at(before).at)
    open_night(stamp=stamp, house=key, date=day, banker=one("Ann"), float_cents=0, planned=friday.night)
    friday.night.refresh_from_db()
    return friday


def at_the_bank(opened: Friday) -> Browser:
    """Return the browser of the banker of a night whose bank is open."""
    return Browser(banker_client(opened.night, one("Ann")))


def url(friday: Friday, rest: str = "") -> str:
    """Return the address of the door, or of a page below it."""
    return f"/nights/{friday.night.pk}/door/{rest}"


def form_of(page: Page, name: str, act: str) -> Form:
    """Return a player's form; the last part of its address names the act."""
    return page.form(f"/door/{one(name).number}/{act}")


def lets_in(desk: Browser, friday: Friday, name: str, came: str = "yes", **said: Any) -> Page:
    """Press the button that lets a player in; with ``came`` "no", the one that takes it back."""
    return desk.sends(form_of(desk.opens(url(friday)), name, "came/"), came=came, **said)


def marks(desk: Browser, friday: Friday, name: str, mark: str, **said: Any) -> Page:
    """Mark a player on the page that asks for the mark."""
    page = desk.opens(url(friday, f"{one(name).number}/?as={mark}"))
    return desk.sends(form_of(page, name, ""), mark=mark, **said)


def mark_of(friday: Friday, name: str) -> Mark | None:
    """Return a player's mark."""
    return friday.rsvp_state.of(one(name).number).mark


def closes(friday: Friday) -> None:
    """Count the drawer, and close the night."""
    night_commands.count_drawer(stamp=Stamp("the-drawer", friday.at(-40).at), night=friday.night, counted_cents=0)
    close_and_back_up(stamp=Stamp("the-close", friday.at(-41).at), night=friday.night)


def clock(text: str) -> datetime:
    """Return a time of the evening of 20 November."""
    return datetime.fromisoformat(f"2026-11-20T{text}").replace(tzinfo=NEW_YORK)


def the_door(friday: Friday, text: str = "19:10:00", since: str = "") -> Door:
    """Return the door at a time, in the order of an earlier time at which the page was loaded."""
    return door_of(night_of(friday), clock(text), clock(since) if since else None)


def night_of(friday: Friday) -> Night:
    """Return the night as a page reads it from the database."""
    return Night.objects.select_related("house", "rules").get(pk=friday.night.pk)


def arrives(friday: Friday, name: str, before: float) -> None:
    """Let a player arrive at the open bank."""
    night_commands.arrive(stamp=friday.at(before), night=friday.night, player=one(name))


def stands(door: Door) -> dict[str, str]:
    """Return the status of every player with a seat, in the order of the page."""
    return {each.name: each.status.value for each in door.visitors}
