"""The paper of a night of results only, from plain values, without database and web."""

from collections.abc import Iterator

from reportlab.platypus import Flowable, Spacer

from ledger.money.cents import show_cents, show_signed
from ledger.paper import layout
from ledger.paper.grids import Column, Row, titled
from ledger.reports.night_pdf import bars
from ledger.results.report import ResultsReport
from reservations.parsing.days import long_day

NO_BANK = "The results were brought along: no bank was kept here, and nothing of it is in THE BOOK."


def results_pdf(report: ResultsReport) -> bytes:
    """Return the paper of a night of results only. The same report gives the same bytes."""
    parts = layout.opening("NIGHT REPORT", report.house, f"{report.date:%A} {long_day(report.date)}")
    parts += layout.warned("Results only", NO_BANK)
    chain = f"Recorded by act {report.number}. Head of the chain there:"
    results = [(line.name, line.net_cents) for line in report.lines]
    parts += [*bars(results), *_players(report), layout.signed_end(chain, report.head, "Host")]
    name = f"{report.house} · {long_day(report.date)}"
    foot = layout.Foot(name, report.number, report.head, note="Results only")
    return layout.printed(parts, foot, title=f"{name} · results")


def _players(report: ResultsReport) -> Iterator[Flowable]:
    heads = ["Bought", "Received", "Result"] if report.has_bought else ["Result"]
    rows = []
    for line in report.lines:
        amounts = ["–" if cents is None else show_cents(cents) for cents in (line.bought_cents, line.received_cents)]
        rows.append(Row((line.name, *[*amounts, show_signed(line.net_cents)][-len(heads) :])))
    yield from titled("Players", [Column("Player", share=1), *(Column(head, layout.NUMBER) for head in heads)], rows)
    if report.difference:
        yield from (Spacer(0, 8), layout.Words(report.difference))
