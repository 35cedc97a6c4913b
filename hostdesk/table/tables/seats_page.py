"""The seats of tonight on the page: their players, the buy-ins, and their marks.

And the panel of a player's seat: its number, the owed blinds, and the way into a hand.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from hostdesk.table.open_night.queries import PlayerTonight, Tonight
from hostdesk.table.tables import text
from hostdesk.table.tables.chart_page import OvalPlace, oval_places
from hostdesk.table.tables.page import NightTables, tables_of
from ledger.night.act_queries import with_ruling
from reservations.acts.facts import AT_THE_TABLE, FactKind
from reservations.houses.seating_terms import Entering
from reservations.models import Fact, Night
from reservations.parsing.names import first_names, whole_number
from reservations.tables.entering import WayIn, owed_blinds, way_in
from reservations.tables.queries import seated_since, table_facts
from reservations.tables.reducers import read_moves
from reservations.tables.rules import spots_in_order
from reservations.tables.seats import Button, HandEntryKind, Missed, MoveReason, Present, Seating, Spot

_ENTRY = {HandEntryKind.WAITS: "waits", HandEntryKind.BUYS: "buys button"}


@dataclass(frozen=True)
class MapSeat:
    """A seat of a table, and its player with their marks; ``place`` is the place on the oval, None in a list.

    ``short`` is as much of the name as the tables need, for lack of room. ``marks`` are of few words, as a card has one
    line for a mark; ``leaves_at`` is the end of play of a player who gave notice.
    """

    spot: Spot
    place: OvalPlace | None
    sitting: PlayerTonight | None = None
    short: str = ""
    has_button: bool = False
    marks: tuple[str, ...] = ()
    leaves_at: datetime | None = None

    @property
    def value(self) -> str:
        """The seat in the form of a button: 1-4 is table 1, seat 4."""
        return f"{self.spot.table}-{self.spot.seat}"


@dataclass(frozen=True)
class MapTable:
    """A table of tonight with its seats in their order, taken and free."""

    number: int
    taken: list[MapSeat]
    free: list[MapSeat]
    button: Button | None
    is_oval: bool

    @property
    def seats(self) -> list[MapSeat]:
        """All of them."""
        return sorted([*self.taken, *self.free], key=lambda seat: seat.spot)


@dataclass(frozen=True)
class UnseatedPlayer:
    """A present player without a seat, and the one proposed to them; None if all are taken."""

    sitting: PlayerTonight
    spot: Spot | None


@dataclass(frozen=True)
class SeatMap:
    """The tables of tonight at one moment: with ``here``, the players at the tables, and ``gone``, those who left.

    ``is_drawn``: at least one player was given a seat; nights without seats show a list. ``next_spot`` is the seat
    proposed to the next player who comes, after the ``unseated`` have theirs; None if all are taken.
    """

    tonight: Tonight
    read: NightTables
    now: datetime
    seating: Seating
    present: Present
    is_drawn: bool
    tables: list[MapTable]
    here: list[PlayerTonight]
    unseated: list[UnseatedPlayer]
    gone: list[PlayerTonight]
    next_spot: Spot | None

    def proposed(self, number: int) -> Spot | None:
        """Return the seat that a player without one could take, here or still to come."""
        return next((seat.spot for seat in self.unseated if seat.sitting.number == number), self.next_spot)

    def seat_of(self, number: int) -> MapSeat | None:
        """Return the seat of a player at a table."""
        taken = (seat for table in self.tables for seat in table.taken)
        return next((seat for seat in taken if seat.sitting and seat.sitting.number == number), None)


def seat_map_of(tonight: Tonight, now: datetime) -> SeatMap:
    """Read the tables of a night at ``now``, which is aware, with the present players."""
    read = tables_of(tonight)
    seating, people = read.seating, read.present.here
    spots = spots_in_order(seating, read.terms)
    proposed = dict(zip(seating.unseated(people), spots, strict=False))
    here = [player for player in tonight.players if player.number in people]
    return SeatMap(
        tonight=tonight,
        read=read,
        now=now,
        seating=seating,
        present=read.present,
        is_drawn=bool(seating.spots),
        tables=[_table(tonight, read, now, number) for number in seating.numbers()],
        here=here,
        unseated=[UnseatedPlayer(one, proposed.get(one.number)) for one in here if one.number not in seating.spots],
        gone=[player for player in tonight.players if player.number not in people],
        next_spot=next(spots, None),
    )


def _table(tonight: Tonight, read: NightTables, now: datetime, number: int) -> MapTable:
    button, sitting_there = read.seating.buttons.get(number), read.seating.sitting(number)
    at_tables = read.seating.spots
    short = first_names(read.names[present] for present in at_tables)
    seats = read.seating.seats(number)
    # Where all seats fit around the table a place never moves; else the players are spread over it.
    places: Sequence[OvalPlace] = oval_places(seats)
    drawn = dict(enumerate(places, 1)) or dict(zip(sitting_there, oval_places(len(sitting_there)), strict=False))
    taken, free = [], []
    for seat in range(1, seats + 1):
        spot, has_button = Spot(number, seat), button is not None and button.seat == seat
        sitting = tonight.player(sitting_there[seat]) if seat in sitting_there else None
        if sitting is None:
            free.append(MapSeat(spot, drawn.get(seat), has_button=has_button))
            continue
        until = tonight.notice_met_at(sitting)
        leaves_at = until if until and until > now else None
        leaving = ["leaving"] if sitting.notice_at and leaves_at is None else []
        name, marks = short[read.names[sitting.number]], _marks(read, sitting, leaving)
        taken.append(MapSeat(spot, drawn.get(seat), sitting, name, has_button, marks, leaves_at))
    return MapTable(number, taken, free, button, is_oval=bool(drawn) or not taken)


def _marks(read: NightTables, sitting: PlayerTonight, leaving: list[str]) -> tuple[str, ...]:
    """Return the marks of a player at a table, in words."""
    number = sitting.number
    marks = ["no chips"] if sitting.state == "arrived" else []
    marks += ["away"] if number in read.seating.away else []
    marks += leaving
    if owed := owed_blinds(read.seating, number, read.terms):
        marks.append(f"owes {'+'.join(name for name, is_owed in (('SB', owed.small), ('BB', owed.big)) if is_owed)}")
    entered = read.seating.entries.get(number)
    marks += [_ENTRY[entered.how]] if entered and entered.how in _ENTRY else []
    marks += [f"→ table {wish.table}" for wish in read.seating.wishes if wish.player == number]
    return tuple(marks)


NEW = timedelta(minutes=20)
"""For so long after sitting down a player counts as new."""

_BEGINNING = timedelta(minutes=10)
"""So long after the first seats were given a game is going on, even if the button was never noted."""

_BUTTON = (FactKind.BUTTON, FactKind.DRAW)


EntryOption = tuple[HandEntryKind, str]
"""One way of coming into the hand, and the label of the button that records it."""

_IN, _WAITED = (HandEntryKind.NOTHING, "Dealt in"), (HandEntryKind.NOTHING, "Has waited: dealt in")
_WAITS, _BUYS = (HandEntryKind.WAITS, "Waits"), (HandEntryKind.BUYS, "Buys the button")
_POSTED = (HandEntryKind.POSTS, "Posted")


@dataclass(frozen=True)
class HandEntry:
    """The next hand on the panel of a player at a table.

    ``asks_button`` is the table whose button must be noted first. ``is_new`` is true until they are dealt in: for a
    player who sat down lately while a game was going on, for one who owes blinds, and for one who waits or buys the
    button.
    """

    words: str
    options: tuple[EntryOption, ...]
    asks_button: int | None
    is_new: bool


def seat_context(seats: SeatMap, number: int) -> dict[str, Any]:
    """Return the context of a player's seat: the present or the possible one, and the next hand."""
    missed = seats.seating.missed.get(number, Missed())
    return {
        "spot": seats.seating.spots.get(number),
        "seat": seats.seat_of(number),
        "proposed": seats.proposed(number),
        "away_since": seats.seating.away.get(number),
        "owes": bool(owed_blinds(seats.seating, number, seats.read.terms)),
        "coming_back": text.coming_back(missed, seats.read.terms.missed, seats.tonight.now.blinds),
        "entry": entry_of(seats, number),
        "wish": next((wish for wish in seats.seating.wishes if wish.player == number), None),
    }


def noted_context(night: Night, seats: SeatMap, noted: str) -> dict[str, Any]:
    """Return the changes of the fact of ``?noted=N``, in words, and the move to undo; {} without that fact.

    If the host moved the banker to another table by hand, it says so: the bank moves with them.
    """
    wanted = whole_number(noted)
    fact = wanted and Fact.objects.filter(night=night, pk=wanted, kind__in=AT_THE_TABLE).first()
    if not fact:
        return {}
    remark, banker = with_ruling(json.loads(fact.outcome).get("remark", ""), fact), seats.present.banker
    if banker and fact.kind == FactKind.MOVE and json.loads(fact.content)["why"] in (MoveReason.HOST, MoveReason.SWAP):
        was, now = _spots(fact, "was").get(banker), _spots(fact, "moves").get(banker)
        if was and now and was.table != now.table:
            remark = f"{remark} {seats.tonight.now.names[banker]} has the bank.".strip()
    return {"noted": remark, "undo_fact": wanted if seats.seating.last_move == wanted else None}


def gave_a_seat(fact: Fact, number: int) -> bool:
    """Tell whether a fact gave a seat to a player without one."""
    return _spots(fact, "moves").get(number) is not None and _spots(fact, "was").get(number) is None


def _spots(fact: Fact, name: str) -> dict[int, Spot | None]:
    """Return the old or the new places of the players whom a fact moved; {} if it moved nobody."""
    return dict(read_moves(json.loads(fact.outcome).get(name, [])))


def entry_of(seats: SeatMap, number: int) -> HandEntry | None:
    """Return a player's way into the hand; None without a seat.

    Source: dave and ericn, *Blinds, entering, being away*.
    """
    spot = seats.seating.spots.get(number)
    if spot is None:
        return None
    known = seats.seating.entries.get(number)
    if known is not None and known.how in (HandEntryKind.WAITS, HandEntryKind.BUYS):
        option = _WAITED if known.how is HandEntryKind.WAITS else _IN
        return HandEntry(f"Noted: {known.how}.", (option,), None, True)
    owes = owed_blinds(seats.seating, number, seats.read.terms)
    is_new = bool(owes) or (known is None and _sat_down_lately(seats, number))
    since = seated_since(seats.tonight.night, number, spot)
    way = way_in(seats.seating, number, since, seats.read.terms, seats.now)
    words, options = _in_words(seats, way, owes)
    first = "Buys chips first. " if number in seats.seating.chipless else ""
    return HandEntry(f"{first}{words}", options, spot.table if way.asks_button else None, is_new)


def _in_words(seats: SeatMap, way: WayIn, owes: Missed) -> tuple[str, tuple[EntryOption, ...]]:
    """Return a player's way in, new or returning and owing blinds, and the possible records."""
    entering, stakes = seats.read.terms.entering, seats.tonight.now.blinds
    back = text.coming_back(owes, seats.read.terms.missed, stakes) if owes else ""
    if way.asks_button:
        return f"{back} {text.ASK_BUTTON[entering]}".strip(), (_POSTED if owes else _IN, _WAITS)
    if way.hands:
        return text.waits(way.hands), (_WAITS, _IN)
    if way.is_between:
        return text.between(stakes, returns=bool(owes)), (_BUYS, _WAITS, _IN)
    if entering == Entering.PASSED:
        return back or text.NEXT_HAND, (_POSTED if owes else _IN, _WAITS)
    new = text.FREELY if entering == Entering.FREELY else text.NEXT_HAND
    return (back, (_POSTED, _WAITS)) if owes else (new, (_IN,))


def _sat_down_lately(seats: SeatMap, number: int) -> bool:
    """Tell whether a player was given a seat in the last minutes, or came back to theirs, while a game was going on."""
    facts = table_facts(seats.tonight.night, FactKind.MOVE, *_BUTTON)
    moved = (fact.at for fact in facts if any(number == who for who, *_ in fact.outcome.get("moves", ())))
    since = seats.present.back.get(number) or next(moved, None)
    if since is None or seats.now - since > NEW:
        return False
    return facts[0].at <= since - _BEGINNING or any(fact.kind in _BUTTON and fact.at < since for fact in facts)
