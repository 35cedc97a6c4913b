"""The split of a pot, and the pots of players who are all-in. Pure.

Amounts are cents. Players are named as the table names them, and always stand in the order after the button, which
decides the odd chips. No cent is lost: the rest stays in the pot.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from reservations.houses.seating_terms import OddChips


@dataclass(frozen=True)
class Shares:
    """The shares of a pot's winners, in cents, their ``odd`` chips, and the cents ``left`` in the pot."""

    cents: Mapping[str, int]
    odd: Mapping[str, int]
    left_cents: int = 0

    @property
    def rows(self) -> list[tuple[str, int, int]]:
        """The winners with their shares and the odd chips in them."""
        return [(name, cents, self.odd.get(name, 0)) for name, cents in self.cents.items()]


@dataclass(frozen=True)
class Stake:
    """A player's stake in a hand, in cents; a player who ``folded`` wins none of it."""

    name: str
    cents: int
    folded: bool = False


@dataclass(frozen=True)
class Pot:
    """A pot, in cents, and the players who can win it; a pot that only one player can win goes back to them."""

    cents: int
    players: tuple[str, ...]


def split(cents: int, winners: Sequence[str], unit_cents: int, odd: OddChips) -> Shares:
    """Split a pot evenly among the tied players, in chips of ``unit_cents``.

    An odd chip goes to the next winner after the button, and a rest below a chip goes with the first of them; or the
    whole rest stays in the pot.
    """
    if len(winners) == 1:
        return Shares({winners[0]: cents}, {})
    share = cents // len(winners) // unit_cents * unit_cents
    rest = cents - share * len(winners)
    if odd is OddChips.LEFT:
        return Shares(dict.fromkeys(winners, share), {}, rest)
    chips, less = divmod(rest, unit_cents)
    odds = Counter(dict.fromkeys(winners[:chips], unit_cents))
    odds += Counter({winners[0]: less})
    return Shares({name: share + odds[name] for name in winners}, dict(odds))


def split_high_low(
    cents: int, order: Sequence[str], high: Collection[str], low: Collection[str], unit_cents: int, odd: OddChips
) -> Shares:
    """Split a pot between the high hands and the low ones, and both halves evenly among the tied players.

    ``order`` are all players after the button. The odd chip between the halves goes to the high half; in a house where
    odd chips go after the button, to the half of the first winner there. Without a low hand the high hands win the
    whole pot.
    """
    highs, lows = [name for name in order if name in high], [name for name in order if name in low]
    if not highs or not lows:
        return split(cents, highs or lows, unit_cents, odd)
    even = cents // 2 // unit_cents * unit_cents
    winners = [name for name in order if name in high or name in low]
    by_button = odd in (OddChips.UNSAID, OddChips.BUTTON)
    more, less = (lows, highs) if by_button and winners[0] not in high else (highs, lows)
    of_more, of_less = split(cents - even, more, unit_cents, odd), split(even, less, unit_cents, odd)
    won = Counter(of_more.cents) + Counter(of_less.cents)
    odds = Counter(of_more.odd) + Counter(of_less.odd)
    if len(more) == 1:
        odds[more[0]] += cents - 2 * even
    left = of_more.left_cents + of_less.left_cents
    return Shares({name: won[name] for name in winners}, dict(+odds), left)


def side_pots(stakes: Sequence[Stake], before_cents: int = 0) -> list[Pot]:
    """Return the main pot and every side pot; ``before_cents`` were in the middle before, and belong to the main pot.

    A stake that nobody could call is a pot of one player. Raises ``ValueError`` if everybody has folded.
    """
    live = sorted({stake.cents for stake in stakes if not stake.folded})
    if not live:
        raise ValueError("Somebody has to be in the hand.")
    pots: list[Pot] = []
    below, carried = 0, before_cents
    for level in live:
        # A folded player's chips above the highest stake belong to the last pot.
        top = max(stake.cents for stake in stakes) if level == live[-1] else level
        cents = carried + sum(min(stake.cents, top) - min(stake.cents, below) for stake in stakes)
        players = tuple(stake.name for stake in stakes if not stake.folded and stake.cents >= level)
        carried = 0
        if cents:
            pots.append(Pot(cents, players))
        below = level
    return pots


def pay_pots(
    pots: Sequence[Pot],
    winners: Sequence[Collection[str]],
    unit_cents: int,
    odd: OddChips,
    low: Sequence[Collection[str]] = (),
) -> tuple[list[Shares], dict[str, int]]:
    """Split every pot among its winners, and return these with every player's total.

    ``winners`` are those of every pot, and ``low`` the winners with low hands, () without a low half. A pot with a
    single player goes to them; a pot without a winner is not paid yet.
    """
    paid, totals = [], Counter[str]()
    for pot, chosen, lows in zip(pots, winners, low or [()] * len(pots), strict=True):
        won = [name for name in pot.players if name in chosen] or (list(pot.players) if len(pot.players) == 1 else [])
        shares = Shares({}, {}, pot.cents)
        if won:
            shares = split_high_low(pot.cents, pot.players, won, lows, unit_cents, odd)
        totals.update(shares.cents)
        paid.append(shares)
    return paid, dict(totals)
