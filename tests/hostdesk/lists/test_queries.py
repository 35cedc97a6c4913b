"""What the lists show."""

from datetime import date
from operator import attrgetter

import pytest

from hostdesk.lists.queries import (
    NightActs,
    NightFigures,
    NightState,
    PlayerNight,
    nights,
    nights_of,
    player_rows,
    result_of,
    state_of,
)
from hostdesk.nights.commands import plan_night
from hostdesk.players.commands import merge_players
from hostdesk.tonight.queries import tonight_of
from reservations.models import Act, Night, Player
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening, a_closed_night

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


def test_the_sum_leaves_an_open_night_out():
    lines = [PlayerNight(1, date(2026, 1, 1), "x", closed, 1000, 400) for closed in (True, False)]

    assert (result_of(lines), [line.state for line in lines]) == (-600, ["closed", "open"])


def test_an_act_says_what_who_and_what_became_of_it():
    evening = Evening("dave-2018")
    slip = evening.buy_in("Bo", "20.00", ruling="the table agreed: late")
    undoing = evening.undo(slip)

    undone, *_ = [
        row
        for row in NightActs.of(evening.night).rows(Act.objects.filter(night=evening.night).order_by("-number"))
        if row.number == slip.act.number
    ]
    newest = NightActs.of(evening.night).rows(Act.objects.filter(night=evening.night).order_by("-number"))[0]

    assert (undone.text, undone.names, undone.cents) == ("Bo buys in, paid in cash", "Bo", 2000)
    assert (undone.undone_by, undone.rulings) == (undoing.act.number, ("the table: late",))
    assert (newest.text, newest.names) == (f"Act {slip.act.number} is undone: a slip", "Bo")


def test_tonight_says_it_in_the_same_words():
    evening = Evening("dave-2018")
    bought = evening.buy_in("Bo", "20.00")
    evening.paid_by("transfer", bought, ruling="the table agreed")

    row, line = (
        NightActs.of(evening.night).rows(Act.objects.filter(night=evening.night).order_by("-number"))[0],
        tonight_of(evening.night).acts[0],
    )

    assert row.text == line.text == f"Act {bought.act.number} was paid by transfer, not as recorded"


def test_a_night_offers_what_it_has(evening):
    assert [kind.value for kind in NightActs.of(evening.night).kinds] == [
        *("open", "buy_in", "last_hand", "cash_out", "count_drawer", "close")
    ]
    assert [name for _, name in NightActs.of(evening.night).players] == ["Ann", "Bo"]


def test_a_person_is_offered_once_and_finds_the_acts_of_their_duplicates():
    evening = Evening("dave-2018")
    evening.knows("Bob")
    evening.buy_in("Bob", "20.00")
    evening.merges("Bob", into="Bo")
    evening.buy_in("Bo", "20.00", stack="0")

    bo = player_named("Bo").number
    rows = NightActs.of(evening.night).rows(Act.objects.filter(night=evening.night).order_by("-number"))

    assert NightActs.of(evening.night).players == [(player_named("Ann").number, "Ann"), (bo, "Bo")]
    assert [row.players for row in rows if row.kind == "buy_in"] == [(bo,), (bo,)]


def test_a_player_who_was_two_at_the_close_stays_two(evening):
    evening.merges("Bo", into="Ann")

    numbers = {
        player
        for row in NightActs.of(evening.night).rows(Act.objects.filter(night=evening.night).order_by("-number"))
        for player in row.players
    }

    assert [name for _, name in NightActs.of(evening.night).players] == ["Ann", "Bo"]
    assert numbers == {number for number, _ in NightActs.of(evening.night).players}


def test_the_names_are_those_of_the_report(evening):
    merge_players(stamp=evening.stamp(), player=player_named("Bo"), into=player_named("Ann"))

    names = {
        row.names
        for row in NightActs.of(Night.objects.get()).rows(Act.objects.filter(night=evening.night).order_by("-number"))
    }

    assert names == {"Ann", "Bo", ""}
