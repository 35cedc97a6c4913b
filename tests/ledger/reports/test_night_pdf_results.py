"""A night of results only, on paper."""

from datetime import date

from ledger.reports.night_pdf import results_pdf
from ledger.results.rules import ResultLine, ResultsReport
from tests.ledger.evenings import HEAD
from tests.ledger.reading import pages

NIGHT = ResultsReport(
    7, "Mike's", date(2026, 1, 9), (ResultLine("Ann", 1700), ResultLine("Bo", -1500)), 200, "a chip too many", 12, HEAD
)


def test_the_paper_has_results_bars_and_the_difference():
    read = [text for page in pages(results_pdf(NIGHT)) for text in page]

    assert [text for text in read if text.startswith(("Ann", "Bo"))] == [
        *("Ann won most: +17.00", "Ann +17.00", "Bo −15.00"),
        *("Ann +17.00", "Bo −15.00"),
    ]
    assert "$2.00 more was won than lost, which is nobody's: a chip too many" in read


def test_what_was_bought_is_told_where_somebody_wrote_it_down():
    lines = (ResultLine("Ann", 1500, 2000, 3500), ResultLine("Bo", -1500))
    night = ResultsReport(7, "Mike's", date(2026, 1, 9), lines, 0, "", 12, HEAD)

    read = pages(results_pdf(night))[0]

    assert (night.has_bought, night.difference) == (True, "")
    assert [text for text in read if text.startswith(("Ann ", "Bo "))][-2:] == [
        "Ann 20.00 35.00 +15.00",
        "Bo – – −15.00",
    ]


def test_less_may_have_been_won_than_lost():
    night = ResultsReport(7, "Mike's", date(2026, 1, 9), (ResultLine("Bo", -200),), -200, "rounded", 12, HEAD)

    assert night.difference == "$2.00 more was lost than won, which is nobody's: rounded"
