"""A night of results only as it is shown, on a page and on paper. Pure; amounts in cents."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from reportlab.platypus import Flowable, Spacer

from ledger.money.cents import show_cents, show_money, show_signed
from ledger.paper import layout
from ledger.paper.grids import Column, Row, titled
from ledger.reports.night_pdf import pictures
from ledger.reports.night_story import NightStory
from ledger.results.rules import NetResult
from reservations.parsing.days import long_day

NO_BANK = "The results were brought along: no bank was kept here, and nothing of it is in THE BOOK."


@dataclass(frozen=True)
class ResultLine:
    """What one player won (+) or lost (-), and what they bought and received if somebody wrote it down."""

    name: str
    net_cents: int
    bought_cents: int | None = None
    received_cents: int | None = None


@dataclass(frozen=True)
class ResultsReport:
    """A night of results only: its lines, the highest result first, and the act that brought them with its head.

    The ``difference_cents`` that were won beyond what was lost are nobody's, for that ``reason``.
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
        """Whether anything tells what was bought."""
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
    for each in results:
        found[names[each.player]] = each.and_(found.get(names[each.player]))
    lines = [ResultLine(name, one.net_cents, one.bought_cents, one.received_cents) for name, one in found.items()]
    return tuple(sorted(lines, key=lambda line: (-line.net_cents, line.name.casefold(), line.name)))


def results_pdf(report: ResultsReport) -> bytes:
    """The paper of a night of results only. The same report gives the same bytes."""
    parts = layout.opening("NIGHT REPORT", report.house, f"{report.date:%A} {long_day(report.date)}")
    told = layout.framed(layout.Words("Results only", layout.TextStyle(13, strong=True)), layout.Words(NO_BANK))
    chain = f"Recorded by act {report.number}. Head of the chain there:"
    results = [(line.name, line.net_cents) for line in report.lines]
    drawn = pictures(results, NightStory())
    parts += [told, Spacer(0, 10), *_players(report), *drawn, layout.signed_end(chain, report.head, "Host")]
    name = f"{report.house} · {long_day(report.date)}"
    foot = layout.Foot(name, report.number, report.head, note="Results only")
    return layout.printed(parts, foot, title=f"{name} · results")


def _players(report: ResultsReport) -> Iterator[Flowable]:
    heads = ["Bought", "Received", "Result"] if report.has_bought else ["Result"]
    rows = []
    for line in report.lines:
        told = ["–" if each is None else show_cents(each) for each in (line.bought_cents, line.received_cents)]
        rows.append(Row((line.name, *[*told, show_signed(line.net_cents)][-len(heads) :])))
    yield from titled("Players", [Column("Player", share=1), *(Column(head, layout.NUMBER) for head in heads)], rows)
    if report.difference:
        yield from (Spacer(0, 8), layout.Words(report.difference))
