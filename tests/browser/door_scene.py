"""Two nights that have begun, seen from the door, of which one has its bank open: somebody in every state.

The house asks for ID, a no-show is a reminder first, and the second time its player is removed from the group.
"""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from hostdesk.houses.presets import load_preset
from hostdesk.nights.commands import open_night
from ledger.night import play_commands as play_commands
from reservations.acts.facts import Mark, Reply
from reservations.acts.kinds import Stamp
from reservations.houses import commands as houses_commands
from reservations.models import House, Night
from reservations.players.queries import player_named
from reservations.rsvps import commands as rsvps_commands
from reservations.strikes import attendance_commands as attendance_commands

ATTENDANCE = {"steps": [[1, "reminder"], [2, "removed"]], "grace_minutes": 15}


def at_the_door(names: list[str]) -> dict[str, Any]:
    """Make both nights, with these nine players and Ann as the banker; return the nights by the state of the bank."""
    document = {**load_preset("dave-2018"), "key": "door", "name": "The door game"}
    house = houses_commands.make_house(
        document={**document, "attendance": ATTENDANCE, "door": {"minimum_age": 21}}
    ).house
    planned, doors = _Doors(house, names, 0).night, _Doors(house, names, -1)
    opened, stamp, ann = doors.night, doors.stamp(20), player_named("Ann")
    open_night(stamp=stamp, house="door", date=opened.date, banker=ann, float_cents=20000, planned=opened)
    for name in (names[3], "Ann"):
        play_commands.arrive(stamp=doors.stamp(10), night=opened, player=player_named(name))
    attendance_commands.see_id(
        stamp=doors.stamp(60), player=player_named(names[0]), on=planned.date - timedelta(days=30)
    )
    return {"door": planned.pk, "door_open": opened.pk}


class _Doors:
    """A night with eight seats that began half an hour ago: what was said of it, by the minutes that it is ago."""

    keys = 0

    def __init__(self, house: House, names: list[str], days: int) -> None:
        start = self._now() - timedelta(minutes=30)
        date = timezone.localdate(start) + timedelta(days=days)
        self.night = Night.objects.create(house=house, date=date, starts_at=start, seats=8)
        for place, name in enumerate(names):
            late = start + timedelta(minutes=90) if place == 4 else None
            reply, guests = Reply.MAYBE if place == 8 else Reply.YES, ("Zoe <b>",) if place == 0 else ()
            self._do(rsvps_commands.answer, name, 120, reply=reply, guests=guests, expected_at=late)
        for name in names[1:3]:
            self._do(attendance_commands.mark_came, name, 40, came=True)
        self._do(attendance_commands.mark, names[5], 0, mark=Mark.EXCUSED, reason="Ill <i>")

    @staticmethod
    def _now() -> datetime:
        return timezone.now().replace(second=0, microsecond=0)

    def stamp(self, minutes_ago: int) -> Stamp:
        """Stamp something that happened so many minutes ago."""
        _Doors.keys += 1
        return Stamp(f"door-{_Doors.keys:05}", self._now() - timedelta(minutes=minutes_ago), "Ann")

    def _do(self, command: Any, name: str, minutes_ago: int, **said: Any) -> None:
        command(stamp=self.stamp(minutes_ago), night=self.night, player=player_named(name), **said)
