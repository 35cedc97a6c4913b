"""How somebody new comes into the hand, and somebody who was away back into it: what the house asks, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from hostdesk.tables.seat_map_page import SeatMap, blinds_in_words
from reservations.acts.facts import FactKind, Said
from reservations.houses.seating_terms import Entering, MissedBlinds
from reservations.tables.balancing import known_button
from reservations.tables.positions import Blinds, blinds, comes_between, hands_to_wait
from reservations.tables.queries import table_facts
from reservations.tables.seats import Button, How, Missed, Spot

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
    """Return how somebody comes into the hand; None without a seat.

    Source: dave and ericn, *Blinds, entering, being away*.
    """
    spot = seats.spot_of(number)
    if spot is None:
        return None
    known = seats.seating.entries.get(number)
    if known is not None and known.how in (How.WAITS, How.BUYS):
        return Entry(f"Noted: {known.how}.", (_IN,), None, True)
    moves = table_facts(seats.tonight.night, FactKind.MOVE, *_BUTTON)
    is_new = known is None and _sat_down_lately(seats, moves, number)
    here = [number, spot.table, spot.seat]
    words, ways, asks = _way_in(seats, spot, max(each.at for each in moves if here in each.outcome.get("moves", ())))
    first = "Buys chips first. " if number in seats.seating.chipless else ""
    return Entry(f"{first}{words}", ways, asks, is_new)


def _way_in(seats: SeatMap, spot: Spot, since: datetime) -> tuple[str, tuple[Way, ...], int | None]:
    entering = seats.read.terms.entering
    if entering == Entering.FREELY:
        return ("New players need not post and may enter anywhere.", (_IN,), None)
    button = known_button(seats.seating, spot.table, seats.now)
    if button is None:
        return (_DEPENDS[entering], (_IN, _WAITS), spot.table)
    now, many = _blinds_met(seats, spot, button, since), seats.seating.seats(spot.table)
    if entering == Entering.PASSED:
        if hands := hands_to_wait(spot.seat, now, many) if now else 0:
            wait = "1 hand" if hands == 1 else f"{hands} hands"
            return (f"Waits {wait}: no new player enters on the small blind or the button.", (_WAITS, _IN), None)
        return (_NEXT_HAND, (_IN, _WAITS), None)
    if now and comes_between(spot.seat, now, many):
        return (_BETWEEN, (_BUYS, _WAITS), None)
    return (_NEXT_HAND, (_IN,), None)


def _blinds_met(seats: SeatMap, spot: Spot, button: Button, since: datetime) -> Blinds | None:
    """Return where the blinds are that somebody new meets who took that seat at ``since``; None without a game.

    They are where they were when somebody said where the button is. Only where somebody new sat in them by then, who
    did not have them, are they those of all the others.
    """
    told = None if button.small is None or button.big is None else Blinds(button.small, button.big)
    if told and (since > button.at or spot.seat not in (told.small, told.big)):
        return told
    dealt_in = seats.seating.dealt_in(spot.table, away_too=seats.read.terms.away_dealt_in)
    others = [seat for seat in dealt_in if seat != spot.seat]
    return blinds(button.seat, others, seats.seating.seats(spot.table))


_DEPENDS = {
    Entering.PASSED: "No new player enters on the small blind or the button. Where is the button?",
    Entering.BUYING: "Need not post; between the button and the small blind a new player buys the button. Where is it?",
}
_NEXT_HAND = "Need not post: dealt in at the next hand."
_BETWEEN = (
    "Between the button and the small blind: comes in only by buying the button. The big blind is live and the small "
    "one dead, the two to the left rest a hand, and at the next hand the button is here. Or waits until it has passed."
)


def _sat_down_lately(seats: SeatMap, facts: Sequence[Said], number: int) -> bool:
    """Tell whether somebody was given a seat in the last minutes, or came back to theirs, while a game was going on."""
    moved = (each.at for each in facts if any(number == who for who, *_ in each.outcome.get("moves", ())))
    since = seats.present.back.get(number) or next(moved, None)
    if since is None or seats.now - since > NEW:
        return False
    return facts[0].at <= since - _BEGINNING or any(each.kind in _BUTTON and each.at < since for each in facts)


def to_come_back(seats: SeatMap, number: int) -> str:
    """Say what somebody who was away owes before they are dealt in again, by the terms of the house."""
    missed = seats.seating.missed.get(number, Missed())
    if seats.read.terms.missed == MissedBlinds.PUT_IN:
        return "The blinds of absent players are posted for them: nothing is owed."
    if seats.read.terms.missed == MissedBlinds.NOTHING or not missed:
        return "Nothing is owed to come back."
    dead = " The small one is dead." if missed.small else ""
    return f"To come back: post {blinds_in_words(missed)}, or wait for the big blind.{dead}"
