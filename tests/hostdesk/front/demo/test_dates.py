"""The dates of the demo's season, for a start at any time."""

import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from hostdesk.front.demo import dates
from hostdesk.front.demo.dates import OPEN_FOR, OPENED, TONIGHT, Dates

NEW_YORK = ZoneInfo("America/New_York")
FRIDAY_NIGHT = datetime(2026, 11, 20, 21, 4, 30, tzinfo=NEW_YORK)
MOMENTS = [
    FRIDAY_NIGHT,
    datetime(2026, 11, 21, 0, 30, tzinfo=NEW_YORK),
    *(datetime(2026, 11, day, 12, tzinfo=NEW_YORK) for day in range(22, 29)),
    datetime(2027, 1, 1, 9, tzinfo=NEW_YORK),
    datetime(2028, 2, 29, 12, tzinfo=ZoneInfo("Pacific/Auckland")),
    datetime(2026, 3, 8, 3, 30, tzinfo=NEW_YORK),  # the clock skips the hour before
    datetime(2026, 11, 1, 1, 30, fold=1, tzinfo=NEW_YORK),  # this time happens twice
    datetime(2026, 3, 29, 1, 30, tzinfo=ZoneInfo("Asia/Beirut")),  # the clock skipped midnight
    datetime(2026, 11, 20, 21, tzinfo=UTC),
]
LINES = [
    [json.loads(text) for text in Path(dates.__file__).with_name(name).read_text(encoding="utf-8").splitlines()]
    for name in ("season.jsonl", "facts.jsonl")
]
ACTS, FACTS = LINES
NIGHTS = [date.fromisoformat(line["date"]) for line in ACTS if line["act"] == "open"]


def dates_of(now):
    return Dates(now, now.tzinfo)


def moments(lines, dates):
    """Return the moments of all lines, in the order of recording."""
    recorded = ((datetime.fromisoformat(line["at"]), line) for line in lines)
    return [dates.moment(at, date.fromisoformat(line.get("date", f"{at:%Y-%m-%d}"))) for at, line in recorded]


@pytest.mark.parametrize("now", MOMENTS, ids=str)
def test_acts_stay_in_their_order_and_come_before_now(now):
    found = moments(ACTS, dates_of(now))

    assert found == sorted(found)
    assert found[-1] < now


@pytest.mark.parametrize("now", MOMENTS, ids=str)
def test_what_is_said_of_a_night_stays_in_its_order_and_comes_before_now(now):
    for night in {line["date"] for line in FACTS}:
        found = moments([line for line in FACTS if line["date"] == night], dates_of(now))

        assert found == sorted(found)
        assert found[-1] < now


@pytest.mark.parametrize("now", MOMENTS, ids=str)
def test_past_nights_stay_on_their_weekday_and_tonight_follows(now):
    dates = dates_of(now)
    *past, tonight, beside = [dates.day(night) for night in NIGHTS]

    assert [day.weekday() for day in past] == [night.weekday() for night in NIGHTS[:-2]]
    assert timedelta(2) <= tonight - past[-1] <= timedelta(8)
    assert tonight == beside == (now.astimezone(UTC) - OPEN_FOR).astimezone(now.tzinfo).date()


@pytest.mark.parametrize("now", MOMENTS, ids=str)
def test_past_nights_begin_in_the_evening_of_the_place(now):
    dates = dates_of(now)
    openings = [line for line in ACTS if line["act"] == "open"][:-2]
    found = [at.astimezone(now.tzinfo) for at in moments(openings, dates)]

    assert {at.hour for at in found} == {19}
    assert [at.date() for at in found] == [dates.day(night) for night in NIGHTS[:-2]]


@pytest.mark.parametrize("now", MOMENTS, ids=str)
def test_the_next_night_of_the_series_is_on_friday_next_week(now):
    dates = dates_of(now)
    friday = dates.day(date(2026, 11, 27))

    assert friday.isocalendar()[:2] == (dates.day(TONIGHT) + timedelta(weeks=1)).isocalendar()[:2]
    assert friday.weekday() == 4


def test_a_night_keeps_its_length_when_the_clocks_change():
    dates = dates_of(datetime(2026, 4, 10, 20, tzinfo=ZoneInfo("Asia/Beirut")))
    changed = date(2026, 3, 28)
    recorded = changed + (date(2026, 11, 13) - date(2026, 4, 3))
    begun, ended = (
        dates.moment(datetime.combine(recorded, datetime.min.time(), UTC) + timedelta(hours=hours), recorded)
        for hours in (19, 25)
    )

    assert begun == datetime(2026, 3, 28, 19, tzinfo=dates.zone)
    assert ended - begun == timedelta(hours=6)


def test_tonights_game_began_a_good_two_hours_ago():
    assert dates_of(FRIDAY_NIGHT).moment(OPENED, TONIGHT) == FRIDAY_NIGHT.replace(second=0) - OPEN_FOR


def test_after_midnight_the_night_is_still_yesterdays():
    assert dates_of(MOMENTS[1]).day(TONIGHT) == date(2026, 11, 20)


def test_tonight_is_planned_when_it_was_opened_and_other_nights_when_they_were_recorded():
    dates = dates_of(FRIDAY_NIGHT)

    assert [f"{each:%H:%M}" for each in dates.times(TONIGHT, "20:05", "01:05")] == ["18:39", "23:39"]
    assert [f"{each:%H:%M}" for each in dates.times(date(2026, 11, 13), "19:15", "00:15")] == ["19:15", "00:15"]


@pytest.mark.parametrize(
    ("now", "ends"),
    [
        (datetime(2026, 11, 30, 23, tzinfo=UTC), [(9, 30), (8, 31), (7, 31), (6, 30)]),
        (datetime(2026, 12, 1, 0, 30, tzinfo=UTC), [(10, 31), (9, 30), (8, 31), (7, 31), (6, 30)]),
        (datetime(2027, 1, 1, 9, tzinfo=UTC), [(11, 30), (10, 31), (9, 30), (8, 31), (7, 31)]),
    ],
    ids=str,
)
def test_months_end_where_they_do_but_for_the_one_that_ended_last(now, ends):
    dates = dates_of(now)
    found = list(dates.month_ends(dates.day(NIGHTS[0])))

    assert [(end.month, end.day) for end in reversed(found)] == ends
