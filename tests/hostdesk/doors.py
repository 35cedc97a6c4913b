"""The door of a Friday at 19:00 in the words of its tests: what happens, and how everybody stands there."""

from datetime import datetime

from hostdesk.door.page import Door, door_of
from hostdesk.nights.commands import open_night
from ledger.night import commands as night_commands
from reservations.acts.kinds import Stamp
from reservations.models import Night
from tests.played_once import played_once
from tests.reservations.friday import NEW_YORK, Friday, a_house, cast, one

TWO_STEPS = {"steps": [[1, "reminder"], [2, "removed"]], "grace_minutes": 15}


@played_once
def four_seats() -> Friday:
    """A night with four seats, at a house with a quarter of an hour of grace."""
    cast()
    return Friday(a_house(attendance=TWO_STEPS), seats=4)


def clock(text: str) -> datetime:
    """Return a time of that evening."""
    return datetime.fromisoformat(f"2026-11-20T{text}").replace(tzinfo=NEW_YORK)


def the_door(friday: Friday, text: str = "19:10:00", since: str = "") -> Door:
    """Return the door at a time, in the order of when the page was loaded."""
    return door_of(night_of(friday), clock(text), clock(since) if since else None)


def night_of(friday: Friday) -> Night:
    """Return the night as a page reads it."""
    return Night.objects.select_related("house", "rules").get(pk=friday.night.pk)


def opens(friday: Friday, before: float = 0) -> None:
    """Open the bank, so many minutes before the start."""
    stamp = Stamp("the-bank-opens", friday.at(before).at)
    open_night(stamp=stamp, house="friday", date=friday.night.date, banker=one("Ann"), float_cents=0)
    friday.night.refresh_from_db()


def arrives(friday: Friday, name: str, before: float) -> None:
    """Let somebody come to the open bank."""
    night_commands.arrive(stamp=friday.at(before), night=friday.night, player=one(name))


def stands(door: Door) -> dict[str, str]:
    """Return how everybody with a seat stands, in the order of the page."""
    return {each.name: each.status.value for each in door.visitors}
