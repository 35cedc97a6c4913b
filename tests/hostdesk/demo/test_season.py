"""The days of the demo's season, whenever somebody looks at it."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from hostdesk.demo.cast import read_cast
from hostdesk.demo.season import ANSWERED, OPEN_FOR, SECOND_FOR, plan_season
from hostdesk.demo.words import Verb
from reservations.attendance_terms import attendance_terms
from reservations.facts import Reply
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


def parts(season):
    """Return all of a season in its order: what is between nights, and the nights."""
    return [season.people, *(part for both in zip(season.before, season.nights, strict=True) for part in both)]


def between(kind, season):
    """Return the acts of that kind that are of no night."""
    return [line for lines in season.before for line in lines if line.kind == kind]


def days(season):
    """Return the day of every night but those ahead."""
    return [night[0].fields["date"] for night in season.nights]


def friday(season):
    """Return the day on which the series begins."""
    return next(word.day for word in season.words if word.fields.get("repeats"))


@pytest.mark.parametrize("now", MOMENTS, ids=str)
def test_every_night_comes_after_the_one_before_and_before_now(now):
    season = plan_season(now)
    *one_after_the_other, beside_tonight = parts(season)
    moments = [line.stamp.at for part in one_after_the_other for line in part]
    second = [line.stamp.at for line in beside_tonight]

    assert (moments, second) == (sorted(moments), sorted(second))
    assert max(moments[-1], second[-1]) < now
    assert len(days(season)) == 24
    assert len(set(days(season))) == 23


@pytest.mark.parametrize("now", MOMENTS, ids=str)
def test_the_season_is_half_a_year_and_the_next_night_is_next_week(now):
    season = plan_season(now)
    today = days(season)[-1]

    assert timedelta(weeks=25) < today - days(season)[0] < timedelta(weeks=28)
    assert friday(season).isocalendar()[:2] == (today + timedelta(weeks=1)).isocalendar()[:2]
    assert friday(season).weekday() == 4


def test_tonights_game_began_a_good_two_hours_ago():
    opening = plan_season(FRIDAY_NIGHT).nights[-2][0]

    assert opening.stamp.at == FRIDAY_NIGHT.replace(second=0) - OPEN_FOR
    assert opening.fields["date"] == date(2026, 11, 20)


def test_a_second_game_has_just_begun():
    opening, *_, last = plan_season(FRIDAY_NIGHT).nights[-1]

    assert opening.stamp.at == FRIDAY_NIGHT.replace(second=0) - SECOND_FOR
    assert (opening.fields["house"], opening.fields["date"]) == ("hybrid", date(2026, 11, 20))
    assert last.kind is Kind.BUY_IN


def test_after_midnight_the_night_is_still_yesterdays():
    season = plan_season(MOMENTS[1])

    assert days(season)[-1] == date(2026, 11, 20)
    assert friday(season) == date(2026, 11, 27)


def test_evenings_begin_in_the_evening_of_the_place():
    openings = [night[0].stamp.at.astimezone(NEW_YORK) for night in plan_season(FRIDAY_NIGHT).nights[:-2]]

    assert {opening.hour for opening in openings} == {19}
    assert [opening.date() for opening in openings] == days(plan_season(FRIDAY_NIGHT))[:-2]


def test_most_nights_are_fridays():
    weekdays = Counter(day.strftime("%a") for day in days(plan_season(FRIDAY_NIGHT))[:-2])

    assert weekdays == {"Fri": 18, "Sat": 3, "Thu": 1}


def test_three_houses():
    season = plan_season(FRIDAY_NIGHT)
    houses = [night[0].fields["house"] for night in season.nights]

    assert Counter(houses) == {"dave-2018": 8, "mike": 8, "hybrid": 8}
    assert houses[-2:] == ["mike", "hybrid"]
    assert {word.house for word in season.words} == {"dave-2018", "mike", "hybrid", "ericn"}


@pytest.mark.parametrize("now", MOMENTS, ids=str)
def test_every_month_is_consolidated_but_the_one_that_ended_last(now):
    season = plan_season(now)
    ends = [line.fields["until"] for line in between(Kind.CONSOLIDATE, season)]
    after = [(end + timedelta(days=1)).strftime("%Y-%m") for end in ends]

    months = sorted({day.strftime("%Y-%m") for day in days_until(days(season)[0], now.date())})

    assert [end.strftime("%Y-%m") for end in ends] == months[:-2]
    assert after == months[1:-1]


def days_until(first, last):
    """Return every day from the first to the last."""
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


@pytest.mark.parametrize("now", MOMENTS, ids=str)
def test_of_the_last_month_most_is_paid(now):
    season = plan_season(now)
    last = between(Kind.CONSOLIDATE, season)[-1]
    since = [line for lines in season.before for line in lines if line.stamp.at > last.stamp.at]

    proposed, paid = last.fields["payments"], [line for line in since if line.kind == Kind.PAYMENT]
    answered = [line.fields["claim"] for line in paid if "claim" in line.fields]
    answered += [line.fields["of"] for line in since if line.kind == Kind.DISPUTE]

    assert len(proposed) >= 5
    assert len(paid) == len(proposed) - 2
    assert [line.stamp.key in answered for line in since if line.kind == Kind.CLAIM].count(False) == 1


def test_the_acts_are_the_same_at_any_time_but_for_their_days():
    first, second = (plan_season(now) for now in MOMENTS[:2])

    assert [[(line.kind, line.stamp.key) for line in night] for night in first.nights] == [
        [(line.kind, line.stamp.key) for line in night] for night in second.nights
    ]


def test_everybody_is_known_before_they_play():
    season = plan_season(FRIDAY_NIGHT)
    names = [line.fields["name"] for line in season.people]

    assert len(names) == 23
    assert season.people[-1].stamp.at < season.nights[0][0].stamp.at
    assert {line.fields["player"] for night in season.nights for line in night if "player" in line.fields} == set(names)


def test_everybody_has_a_mark_and_the_hosts_is_the_houses():
    marks = {line.fields["name"]: line.fields["mark"] for line in plan_season(FRIDAY_NIGHT).people}

    assert len(set(marks.values())) == 23
    assert (marks["Ann Hollis"], marks["Gus"]) == (read_cast().games[1].terms.host_mark, "BOU")


def test_a_guest_comes_with_whoever_brought_them():
    season = plan_season(FRIDAY_NIGHT)
    brought = {line.fields["name"]: line.fields["invited_by"] for line in season.people if "invited_by" in line.fields}

    for night in season.nights:
        there = {line.fields["player"] for line in night if line.kind == Kind.BUY_IN}
        assert {brought[name] for name in there & set(brought)} <= there


@pytest.mark.parametrize("now", MOMENTS, ids=str)
def test_what_is_said_of_coming_is_said_in_its_order_and_before_now(now):
    season = plan_season(now)

    for said in (season.words, season.at_tables):
        moments = [word.stamp.at for word in said]
        assert moments == sorted(moments)
        assert moments[-1] < now


def test_of_the_last_nights_everybody_who_plays_has_said_so():
    season = plan_season(FRIDAY_NIGHT)
    answers = [word for word in season.words if word.verb is Verb.ANSWER and word.fields["reply"] == Reply.YES]

    for night in season.nights[ANSWERED - 1 : -1]:
        said = [word for word in answers if word.day == night[0].fields["date"]]
        coming = {name for word in said for name in (word.player, *word.fields.get("guests", ()))}
        assert {line.fields["player"] for line in night if line.kind == Kind.BUY_IN} - coming == set()


def test_the_rules_are_revised_before_anybody_answers():
    first = plan_season(FRIDAY_NIGHT).words[0]

    assert (first.verb, first.house) == (Verb.REVISE, "dave-2018")
    assert attendance_terms(first.fields["document"]).regulars_first
