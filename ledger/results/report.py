"""A night of results only, for page and paper. Pure; amounts in cents."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from ledger.money.cents import show_money
from ledger.results.rules import NetResult


@dataclass(frozen=True)
class ResultLine:
    """One player's win (+) or loss (-), with the purchases and receipts if somebody wrote them down."""

    name: str
    net_cents: int
    bought_cents: int | None = None
    received_cents: int | None = None


@dataclass(frozen=True)
class ResultsReport:
    """A night of results only: its lines, the highest result first, and the act that brought them with its head.

    The ``difference_cents`` won beyond the losses are nobody's, for that ``reason``.
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
    """Return the lines of results, whose players have these names: a name once, the highest result first."""
    found: dict[str, NetResult] = {}
    for result in results:
        found[names[result.player]] = result.and_(found.get(names[result.player]))
    lines = [ResultLine(name, one.net_cents, one.bought_cents, one.received_cents) for name, one in found.items()]
    return tuple(sorted(lines, key=lambda line: (-line.net_cents, line.name.casefold(), line.name)))
