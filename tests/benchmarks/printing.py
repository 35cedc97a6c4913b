"""The PDF of a night's report and of THE BOOK against the smallest table on one page, and how a report grows."""

import io
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from reportlab.platypus import LongTable, SimpleDocTemplate

from ledger.book.pdf import book_pdf
from ledger.book.queries import book_report
from ledger.reports.night_pdf import night_report_pdf
from ledger.reports.night_queries import night_report
from tests.benchmarks.desk import full_night
from tests.benchmarks.ledgers import a_night, start_anew, write_ledger
from tests.benchmarks.timing import Line, ratio_line, side_by_side, spent

ROUNDS = 15
TIMES = 8
NIGHTS, REGULARS = 161, 10
PAGES = 1000
REPORT, BOOK, GROWS = 40, 250, 1.3


def measure() -> Iterator[Line]:
    """Yield the ratios for a night of 24 players with about 200 buy-ins, its growth, and THE BOOK of ten regulars."""
    night, against = full_night(times=TIMES), "one-page LongTable of one row"
    times = side_by_side(ROUNDS, lambda: night_report_pdf(night_report(night)), _smallest)
    yield ratio_line("night report, 200 acts", against, times, REPORT)
    report = night_report(night)
    pages = night_report_pdf(report).count(b"/Type /Page\n")
    took = []
    for wanted in (PAGES, PAGES // 10):
        made = replace(report, timeline=report.timeline * (wanted // pages + 1))
        took.append(spent(partial(night_report_pdf, made)) / len(made.timeline))
    yield ratio_line(f"an act in a report of {PAGES} pages", "an act in one of a tenth of them", took, GROWS)
    start_anew()
    write_ledger(NIGHTS * a_night(REGULARS), REGULARS)
    times = side_by_side(3, lambda: book_pdf(book_report()), _smallest)
    yield ratio_line(f"paper of THE BOOK, {REGULARS} regulars, {NIGHTS} nights", against, times, BOOK)


def _smallest() -> None:
    SimpleDocTemplate(io.BytesIO(), invariant=1).build([LongTable([["Ann", "20.00"]])])
