"""The report of a night against the smallest table on one page."""

import io
from collections.abc import Iterator

from reportlab.platypus import LongTable, SimpleDocTemplate

from ledger.reports.night_pdf import night_report_pdf
from ledger.reports.night_queries import night_report
from reservations.models import Night
from tests.benchmarks.timing import Line, ratio_line, side_by_side

ROUNDS = 15


def measure() -> Iterator[Line]:
    """Yield the ratio for the night of the buy-ins, which has about 200 of them."""
    night = Night.objects.get()
    times = side_by_side(ROUNDS, lambda: night_report_pdf(night_report(night)), _smallest)
    yield ratio_line("night report, 200 acts", "one-page LongTable of one row", times)


def _smallest() -> None:
    SimpleDocTemplate(io.BytesIO(), invariant=1).build([LongTable([["Ann", "20.00"]])])
