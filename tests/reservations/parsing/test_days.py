from datetime import UTC, date, datetime

import pytest

from reservations.acts.problems import Malformed
from reservations.parsing.days import day_of, parse_day, parse_instant


def test_a_day_in_words():
    assert day_of(date(2026, 11, 6)) == "Fri 6 Nov 2026"


@pytest.mark.parametrize("day", [date(1900, 1, 1), date(2026, 11, 20), date(2024, 2, 29), date(2199, 12, 31)])
def test_a_day_is_read_as_it_is_written(day):
    assert parse_day(day.isoformat()) == day


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("tonight", "'tonight' is no date as in 2026-11-20."),
        ("2026-W47-5", "'2026-W47-5' is no date as in 2026-11-20."),
        ("20261120", "'20261120' is no date as in 2026-11-20."),
        (" 2026-11-20", "' 2026-11-20' is no date as in 2026-11-20."),
        ("2026-02-29", "'2026-02-29' is no date as in 2026-11-20."),
        ("\u0662026-11-20", "'\u0662026-11-20' is no date as in 2026-11-20."),
        ("0001-01-01", "0001-01-01 is out of reach: from 1900 to 2199."),
        ("2200-01-01", "2200-01-01 is out of reach: from 1900 to 2199."),
    ],
)
def test_what_is_no_day(text, sentence):
    with pytest.raises(Malformed) as malformed:
        parse_day(text)

    assert str(malformed.value) == sentence


@pytest.mark.parametrize("text", ["2026-11-21T02:04:00Z", "2026-11-20T21:04-05:00", "2026-11-21T03:04:00.000+01:00"])
def test_a_moment_has_an_offset(text):
    assert parse_instant(text) == datetime(2026, 11, 21, 2, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2026-11-20T21:04:00", "is no time with an offset, as in 2026-11-20T21:04:00-05:00."),
        ("0026-11-20T21:04:00Z", "is out of reach: from 1900 to 2199."),
        ("1900-01-01T00:00:00+23:59", "is out of reach: from 1900 to 2199."),
        ("2199-12-31T23:59:59-23:59", "is out of reach: from 1900 to 2199."),
        ("0001-01-01T00:00:00+23:59", "is not in the calendar."),
        ("2026-11-31T21:04:00Z", "is not in the calendar."),
    ],
)
def test_what_is_no_moment(text, why):
    with pytest.raises(Malformed) as malformed:
        parse_instant(text)

    assert str(malformed.value) == f"{text!r} {why}"
