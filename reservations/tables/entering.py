"""A player's way into the next hand from their seat: at once, or after a wait. Pure.

Source: dave and ericn, *Blinds, entering, being away*.
"""

from dataclasses import dataclass
from datetime import datetime

from reservations.acts.problems import RuleViolation
from reservations.houses.seating_terms import Entering, MissedBlinds, SeatingTerms
from reservations.parsing.names import counted
from reservations.tables.balancing import known_button
from reservations.tables.positions import BlindSeats, blinds, comes_between, hands_to_wait
from reservations.tables.seats import HandEntryKind, Missed, Seating


@dataclass(frozen=True)
class WayIn:
    """A player's way into the next hand. ``asks_button``: the button of their table must be noted first.

    ``hands``: the number of hands in which no new player may enter at that seat. ``is_between``: only by buying the
    button.
    """

    asks_button: bool = False
    hands: int = 0
    is_between: bool = False


def way_in(seating: Seating, number: int, since: datetime, terms: SeatingTerms, now: datetime) -> WayIn:
    """Return the way in of a new or returning player, who took their seat at ``since``."""
    if terms.entering == Entering.FREELY:
        return WayIn()
    spot = seating.spots[number]
    button = known_button(seating, spot.table, now)
    if button is None:
        return WayIn(asks_button=True)
    # The blinds are those at the note of the button: None without a game. They are those of all the others only if the
    # new player sat in one of them by then, without having it.
    seats = seating.seats(spot.table)
    at = None if button.small is None or button.big is None else BlindSeats(button.small, button.big)
    if at is None or (since <= button.at and spot.seat in (at.small, at.big)):
        dealt_in = seating.dealt_in(spot.table, away_too=terms.away_dealt_in)
        at = blinds(button.seat, [seat for seat in dealt_in if seat != spot.seat], seats)
    if at is None:
        return WayIn()
    if terms.entering == Entering.PASSED:
        return WayIn(hands=hands_to_wait(spot.seat, at, seats))
    return WayIn(is_between=comes_between(spot.seat, at, seats))


def owed_blinds(seating: Seating, number: int, terms: SeatingTerms) -> Missed:
    """Return the blinds that a player posts to come back, by the terms of the house."""
    return seating.missed.get(number, Missed()) if terms.missed == MissedBlinds.POSTED else Missed()


def against_entry(
    seating: Seating, number: int, how: HandEntryKind, since: datetime, terms: SeatingTerms, now: datetime
) -> tuple[RuleViolation, ...]:
    """Return the terms against a player who took their seat at ``since`` and is dealt in now.

    A player who is in already stays in. A player whose wait was noted has waited, unless the button was noted since and
    has not passed them. With an unknown button no term is against it.
    """
    entered, spot = seating.entries.get(number), seating.spots[number]
    if how in (HandEntryKind.WAITS, HandEntryKind.BUYS) or (entered and entered.how is not HandEntryKind.WAITS):
        return ()
    button = seating.buttons.get(spot.table)
    if entered and (button is None or button.at <= entered.at):
        return ()
    found, way = [], way_in(seating, number, since, terms, now)
    if way.hands:
        rule = "No new player enters on the small blind or the button"
        waits = f"whoever sits at seat {spot.seat} waits {counted(way.hands, 'hand')}"
        found.append(RuleViolation("new players", f"{rule}: {waits}."))
    elif way.is_between:
        rule = "Between the button and the small blind a player comes in by buying the button, or once it has passed"
        found.append(RuleViolation("new players", f"{rule}: seat {spot.seat} is between the two."))
    if how is HandEntryKind.NOTHING and entered is None and owed_blinds(seating, number, terms):
        rule = "A player who missed blinds posts them to come back, or waits for the big blind or a straddle."
        found.append(RuleViolation("missed blinds", rule))
    return tuple(found)
