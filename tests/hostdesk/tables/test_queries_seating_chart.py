"""The seating chart as it comes out of the books, and on the pages of the desk."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hostdesk.players.commands import merge_players
from hostdesk.tables.queries import chart_of
from reservations.models import Night
from reservations.players.queries import player_named
from reservations.tables import blinds_commands as blinds_commands
from reservations.tables import seat_commands as seat_commands
from reservations.tables.seating_chart import ChartSeat
from tests.reservations.friday import Friday, a_house, cast
from tests.stories.tables import Tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    """Ann, Bo and Cy at one table of four seats, the button at seat 2; Cy is away."""
    night = Tables("dave-2018")
    night.comes("Ann", "Bo", "Cy")
    night.does(seat_commands.size_table, table=1, seats=4)
    night.does(blinds_commands.place_button, table=1, seat=2)
    night.does(blinds_commands.set_away, "Cy", away=True)
    return night


def seats(night):
    """Return the seats of the first table."""
    return chart_of(night.night).tables[0].seats


def test_the_chart_shows_the_tables_as_they_stand(night):
    assert seats(night) == (
        ChartSeat(1, "Ann"),
        ChartSeat(2, "Bo", button=True),
        ChartSeat(3, "Cy", away=True),
        ChartSeat(4),
    )


def test_it_says_up_to_which_fact_and_act(night):
    back = night.does(blinds_commands.set_away, "Cy", away=False).fact
    last = night.buy_in("Gil", "20.00").act

    heading = chart_of(night.night).heading

    assert (heading.fact, heading.fact_at) == (back.pk, back.at)
    assert (heading.act, heading.head) == (last.number, last.head)
    assert chart_of(night.night).unseated == ("Gil",)


def test_who_cashed_out_has_left_and_is_back_once_it_is_undone(night):
    left = night.cash_out("Bo", "20.00", round_played=True)
    assert seats(night)[1] == ChartSeat(2, button=True)

    night.undo(left)

    assert seats(night)[1] == ChartSeat(2, "Bo", button=True)


def test_a_duplicate_is_whom_they_were_merged_into(night):
    night.knows("Beau")
    merge_players(stamp=night.stamp(), player=player_named("Bo"), into=player_named("Beau"))

    assert seats(night)[1] == ChartSeat(2, "Beau", button=True)


def test_before_the_bank_is_open_nobody_sits(night):
    cast()
    chart = chart_of(Friday(a_house()).night)

    assert (chart.is_empty, chart.unseated, chart.heading.as_of, chart.heading.head) == (True, (), "", "")


def test_it_takes_as_many_queries_for_more_players(night, django_assert_num_queries):
    known = Night.objects.select_related("house", "rules").get(pk=night.night.pk)
    with CaptureQueriesContext(connection) as before:
        chart_of(known)
    night.comes_to_stand("Di")
    night.comes_to_stand("Eve")

    with django_assert_num_queries(len(before)):
        chart_of(known)
