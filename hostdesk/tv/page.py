"""What everybody at the table may see of a night: the blinds, the limits, who sits where, who waits and who leaves.

Of money there are only the stakes and the limits: no amount that somebody bought, owes or won.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from hostdesk.clock.queries import written
from hostdesk.guests.queries import arrears_now
from hostdesk.tables.queries import present_in
from ledger.night.queries import BankNow, bank_of
from reservations.models import Act, Fact, Night
from reservations.players.queries import player_names
from reservations.rsvps.queries import people_for, rsvp_state_of, terms_of_night
from reservations.rsvps.rsvp_state import Rsvp
from reservations.tables.queries import seating_of
from reservations.tables.seats import Present, Seating
from reservations.waiting_list.rules import in_order

NAMED = 6
"""How many of those who wait are named."""
_CROWDS = (("most", 12), ("many", 9), ("some", 7))
_ROWS = 11  # as many names as are legible in one list from the other side of the room


@dataclass(frozen=True)
class TvLevels:
    """The levels of a night, from 1: which it is, how many there are, how long one lasts, and the blinds of each."""

    level: int
    minutes: int
    blinds: tuple[str, ...]

    @property
    def last(self) -> int:
        """The last of them; the blinds stay there."""
        return len(self.blinds)

    @property
    def next_blinds(self) -> str:
        """The blinds of the next one; nothing after the last."""
        return self.blinds[self.level] if self.level < self.last else ""

    @property
    def milliseconds(self) -> int:
        """How long one lasts."""
        return self.minutes * 60_000


@dataclass(frozen=True)
class TvSeat:
    """Somebody at the table; the number of their seat, where they have one."""

    name: str
    seat: int | None = None
    has_button: bool = False
    is_away: bool = False


@dataclass(frozen=True)
class TvTable:
    """A table, and its seats that nobody has; without a number it is a list of those who were given no seats.

    ``empty_button`` is the seat of the button where nobody sits there.
    """

    seats: tuple[TvSeat, ...]
    number: int | None = None
    free: tuple[int, ...] = ()
    empty_button: int | None = None


@dataclass(frozen=True)
class LeavingPlayer:
    """Somebody who has announced to leave, and until when they play on by the rules of the house (dave, *Leaving*)."""

    name: str
    until: datetime


@dataclass(frozen=True)
class TvPage:
    """The table as of act ``act`` and fact ``fact``, the newest when it was read. Amounts in cents."""

    night: Night
    act: int
    fact: int
    is_open: bool
    blinds: str = ""
    levels: TvLevels | None = None
    minimum_cents: int | None = None
    maximum_cents: int | None = None
    tables: tuple[TvTable, ...] = ()
    standing: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    more_waiting: int = 0
    leaving: tuple[LeavingPlayer, ...] = ()

    @property
    def changes_at_second(self) -> int:
        """When it reads otherwise though nothing is recorded, in seconds since 1970: a notice is over; 0 for never."""
        return min((math.ceil(each.until.timestamp()) for each in self.leaving), default=0)

    @property
    def crowd(self) -> str:
        """How much room the longest list needs, as the lists are drawn: ``few``, ``some``, ``many`` or ``most``."""
        rows = max((len(each.seats) + bool(each.free) for each in self.tables), default=0)
        return next((word for word, least in _CROWDS if rows >= least), "few")


def tv_of(night: Night, now: datetime) -> TvPage:
    """Read what the table may see of a night at the aware moment ``now``. Raises ``Impossible`` without a bank."""
    # What is newest is read first: whatever comes while the rest is read is then shown by the next look.
    act, fact = newest_of(night)
    bank = bank_of(night)
    if bank.bank.closed_id is not None:
        return TvPage(night=bank.night, act=act, fact=fact, is_open=False)
    present = present_in(bank.history)
    seating = seating_of(night).only(present)
    line = _waiting(bank.night, present)
    names = _short(player_names([*present.here, *seating.spots, *(each.player for each in line)]))
    waiting = tuple(f"{names[each.player]} +{each.party - 1}" if each.guests else names[each.player] for each in line)
    return TvPage(
        night=bank.night,
        act=act,
        fact=fact,
        is_open=True,
        blinds=written(bank.blinds) if bank.blinds else "",
        levels=_levels(bank),
        minimum_cents=bank.limits.minimum_cents,
        maximum_cents=bank.limits.maximum_cents,
        tables=_tables(seating, present, names),
        standing=_named(seating.standing(present.here), names) if seating.spots else (),
        waiting=waiting[:NAMED],
        more_waiting=len(waiting[NAMED:]),
        leaving=tuple(_leaving(bank, present, names, now)),
    )


def newest_of(night: Night) -> tuple[int, int]:
    """Return the number of the ledger's last act and the id of the night's last fact; 0 for none."""
    act = Act.objects.order_by("-number").values_list("number", flat=True).first()
    fact = Fact.objects.filter(night=night).order_by("-pk").values_list("pk", flat=True).first()
    return act or 0, fact or 0


def _levels(bank: BankNow) -> TvLevels | None:
    # Levels that no clock counts are raised by hand, and their blinds are shown like any others.
    if not bank.terms.levels or bank.terms.level_minutes is None:
        return None
    blinds = tuple(map(written, bank.terms.levels))
    return TvLevels(bank.history.level or 1, bank.terms.level_minutes, blinds)


def _tables(seating: Seating, present: Present, names: Mapping[int, str]) -> tuple[TvTable, ...]:
    if seating.spots:
        return tuple(_table(seating, number, names) for number in seating.numbers())
    return tuple(TvTable(tuple(map(TvSeat, some))) for some in _lists(_named(present.here, names)))


def _lists(names: Sequence[str]) -> Iterator[Sequence[str]]:
    """Return the names in as few lists as are legible, each as long as the others or one shorter."""
    count = -(-len(names) // _ROWS)
    bounds = [-(-len(names) * place // max(count, 1)) for place in range(count + 1)]
    return (names[start:end] for start, end in pairwise(bounds))


def _table(seating: Seating, table: int, names: Mapping[int, str]) -> TvTable:
    button = seating.buttons.get(table)
    at = button.seat if button else None
    sitting = seating.sitting(table)
    seats = tuple(TvSeat(names[number], seat, seat == at, number in seating.away) for seat, number in sitting.items())
    return TvTable(seats, table, tuple(seating.free(table)), None if at in sitting else at)


def _named(numbers: Iterable[int], names: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(names[number] for number in numbers)


def _leaving(bank: BankNow, present: Present, names: Mapping[int, str], now: datetime) -> Iterator[LeavingPlayer]:
    """Yield those whose notice runs, the first to leave first; nobody where the house asks for none in minutes."""
    if bank.terms.notice_minutes is None:
        return
    notice = timedelta(minutes=bank.terms.notice_minutes)
    given = [(at + notice, number) for number in present.here if (at := bank.history.notice_at(number))]
    yield from (LeavingPlayer(names[number], until) for until, number in sorted(given) if until > now)


def _waiting(night: Night, present: Present) -> Sequence[Rsvp]:
    """Return who waits for a seat, in the order of the house."""
    rsvp_state = rsvp_state_of(night)
    if not rsvp_state.waiting:
        return ()
    people = people_for(night, arrears_now())
    return [each for each in in_order(rsvp_state, people, terms_of_night(night)) if each.player not in present.here]


def _short(names: Mapping[int, str]) -> dict[int, str]:
    return dict(zip(names, first_names([*names.values()]), strict=True))


def first_names(names: Sequence[str]) -> list[str]:
    """Return the first word of each name; where two are alike, with as much of the rest as tells them apart.

    A television says no more of a name than the table needs: "Bo S." and "Bo J.".
    """
    often = Counter(form.casefold() for name in names for form in {*_forms(name)})
    return [next((form for form in _forms(name) if often[form.casefold()] == 1), name) for name in names]


def _forms(name: str) -> list[str]:
    """Return the ways to write a name, the shortest first: its first word, and then a letter more each."""
    first, *others = name.split()
    rest = " ".join(others)
    return [first, *(f"{first} {rest[:end].rstrip()}." for end in range(1, len(rest)))]
