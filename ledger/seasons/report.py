"""The table of a season as values: the sums of its nights for every player. Pure.

Amounts are in cents, times in minutes. Quotients are rounded, a half to the even neighbour.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, groupby
from math import sqrt

from ledger.seasons.spans import Span


@dataclass(frozen=True)
class Played:
    """One player's figures of one night.

    ``bought_cents`` is the money given for chips, ``first_cents`` the first part of it, and ``buy_ins`` the number of
    purchases from the bank. None: unknown. The same holds for ``minutes`` of holding chips. ``bought_at`` are the times
    of purchases from the bank, as far as they are known.
    """

    player: int
    result_cents: int
    bought_cents: int | None = None
    first_cents: int = 0
    buy_ins: int | None = None
    minutes: int | None = None
    bought_at: tuple[datetime, ...] = ()

    @property
    def rebuys(self) -> int | None:
        """The number of rebuys."""
        return None if self.buy_ins is None else max(0, self.buy_ins - 1)

    @property
    def rebought_cents(self) -> int:
        """The purchases after the first chips."""
        return (self.bought_cents or 0) - self.first_cents

    def and_(self, more: "Played") -> "Played":
        """Return the sum of two entries of one person on one night, this one the first."""
        return replace(
            self,
            result_cents=self.result_cents + more.result_cents,
            bought_cents=_sum([self.bought_cents, more.bought_cents]),
            first_cents=self.first_cents or more.first_cents,
            buy_ins=_sum([self.buy_ins, more.buy_ins]),
            minutes=_sum([self.minutes, more.minutes]),
            bought_at=tuple(sorted(self.bought_at + more.bought_at)),
        )


@dataclass(frozen=True)
class SeasonNight:
    """A closed night, by its id, with its players in order of arrival, every person once.

    ``number`` is that of the act that closed it. ``first_here`` is the first to arrive besides the banker, by number.
    ``of_results``: the night had no bank here, only its results.
    """

    night: int
    day: date
    house: int
    number: int
    played: tuple[Played, ...]
    first_here: int | None = None
    of_results: bool = False

    @cached_property
    def here(self) -> frozenset[int]:
        """The numbers of the players."""
        return frozenset(played.player for played in self.played)

    def by_person(self, people: Mapping[int, int]) -> "SeasonNight":
        """Return it with the persons in place of duplicates, by number."""
        first = self.first_here
        if people.keys().isdisjoint((first, *(played.player for played in self.played))):
            return self
        found: dict[int, Played] = {}
        for played in self.played:
            person = people.get(played.player, played.player)
            found[person] = found[person].and_(played) if person in found else replace(played, player=person)
        return replace(self, played=tuple(found.values()), first_here=first and people.get(first, first))


@dataclass(frozen=True)
class Entrant:
    """A player of the table; ``is_private`` if they keep their results private."""

    name: str
    regular: bool = True
    is_private: bool = False


@dataclass(frozen=True, kw_only=True)
class SeasonLine:
    """One player's figures of a season; None: unknown.

    ``streak`` is the present run of nights up (+) or down (-); a night that ends even is 0. ``hot`` and ``cold`` are
    the longest runs up and down. ``return_percent`` is the net on purchases, and ``deviation_cents`` the standard
    deviation of a night in a sample; one night has none. ``curve`` is the net after the player's nights.

    ``starting_cents`` is the result before the first night: it counts in the net and in the curve, but in no figure of
    nights. A player with only a starting result has no nights, and figures of zero.
    """

    player: int
    name: str
    regular: bool
    is_private: bool
    nights: int
    net_cents: int
    average_cents: int
    best_cents: int
    worst_cents: int
    up: int
    down: int
    streak: int
    hot: int
    cold: int
    minutes: int | None
    hourly_cents: int | None
    bought_cents: int | None
    return_percent: int | None
    rebuys: Decimal | None
    deviation_cents: int | None
    curve: tuple[int, ...]
    starting_cents: int = 0

    @property
    def is_few(self) -> bool:
        """Whether its averages are over too few nights to mean much."""
        return 0 < self.nights < FEW_NIGHTS

    def averaged(self, figure: str) -> str:
        """Return an average of it in words, with a star if `is_few`."""
        return averaged(figure, self.nights)


def averaged(figure: str, nights: int) -> str:
    """Return an average over that many nights in words, with a star if they are few."""
    return f"{figure} *" if 0 < nights < FEW_NIGHTS else figure


FEW_NIGHTS = 5
OF_FEW = f"* An average over fewer than {FEW_NIGHTS} nights."
RANKED_BY = (
    *("net_cents", "nights", "average_cents", "best_cents", "worst_cents", "up", "down", "streak", "hot", "cold"),
    *("minutes", "hourly_cents", "bought_cents", "return_percent", "rebuys", "deviation_cents"),
)
"""The figures of a line by which a table can be ranked, the most first."""


@dataclass(frozen=True)
class SeasonReport:
    """A season: its nights in order, and a line for every player."""

    span: Span
    nights: tuple[SeasonNight, ...] = ()
    lines: tuple[SeasonLine, ...] = ()

    @property
    def bought_cents(self) -> int:
        """The money given for chips by all players, as far as it is known."""
        return sum(line.bought_cents or 0 for line in self.lines)

    @property
    def of_results(self) -> int:
        """The number of its nights of results only."""
        return sum(night.of_results for night in self.nights)

    @property
    def minutes(self) -> int:
        """The minutes of holding chips of all players together."""
        return sum(line.minutes or 0 for line in self.lines)

    @property
    def private_count(self) -> int:
        """The number of players who keep their results private."""
        return sum(line.is_private for line in self.lines)


NOTHING: Mapping[int, int] = {}


def season_lines(
    nights: Sequence[SeasonNight], entrants: Mapping[int, Entrant], starting: Mapping[int, int] = NOTHING
) -> tuple[SeasonLine, ...]:
    """Return a line for every player of these nights, given in order, and for everybody with a starting result.

    ``starting`` has the starting results, in cents by number.
    """
    played: dict[int, list[Played]] = {}
    for night in nights:
        for one in night.played:
            played.setdefault(one.player, []).append(one)
    return tuple(
        line_of(entrants[player], played.get(player, ()), player=player, starting_cents=starting.get(player, 0))
        for player in dict.fromkeys([*played, *starting])
    )


def line_of(entrant: Entrant, played: Sequence[Played], *, player: int = 0, starting_cents: int = 0) -> SeasonLine:
    """Return the line of one player's nights and starting result; by number if there is no night."""
    results = [night.result_cents for night in played]
    net, count = sum(results), len(results)
    runs = [(sign, sum(1 for _ in run)) for sign, run in groupby([(cents > 0) - (cents < 0) for cents in results])]
    timed = [night for night in played if night.minutes is not None]
    minutes = _sum(night.minutes for night in timed)
    known = [night for night in played if night.bought_cents is not None]
    bought = _sum(night.bought_cents for night in known)
    rebuys = [again for night in played if (again := night.rebuys) is not None]
    spread = count * sum(cents * cents for cents in results) - net * net
    return SeasonLine(
        player=played[0].player if played else player,
        name=entrant.name,
        regular=entrant.regular,
        is_private=entrant.is_private,
        nights=count,
        net_cents=starting_cents + net,
        average_cents=round(Fraction(net, count or 1)),
        best_cents=max(results, default=0),
        worst_cents=min(results, default=0),
        up=sum(long for sign, long in runs if sign > 0),
        down=sum(long for sign, long in runs if sign < 0),
        streak=runs[-1][0] * runs[-1][1] if runs else 0,
        hot=max((long for sign, long in runs if sign > 0), default=0),
        cold=max((long for sign, long in runs if sign < 0), default=0),
        minutes=minutes,
        hourly_cents=round(Fraction(60 * sum(night.result_cents for night in timed), minutes)) if minutes else None,
        bought_cents=bought,
        return_percent=round(Fraction(100 * sum(night.result_cents for night in known), bought)) if bought else None,
        rebuys=Decimal(round(Fraction(10 * sum(rebuys), len(rebuys)))).scaleb(-1) if rebuys else None,
        deviation_cents=round(sqrt(Fraction(spread, count * (count - 1)))) if count > 1 else None,
        curve=tuple(accumulate(results, initial=starting_cents))[1:],
        starting_cents=starting_cents,
    )


def _sum(figures: Iterable[int | None]) -> int | None:
    """Return the sum of the known figures; None without any."""
    known = [figure for figure in figures if figure is not None]
    return sum(known) if known else None


@dataclass(frozen=True)
class Ranked:
    """A line with its rank; None without one: too few nights, a guest, or an unknown figure."""

    rank: int | None
    line: SeasonLine


def ranked(lines: Iterable[SeasonLine], by: str = "net_cents", *, least_nights: int = 1) -> list[Ranked]:
    """Return the lines with their ranks by one of `RANKED_BY`, the most first; equal figures have the same rank.

    After the ranked lines come regulars without a rank, then the guests; both in the same order, equal figures by name.
    """
    places = []
    for line in lines:
        figure = getattr(line, by)
        apart = 2 if not line.regular else 1 if line.nights < least_nights or figure is None else 0
        places.append(((apart, figure is None, -Decimal(figure or 0)), (line.name.casefold(), line.name), line))
    places.sort(key=lambda place: place[:2])
    found: list[Ranked] = []
    for (apart, *_), same in groupby(places, key=lambda place: place[0]):
        rank = None if apart else len(found) + 1
        found += [Ranked(rank, line) for *_, line in same]
    return found
