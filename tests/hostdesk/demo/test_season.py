"""The days of the demo's season, whenever somebody looks at it."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from hostdesk.demo.season import OPEN_FOR, plan_season
from reservations.kinds import Kind

NEW_YORK = ZoneInfo("America/New_York")
FRIDAY_NIGHT = datetime(2026, 11, 20, 21, 4, 30, tzinfo=NEW_YORK)
MOMENTS = [
    FRIDAY_NIGHT,
    datetime(2026, 11, 21, 0, 30, tzinfo=NEW_YORK),
    datetime(2027, 1, 1, 9, tzinfo=NEW_YORK),
    datetime(2028, 2, 29, 12, tzinfo=NEW_YORK),
    datetime(2026, 3, 8, 3, 30, tzinfo=NEW_YORK),  # the hour before is left out
    datetime(2026, 11, 1, 1, 30, fold=1, tzinfo=NEW_YORK),  # it is there twice
    datetime(2026, 11, 20, 21, tzinfo=UTC),
]


def days(season):
    """Return the day of every night but the planned one."""
    return [night[0].fields["date"] for night in season.nights]


@pytest.mark.parametrize("now", MOMENTS, ids=str)
def test_every_night_comes_after_the_one_before_and_before_now(now):
    moments = [line.stamp.at for night in plan_season(now).nights for line in night]

    assert moments == sorted(moments)
    assert moments[-1] < now
    assert len(set(days(plan_season(now)))) == 23


@pytest.mark.parametrize("now", MOMENTS, ids=str)
def test_the_season_is_half_a_year_and_the_next_night_is_next_week(now):
    season = plan_season(now)
    today = days(season)[-1]

    assert timedelta(weeks=25) < today - days(season)[0] < timedelta(weeks=28)
    assert season.planned.isocalendar()[:2] == (today + timedelta(weeks=1)).isocalendar()[:2]
    assert season.planned.weekday() == 4


def test_the_last_night_began_a_good_two_hours_ago():
    opening = plan_season(FRIDAY_NIGHT).nights[-1][0]

    assert opening.stamp.at == FRIDAY_NIGHT.replace(second=0) - OPEN_FOR
    assert opening.fields["date"] == date(2026, 11, 20)


def test_after_midnight_the_night_is_still_yesterdays():
    season = plan_season(MOMENTS[1])

    assert days(season)[-1] == date(2026, 11, 20)
    assert season.planned == date(2026, 11, 27)


def test_evenings_begin_in_the_evening_of_the_place():
    openings = [night[0].stamp.at.astimezone(NEW_YORK) for night in plan_season(FRIDAY_NIGHT).nights[:-1]]

    assert {opening.hour for opening in openings} == {19}
    assert [opening.date() for opening in openings] == days(plan_season(FRIDAY_NIGHT))[:-1]


def test_most_nights_are_fridays():
    weekdays = Counter(day.strftime("%a") for day in days(plan_season(FRIDAY_NIGHT))[:-1])

    assert weekdays == {"Fri": 18, "Sat": 3, "Thu": 1}


def test_two_houses():
    houses = Counter(night[0].fields["house"] for night in plan_season(FRIDAY_NIGHT).nights)

    assert sorted(houses.values()) == [7, 16]


def test_the_acts_are_the_same_at_any_time_but_for_their_days():
    first, second = (plan_season(now) for now in MOMENTS[:2])

    assert [[(line.kind, line.stamp.key) for line in night] for night in first.nights] == [
        [(line.kind, line.stamp.key) for line in night] for night in second.nights
    ]


def test_everybody_is_known_before_they_play():
    season = plan_season(FRIDAY_NIGHT)
    names = [line.fields["name"] for line in season.people]

    assert len(names) == 14
    assert season.people[-1].stamp.at < season.nights[0][0].stamp.at
    assert {line.fields["player"] for night in season.nights for line in night if "player" in line.fields} == set(names)


def test_a_guest_comes_with_whoever_brought_them():
    season = plan_season(FRIDAY_NIGHT)
    brought = {line.fields["name"]: line.fields["invited_by"] for line in season.people if len(line.fields) == 3}

    for night in season.nights:
        there = {line.fields["player"] for line in night if line.kind == Kind.BUY_IN}
        assert {brought[name] for name in there & set(brought)} <= there
