"""Attendance over a season of one house: players asked, arrivals, late arrivals, late cancellations and no-shows."""

from datetime import date, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hostdesk.people.players.commands import merge_players
from reservations.acts.facts import Mark
from reservations.models import Night
from reservations.nights import commands as nights_commands
from reservations.strikes import commands as strikes_commands
from reservations.strikes.attendance_queries import Period, attended, nights_begun
from reservations.strikes.outcomes import Turnout, turnout_of
from reservations.strikes.queries import strikes_of
from reservations.waiting_list import commands as waiting_list_commands
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, named, one

pytestmark = pytest.mark.django_db

TODAY = date(2026, 12, 31)
NOW = datetime(2026, 12, 31, 12, tzinfo=START.tzinfo)
TWO_HOURS = {"late_change_minutes": 120, "taken_up_clears": False}


@pytest.fixture
@played_once
def house():
    cast()
    return a_house(attendance=TWO_HOURS)


def friday(house, week=0, seats=3):
    """Plan the Friday of that week."""
    return Friday(house, seats=seats, starts_at=START + timedelta(weeks=week))


def came_to(*evenings, names):
    """Return these players as arrivals on these nights, by night."""
    return {evening.night.pk: [one(name).number for name in names] for evening in evenings}


def became(came, period=Period(), now=NOW):  # noqa: B008  # it is frozen
    """Return the outcomes of the players' answers by name, in the order of the nights."""
    found = sorted(attended(nights_begun(period, now, now.date()), came), key=lambda each: each.night)
    names = dict.fromkeys(named(each.player) for each in found)
    return {name: [str(each.outcome) for each in found if named(each.player) == name] for name in names}


def test_a_season(house):
    first, second, third = (friday(house, week).full("Bo", "Cy", "Di", "Eve") for week in range(3))
    first.mark("Cy", Mark.NO_SHOW)
    second.no("Bo", before=60)
    second.mark("Cy", Mark.EXCUSED)
    third.do("expect_at", "Bo", expected_at=third.start + timedelta(hours=2))
    third.no("Cy", before=5_000)

    assert became(came_to(first, second, third, names=["Bo", "Di"]) | came_to(second, names=["Di", "Fay"])) == {
        "Bo": ["came", "cancelled late", "came late"],
        "Cy": ["no-show", "excused", "no"],
        "Di": ["came", "came", "came"],
        "Eve": ["had no seat", "had no seat", "did not come"],
        "Fay": ["came"],
    }


def test_the_sums_of_one_of_them(house):
    first, second = (friday(house, week).full("Bo") for week in range(2))
    second.no("Bo", before=60)

    lines = attended(Night.objects.order_by("pk"), came_to(first, names=["Bo"]))

    assert turnout_of(lines) == Turnout(nights=2, yes=2, no=0, came=1, late=0, excused=0, cancelled=1, no_shows=0)


def test_a_cancelled_night_counts_for_nothing(house):
    evening = friday(house).full("Bo")
    evening.no("Bo", before=60)

    nights_commands.cancel_night(stamp=evening.at(30), night=evening.night, reason="the boiler")

    assert became({}) == {}


def test_a_night_that_has_not_begun_counts_for_nothing(house):
    evening = friday(house).full("Bo")

    assert became({}, now=evening.start - timedelta(seconds=1)) == {}
    assert became({}, now=evening.start) == {"Bo": ["did not come"]}


def test_a_bank_that_opens_early_misses_nobody(house):
    evening = friday(house).full("Bo")
    Night.objects.update(rules=house.newest())

    assert became({}, now=evening.start - timedelta(seconds=1)) == {}


def test_a_night_without_a_time_has_begun_when_its_day_is_over(house):
    Friday(house, starts_at=None).full("Bo")

    days = [START.date(), START.date() + timedelta(days=1)]

    assert [nights_begun(Period(), NOW, day).count() for day in days] == [0, 1]


def test_a_period_has_both_its_days_and_a_house(house):
    evenings = [friday(house, week) for week in range(3)] + [friday(a_house("other"), 1)]
    first, second, third, other = (evening.night for evening in evenings)

    def found(*said):
        return [*nights_begun(Period(*said), NOW, TODAY)]

    assert found() == [third, other, second, first]
    assert found(second.date) == [third, other, second]
    assert found(None, second.date) == [other, second, first]
    assert found(second.date, second.date, house) == [second]


def test_a_strike_that_was_none_is_no_no_show_and_a_pardoned_one_is(house):
    first, second = (friday(house, week).full("Bo") for week in range(2))
    for evening in (first, second):
        evening.mark("Bo", Mark.NO_SHOW)
    newest, oldest = strikes_of(one("Bo"))

    strikes_commands.pardon(stamp=first.at(-90), strike=newest.fact, reason="a flat tyre")
    strikes_commands.unmark(stamp=first.at(-91), strike=oldest.fact, reason="he was here")

    assert became({}) == {"Bo": ["did not come", "no-show"]}


def test_a_no_show_that_was_taken_back_is_none(house):
    evening = friday(house).full("Bo")
    evening.mark("Bo", Mark.NO_SHOW)

    evening.mark("Bo", Mark.LATE)

    assert became({}) == {"Bo": ["did not come"]}


def test_a_strike_by_hand_counts_on_its_night(house):
    evening = friday(house)

    evening.strike("Cy")

    assert became({}) == {"Cy": ["no-show"]}


def test_a_late_change_that_is_no_strike_is_one_all_the_same():
    cast()
    evening = friday(a_house(attendance={"late_change_minutes": 120}), seats=1).full("Bo", "Cy")

    evening.no("Bo", before=60)

    assert (strikes_of(one("Bo")), became({})["Bo"]) == ([], ["cancelled late"])


def test_a_player_who_was_invited_and_said_nothing_was_asked(house):
    evening = friday(house).full("Bo")

    waiting_list_commands.invite(stamp=evening.at(9_000), night=evening.night, players=[one("Bo"), one("Cy")])

    assert became(came_to(evening, names=["Bo"])) == {"Bo": ["came"], "Cy": ["no answer"]}


def test_a_duplicates_nights_are_the_persons(house):
    first, second = friday(house).full("Bo"), friday(house, 1).full("Cy")

    merge_players(stamp=first.at(-600), player=one("Cy"), into=one("Bo"))

    came = {first.night.pk: [one("Bo").number], second.night.pk: [one("Bo").number]}
    assert became(came) == {"Bo": ["came", "came"]}


def test_three_nights_take_no_more_queries_than_one(house):
    counts = []
    for week in range(3):
        friday(house, week).full("Bo", "Cy")
        with CaptureQueriesContext(connection) as asked:
            attended(nights_begun(Period(), NOW, TODAY), {})
        counts.append(len(asked))

    assert counts == [counts[0]] * 3
