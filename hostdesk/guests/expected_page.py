"""Who is still to come, for the line on Tonight: names with a word to each, and how many wait."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from hostdesk.door.page import is_due
from hostdesk.door.queries import ids_seen, why_no_id
from reservations.models import Fact, Night
from reservations.nights.queries import zone_of
from reservations.rsvps.queries import facts_of, terms_of_night
from reservations.rsvps.rsvp_reducers import fold
from reservations.rsvps.rsvp_state import Rsvp

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
    # Read first: what is said meanwhile is sent with the next pulse.
    newest = Fact.objects.filter(night=night).order_by("-pk").values_list("pk", flat=True).first() or 0
    rsvp_state = fold(facts_of(night), seats=night.seats, starts_at=night.starts_at)
    said = [each for each in rsvp_state.rsvps.values() if each.player not in here]
    coming = [(each, each.expected_at or night.starts_at) for each in said if each.came_at or each.has_seat]
    # Who is here already comes first, then by time, then by the order of answers.
    coming.sort(key=lambda pair: (pair[0].came_at is None, pair[1].timestamp() if pair[1] else 0, pair[0].asked))
    age = terms_of_night(night).minimum_age
    seen = {} if age is None else ids_seen()
    return Expected(
        awaited=tuple(
            Awaited(each.player, names[each.player], _word(each, due, night, now), len(each.guests))
            for each, due in coming
        ),
        waiting=sum(each.player not in here for each in rsvp_state.waiting),
        without_id=sum(bool(why_no_id(seen.get(number), age, night.date)) for number in here),
        fact=newest,
        changes_at=min((due for _, due in coming if due and due > now), default=None),
    )


def _word(rsvp: Rsvp, due: datetime | None, night: Night, now: datetime) -> str:
    if rsvp.came_at is not None:
        return _HERE
    if due is None:
        return ""
    return "late" if is_due(rsvp, night, now) else f"{due.astimezone(ZoneInfo(zone_of(night))):%H:%M}"


def has_moved(night_id: int, fact: int, changes_at: int, now: datetime) -> bool:
    """Tell whether the page of a night reads otherwise than one that knew that fact and was good until that second."""
    if 0 < changes_at <= now.timestamp():
        return True
    return Fact.objects.filter(night=night_id, pk__gt=fact).exists()
