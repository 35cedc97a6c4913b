"""The rows of the lists."""

from datetime import date
from operator import attrgetter

import pytest

from hostdesk.base.lists.queries import (
    NightFigures,
    NightState,
    PlayerNight,
    nights,
    nights_of,
    player_rows,
    result_of,
    state_of,
)
from hostdesk.invitations.nights.commands import plan_night
from hostdesk.people.players.commands import merge_players
from reservations.models import Player
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import a_closed_night

pytestmark = pytest.mark.django_db

FIGURES = attrgetter("state", "players", "sold_cents", "over_cents")


@pytest.fixture
@played_once
def evening():
    return a_closed_night()


def test_a_night_is_planned_then_open_then_closed(evening):
    planned = plan_night(date=date(2026, 11, 27), house="dave-2018")
    evening.opens("dave-2018")

    assert set(map(FIGURES, map(NightFigures().row, nights()))) == {
        ("planned", None, None, None),
        ("open", 0, 0, 0),
        ("closed", 2, 6000, 0),
    }
    assert [state_of(night) for night in (planned, evening.night)] == [NightState.PLANNED, NightState.OPEN]


def test_the_newest_night_comes_first(evening):
    plan_night(date=date(2026, 11, 27), house="dave-2018")

    assert [str(night.date) for night in nights()] == ["2026-11-27", "2026-11-20"]


def test_players_have_their_nights_result_and_last_day(evening):
    rows = {
        row.player.name: (row.nights, row.result_cents, row.last_seen) for row in player_rows(Player.objects.people())
    }

    assert rows == {
        "Ann": (1, 1000, date(2026, 11, 20)),
        "Bo": (1, -1000, date(2026, 11, 20)),
        "Cy": (0, 0, None),
        "Gil": (0, 0, None),
    }


def test_a_guest_has_an_inviter_and_a_regular_has_none(evening):
    rows = player_rows(Player.objects.people())

    assert {row.player.name: row.player.guest_of for row in rows if row.player.guest_of} == {"Gil": "Ann"}


def test_an_open_night_counts_as_seen_only(evening):
    evening.opens("dave-2018")
    evening.buy_in("Cy", "20.00")

    cy = next(row for row in player_rows(Player.objects.people()) if row.player.name == "Cy")

    assert (cy.nights, cy.result_cents, cy.last_seen) == (0, 0, date(2026, 11, 20))


def test_a_duplicates_nights_are_the_persons(evening):
    merge_players(stamp=evening.stamp(), player=player_named("Bo"), into=player_named("Ann"))

    rows = {row.player.name: (row.nights, row.result_cents) for row in player_rows(Player.objects.people())}
    played = nights_of(player_named("Ann"))

    assert rows == {"Ann": (1, 0), "Cy": (0, 0), "Gil": (0, 0)}
    assert [(each.bought_cents, each.received_cents) for each in played] == [(6000, 6000)]


def players_of_nights():
    return [NightFigures().row(night).players for night in nights()]


def test_players_are_one_in_a_night_that_closed_while_they_were_merged(evening):
    """Cy is Bo when the second night closes, and himself before and after; Bo is Ann only after both nights."""
    evening.opens("dave-2018")
    evening.buy_in("Bo", "20.00")
    evening.buy_in("Cy", "20.00")
    apart = players_of_nights()
    merge = evening.merges("Cy", into="Bo")
    merged = players_of_nights()
    evening.last_hand()
    evening.cash_out("Bo", "40.00")
    evening.ends("200.00")
    closed = players_of_nights()

    evening.undo(merge)
    evening.merges("Bo", into="Ann")

    assert (apart, merged, closed, players_of_nights()) == ([2, 2], [1, 2], [1, 2], [1, 2])


def test_the_sum_leaves_an_open_night_out():
    lines = [PlayerNight(1, date(2026, 1, 1), "x", closed, 1000, 400) for closed in (True, False)]

    assert (result_of(lines), [line.state for line in lines]) == (-600, ["closed", "open"])
