"""The plan of a night in the local time of its place, and the columns made from it."""

from dataclasses import replace
from datetime import UTC, date, datetime, time

import pytest

from reservations.acts.problems import Changed, Malformed
from reservations.nights.plans import Plan

FRIDAY = date(2026, 11, 20)
PLAN = Plan(
    FRIDAY, time(19), time(1), "Europe/Berlin", seats=10, tables=2, maybe_hours=24, place="Elm Street 7", note="Snacks"
)


def utc(day, hour):
    return datetime(2026, 11, day, hour, tzinfo=UTC)


def test_the_columns_of_a_night():
    assert PLAN.columns() == {
        "date": FRIDAY,
        "starts_at": utc(20, 18),
        "ends_at": utc(21, 0),
        "time_zone": "Europe/Berlin",
        "seats": 10,
        "tables": 2,
        "maybe_until": utc(19, 18),
        "place": "Elm Street 7",
        "note": "Snacks",
        "stakes": {},
    }


def test_nobody_has_to_say_more_than_the_day():
    columns = Plan(FRIDAY).columns()

    assert [columns[name] for name in ("starts_at", "ends_at", "maybe_until", "seats")] == [None] * 4


@pytest.mark.parametrize(
    ("said", "until"),
    [
        ({"maybe_hours": 0}, utc(20, 18)),
        ({"maybe_hours": 2}, utc(20, 16)),
        ({"maybe_hours": None}, None),
        ({"maybe_hours": None, "maybe_on": date(2026, 11, 18)}, utc(18, 23)),
        ({"maybe_hours": None, "maybe_on": FRIDAY}, utc(20, 18)),
    ],
)
def test_until_when_maybe_is_an_answer(said, until):
    assert replace(PLAN, **said).columns()["maybe_until"] == until


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"maybe_hours": None},
        {"maybe_hours": None, "maybe_on": date(2026, 11, 18)},
        {"starts": None, "ends": None, "maybe_hours": None},
        {"ends": None, "seats": None},
    ],
)
def test_a_plan_is_read_back_from_the_columns(said):
    plan = replace(PLAN, **said)

    assert Plan.read(plan.columns()) == plan


def test_a_moment_that_is_neither_full_hours_nor_midnight_is_read_as_its_day():
    columns = {**PLAN.columns(), "maybe_until": datetime(2026, 11, 18, 12, 30, tzinfo=UTC)}

    assert (Plan.read(columns).maybe_hours, Plan.read(columns).maybe_on) == (None, date(2026, 11, 18))


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"seats": 0}, "A night has 1 to 1000 seats."),
        ({"seats": 1001}, "A night has 1 to 1000 seats."),
        ({"tables": 0}, "A night is played at one table or at two."),
        ({"tables": 3}, "A night is played at one table or at two."),
        ({"maybe_hours": -1}, "0 to 1440 hours before the start"),
        ({"maybe_on": FRIDAY}, "in hours or as a day, not both"),
        ({"starts": None}, "when the night starts"),
        ({"maybe_hours": None, "maybe_on": date(2026, 11, 21)}, "cannot close after the night has started"),
    ],
)
def test_what_cannot_be(said, sentence):
    with pytest.raises(Malformed, match=sentence):
        replace(PLAN, **said).columns()


def test_two_people_who_change_different_things_both_get_their_way():
    first = PLAN.changed(PLAN, replace(PLAN, place="Oak Street 1"))

    assert first.changed(PLAN, replace(PLAN, seats=8)) == replace(PLAN, place="Oak Street 1", seats=8)


@pytest.mark.parametrize(
    ("meanwhile", "wanted", "sentence"),
    [
        ({"place": "Oak Street 1"}, {"place": "Ash Street 2"}, "changed the place meanwhile"),
        ({"starts": time(20)}, {"maybe_hours": 3}, "changed the start meanwhile"),
        ({"day": date(2026, 11, 21), "ends": None}, {"starts": time(20)}, "changed the day and the end meanwhile"),
        ({"maybe_hours": None, "maybe_on": FRIDAY}, {"ends": None}, "changed when “maybe” closes meanwhile"),
    ],
)
def test_two_people_who_change_the_same_are_told(meanwhile, wanted, sentence):
    with pytest.raises(Changed, match=sentence):
        replace(PLAN, **meanwhile).changed(PLAN, replace(PLAN, **wanted))
