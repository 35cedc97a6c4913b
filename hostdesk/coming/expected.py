"""Who is still to come, for the line on Tonight: names with a word to each, and how many wait."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from hostdesk.attendance.door import is_due
from hostdesk.attendance.identity import why_no_id
from reservations.models import Fact, Night
from reservations.nights import zone_of
from reservations.roll import Roll, Rsvp
from reservations.roll_steps import fold
from reservations.rolls import facts_of, ids_seen, terms_of_night

_HERE = "here"


@dataclass(frozen=True)
class Awaited:
    """Somebody who is expected: ``word`` is their time, "late" or "here" (they came before the bank was open)."""

    number: int
    name: str
    word: str
    guests: int = 0

    @property
    def is_here(self) -> bool:
        """Whether they came before the bank was open."""
        return self.word == _HERE


@dataclass(frozen=True)
class Expected:
    """The line on Tonight as of the night's newest ``fact``, be it about coming or about the tables; it reads otherwise
    from ``changes_at`` on by the clock.
    """

    awaited: tuple[Awaited, ...] = ()
    waiting: int = 0
    without_id: int = 0
    fact: int = 0
    changes_at: datetime | None = None

    @property
    def changes_at_second(self) -> int:
        """That moment in seconds since 1970; 0 for none."""
        return int(self.changes_at.timestamp()) if self.changes_at else 0

    def of(self, number: int) -> Awaited | None:
        """Return somebody who is expected."""
        return next((each for each in self.awaited if each.number == number), None)


def expected_of(night: Night, here: Collection[int], names: Mapping[int, str], now: datetime) -> Expected:
    """Read who is still to come to a night whose bank is open; ``here`` are those who have come to the table."""
    newest = _newest_fact(night.pk)  # Read first: what is said meanwhile is sent with the next pulse.
    roll = fold(facts_of(night), seats=night.seats, starts_at=night.starts_at)
    reader = _Reader(night, roll, names, now)
    coming = [each for each in roll.rsvps.values() if each.player not in here and reader.is_expected(each)]
    return Expected(
        awaited=tuple(reader.awaited(each) for each in sorted(coming, key=reader.order)),
        waiting=sum(each.player not in here for each in roll.waiting),
        without_id=_without_id(night, here),
        fact=newest,
        changes_at=min((at for each in coming if (at := reader.due_at(each)) and at > now), default=None),
    )


def _newest_fact(night_id: int) -> int:
    return Fact.objects.filter(night=night_id).order_by("-pk").values_list("pk", flat=True).first() or 0


def _without_id(night: Night, here: Collection[int]) -> int:
    age = terms_of_night(night).minimum_age
    if age is None:
        return 0
    seen = ids_seen()
    return sum(bool(why_no_id(seen.get(number), age, night.date)) for number in here)


@dataclass(frozen=True)
class _Reader:
    """Writes answers as the line on Tonight."""

    night: Night
    roll: Roll
    names: Mapping[int, str]
    now: datetime

    def is_expected(self, rsvp: Rsvp) -> bool:
        """Tell whether somebody is still to come, or came before the bank was open."""
        return rsvp.came_at is not None or rsvp.has_seat

    def due_at(self, rsvp: Rsvp) -> datetime | None:
        """Return from when on somebody is late."""
        return rsvp.expected_at or self.night.starts_at

    def order(self, rsvp: Rsvp) -> tuple[bool, float, int]:
        """Return the place in the line: who is here already, then by time, then by the order of answers."""
        due = self.due_at(rsvp)
        return (rsvp.came_at is None, due.timestamp() if due else 0, rsvp.asked)

    def awaited(self, rsvp: Rsvp) -> Awaited:
        """Return somebody of the line."""
        return Awaited(rsvp.player, self.names[rsvp.player], self._word(rsvp), len(rsvp.guests))

    def _word(self, rsvp: Rsvp) -> str:
        if rsvp.came_at is not None:
            return _HERE
        due = self.due_at(rsvp)
        if due is None:
            return ""
        is_late = is_due(rsvp, self.night, self.now)
        return "late" if is_late else f"{due.astimezone(ZoneInfo(zone_of(self.night))):%H:%M}"


def has_moved(night_id: int, fact: int, changes_at: int, now: datetime) -> bool:
    """Tell whether the page of a night reads otherwise than one that knew that fact and was good until that second."""
    if 0 < changes_at <= now.timestamp():
        return True
    return Fact.objects.filter(night=night_id, pk__gt=fact).exists()
