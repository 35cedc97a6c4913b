"""The least raise, the players who may raise again, the meaning of silent chips, straddles, and missed blinds. Pure.

Amounts are cents, and totals of a betting round: "raise to 5", not "5 more". Players are named as the table names them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ledger.money.cents import show_cents
from ledger.terms.bank_terms import Blinds
from reservations.acts.problems import Impossible
from reservations.houses.seating_terms import Entering, MissedBlinds, SeatingTerms, ShortRaise, Straddles
from reservations.tables.seats import HandEntryKind, Missed


@dataclass(frozen=True)
class Rung:
    """A straddle, or the big blind as number 0: its cents, and the least total of a raise over it."""

    number: int
    cents: int
    least_cents: int


def ladder(big_cents: int, players: int, straddles: Straddles) -> list[Rung]:
    """Return the big blind and every straddle over it, as many as ``players`` leave room for: the button is the last.

    If straddles are blinds, or the house has no rule, the least raise is the whole last straddle; if they are raises it
    is the addition of the last straddle.
    """
    rungs = [Rung(0, big_cents, 2 * big_cents)]
    for number in range(1, 1 if straddles is Straddles.NONE else players - 1):
        cents = big_cents * 2**number
        rungs.append(Rung(number, cents, cents + (cents // 2 if straddles is Straddles.RAISES else cents)))
    return rungs


@dataclass(frozen=True)
class WayBack:
    """A way to be dealt in again: the cents paid as a bet (live), and the dead cents in the pot."""

    how: HandEntryKind
    live_cents: int = 0
    dead_cents: int = 0

    @property
    def total_cents(self) -> int:
        return self.live_cents + self.dead_cents


def ways_back(terms: SeatingTerms, blinds: Blinds, missed: Missed, *, is_between: bool) -> list[WayBack]:
    """Return the ways in which a new or returning player comes into the next hand; the first is the quickest.

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


@dataclass(frozen=True)
class BetRules:
    """The betting rules of a house: the least bet of a round, and further bounds; None: no bound.

    ``least_raise_cents``: every raise is at least that much; without it, as much as the bet or raise before it.
    """

    least_bet_cents: int
    least_raise_cents: int | None = None
    greatest_bet_cents: int | None = None
    greatest_raise_cents: int | None = None
    most_raises: int | None = None


@dataclass(frozen=True)
class Wager:
    """A player's total in this round."""

    name: str
    cents: int
    all_in: bool = False


@dataclass(frozen=True)
class NextRaise:
    """The options of the next player: the cents of a call, and the least and greatest totals of a raise, if bounded.

    ``raise_cents`` is the addition of the least raise. ``may_not`` raise: players who have acted, for whom the betting
    is not open again. ``is_capped``: after this many raises only two players alone may raise further.
    """

    call_cents: int
    raise_cents: int
    least_cents: int
    most_cents: int | None
    may_not: tuple[str, ...] = ()
    is_capped: bool = False


def next_raise(wagers: Sequence[Wager], rules: BetRules, over: Rung | None = None) -> NextRaise:
    """Return the state of a round after those wagers, in order; ``over`` is the blind it began with.

    A raise is at least as much as the bet or raise before it, and the first bet at least the least bet. A player who is
    all-in for less does not open the betting again for those who have acted, unless several of these all-ins add up to
    a full raise for them. Raises ``Impossible`` for a smaller wager that is not all-in, and for a wager below a call.
    """
    to_call = over.cents if over else 0
    step = rules.least_raise_cents or (over.least_cents - over.cents if over else rules.least_bet_cents)
    raises = 0 if over else -1  # The bet is no raise.
    acted: dict[str, int] = {}
    for wager in wagers:
        least = to_call + step if to_call else rules.least_bet_cents
        if not wager.all_in and wager.cents < to_call:
            raise Impossible(f"{show_cents(wager.cents)} is less than a call of {show_cents(to_call)}.")
        if not wager.all_in and to_call < wager.cents < least:
            raise Impossible(f"{show_cents(wager.cents)} is too little: at least {show_cents(least)}, or all-in.")
        if wager.cents >= least:
            step = rules.least_raise_cents or max(wager.cents - to_call, rules.least_bet_cents)
            raises += 1
        acted[wager.name] = max(wager.cents, acted.get(wager.name, 0))
        to_call = max(to_call, wager.cents)
    all_in = {wager.name for wager in wagers if wager.all_in}
    most = rules.greatest_raise_cents if to_call else rules.greatest_bet_cents
    bounds = (to_call + step if to_call else rules.least_bet_cents, None if most is None else to_call + most)
    may_not = tuple(name for name, cents in acted.items() if name not in all_in and 0 < to_call - cents < step)
    is_capped = rules.most_raises is not None and raises >= rules.most_raises
    return NextRaise(to_call, step, *bounds, may_not, is_capped)


class SilentMeaning(StrEnum):
    """The meanings of chips that were put in without a word."""

    BET = "a bet"
    CALL = "a call"
    RAISE = "a raise"
    SHORT_CALL = "less than a call"
    SHORT_BET = "less than a bet"
    CHOICE = "their choice"


@dataclass(frozen=True)
class Silent:
    """The meaning of chips put in without a word: the total that counts, the change, and the sum to add."""

    means: SilentMeaning
    cents: int
    back_cents: int = 0
    more_cents: int = 0


def silent_chips(put_cents: int, facing: NextRaise, *, one_chip: bool, short: ShortRaise) -> Silent:
    """Return the meaning of chips that a player puts in without a word, as their first chips in the round.

    A single chip after a bet is a call, whatever its worth (dave, hybrid, ericn). Several chips that are more than a
    call and less than a raise become a raise from half a raise on, or their player chooses.
    """
    call, least = facing.call_cents, facing.least_cents
    if not call:
        if put_cents >= least:
            return Silent(SilentMeaning.BET, put_cents)
        return Silent(SilentMeaning.SHORT_BET, least, more_cents=least - put_cents)
    if put_cents < call:
        return Silent(SilentMeaning.SHORT_CALL, call, more_cents=call - put_cents)
    if one_chip or put_cents == call:
        return Silent(SilentMeaning.CALL, call, back_cents=put_cents - call)
    if put_cents >= least:
        return Silent(SilentMeaning.RAISE, put_cents)
    if short is ShortRaise.CHOICE:
        return Silent(SilentMeaning.CHOICE, call, back_cents=put_cents - call, more_cents=least - put_cents)
    if 2 * (put_cents - call) >= least - call:
        return Silent(SilentMeaning.RAISE, least, more_cents=least - put_cents)
    return Silent(SilentMeaning.CALL, call, back_cents=put_cents - call)
