"""A planned night for the calendar tests: two seats in New York, and the players who ask for them."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from hostdesk.people.players.commands import merge_players
from hostdesk.rules.houses.presets import load_preset
from reservations.acts.commands import command
from reservations.acts.fact_queries import Noted
from reservations.acts.facts import Reply
from reservations.acts.kinds import Stamp
from reservations.acts.queries import Answer
from reservations.houses.attendance_terms import AttendanceDocument
from reservations.houses.commands import make_house
from reservations.models import House, Night, Player
from reservations.nights.commands import change_night, new_nights
from reservations.nights.plans import Plan
from reservations.nights.queries import plan_of
from reservations.parsing.documents import keys_of
from reservations.players.commands import record_player
from reservations.rsvps.commands import answer

NEW_YORK = ZoneInfo("America/New_York")
FRIDAY = date(2026, 11, 20)
FIRST = datetime(2026, 11, 14, 12, tzinfo=NEW_YORK)
# The money terms of a preset, with the default terms of attendance.
HOUSE = {name: part for name, part in load_preset("mike").items() if name not in keys_of(AttendanceDocument)}
HOUSE |= {"key": "friday", "name": "Friday's game"}
PLAN = Plan(
    day=FRIDAY,
    starts=time(19),
    ends=time(0, 30),
    zone=str(NEW_YORK),
    seats=2,
    place="12 Elm Street",
    note="Bring chairs.",
)


@command
def plans(*, stamp: Stamp, house: House, plan: Plan) -> Noted:
    """Plan a night as the pages do."""
    return new_nights(stamp=stamp, house=house, plan=plan)


class ComingSoon:
    """A night whose regulars are Ann, Bo, Cy and Di; facts are a minute apart, from noon on 14 November 2026."""

    def __init__(self, plan: Plan = PLAN) -> None:
        self.said = 0
        self.house = make_house(document=HOUSE).house
        for name in ("Ann", "Bo", "Cy", "Di"):
            self.knows(name)
        self.number = self.plans(plan).pk

    @property
    def night(self) -> Night:
        """The night in its present state."""
        return Night.objects.get(pk=self.number)

    def stamp(self) -> Stamp:
        """Return the stamp of the next fact."""
        self.said += 1
        return Stamp(f"soon-{self.said:05}", FIRST + timedelta(minutes=self.said), "Ann")

    def knows(self, name: str) -> None:
        """Add a regular."""
        record_player(stamp=self.stamp(), name=name, regular=True)

    def player(self, name: str) -> Player:
        """Return the player of that name."""
        return Player.objects.get(name=name)

    def plans(self, plan: Plan) -> Night:
        """Plan another night."""
        plans(stamp=self.stamp(), house=self.house, plan=plan)
        return Night.objects.latest("pk")

    def says(self, name: str, reply: str = "yes", **more: Any) -> Noted:
        """Let a player answer."""
        return answer(stamp=self.stamp(), night=self.night, player=self.player(name), reply=Reply(reply), **more)

    def does(self, command: Callable[..., Noted], name: str = "", **said: Any) -> Noted:
        """Run a command about the night, or about a player on that night."""
        about = {"player": self.player(name)} if name else {}
        return command(stamp=self.stamp(), night=self.night, **about, **said)

    def changes(self, **fields: Any) -> Noted:
        """Change the night."""
        shown = plan_of(self.night)
        return change_night(stamp=self.stamp(), night=self.night, shown=shown, wanted=Plan(**{**vars(shown), **fields}))

    def merges(self, name: str, into: str) -> Answer:
        """Merge two entries of one person."""
        return merge_players(stamp=self.stamp(), player=self.player(name), into=self.player(into))
