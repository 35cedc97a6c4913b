"""The plan of a chip case: the starting stack, the rebuys that follow, and the colours that run out.

Pure. Every stack and rebuy makes its amount to the cent from chips in the case.
"""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from ledger.chips.colours import (
    CannotBreak,
    ChipBreakdown,
    ChipsTonight,
    Exchange,
    Sale,
    Sharing,
    hand_out,
    in_turn,
    rack,
    usable,
)
from ledger.money.cents import show_money
from ledger.terms.bank_terms import Colour

MOST_PLAYERS = 100
MOST_REBUYS = 30
"""After that many it is no question any more whether the chips will do."""


@dataclass(frozen=True)
class Rebuys:
    """A number of rebuys in a row that go out in the same chips."""

    number: int
    chips: ChipBreakdown


@dataclass(frozen=True)
class RunsOut:
    """A colour that is used up after some rebuys (0: with the stacks), and the exchange that brings some back."""

    colour: Colour
    rebuys: int
    change: Exchange | None


@dataclass(frozen=True)
class ChipPlan:
    """A stack for every player, the chips left in the case, the rebuys, and the colours that run out.

    ``stack`` is None, with a ``problem``, if no stack is the same for all. ``is_plenty``: there are more rebuys than
    any night has. ``useless`` holds the colours too low for the blinds.
    """

    players: int
    buy_in_cents: int
    stack: ChipBreakdown | None
    after: ChipsTonight
    rebuys: tuple[Rebuys, ...] = ()
    runs_out: tuple[RunsOut, ...] = ()
    useless: tuple[Colour, ...] = ()
    problem: str = ""

    @property
    def number_of_rebuys(self) -> int:
        return sum(rebuy.number for rebuy in self.rebuys)

    @property
    def is_plenty(self) -> bool:
        return self.number_of_rebuys >= MOST_REBUYS

    @property
    def left_cents(self) -> int | None:
        """The cents of the chips left in the case; None if a colour was not counted."""
        if any(colour.stock is None for colour in self.after.colours):
            return None
        return sum(colour.cents * self.after.rack[colour.name] for colour in self.after.colours)


def chip_plan(colours: Sequence[Colour], *, players: int, buy_in_cents: int, bets: Sequence[int] = ()) -> ChipPlan:
    """Plan a night for that number of players with a usual buy-in, in cents; ``bets`` are the blinds.

    The case holds the ``stock`` of the colours; a colour without a number is plentiful.
    """
    sharing = Sharing(players, usable(colours, bets))
    low = [colour for colour in usable(colours) if colour not in (sharing.first or ())]
    unsold = in_turn((), colours)
    try:
        stack = _same_for_all(buy_in_cents, colours, sharing)
    except CannotBreak as problem:
        reason = _why_not(colours, players, buy_in_cents, problem)
        return ChipPlan(players, buy_in_cents, None, unsold, useless=tuple(low), problem=reason)
    all_get = {colour.name: number * players for colour, number in stack.counts}
    now = in_turn([Sale(stack.cents * players, all_get)], colours)
    stacked, handed_out = now, list[ChipBreakdown]()
    gone = [RunsOut(colour, 0, change) for colour, change in now.run_out]
    with contextlib.suppress(CannotBreak):
        while len(handed_out) < MOST_REBUYS:
            chips = hand_out(buy_in_cents, colours, now.rack, sharing)
            given = {colour.name: number for colour, number in chips.counts}
            now = in_turn([Sale(buy_in_cents, given)], colours, now)
            handed_out.append(chips)
            known = [exchange.colour for exchange in gone]
            gone += [RunsOut(colour, len(handed_out), change) for colour, change in now.run_out if colour not in known]
    rebuys = tuple(Rebuys(len([*same]), chips) for chips, same in groupby(handed_out))
    return ChipPlan(players, buy_in_cents, stack, stacked, rebuys, tuple(gone), tuple(low))


def _same_for_all(cents: int, colours: Sequence[Colour], sharing: Sharing) -> ChipBreakdown:
    """Return the chips of a stack that the case holds once per player. Raises ``CannotBreak``."""
    shares = [replace(colour, stock=colour.stock and colour.stock // sharing.players) for colour in colours]
    one_share = Sharing(1, tuple(share for share in shares if share.name in {one.name for one in sharing.first or ()}))
    chosen = hand_out(cents, shares, rack(shares), one_share)
    by_name = {colour.name: colour for colour in colours}
    return ChipBreakdown(tuple((by_name[colour.name], number) for colour, number in chosen.counts))


def _why_not(colours: Sequence[Colour], players: int, cents: int, problem: CannotBreak) -> str:
    """Return the reason why no stack of that amount is possible for all, with an amount that is."""
    if not colours:
        return str(problem)
    if all(colour.stock is not None for colour in colours):
        worth = sum(colour.cents * (colour.stock or 0) for colour in colours)
        if worth < cents * players:
            needed = show_money(cents * players)
            return f"The case holds {show_money(worth)} in chips, and {players} stacks take {needed}."
    if not problem.nearest_cents:
        return f"There are fewer than {players} chips of each colour."
    instead = show_money(problem.nearest_cents)
    return f"There are not {players} stacks of {show_money(cents)}: the chips make {instead} each."
