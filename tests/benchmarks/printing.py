"""The report of a night against the smallest table on one page."""

import io
from collections.abc import Iterator

from reportlab.platypus import LongTable, SimpleDocTemplate

from ledger.reports.night_pdf import night_report_pdf
from ledger.reports.night_queries import night_report
from tests.benchmarks.desk import full_night
from tests.benchmarks.timing import Line, ratio_line, side_by_side

ROUNDS = 15
TIMES = 8


def measure() -> Iterator[Line]:
    """Yield the ratio for a night of 24 players with about 200 buy-ins."""
    night = full_night(times=TIMES)
    times = side_by_side(ROUNDS, lambda: night_report_pdf(night_report(night)), _smallest)
    yield ratio_line("night report, 200 acts", "one-page LongTable of one row", times)


def _smallest() -> None:
    SimpleDocTemplate(io.BytesIO(), invariant=1).build([LongTable([["Ann", "20.00"]])])
