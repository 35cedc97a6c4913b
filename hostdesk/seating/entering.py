"""How somebody new comes into the hand, and somebody who was away back into it: what the house asks, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from hostdesk.seating.seat_map import SeatMap, blinds_in_words
from reservations.balancing import known_button
from reservations.facts import FactKind, Said
from reservations.positions import comes_between, hands_to_wait
from reservations.seating_terms import Entering, MissedBlinds
from reservations.seats import How, Missed, Spot
from reservations.tables import table_facts

NEW = timedelta(minutes=20)
"""For so long somebody who sat down is asked about as somebody new."""

_BEGINNING = timedelta(minutes=10)
"""So long after the first seats were given a game is going on, also where nobody has said where the button is."""

_BUTTON = (FactKind.BUTTON, FactKind.DRAW)


@dataclass(frozen=True)
class Way:
    """One way of coming into the hand, and what the button that notes it says."""

    how: How
    label: str


_IN = Way(How.NOTHING, "Dealt in")
_WAITS = Way(How.WAITS, "Waits")
_BUYS = Way(How.BUYS, "Buys the button")


@dataclass(frozen=True)
class Entry:
    """What the panel of somebody at a table says about the next hand.

    ``ways`` are what can be noted. ``asks_button`` is the table whose button has to be known first. ``is_new`` is true
    until they are dealt in: for who sat down lately while a game was going on, and for who waits or buys the button.
    """

    words: str
    ways: tuple[Way, ...]
    asks_button: int | None
    is_new: bool


def entry_of(seats: SeatMap, number: int) -> Entry | None:
    """Return how somebody comes into the hand; nothing for who has no seat.

    Source: dave and ericn, *Blinds, entering, being away*.
    """
    spot = seats.spot_of(number)
    if spot is None:
        return None
    known = seats.seating.entries.get(number)
    is_new = known is None and _sat_down_lately(seats, number)
    words, ways, asks = _way_in(seats, spot)
    if known == How.WAITS or known == How.BUYS:
        return Entry(f"Noted: {known}.", (_IN,), None, True)
    return Entry(words, ways, asks, is_new)


def _way_in(seats: SeatMap, spot: Spot) -> tuple[str, tuple[Way, ...], int | None]:
    entering = seats.read.terms.entering
    if entering == Entering.FREELY:
        return ("Somebody new need not post, and may come in anywhere.", (_IN,), None)
    button = known_button(seats.seating, spot.table, seats.now)
    if button is None:
        return (_DEPENDS[entering], (_IN, _WAITS), spot.table)
    dealt_in = seats.seating.dealt_in(spot.table, away_too=seats.read.terms.away_dealt_in)
    at = (spot.seat, button.seat, dealt_in, seats.seating.seats(spot.table))
    if entering == Entering.PASSED:
        return (_in_hands(hands_to_wait(*at)), (_WAITS, _IN) if hands_to_wait(*at) else (_IN, _WAITS), None)
    if comes_between(*at):
        return (_BETWEEN, (_BUYS, _WAITS), None)
    return ("Need not post: dealt in at the next hand.", (_IN,), None)


_DEPENDS = {
    Entering.PASSED: "Nobody new comes in at the small blind or on the button. Where is the button?",
    Entering.BUYING: "Need not post; between the button and the small blind somebody new buys the button. Where is it?",
}
_BETWEEN = (
    "Between the button and the small blind: comes in only by buying the button. The big blind is live and the small "
    "one dead, the two to the left rest a hand, and at the next hand the button is here. Or waits until it has passed."
)


def _in_hands(hands: int) -> str:
    if not hands:
        return "Need not post: dealt in at the next hand."
    many = "1 hand" if hands == 1 else f"{hands} hands"
    return f"Waits {many}: nobody new comes in at the small blind or on the button."


def _sat_down_lately(seats: SeatMap, number: int) -> bool:
    """Tell whether somebody was given a seat in the last minutes, while a game was going on."""
    facts = table_facts(seats.tonight.night, FactKind.MOVE, *_BUTTON)
    since = _seated_at(facts, number)
    return since is not None and seats.now - since <= NEW and _was_playing(facts, since)


def _seated_at(facts: Sequence[Said], number: int) -> datetime | None:
    """Return when somebody came to their first seat of the night."""
    moved = (each for each in facts if any(number == who for who, *_ in each.outcome.get("moves", ())))
    return next((each.at for each in moved), None)


def _was_playing(facts: Sequence[Said], before: datetime) -> bool:
    said = (each.kind in _BUTTON and each.at < before for each in facts)
    return facts[0].at <= before - _BEGINNING or any(said)


def to_come_back(seats: SeatMap, number: int) -> str:
    """Say what somebody who was away owes before they are dealt in again, by the terms of the house."""
    missed = seats.seating.missed.get(number, Missed())
    if seats.read.terms.missed == MissedBlinds.PUT_IN:
        return "The blinds of somebody who is away are put in for them: nothing is owed."
    if seats.read.terms.missed == MissedBlinds.NOTHING or not missed:
        return "Nothing is owed to come back."
    dead = " The small one is dead." if missed.small else ""
    return f"To come back: post {blinds_in_words(missed)}, or wait for the big blind.{dead}"
