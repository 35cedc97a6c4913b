"""The public part of a night at the table: blinds, limits, seats, draws, the waiting list, and leaving players.

Before anybody plays it is the game card. The only amounts are the stakes and the limits: no purchases, debts or
results.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from hostdesk.invitations.nights.game_card_page import GameCard
from hostdesk.standings.book.standing_queries import arrears_now
from hostdesk.table.tables.chart_page import OvalPlace, oval_places
from hostdesk.table.tables.page import Drawn, NightTables, drawn_of
from hostdesk.table.tables.queries import present_in
from ledger.bank.queries import bank_of
from ledger.clock.queries import written
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Kind
from reservations.models import Fact, Night
from reservations.parsing.names import first_names
from reservations.players.queries import player_names
from reservations.rsvps.queries import people_for, rsvp_state_of, terms_of_night
from reservations.rsvps.rsvp_state import Rsvp
from reservations.tables.queries import seating_of, seating_terms_of
from reservations.tables.seats import Present, Seating
from reservations.waiting_list.rules import in_order

NAMED = 6
"""How many of those who wait are named."""
SHOWN = timedelta(seconds=60)
"""How long a draw is shown: a second for every card, and some to read the seats."""

_CROWDS = (("most", 12), ("many", 9), ("some", 7))
_MOST_OF_LEVELS = 2  # lists, beside one of the chips
_ROWS = 11  # as many names as are legible in one list from the other side of the room


@dataclass(frozen=True)
class TvLevels:
    """The levels of a night, from 1: the present one, their number, the length of one, and the blinds of all."""

    level: int
    minutes: int
    blinds: tuple[str, ...]

    @property
    def next_blinds(self) -> str:
        """The blinds of the next one; "" after the last."""
        return self.blinds[self.level] if self.level < len(self.blinds) else ""

    @property
    def milliseconds(self) -> int:
        """The length of one."""
        return self.minutes * 60_000


@dataclass(frozen=True)
class TvSeat:
    """A player at the table by name and number, and their seat with its place around the oval, None without one."""

    name: str
    number: int
    seat: int | None = None
    has_button: bool = False
    is_away: bool = False
    place: OvalPlace | None = None


@dataclass(frozen=True)
class TvTable:
    """A table with its free seats and their places; without a number it is a list of players on a night without seats.

    ``empty_button`` is the seat of the button if it is empty.
    """

    seats: tuple[TvSeat, ...]
    number: int | None = None
    free: Mapping[int, OvalPlace | None] | None = None
    empty_button: int | None = None


@dataclass(frozen=True)
class TvPage:
    """The table. Amounts in cents.

    ``has_begun``: somebody has bought in or has a seat, or the levels run; before that there is no table to show.
    ``leaving``: the players who gave notice, and their end of play by the rules of the house (dave, *Leaving*).
    ``draw``: the last draw of cards, until ``draw_ends``.
    """

    night: Night
    is_open: bool
    blinds: str = ""
    levels: TvLevels | None = None
    minimum_cents: int | None = None
    maximum: str = ""
    tables: tuple[TvTable, ...] = ()
    unseated: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    more_waiting: int = 0
    leaving: tuple[tuple[str, datetime], ...] = ()
    has_begun: bool = True
    draw: Drawn | None = None
    draw_ends: datetime | None = None

    @property
    def is_felt(self) -> bool:
        """Tell whether the tables themselves are drawn: no clock needs the room, and all seats fit around them."""
        return self.levels is None and any(seat.place for table in self.tables for seat in table.seats)

    @property
    def changes_at(self) -> datetime | None:
        """The time of its next change without a record: a notice or a draw is over; None for never."""
        ends = [self.draw_ends] if self.draw_ends else []
        return min([*ends, *(until for _, until in self.leaving)], default=None)

    @property
    def crowd(self) -> str:
        """The room for the longest list: ``few``, ``some``, ``many`` or ``most``."""
        return _crowd(max((len(table.seats) + bool(table.free) for table in self.tables), default=0))


@dataclass(frozen=True)
class TvCard:
    """The game card on a television: the card, and its levels with their numbers in as few columns as are legible."""

    card: GameCard
    levels: tuple[tuple[tuple[int, str], ...], ...]

    @property
    def crowd(self) -> str:
        """The room for the longest list, as for `TvPage`."""
        return _crowd(max([len(self.card.chips), *map(len, self.levels)]))


def tv_card_of(card: GameCard) -> TvCard:
    """Lay a game card out for a television."""
    numbered = tuple(enumerate(card.levels, start=1))
    return TvCard(card, tuple(numbered[start:end] for start, end in _parts(len(numbered), most=_MOST_OF_LEVELS)))


def tv_of(night: Night, now: datetime) -> TvPage:
    """Read the public part of a night at the aware moment ``now``. Raises ``Impossible`` without a bank."""
    bank = bank_of(night)
    if bank.bank.closed_id is not None:
        return TvPage(night=night, is_open=False)
    present, terms, levels = present_in(bank.history), bank.terms, None
    seating = seating_of(night).only(present)
    line = _waiting(night, present)
    full_names = player_names([*present.here, *seating.spots, *(rsvp.player for rsvp in line)])
    short = first_names(full_names.values())
    names = {number: short[name] for number, name in full_names.items()}
    waiting = tuple(f"{names[rsvp.player]} +{rsvp.party - 1}" if rsvp.guests else names[rsvp.player] for rsvp in line)
    here = [TvSeat(names[number], number) for number in present.here]
    lists = tuple(TvTable(tuple(here[start:end])) for start, end in _parts(len(here)))
    # Levels that no clock counts are raised by hand, and their blinds are shown like any others.
    if terms.levels and terms.level_minutes is not None:
        levels = TvLevels(bank.history.level or 1, terms.level_minutes, tuple(map(written, terms.levels)))
    leaving: list[tuple[datetime, int]] = []
    if terms.notice_minutes is not None:
        notice = timedelta(minutes=terms.notice_minutes)
        given = ((bank.history.of(number).notice_at, number) for number in present.here)
        leaving = sorted((at + notice, number) for at, number in given if at and at + notice > now)
    draw, ends = draw_at(night, now, present)
    return TvPage(
        night=night,
        is_open=True,
        blinds=written(bank.blinds) if bank.blinds else "",
        levels=levels,
        minimum_cents=bank.limits.minimum_cents,
        maximum=bank.limits.maximum_in_words(),
        tables=_tables(seating, names) if seating.spots else lists,
        unseated=tuple(names[number] for number in seating.unseated(present.here)) if seating.spots else (),
        waiting=waiting[:NAMED],
        more_waiting=len(waiting[NAMED:]),
        leaving=tuple((names[number], until) for until, number in leaving),
        has_begun=bool(bank.history.of_kind(Kind.BUY_IN) or seating.spots or bank.history.level is not None),
        draw=draw,
        draw_ends=ends,
    )


def draw_at(night: Night, now: datetime, present: Present) -> tuple[Drawn | None, datetime | None]:
    """Return the last draw of cards of the minute before ``now`` and the end of its show; None for none."""
    drawn = Fact.objects.filter(night=night, kind__in=(FactKind.MOVE, FactKind.DRAW), outcome__contains='"cards":')
    fact = drawn.filter(at__range=(now - SHOWN, now)).order_by("id").last()
    if fact is None:
        return None, None
    seating, outcome = seating_of(night), json.loads(fact.outcome)
    drew = {number for drawn in outcome["cards"]["rounds"] for number, _ in drawn}
    full_names = player_names({*drew, *seating.spots})
    short = first_names(full_names.values())
    names = {number: short[name] for number, name in full_names.items()}
    draw = drawn_of(fact, NightTables(seating, present, seating_terms_of(night), names))
    return (None, None) if draw.is_taken_back else (draw, fact.at + SHOWN)


def _tables(seating: Seating, names: Mapping[int, str]) -> tuple[TvTable, ...]:
    tables = []
    for table in seating.numbers():
        button, sitting = seating.buttons.get(table), seating.sitting(table)
        at = button.seat if button else None
        places = dict(enumerate(oval_places(seating.seats(table)), 1))
        seats = (
            TvSeat(names[number], number, seat, seat == at, number in seating.away, places.get(seat))
            for seat, number in sitting.items()
        )
        free = {seat: places.get(seat) for seat in seating.free(table)}
        tables.append(TvTable(tuple(seats), table, free, None if at in sitting else at))
    return tuple(tables)


def _parts(rows: int, *, most: int = 100) -> Iterator[tuple[int, int]]:
    """Split that many rows into legible lists, up to a maximum: their beginnings and ends."""
    count = min(-(-rows // _ROWS), most)
    return pairwise(-(-rows * place // max(count, 1)) for place in range(count + 1))


def _crowd(rows: int) -> str:
    return next((word for word, least in _CROWDS if rows >= least), "few")


def _waiting(night: Night, present: Present) -> Sequence[Rsvp]:
    """Return the waiting players, in the order of the house."""
    rsvp_state = rsvp_state_of(night)
    if not rsvp_state.waiting:
        return ()
    people = people_for(night, arrears_now())
    return [rsvp for rsvp in in_order(rsvp_state, people, terms_of_night(night)) if rsvp.player not in present.here]
