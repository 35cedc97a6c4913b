"""Straddles over the big blind, and the price of missed blinds for a player who comes back. Pure."""

from dataclasses import dataclass

from ledger.terms.bank_terms import Blinds
from reservations.houses.seating_terms import Entering, MissedBlinds, SeatingTerms, Straddles
from reservations.tables.seats import HandEntryKind, Missed


@dataclass(frozen=True)
class Rung:
    """A straddle, or as number 0 the big blind below: its cents, and the least total of a raise over it."""

    number: int
    cents: int
    least_cents: int


def ladder(big_cents: int, players: int, straddles: Straddles) -> list[Rung]:
    """Return the big blind and every straddle over it, as many as ``players`` leave room for: the button is the last.

    As blinds, and where the house does not say, the least raise is the whole last straddle; as raises it is the
    addition of the last straddle.
    """
    rungs = [Rung(0, big_cents, 2 * big_cents)]
    for number in range(1, 1 if straddles is Straddles.NONE else players - 1):
        cents = big_cents * 2**number
        rungs.append(Rung(number, cents, cents + (cents // 2 if straddles is Straddles.RAISES else cents)))
    return rungs


@dataclass(frozen=True)
class WayBack:
    """A way to be dealt in again: the cents paid as a bet (live), and those that go dead into the pot."""

    how: HandEntryKind
    live_cents: int = 0
    dead_cents: int = 0

    @property
    def total_cents(self) -> int:
        return self.live_cents + self.dead_cents


def ways_back(terms: SeatingTerms, blinds: Blinds, missed: Missed, *, is_between: bool) -> list[WayBack]:
    """Return the ways in which a player, new or returning, comes into the next hand; the first is the quickest.

    ``is_between``: at the next hand they would be between the button and the small blind, or on one of the two.
    """
    wait = WayBack(HandEntryKind.WAITS)
    if is_between and terms.entering is Entering.PASSED:
        return [wait]
    if is_between and terms.entering is Entering.BUYING:
        return [WayBack(HandEntryKind.BUYS, blinds.big_cents, blinds.small_cents), wait]
    if terms.missed is MissedBlinds.POSTED and missed:
        live, dead = blinds.big_cents * missed.big, blinds.small_cents * missed.small
        return [WayBack(HandEntryKind.POSTS, live, dead), wait]
    return [WayBack(HandEntryKind.NOTHING)]
