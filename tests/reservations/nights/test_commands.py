"""Planning: a single night, a series, and the later nights of a series."""

import json
from datetime import UTC, date, datetime, time, timedelta

import pytest

from reservations.acts.fact_queries import FactTaken
from reservations.acts.problems import Impossible, Malformed
from reservations.models import Fact, Night, Series
from reservations.nights.commands import cancel_night, end_series, extend_series
from reservations.nights.plans import MONTHS, WEEKS, Repeats
from tests.reservations.planned import FRIDAY, NOON, a_night, plans, stamp, weekly

pytestmark = pytest.mark.django_db

EVERY_WEEK = Repeats(WEEKS, 1, FRIDAY)


def dates():
    return [f"{day:%m-%d}" for day in Night.objects.values_list("date", flat=True)]


def test_a_night_is_planned_with_all_that_is_said_of_it():
    night = a_night(ends=time(1), tables=2, note="Bring snacks", maybe_hours=24)

    assert (night.date, night.starts_at, night.ends_at) == (
        FRIDAY,
        datetime(2026, 11, 20, 18, tzinfo=UTC),
        datetime(2026, 11, 21, 0, tzinfo=UTC),
    )
    assert (night.time_zone, night.maybe_until) == ("Europe/Berlin", datetime(2026, 11, 19, 18, tzinfo=UTC))
    assert (night.seats, night.tables, night.place, night.note) == (10, 2, "Elm Street 7", "Bring snacks")
    assert (night.series, night.series_day, night.house.key) == (None, None, "friday")


def test_who_planned_it_is_kept():
    night = a_night()

    fact = Fact.objects.get()

    assert (fact.kind, fact.by, fact.night, fact.house) == ("plan", "Ann", None, night.house)
    assert json.loads(fact.content)["starts_at"] == "2026-11-20T18:00:00.000000+00:00"


def test_the_same_form_twice_is_one_night():
    first, second = plans(key="the-same"), plans(key="the-same")

    assert (first.known, second.known, first.fact) == (False, True, second.fact)
    assert Night.objects.count() == 1


@pytest.mark.parametrize("said", [{"seats": 8}, {"repeats": EVERY_WEEK}])
def test_the_same_form_with_something_else_is_told(said):
    plans(key="the-same")

    with pytest.raises(FactTaken):
        plans(key="the-same", **said)

    assert Night.objects.count() == 1


def test_a_house_has_one_planned_night_a_day():
    night = a_night()
    with pytest.raises(Impossible, match="A night at Friday game is planned on Fri 20 Nov 2026 already: change"):
        plans()

    cancel_night(stamp=stamp(), night=night, reason="snow")
    plans()

    assert Night.objects.count() == 2


def test_a_weekly_series_is_planned_for_three_months():
    noted = plans(repeats=EVERY_WEEK)

    nights = list(Night.objects.all())
    assert (len(nights), str(nights[-1].date)) == (13, "2027-02-12")
    assert json.loads(noted.fact.outcome)["night"] == nights[0].pk
    assert noted.remark == "Planned: 13 nights. Later ones follow by themselves."


def test_every_night_of_a_series_starts_at_the_same_time_of_its_day():
    plans(repeats=EVERY_WEEK, day=date(2026, 10, 16), at=NOON - timedelta(days=40))

    starts = [night.starts_at.hour for night in Night.objects.filter(date__lt=date(2027, 4, 1))]

    assert set(starts) == {18}


def test_a_series_across_the_change_of_the_clocks():
    weekly_from = Repeats(WEEKS, 1, date(2026, 10, 16), date(2026, 10, 30))

    plans(repeats=weekly_from, day=date(2026, 10, 16), at=NOON - timedelta(days=40))

    assert [night.starts_at.hour for night in Night.objects.all()] == [17, 17, 18]


def test_a_monthly_series_is_planned_for_half_a_year():
    plans(repeats=Repeats(MONTHS, 1, FRIDAY))

    assert dates() == ["11-20", "12-18", "01-15", "02-19", "03-19", "04-16", "05-21"]


def test_days_with_a_night_of_the_house_are_left_out():
    plans(day=date(2026, 12, 4))

    noted = plans(repeats=Repeats(WEEKS, 1, FRIDAY, date(2026, 12, 11)))

    assert dates() == ["11-20", "11-27", "12-04", "12-11"]
    assert noted.remark == (
        "Planned: 3 nights. Later ones follow by themselves. "
        "Left out, since a night is planned there already: 2026-12-04."
    )


@pytest.mark.parametrize(
    ("said", "repeats", "wrong", "sentence"),
    [
        ({"starts": None}, EVERY_WEEK, Malformed, "Say when the nights start."),
        ({"maybe_on": FRIDAY}, EVERY_WEEK, Malformed, "how many hours before each night"),
        ({}, Repeats(WEEKS, 0, FRIDAY), Malformed, "Nights repeat every 1 to 12 weeks or months."),
        ({}, Repeats(MONTHS, 13, FRIDAY), Malformed, "Nights repeat every 1 to 12 weeks or months."),
        ({}, Repeats(WEEKS, 1, FRIDAY, date(2026, 11, 19)), Malformed, "The last night cannot be before the first."),
        ({"at": NOON + timedelta(days=1)}, EVERY_WEEK, Impossible, "A series begins today or later."),
    ],
)
def test_a_series_that_cannot_be(said, repeats, wrong, sentence):
    with pytest.raises(wrong, match=sentence):
        plans(repeats=repeats, **said)

    assert (Night.objects.count(), Series.objects.count()) == (0, 0)


def test_a_series_goes_on_by_itself():
    plans(repeats=EVERY_WEEK)

    planned = [extend_series(now=NOON + timedelta(days=days)) for days in (0, 1, 1, 7, 8, 21)]

    assert planned == [0, 1, 0, 0, 1, 1]
    assert dates()[-3:] == ["02-19", "02-26", "03-05"]


def test_a_series_goes_on_as_its_last_change_has_it():
    weekly(until=None)
    Series.objects.update(seats=6, starts=time(20))

    extend_series(now=NOON + timedelta(days=7))

    night = Night.objects.last()
    assert (night.date, night.seats, night.starts_at.hour) == (date(2027, 2, 19), 6, 19)


def test_a_night_that_was_skipped_is_not_planned_again():
    nights = weekly(until=None)
    cancel_night(stamp=stamp(), night=nights[-1], reason="holidays")

    assert extend_series(now=NOON) == 0


def test_a_day_with_another_night_is_passed_over():
    plans(repeats=EVERY_WEEK)
    cancel_night(stamp=stamp(), night=a_night(day=date(2027, 2, 19)), reason="snow")

    assert extend_series(now=NOON + timedelta(days=14)) == 1
    assert dates()[-1] == "02-26"


def test_after_a_long_pause_nothing_is_planned_in_the_past():
    plans(repeats=EVERY_WEEK)

    extend_series(now=NOON + timedelta(days=300))

    assert dates()[12:14] == ["02-12", "09-17"]


@pytest.mark.parametrize("until", [date(2026, 12, 11), date(2027, 2, 12)])
def test_a_series_ends(until):
    plans(repeats=Repeats(WEEKS, 1, FRIDAY, until))

    assert extend_series(now=NOON + timedelta(days=60)) == 0


def test_a_series_that_was_ended_goes_on_no_longer():
    weekly(until=None)
    end_series(stamp=stamp(), series=Series.objects.get(), after=date(2026, 12, 11))

    assert extend_series(now=NOON + timedelta(days=14)) == 0
