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

_HERE = "here"


@dataclass(frozen=True)
class Awaited:
    """An expected player: ``word`` is the time, "late", or "here" (they came before the bank was open)."""

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
    """The line on Tonight as of the night's newest ``fact``, about coming or tables; it changes at ``changes_at``."""

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
        """Return an expected player; None if that player is not."""
        return next((each for each in self.awaited if each.number == number), None)


def expected_of(night: Night, here: Collection[int], names: Mapping[int, str], now: datetime) -> Expected:
    """Return who is still to come to a night whose bank is open; ``here`` are the players at the table."""
    # Read first: what is recorded meanwhile is sent with the next pulse.
    newest = Fact.objects.filter(night=night).order_by("-pk").values_list("pk", flat=True).first() or 0
    rsvp_state = fold(facts_of(night), seats=night.seats, starts_at=night.starts_at)
    said = [each for each in rsvp_state.rsvps.values() if each.player not in here]
    coming = [(each, each.expected_at or night.starts_at) for each in said if each.came_at or each.has_seat]
    # Who is here already comes first, then by time, then by the order of answers.
    coming.sort(key=lambda pair: (pair[0].came_at is None, pair[1].timestamp() if pair[1] else 0, pair[0].asked))
    age = terms_of_night(night).minimum_age
    seen = {} if age is None else ids_seen()
    zone, awaited = ZoneInfo(zone_of(night)), []
    for each, due in coming:
        word = f"{due.astimezone(zone):%H:%M}" if due else ""
        if each.came_at is not None:
            word = _HERE
        elif due is not None and is_due(each, night, now):
            word = "late"
        awaited.append(Awaited(each.player, names[each.player], word, len(each.guests)))
    return Expected(
        awaited=tuple(awaited),
        waiting=sum(each.player not in here for each in rsvp_state.waiting),
        without_id=sum(bool(why_no_id(seen.get(number), age, night.date)) for number in here),
        fact=newest,
        changes_at=min((due for _, due in coming if due and due > now), default=None),
    )


def has_moved(night_id: int, fact: int, changes_at: int, now: datetime) -> bool:
    """Tell whether a page that knew that fact and was valid until that second is out of date."""
    if 0 < changes_at <= now.timestamp():
        return True
    return Fact.objects.filter(night=night_id, pk__gt=fact).exists()
