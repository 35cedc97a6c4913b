"""A planned Friday: its house, the cast and their answers, timed in minutes before the start."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Self
from zoneinfo import ZoneInfo

from hostdesk.rules.houses.presets import load_preset
from reservations.acts.fact_queries import Noted
from reservations.acts.facts import Cause, Mark, Reply
from reservations.acts.kinds import Stamp
from reservations.houses import commands as houses_commands
from reservations.houses.queries import house_called
from reservations.models import Fact, House, Night, Player
from reservations.players import commands as players_commands
from reservations.rsvps import commands as rsvps_commands
from reservations.rsvps.queries import people_for, rsvp_state_of, terms_of_night
from reservations.rsvps.rsvp_state import RsvpState
from reservations.strikes import commands as strikes_commands
from reservations.strikes.queries import strikes_of
from reservations.waiting_list import commands as waiting_list_commands
from reservations.waiting_list.rules import Waiting, line
from tests import all_commands as commands
from tests.played_once import played_once

NEW_YORK = ZoneInfo("America/New_York")
START = datetime(2026, 11, 20, 19, 0, tzinfo=NEW_YORK)
REGULARS = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay")


def where_it_is_noon() -> str:
    """Return a time zone in which it is about noon now, because no reminders go out at night."""
    return f"Etc/GMT{datetime.now(UTC).hour - 12:+d}"


def a_house(key: str = "friday", **tables: Mapping[str, Any]) -> House:
    """Make a house like dave's with these attendance tables; without any, it has the defaults."""
    document = {name: table for name, table in load_preset("dave-2018").items() if name not in _ATTENDANCE}
    return houses_commands.make_house(document={**document, "key": key, "name": f"The {key} game", **tables}).house


_ATTENDANCE = ("attendance", "waiting", "confirmation", "door", "invitation")


def preset(key: str) -> House:
    """Return the house of a preset; make it if it does not exist yet."""
    return house_called(key) or houses_commands.make_house(document=load_preset(key)).house


@played_once
def cast(guests: tuple[str, ...] = ("Gil",)) -> None:
    """Add the regulars and Ann's guests to the list of players."""
    for name in REGULARS:
        players_commands.record_player(stamp=Stamp(f"{name}-is-here", START), name=name, regular=True)
    for name in guests:
        ann = Player.objects.get(name="Ann")
        players_commands.record_player(stamp=Stamp(f"{name}-is-here", START), name=name, regular=False, invited_by=ann)


class Friday:
    """A night of a house with its seats and the players' answers. Minutes count back from the start."""

    def __init__(self, house: House, seats: int | None = 2, starts_at: datetime | None = START, **columns: Any) -> None:
        columns = {"time_zone": "America/New_York", **columns}
        self.start = starts_at or START
        date = self.start.astimezone(ZoneInfo(columns["time_zone"] or NEW_YORK.key)).date()
        self.night = Night.objects.create(house=house, date=date, seats=seats, starts_at=starts_at, **columns)
        self.arrears: frozenset[int] = frozenset()

    def at(self, minutes: float) -> Stamp:
        """Return a stamp by the host, that many minutes before the start."""
        key = f"fact-{Fact.objects.count() + 1:04}-{self.night.pk}"
        return Stamp(key, self.start - timedelta(minutes=minutes), "Ann")

    def yes(self, name: str, before: float = 10_000, **said: Any) -> Noted:
        """Let a player say yes."""
        return self._answer(name, Reply.YES, before, **said)

    def no(self, name: str, before: float = 10_000) -> Noted:
        """Let a player say no."""
        return self._answer(name, Reply.NO, before)

    def maybe(self, name: str, before: float = 10_000) -> Noted:
        """Let a player say maybe."""
        return self._answer(name, Reply.MAYBE, before)

    def _answer(self, name: str, reply: Reply, before: float, *, ruling: str = "", **said: Any) -> Noted:
        stamp = self.at(before)
        stamp = Stamp(stamp.key, stamp.at, stamp.by, ruling)
        said = {"arrears": self.arrears, **said}
        return rsvps_commands.answer(stamp=stamp, night=self.night, player=one(name), reply=reply, **said)

    def invite(self, *names: str, before: float = 10_000, **said: Any) -> Noted:
        """Invite players."""
        players = [one(name) for name in names]
        return waiting_list_commands.invite(stamp=self.at(before), night=self.night, players=players, **said)

    def full(self, *names: str) -> Self:
        """Let players say yes one after the other, long before the start."""
        for name in names:
            self.yes(name)
        return self

    def do(self, verb: str, name: str, before: float = 10_000, **said: Any) -> Noted:
        """Run the command of that name about a player; where it needs a reason, the reason is "because"."""
        if verb in _WITH_A_REASON:
            said = {"reason": "because", **said}
        command = getattr(commands, verb)
        return command(stamp=self.at(before), night=self.night, player=one(name), **said)  # type: ignore[no-any-return]

    def mark(self, name: str, mark: Mark | None, before: float = -30, **said: Any) -> Noted:
        """Let the host mark a player, half an hour after the start."""
        stamp = self.at(before)
        return strikes_commands.mark(stamp=stamp, night=self.night, player=one(name), mark=mark, **said)

    def strike(self, name: str, cause: Cause = Cause.NO_SHOW, before: float = -60) -> Noted:
        """Let the host mark a strike by hand, an hour after the start."""
        return self.do("strike", name, before, cause=cause)

    def tick(self, before: float) -> int:
        """Let the clock reach that many minutes before the start; return the number of facts this made."""
        now = self.start - timedelta(minutes=before)
        return rsvps_commands.keep_up(now=now, owing=lambda people, rules, today: self.arrears)[0]

    @property
    def rsvp_state(self) -> RsvpState:
        """The present RSVP state of the night."""
        self.night.refresh_from_db()
        return rsvp_state_of(self.night)

    @property
    def seated(self) -> list[str]:
        """The players with a seat, in the order of their first answers."""
        return [named(each.player) for each in self.rsvp_state.seated]

    @property
    def waiting(self) -> list[str]:
        """The players who wait, in the order of the house."""
        return [named(each.rsvp.player) for each in line_of(self.night, self.arrears)]

    @property
    def words(self) -> dict[str, str]:
        """The words of the waiting list to each player on it, by name."""
        return {named(each.rsvp.player): each.words for each in line_of(self.night, self.arrears)}

    @property
    def kinds(self) -> list[str]:
        """The facts of the night in the order of recording, such as "seat Bo"."""
        facts = Fact.objects.filter(night=self.night).select_related("player")
        return [f"{fact.kind} {fact.player or ''}".strip() for fact in facts]


_WITH_A_REASON = ("seat_player", "bump", "release", "pin", "favour", "strike")


def line_of(night: Night, arrears: frozenset[int] = frozenset()) -> tuple[Waiting, ...]:
    """Return the waiting list of a night, with its words to each player on it."""
    return line(rsvp_state_of(night), people_for(night, arrears), terms_of_night(night))


def one(name: str) -> Player:
    """Return the player of that name."""
    return Player.objects.get(name=name)


def named(number: int) -> str:
    """Return the name of a player."""
    return Player.objects.get(pk=number).name


def strikes(name: str) -> list[tuple[str, str]]:
    """Return the causes and states of a player's strikes, newest first."""
    return [(each.cause.value, each.state.value) for each in strikes_of(one(name))]
