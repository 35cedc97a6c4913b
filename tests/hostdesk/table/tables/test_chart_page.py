"""The seating chart: every seat of a night, its player, and its place around the table."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hostdesk.people.players.commands import merge_players
from hostdesk.table.tables.chart_page import chart_of
from reservations.models import Night
from reservations.players.queries import player_named
from reservations.tables import blinds_commands as blinds_commands
from reservations.tables import seat_commands as seat_commands
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
    """Return the number, the name and the marks of the seats of the first table."""
    return [(seat.number, seat.name, *seat.marks) for seat in chart_of(night.night).tables[0].seats]


def test_the_chart_shows_the_tables_as_they_stand(night):
    assert seats(night) == [(1, "Ann"), (2, "Bo", "button"), (3, "Cy", "away"), (4, "")]


def test_who_has_no_seat_is_named_in_the_order_of_arrival(night):
    night.comes_to_stand("Gil")
    night.comes_to_stand("Di")

    assert chart_of(night.night).unseated == ["Gil", "Di"]


def test_taken_seats_are_also_there_by_name(night):
    night.does(seat_commands.swap_seats, "Ann", other=player_named("Cy"))

    [table] = chart_of(night.night).tables

    assert [(seat.name, seat.number) for seat in table.by_name] == [("Ann", 3), ("Bo", 2), ("Cy", 1)]


@pytest.mark.parametrize(("seats", "places"), [(4, 4), (12, 12), (13, 0)])
def test_seats_stand_around_an_oval_where_they_fit(night, seats, places):
    night.does(seat_commands.size_table, table=1, seats=seats)

    [table] = chart_of(night.night).tables

    assert (len(table.seats), sum(seat.place is not None for seat in table.seats)) == (seats, places)


def test_who_cashed_out_has_left_and_is_back_once_it_is_undone(night):
    left = night.cash_out("Bo", "20.00", round_played=True)
    assert seats(night)[1] == (2, "", "button")

    night.undo(left)

    assert seats(night)[1] == (2, "Bo", "button")


def test_a_duplicate_is_whom_they_were_merged_into(night):
    night.knows("Beau")
    merge_players(stamp=night.stamp(), player=player_named("Bo"), into=player_named("Beau"))

    assert seats(night)[1] == (2, "Beau", "button")


def test_before_the_bank_is_open_nobody_sits(night):
    cast()
    chart = chart_of(Friday(a_house()).night)

    assert ([seat.name for table in chart.tables for seat in table.seats if seat.name], chart.unseated) == ([], [])


def test_it_takes_as_many_queries_for_more_players(night, django_assert_num_queries):
    known = Night.objects.select_related("house", "rules").get(pk=night.night.pk)
    chart_of(known)
    with CaptureQueriesContext(connection) as before:
        chart_of(known)
    night.comes_to_stand("Di")
    night.comes_to_stand("Eve")

    with django_assert_num_queries(len(before)):
        chart_of(known)
