"""One cell of a results sheet: an amount in any usual spelling, a day, or neither."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from hostdesk.imports.results.cells import Amount, DayRead, is_empty, read_amount, read_day
from reservations.acts.problems import Malformed

NINTH = date(2026, 1, 9)


@pytest.mark.parametrize(
    ("cell", "cents"),
    [
        *(("12.50", 1250), ("12,5", 1250), (".5", 50), ("7", 700), ("0", 0), ("+20", 2000), ("1'000.00", 100000)),
        *(("-12", -1200), ("\u221212.00", -1200), ("\u201312", -1200), ("5-", -500), ("(12.50)", -1250)),
        *(("$5", 500), ("5 €", 500), ("-$5", -500), ("$ -5", -500), ("($5)", -500), ("$(5.00)", -500), ("£5-", -500)),
        *(("€ 1.234,50", 123450), ("1,234.50", 123450), ("1\u00a0234,50 kr", 123450), ("USD 5", 500), ("5 zł", 500)),
        *((12, 1200), (-12.5, -1250), (0.1 + 0.2, 30), (Decimal("3.30"), 330)),
    ],
)
def test_an_amount_is_read_however_it_is_written(cell, cents):
    assert read_amount(cell).cents == cents


@pytest.mark.parametrize(
    ("cell", "point", "group"), [("12.50", ".", ""), ("1.234,50", ",", "."), ("1,234", "", ","), ("12", "", "")]
)
def test_the_signs_of_an_amount_are_told(cell, point, group):
    found = read_amount(cell)

    assert (found.point, found.group) == (point, group)


@pytest.mark.parametrize(
    "cell",
    [
        *("", "x", "1.2.3", "0,125", "1,234,50", "(5", "--5", "-(5)", "5 5", "1e3", "٣", "$", "5" * 70),
        *(1.005, float("inf"), float("nan"), 10**7, "10000000", True, NINTH),
    ],
)
def test_what_is_no_amount_is_refused(cell):
    with pytest.raises(Malformed):
        read_amount(cell)


@pytest.mark.parametrize("cell", [None, "", "  ", "-", "–", "—", "N/A"])
def test_a_cell_can_say_nothing(cell):
    assert is_empty(cell)


def test_a_zero_says_something():
    assert not is_empty("0")
    assert read_amount("0") == Amount(0)


@pytest.mark.parametrize(
    "cell",
    [
        *("2026-01-09", "2026/1/9", "2026.01.09", "2026-01-09T20:00", "9 Jan 2026", "9-Jan-26", "January 9, 2026"),
        *("Fri 9 Jan 2026", "Friday, January 9th 2026", "9. january 2026", NINTH, datetime(2026, 1, 9, 20, tzinfo=UTC)),
    ],
)
def test_a_day_is_read_however_it_is_written(cell):
    assert read_day(cell) == DayRead(NINTH, NINTH)


@pytest.mark.parametrize(
    ("cell", "said", "is_open"),
    [
        ("9.1.2026", DayRead(NINTH, date(2026, 9, 1)), True),
        ("09/01/26", DayRead(NINTH, date(2026, 9, 1)), True),
        ("13/01/2026", DayRead(date(2026, 1, 13), None), False),
        ("01/13/2026", DayRead(None, date(2026, 1, 13)), False),
        ("4/4/2026", DayRead(date(2026, 4, 4), date(2026, 4, 4)), False),
    ],
)
def test_a_date_of_numbers_says_which_days_it_can_be(cell, said, is_open):
    assert read_day(cell) == said
    assert said.is_open == is_open


@pytest.mark.parametrize(
    "cell",
    [
        *(None, "", "Ann", 5, "31.2.2026", "2026-13-09", "9 Foo 2026", "9 Jan", "1/2/345", "123/4/2026", "9 Jan 1026"),
        "9" * 70,
    ],
)
def test_what_is_no_day_with_its_year_is_none(cell):
    assert read_day(cell) is None
