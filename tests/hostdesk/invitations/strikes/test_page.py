"""The pages of attendance: a period, a person's nights, and a person's strikes."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hostdesk.invitations.nights.commands import open_night
from hostdesk.invitations.strikes.page import (
    AttendedNight,
    answers_since,
    attended_nights,
    nights_for_strikes,
    nights_to_come,
    player_strikes,
    strike_preview,
    turnout_rows,
)
from hostdesk.people.players.commands import merge_players
from ledger.buy_in import commands as buy_in_commands
from ledger.money.words import Means
from ledger.night import commands as night_commands
from reservations.acts.facts import Cause, Mark
from reservations.acts.kinds import Stamp
from reservations.strikes.attendance_queries import Period
from reservations.strikes.outcomes import Outcome
from reservations.strikes.queries import strike_sums
from reservations.waiting_list import commands as waiting_list_commands
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one, preset

pytestmark = [pytest.mark.further, pytest.mark.django_db]

NOW = START + timedelta(weeks=8)
DAY = date(2026, 11, 20)


@pytest.fixture
@played_once
def house():
    cast()
    return preset("ericn")


def friday(house, week=0, seats=3):
    return Friday(house, seats=seats, starts_at=START + timedelta(weeks=week))


def opened(house, date):
    """Open the bank of that day's night."""
    figures = {"small_blind": 5, "big_blind": 10, "buy_in_min": 500, "buy_in_max": 2000}
    said = {"house": house.key, "banker": one("Ann"), "float_cents": 0, "figures": figures}
    return open_night(stamp=Stamp("opens-the-bank", START), date=date, **said).act.night


def with_the_bank_open(house):
    """Play a night at the table: Bo arrives, Cy buys in without having answered, Di does not come."""
    evening = friday(house).full("Bo", "Di")
    evening.night = opened(house, evening.night.date)
    night_commands.arrive(stamp=Stamp("bo-arrives-now", START), night=evening.night, player=one("Bo"))
    buy_in_commands.buy_in(
        stamp=Stamp("cy-buys-in-now", START), night=evening.night, player=one("Cy"), amount_cents=1000, pay=Means.CASH
    )
    return evening


def test_the_bank_says_who_came(house):
    with_the_bank_open(house)

    rows, nights = turnout_rows(Period(), NOW)

    assert nights == 1
    assert [(row.player.name, row.turnout.nights, row.turnout.yes, row.turnout.came) for row in rows] == [
        ("Bo", 1, 1, 1),
        ("Cy", 1, 0, 1),
        ("Di", 1, 1, 0),
    ]


def test_a_period_without_nights(house):
    friday(house).full("Bo")

    assert turnout_rows(Period(since=DAY + timedelta(days=1)), NOW) == ([], 0)


def test_answers_begin_with_the_first_night_that_has_one_after_a_night_without(house):
    nobody = answers_since()
    answered = friday(house, week=1).full("Bo")
    from_the_first = answers_since()
    opened(house, DAY)

    assert (nobody, from_the_first, answers_since()) == (None, None, answered.night.date)


def test_the_nights_of_a_person_the_newest_first(house):
    played, later = with_the_bank_open(house), friday(house, week=1).full("Cy")
    later.yes("Bo", guests=["Gus", "Hal"])
    friday(house, week=2).full("Cy")

    assert attended_nights(one("Bo"), NOW) == [
        AttendedNight(later.night.pk, later.night.date, "EricN's game", "yes with Gus, Hal", Outcome.WAITED),
        AttendedNight(played.night.pk, played.night.date, "EricN's game", "yes", Outcome.CAME),
    ]


def test_a_night_one_was_only_invited_to_or_only_played_is_one_of_theirs(house):
    asked = friday(house, week=1)
    waiting_list_commands.invite(stamp=asked.at(9_000), night=asked.night, players=[one("Cy")])
    with_the_bank_open(house)

    assert [(each.answer, each.outcome) for each in attended_nights(one("Cy"), NOW)] == [
        ("", "no answer"),
        ("", "came"),
    ]


def test_a_merged_players_nights_and_strikes_are_the_survivors(house):
    friday(house).full("Bo").mark("Bo", Mark.NO_SHOW)
    merge_players(stamp=Stamp("bo-is-cy-now", NOW), player=one("Bo"), into=one("Cy"))

    assert [each.outcome for each in attended_nights(one("Cy"), NOW)] == [Outcome.NO_SHOW]
    assert [each.cause for each in player_strikes(one("Cy")).strikes] == [Cause.NO_SHOW]


def test_strikes_mean_something_house_by_house(house):
    other = a_house("other", attendance={"no_show_weight": 2, "steps": [[4, "behind"]]})
    friday(house).strike("Bo")
    friday(other, week=1).strike("Bo")

    found = {
        each.house.name: (each.strikes, bool(each.barred), each.means[-1]) for each in player_strikes(one("Bo")).houses
    }

    removed = "removed from the group, with no reservations until the host takes them back"
    assert found == {
        "EricN's game": (1, False, f"1 of 2: at the second strike {removed}."),
        "The other game": (2, False, "2 of 4: at the fourth strike behind the others on every waiting list."),
    }
    assert strike_sums() == {one("Bo").number: 3}


def test_a_host_of_one_house_sees_its_strikes_alone(house):
    friday(house).strike("Bo")
    friday(a_house("other"), week=1).strike("Bo")

    found = player_strikes(one("Bo"), among=[house.pk])

    assert ([each.house for each in found.strikes], [each.house for each in found.houses]) == ([house.pk], [house])


def test_of_these_houses_the_nights_to_come_have_not_begun(house):
    friday(house)
    ahead = friday(house, week=1)
    friday(a_house("other"), week=1)

    found = nights_to_come([house.pk], START + timedelta(hours=1))

    assert [night for night, _ in found] == [ahead.night]


def test_two_of_them_remove(house):
    for week in (0, 1):
        friday(house, week).strike("Bo")

    stands = player_strikes(one("Bo"))

    assert [(each.strikes, bool(each.barred)) for each in stands.houses] == [(2, True)]
    assert stands.strikes[1].consequence == "a friendly reminder"


def test_what_the_next_one_would_come_to(house):
    friday(house).strike("Bo")
    night = friday(house, week=1).night

    after = strike_preview(one("Bo"), night, Cause.LATE_CANCEL)

    assert (after.night, after.house.strikes, bool(after.house.barred), after.ends_reservations) == (
        night,
        2,
        True,
        True,
    )


def test_a_strike_ahead_weighs_what_its_cause_weighs(house):
    night = friday(a_house("other", attendance={"no_show_weight": 2, "steps": [[4, "behind"]]})).night

    after = {cause: strike_preview(one("Bo"), night, cause).house.strikes for cause in Cause}

    assert after == {cause: 2 if cause == Cause.NO_SHOW else 1 for cause in Cause}


def test_only_a_night_that_has_begun_can_have_a_strike(house):
    ahead = friday(house, week=5_000).night

    assert ahead not in nights_for_strikes()


def test_strikes_in_three_houses_take_no_more_queries_than_in_one(house):
    counts = []
    for key in ("first", "second", "third"):
        friday(a_house(key)).strike("Bo")
        with CaptureQueriesContext(connection) as asked:
            player_strikes(one("Bo"))
            strike_sums()
        counts.append(len(asked))

    assert counts == [counts[0]] * 3
