"""Results without a bank: the players' wins and losses on a night, or before the first one, their sum and report.

Pure. Amounts are in cents.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from ledger.money.cents import MOST_CENTS, show_cents, show_money, show_signed
from reservations.acts.problems import Impossible, Malformed
from reservations.parsing.days import day_of


@dataclass(frozen=True)
class NetResult:
    """One player's win (+) or loss (-), by number, with the purchases if they are known."""

    player: int
    net_cents: int
    bought_cents: int | None = None

    @property
    def received_cents(self) -> int | None:
        """The cents given to the player for chips; None if unknown."""
        return None if self.bought_cents is None else self.bought_cents + self.net_cents

    def and_(self, more: "NetResult | None") -> "NetResult":
        """Return the sum of two entries of one person on one night."""
        if more is None:
            return self
        known = [cents for cents in (self.bought_cents, more.bought_cents) if cents is not None]
        return NetResult(self.player, self.net_cents + more.net_cents, sum(known) if len(known) == 2 else None)

    def content(self) -> dict[str, int]:
        """Return it in the form of an act."""
        bought = {} if self.bought_cents is None else {"bought": self.bought_cents}
        return {"player": self.player, "net": self.net_cents, **bought}


def read_results(content: Mapping[str, Any]) -> tuple[NetResult, ...]:
    """Return the results in an act."""
    return tuple(NetResult(row["player"], row["net"], row.get("bought")) for row in content["results"])


def difference_of(results: Iterable[NetResult]) -> int:
    """Return the sum of wins less the sum of losses; a declared difference is nobody's."""
    return sum(result.net_cents for result in results)


def check_results(results: Sequence[NetResult], names: Mapping[int, str], *, reason: str) -> None:
    """Check the results of a night: every player once, no impossible amount, and a sum of zero or a ``reason``.

    Raises ``Malformed`` with all faults, by the names of players.
    """
    faults = [] if results else ["There is no result."]
    counted = Counter(result.player for result in results)
    faults += [f"{names[player]} is listed twice." for player, times in counted.items() if times > 1]
    for result in results:
        bought, received = result.bought_cents or 0, result.received_cents or 0
        if max(abs(result.net_cents), bought, received) > MOST_CENTS:
            faults.append(f"{names[result.player]}: that is more than {show_cents(MOST_CENTS)}.")
        elif min(bought, received) < 0:
            faults.append(f"{names[result.player]} cannot lose more than was bought.")
    difference = difference_of(results)
    if difference and not reason:
        advice = "give a reason, and the difference is nobody's"
        faults.append(f"The results sum to {show_signed(difference)}, not to zero: {advice}.")
    if reason and not difference:
        faults.append("The results sum to zero: there is no difference to give a reason for.")
    if faults:
        raise Malformed(" ".join(faults))


@dataclass(frozen=True)
class PastOf:
    """The desk's records of one player: the days they played, and the last day of a starting result."""

    name: str
    days: Collection[date] = ()
    starts: date | None = None


def check_past(day: date, *, starting: bool, today: date, past: Iterable[PastOf]) -> None:
    """Check results of a day for players with that past, so that nothing counts twice.

    A starting result covers the time before a player's first night here; no night may be in the time that it covers.
    Raises ``Impossible`` with all faults, by the names of players.
    """
    faults = [f"{day_of(day)} is still to come."] if day > today else []
    for known in past:
        if known.starts is not None and starting:
            faults.append(f"{known.name} has a starting result already, up to {day_of(known.starts)}: undo that first.")
        elif known.starts is not None and day <= known.starts:
            faults.append(f"The starting result of {known.name} covers all up to {day_of(known.starts)}.")
        elif starting and any(played <= day for played in known.days):
            first = day_of(min(known.days))
            faults.append(f"{known.name} played here on {first}: a starting result is of the time before.")
    if faults:
        raise Impossible(" ".join(faults))


@dataclass(frozen=True)
class ResultLine:
    """One player's win (+) or loss (-), with the purchases and receipts if they are known."""

    name: str
    net_cents: int
    bought_cents: int | None = None
    received_cents: int | None = None


@dataclass(frozen=True)
class ResultsReport:
    """A night of results only: its lines, the highest result first, and the act that brought them with its head.

    ``difference_cents``, the wins less the losses, belong to nobody, for that ``reason``.
    """

    night_id: int
    house: str
    date: date
    lines: tuple[ResultLine, ...]
    difference_cents: int
    reason: str
    number: int
    head: str

    @property
    def has_bought(self) -> bool:
        """Whether any purchases are known."""
        return any(line.bought_cents is not None for line in self.lines)

    @property
    def difference(self) -> str:
        """The difference in a sentence; "" for none."""
        if not self.difference_cents:
            return ""
        more = "won than lost" if self.difference_cents > 0 else "lost than won"
        return f"{show_money(abs(self.difference_cents))} more was {more}, which is nobody's: {self.reason}"


def result_lines(results: Iterable[NetResult], names: Mapping[int, str]) -> tuple[ResultLine, ...]:
    """Return the lines of results with these names of players: every name once, the highest result first."""
    found: dict[str, NetResult] = {}
    for result in results:
        found[names[result.player]] = result.and_(found.get(names[result.player]))
    lines = [ResultLine(name, one.net_cents, one.bought_cents, one.received_cents) for name, one in found.items()]
    return tuple(sorted(lines, key=lambda line: (-line.net_cents, line.name.casefold(), line.name)))
