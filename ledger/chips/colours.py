"""Chips by colour: the sum of a count, and the chips for an amount.

Pure. Low colours go out first, and reserve colours only where the others cannot make the amount (mike, Chips). Every
player gets a share of a counted rack, so that the first buyers do not take all the low chips. Possible sums are the
bits of one number, so that an amount the rack can make is always found.
"""

import contextlib
from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import gcd

from ledger.money.cents import format_cents, show_cents
from ledger.terms.bank_terms import Colour
from reservations.acts.problems import Impossible, Malformed, quoted

MOST_CHIPS = 1_000_000

_Piles = Sequence[tuple[Colour, int]]
"""Colours, with the number of their chips that may be used."""


class CannotBreak(Impossible):
    """No chips of the rack make the amount; the sentence names the rest. The chips make ``nearest_cents``."""

    def __init__(self, sentence: str, nearest_cents: int = 0) -> None:
        self.nearest_cents = nearest_cents
        super().__init__(sentence)


@dataclass(frozen=True)
class ChipBreakdown:
    """The chips for an amount, by colour from the lowest, without unused colours."""

    counts: tuple[tuple[Colour, int], ...]

    @property
    def cents(self) -> int:
        return sum(colour.cents * number for colour, number in self.counts)

    @property
    def number(self) -> int:
        """The number of chips."""
        return sum(number for _, number in self.counts)

    def __str__(self) -> str:
        return ", ".join(f"{number} {colour.name}" for colour, number in self.counts)


def count(colours: Iterable[Colour], counts: Mapping[str, int]) -> int:
    """Return the cents of chips counted by colour name. Raises ``Malformed``."""
    worth = {colour.name: colour.cents for colour in colours}
    return sum(worth[name] * number for name, number in _checked(worth, counts).items())


def rack(colours: Iterable[Colour]) -> dict[str, int]:
    """Return the chips of the counted colours in the rack before any sale."""
    return {colour.name: colour.stock for colour in colours if colour.stock is not None}


def break_amount(cents: int, colours: Sequence[Colour], stock: Mapping[str, int] | None = None) -> ChipBreakdown:
    """Choose the chips for an amount of cents.

    ``stock`` is the number of chips left in the rack by colour; by default the house's own numbers count, and a colour
    without a number is plentiful. Any possible amount is made, with the least value in reserve colours; the ordinary
    colours go out in rounds of one chip, and the rest of the amount in the lowest possible colours. Raises
    ``CannotBreak``, and ``Malformed`` for an invalid stock.
    """
    if cents < 1:
        raise ValueError("Chips are handed out for one cent or more.")
    held = rack(colours) if stock is None else _checked({colour.name for colour in colours}, stock)
    ranked = sorted(colours, key=lambda colour: (colour.cents, colour.name))
    # One chip more than the amount needs is as good as any number.
    piles = [(colour, held.get(colour.name, cents // colour.cents + 1)) for colour in ranked]
    low = [pile for pile in piles if not pile[0].reserve]
    reserve = [pile for pile in piles if pile[0].reserve]
    from_reserve = _least_from_reserve(cents, low, reserve)
    chosen = _in_rounds(cents - from_reserve, low) | _lowest_first(from_reserve, reserve)
    return ChipBreakdown(tuple((colour, chosen[colour]) for colour, _ in piles if chosen.get(colour)))


def usable(colours: Sequence[Colour], bets: Iterable[int] = ()) -> tuple[Colour, ...]:
    """Return the ordinary colours without those too low for ``bets``, in cents."""
    ordinary, bets = [colour for colour in colours if not colour.reserve], tuple(bets)
    lowest = max((one.cents for one in ordinary if bets and not any(bet % one.cents for bet in bets)), default=0)
    return tuple(colour for colour in ordinary if colour.cents >= lowest)


@dataclass(frozen=True)
class Sharing:
    """The shares of a counted rack: the number of players, and the colours ``first`` that go out before others.

    ``first`` None: all but the reserve. ``at_once`` is the number of players who buy now and share the rack.
    """

    players: int = 1
    first: tuple[Colour, ...] | None = None
    at_once: int = 1


ALONE = Sharing()


def hand_out(cents: int, colours: Sequence[Colour], held: Mapping[str, int], sharing: Sharing = ALONE) -> ChipBreakdown:
    """Choose the chips for a buy-in of cents from the chips left in the rack, as `break_amount` does.

    The order is: one share of the low colours, which are the first ones worth less than a quarter of the amount;
    one share of all first colours; one share of all colours. If that gives no low chip though the rack has some, fewer
    players share: as many as can have one. If no share makes the amount, the whole rack does. Raises
    ``CannotBreak``.
    """
    first = usable(colours) if sharing.first is None else sharing.first
    lowest = min((colour.cents for colour in first), default=0)
    low = [colour for colour in first if colour.cents * 4 < cents and held.get(colour.name, 1)]
    ranges = (low, first, [colour for colour in colours if colour.cents >= lowest], colours)
    one_share = partial(_share_of, cents, ranges, held, sharing.at_once)
    has_low, chips = one_share(sharing.players)
    if not has_low:
        fewer = bisect_left(range(1, sharing.players), True, key=lambda players: not one_share(players)[0])
        chips = one_share(fewer)[1] if fewer else chips
    return chips or break_amount(cents, colours, held)


def _share_of(
    cents: int, ranges: Sequence[Sequence[Colour]], held: Mapping[str, int], at_once: int, players: int
) -> tuple[bool, ChipBreakdown | None]:
    """Return whether one share has a low chip or cannot have one, and its chips; None: not the amount.

    The first of the ``ranges`` of colours are the low ones; the first range that makes the amount with one wins.
    """
    low, without_low = ranges[0], None
    for some in ranges:
        share = {
            colour.name: min(held[colour.name] // min(at_once, players), colour.stock // players)
            for colour in some
            if colour.stock is not None and colour.name in held
        }
        with contextlib.suppress(CannotBreak):
            chips = break_amount(cents, some, share)
            if not low or any(colour in low for colour, _ in chips.counts):
                return True, chips
            without_low = without_low or chips
    return False, without_low


@dataclass(frozen=True)
class Exchange:
    """Chips of the same worth that change hands: the rack gives one ``high`` chip for a ``number`` of ``low`` ones."""

    high: Colour
    low: Colour

    @property
    def number(self) -> int:
        return self.high.cents // self.low.cents

    def __str__(self) -> str:
        return f"1 {self.high.name} for {self.number} {self.low.name}"

    @property
    def to_the_rack(self) -> dict[str, int]:
        """The change in the rack's chips by colour."""
        return {self.high.name: -1, self.low.name: self.number}

    def after(self, rack: Mapping[str, int]) -> dict[str, int]:
        """Return the rack after it."""
        return {name: number + self.to_the_rack.get(name, 0) for name, number in rack.items()}


def exchanges(
    low: Colour, colours: Sequence[Colour], held: Mapping[str, int], out: Mapping[str, int]
) -> Iterator[Exchange]:
    """Yield the exchanges that bring chips of a colour back into the rack, the lowest possible chip first.

    Players must hold as many of the chips as the exchange takes.
    """
    for high in sorted(colours, key=lambda colour: (colour.reserve, colour.cents, colour.name)):
        fits = high.cents > low.cents and high.cents % low.cents == 0 and held.get(high.name, 1) > 0
        if fits and out.get(low.name, 0) >= high.cents // low.cents:
            yield Exchange(high, low)


def after(stock: Mapping[str, int], breakdown: ChipBreakdown) -> dict[str, int]:
    """Return the stock left after those chips are handed out. Raises ``Impossible`` if it holds too few."""
    handed_out = {colour.name: number for colour, number in breakdown.counts}
    for name, number in handed_out.items():
        if name in stock and number > stock[name]:
            raise Impossible(f"The rack holds {stock[name]} {name} chips, not {number}.")
    return {name: number - handed_out.get(name, 0) for name, number in stock.items()}


@dataclass(frozen=True)
class ChipsTonight:
    """The chips after some movements: those ``out`` on the table, and those in the ``rack`` by counted colour.

    ``last`` is the last breakdown handed out, None with a ``problem`` if the rack cannot make it; ``change`` is the
    exchange that a player must make with the rack first.
    """

    colours: Sequence[Colour]
    out: Mapping[str, int]
    rack: Mapping[str, int]
    last: ChipBreakdown | None = None
    problem: str = ""
    change: Exchange | None = None

    def holds(self, chips: ChipBreakdown) -> bool:
        """Tell whether the rack has all these chips."""
        return all(number <= self.rack.get(colour.name, number) for colour, number in chips.counts)

    @property
    def run_out(self) -> list[tuple[Colour, Exchange | None]]:
        """The counted colours that the rack is out of, and the exchange that brings some back."""
        gone = (colour for colour in self.colours if colour.stock and not self.rack[colour.name])
        return [(colour, next(exchanges(colour, self.colours, self.rack, self.out), None)) for colour in gone]

    @property
    def by_colour(self) -> list[tuple[Colour, int, int | None]]:
        """The colours with their chips on the table and in the rack; None for an uncounted rack."""
        return [(colour, self.out[colour.name], self.rack.get(colour.name)) for colour in self.colours]


@dataclass(frozen=True)
class Sale:
    """A buy-in of cents, and the chips ``given`` for it by colour; None: those proposed.

    ``at_once`` is the number of sales in one press, ``place`` the place of this one, from 0.
    """

    cents: int
    given: Mapping[str, int] | None = None
    at_once: int = 1
    place: int = 0


def in_turn(
    movements: Iterable[int | Sale],
    colours: Sequence[Colour],
    before: ChipsTonight | None = None,
    sharing: Sharing = ALONE,
) -> ChipsTonight:
    """Return where the chips are after sales (cents above 0) and returns (below 0), in that order.

    A sale goes out as proposed from the rack of that moment, unless it names the given chips; if the rack can make it
    only after an exchange with a player, that exchange is assumed. Equal sales at once go out in the same chips as long
    as the rack has them. Returned chips are taken from those on the table, as if they were handed over in the same
    order; if these cannot make the amount, no chips come back. ``before`` is the state before the movements, by default
    all chips in the rack; never between sales at once.
    """
    start = before or ChipsTonight(colours, {colour.name: 0 for colour in colours}, rack(colours))
    return [start, *turns_of(movements, start, sharing)][-1]


def turns_of(movements: Iterable[int | Sale], now: ChipsTonight, sharing: Sharing = ALONE) -> Iterator[ChipsTonight]:
    """Yield the state of the chips after every movement, as `in_turn` does."""
    colours, alike = now.colours, None
    for movement in movements:
        sale = Sale(movement) if isinstance(movement, int) else movement
        alike, change = alike if sale.place else None, None
        try:
            if sale.given is not None:
                given = sale.given
                moved = ChipBreakdown(tuple((colour, given[colour.name]) for colour in colours if colour.name in given))
            elif sale.cents < 0:
                moved = break_amount(-sale.cents, colours, now.out)
            elif alike and alike.cents == sale.cents and now.holds(alike):
                moved = alike
            else:
                change, moved = _with_change(sale, now, sharing)
                alike = moved
        except CannotBreak as problem:
            yield (now := replace(now, last=None, problem=str(problem), change=None))
            continue
        if change:
            more = change.to_the_rack
            out = {name: number - more.get(name, 0) for name, number in now.out.items()}
            now = replace(now, rack=change.after(now.rack), out=out)
        way = 1 if sale.cents > 0 else -1
        numbers = {colour.name: way * number for colour, number in moved.counts}
        out = {name: number + numbers.get(name, 0) for name, number in now.out.items()}
        # Returned chips are a guess, so a colour may go out in more chips than the rack seems to hold.
        held = {name: max(number - numbers.get(name, 0), 0) for name, number in now.rack.items()}
        yield (now := ChipsTonight(colours, out, held, moved, change=change))


def _with_change(sale: Sale, now: ChipsTonight, sharing: Sharing) -> tuple[Exchange | None, ChipBreakdown]:
    """Return the chips for a buy-in, and the exchange before it if the rack alone cannot make the amount."""
    players = max(sharing.players, sale.at_once)
    sharing = replace(sharing, players=players, at_once=sale.at_once - sale.place)
    try:
        return None, hand_out(sale.cents, now.colours, now.rack, sharing)
    except CannotBreak as problem:
        for low in now.colours:
            for change in exchanges(low, now.colours, now.rack, now.out):
                with contextlib.suppress(CannotBreak):
                    return change, hand_out(sale.cents, now.colours, change.after(now.rack), sharing)
        raise problem


def difference_in_colours(
    player_counts: Mapping[str, int], banker_counts: Mapping[str, int], colours: Sequence[Colour]
) -> tuple[str, ...]:
    """Return a line for every colour that player and banker counted differently: both counts and the difference.

    A colour that is left out counts 0. Raises ``Malformed`` for invalid counts.
    """
    for counts in (player_counts, banker_counts):
        count(colours, counts)
    lines = []
    for colour in colours:
        own, bankers = player_counts.get(colour.name, 0), banker_counts.get(colour.name, 0)
        if own != bankers:
            difference = show_cents(abs(bankers - own) * colour.cents)
            direction = "more" if bankers > own else "less"
            lines.append(f"{colour.name}: {own} by the player, {bankers} by the banker ({difference} {direction})")
    return tuple(lines)


def _checked(names: Container[str], counts: Mapping[str, int]) -> Mapping[str, int]:
    for name, number in counts.items():
        if name not in names:
            raise Malformed(f"There are no {quoted(name)} chips in this house.")
        if type(number) is not int or not 0 <= number <= MOST_CHIPS:
            raise Malformed(f"A number of {name} chips is a whole one, from 0 to {MOST_CHIPS}.")
    return counts


def _least_from_reserve(cents: int, low: _Piles, reserve: _Piles) -> int:
    """Return the least cents that must come from the reserve to make the whole amount."""
    unit = gcd(cents, *(colour.cents for colour, _ in (*low, *reserve)))
    made_low, made_reserve = _sums(cents, low, unit), _sums(cents, reserve, unit)
    # Two halves fit if one makes the rest of the other, so one of them is read from its far end.
    left_by_low = int(f"{made_low:0{cents // unit + 1}b}"[::-1], 2)
    fitting = left_by_low & made_reserve
    if not fitting:
        piles = [*low, *reserve]
        if not piles:
            raise CannotBreak("This house has no chip colours.")
        worth = sum(colour.cents * number for colour, number in piles)
        if worth < cents:
            raise CannotBreak(
                f"The rack holds {format_cents(worth)} in chips; {format_cents(cents - worth)} is missing.", worth
            )
        nearest = (_sums(cents, piles, unit).bit_length() - 1) * unit
        raise CannotBreak(
            f"The chips in the rack do not make {format_cents(cents)}: "
            f"they make {format_cents(nearest)}, and {format_cents(cents - nearest)} is left over.",
            nearest,
        )
    return ((fitting & -fitting).bit_length() - 1) * unit


def _sums(cents: int, piles: _Piles, unit: int) -> int:
    """Return all sums up to ``cents`` that the piles make, as bits: bit n stands for n times ``unit``."""
    made, mask = 1, (1 << cents // unit + 1) - 1
    for colour, number in piles:
        left, heap = min(number, cents // colour.cents), 1
        # A few heaps of 1, 2, 4 … chips make every number of chips.
        while left > 0:
            heap = min(heap, left)
            made |= made << heap * (colour.cents // unit) & mask
            left -= heap
            heap *= 2
    return made


def _in_rounds(cents: int, piles: _Piles) -> dict[Colour, int]:
    """Deal as many rounds of one chip per colour as the amount allows, without used-up colours; then lowest first."""

    def dealt(rounds: int) -> int:
        return sum(colour.cents * min(number, rounds) for colour, number in piles)

    most = max((number for _, number in piles), default=0)
    rounds = bisect_right(range(most + 1), cents, key=dealt) - 1
    while not _makes(cents - dealt(rounds), rest := [(colour, max(number - rounds, 0)) for colour, number in piles]):
        rounds -= 1
    more = _lowest_first(cents - dealt(rounds), rest)
    return {colour: min(number, rounds) + more[colour] for colour, number in piles}


def _makes(cents: int, piles: _Piles) -> bool:
    return bool(_sums(cents, piles, 1) >> cents & 1)


def _lowest_first(cents: int, piles: _Piles) -> dict[Colour, int]:
    """Take as many chips of every colour in turn as possible while the colours above can make the rest."""
    chosen = {}
    for place, (colour, number) in enumerate(piles):
        taken = min(number, cents // colour.cents)
        while not _makes(cents - taken * colour.cents, piles[place + 1 :]):
            taken -= 1
        chosen[colour] = taken
        cents -= taken * colour.cents
    return chosen
