"""A poll for a date: four Fridays at seven in New York, with the answers of Bo, Cy, Di and Eve."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

from hostdesk.invitations.nights.commands import ask_for_date
from reservations.acts.fact_queries import Noted
from reservations.acts.kinds import Stamp
from reservations.models import Fact, House, Night
from reservations.nights.plans import Plan
from reservations.polls.commands import answer_poll, close_poll, decide_poll
from reservations.polls.queries import polls, read_polls
from reservations.polls.rules import Poll, Suits
from reservations.rsvps.queries import rsvp_state_of
from tests.reservations.friday import NEW_YORK, START, a_house, named, one

FRIDAYS = [START + timedelta(weeks=week) for week in range(4)]
NOON = START - timedelta(days=7, hours=7)
LAST_DAY = date(2026, 11, 18)
LIKE = Plan(date(2026, 1, 1), time(20), ends=time(23, 30), seats=2, place="12 Elm Street")
_SAYS = {"y": Suits.YES, "m": Suits.IF_NEED_BE, "n": Suits.NO, "-": None}


class Dates:
    """A poll of the Friday game; its facts are an hour apart, from noon of the Friday before."""

    def __init__(self, house: House | None = None, *names: str, key: str = "", **said: Any) -> None:
        self.hours = 0
        self.house = house or a_house()
        asked = [one(name) for name in names or ("Bo", "Cy", "Di", "Eve")]
        said = {"dates": FRIDAYS, "zone": NEW_YORK.key, "last_day": LAST_DAY, "players": asked, **said}
        self.noted = ask_for_date(stamp=self.stamp(key), house=self.house.key, **said)
        self.number = self.noted.fact.pk

    def stamp(self, key: str = "", by: str = "Ann", *, host: bool = True) -> Stamp:
        """Return the stamp of the next fact, with a new key unless one is given."""
        self.hours += 1
        key = key or f"poll-{Fact.objects.count():04}-{self.hours:04}"
        return Stamp(key, NOON + timedelta(hours=self.hours), by, may_overrule=host)

    def says(self, name: str, words: str, stamp: Stamp | None = None) -> Noted:
        """Let a player answer by phone with a letter for each date: y, m (if need be), n or -."""
        suits = [_SAYS[letter] for letter in words]
        stamp = stamp or self.stamp(by=name, host=False)
        return answer_poll(stamp=stamp, poll=self.number, player=one(name), suits=suits)

    def decides(self, which: int = 0, stamp: Stamp | None = None, arrears: Sequence[str] = (), **said: Any) -> Noted:
        """Let the host make a night of a date; ``said`` are changes to the usual plan."""
        owing = frozenset(one(name).number for name in arrears)
        like = replace(LIKE, **said)
        return decide_poll(stamp=stamp or self.stamp(), poll=self.number, which=which, like=like, arrears=owing)

    def closes(self, stamp: Stamp | None = None) -> Noted:
        """Let the host close the poll without a night."""
        return close_poll(stamp=stamp or self.stamp(), poll=self.number)

    @property
    def poll(self) -> Poll:
        """The poll in its present state."""
        return read_polls(polls(pk=self.number))[0]

    @property
    def night(self) -> Night:
        """The night made from the poll."""
        return Night.objects.get(pk=self.poll.night or 0)

    @property
    def seated(self) -> list[str]:
        """The players with a seat, in the order of asking."""
        return [named(each.player) for each in sorted(rsvp_state_of(self.night).seated, key=lambda each: each.entry)]

    @property
    def waiting(self) -> list[str]:
        """The players who wait, in the order of asking."""
        return [named(each.player) for each in rsvp_state_of(self.night).waiting]

    @property
    def replies(self) -> dict[str, str]:
        """The players' answers for the night, by name."""
        return {named(each.player): str(each.reply) for each in rsvp_state_of(self.night).rsvps.values()}


def at_noon(days: int) -> datetime:
    """Return noon that many days after the poll began."""
    return NOON + timedelta(days=days)


def kinds() -> list[str]:
    """Return the facts in the order of recording, such as "poll answer Bo"."""
    return [f"{fact.kind} {fact.player or ''}".strip() for fact in Fact.objects.select_related("player").order_by("pk")]
