"""The tables of tonight as they are drawn: the players in their seats, their marks, and the players without a seat."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reservations.players.queries import player_named
from reservations.tables.seats import HandEntryKind, Missed, Spot
from tests.hostdesk.seated import Tables

pytestmark = [pytest.mark.further, pytest.mark.django_db]

ELEVEN = ("Di", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kim")


@pytest.fixture
def friday():
    """Ann, Bo and Cy sit at seats 1 to 3 of the only table."""
    friday = Tables("dave-2018").come("Ann", "Bo", "Cy")
    friday.seat_all()
    return friday


def taken(friday, table=1):
    """Return the players at a table, with their marks."""
    return {each.sitting.name: each.marks for each in friday.map().tables[table - 1].taken}


def test_a_night_without_seats_has_none_drawn():
    friday = Tables("dave-2018").come("Ann")

    assert (friday.map().is_drawn, [each.sitting.name for each in friday.map().unseated]) == (False, ["Ann"])


def test_everybody_sits_where_they_were_put(friday):
    friday.sit("Cy", 1, 7)
    friday.buy_in("Bo", "30.00")

    table = friday.map().tables[0]

    assert [(seat.spot.seat, seat.sitting.name) for seat in table.taken] == [(1, "Ann"), (2, "Bo"), (7, "Cy")]
    assert [seat.sitting.in_for_cents for seat in table.taken] == [0, 3000, 0]
    assert [seat.spot.seat for seat in table.free] == [3, 4, 5, 6, 8, 9, 10, 11]
    assert (table.is_oval, table.free[0].value) == (True, "1-3")


def test_a_place_never_moves_whoever_comes_and_goes(friday):
    def places():
        return {seat.spot.seat: (seat.place.row, seat.place.col) for seat in friday.map().tables[0].seats}

    before = places()
    friday.sit("Cy", 1, 7)

    assert (len(before), places()) == (11, before)


def test_the_seat_of_a_player_is_found_by_their_number(friday):
    bo = player_named("Bo").number

    found = friday.map().seat_of(bo)

    assert (found.spot, found.sitting.name) == (Spot(1, 2), "Bo")
    assert friday.map().seat_of(99) is None


def test_few_players_are_spread_over_a_table_of_many_seats(friday):
    friday.sizes(13)

    table = friday.map().tables[0]

    assert (len(table.seats), table.is_oval) == (13, True)
    assert [(seat.place.row, seat.place.col) for seat in table.taken] == [(1, 2), (1, 8), (3, 5)]


def test_a_table_has_as_many_seats_as_the_night(friday):
    friday.sit("Cy", 1, 9)
    friday.night.seats = 8
    friday.night.save()
    with_nine = friday.map().tables[0]
    friday.night.tables = 2
    friday.night.save()

    assert [seat.spot.seat for seat in with_nine.seats] == [*range(1, 10)]  # seat 9 was assigned before
    assert len(friday.map().tables[0].seats) == 11


def test_names_are_as_short_as_they_can_be(friday):
    friday.come("Priya Natarajan", "Priya Vale")
    friday.seat_all()

    assert [seat.short for seat in friday.map().tables[0].taken] == ["Ann", "Bo", "Cy", "Priya N.", "Priya V."]


def test_what_is_to_be_known_of_somebody_is_said_in_words(friday):
    friday.buy_in("Bo", "30.00")
    friday.do("set_away", "Bo", away=True)
    friday.missed("Bo", small=True, big=True)
    friday.do("note_entry", "Cy", how=HandEntryKind.WAITS)

    assert taken(friday) == {"Ann": ("no chips",), "Bo": ("away", "owes SB+BB"), "Cy": ("no chips", "waits")}


@pytest.mark.parametrize(("missed", "words"), [(Missed(small=True), "owes SB"), (Missed(big=True), "owes BB")])
def test_a_blind_that_was_missed(friday, missed, words):
    friday.do("note_missed", "Ann", missed=missed)

    assert taken(friday)["Ann"] == ("no chips", words)


def test_a_house_that_puts_the_blinds_in_is_owed_none():
    friday = Tables("ericn", small_blind="0.10", big_blind="0.20", buy_in_min="10.00", buy_in_max="20.00")
    friday.come("Ann")
    friday.seat_all()
    friday.missed("Ann", big=True)

    assert taken(friday) == {"Ann": ("no chips",)}


def test_who_means_to_leave_is_counted_down_and_then_only_named(friday):
    friday.buy_in("Bo", "30.00")
    friday.notice("Bo")
    counting = friday.map().tables[0].taken[1]
    friday.it_is("20:30")

    assert (counting.marks, counting.leaves_at.minute) == ((), 30)
    assert (taken(friday)["Bo"], friday.map().tables[0].taken[1].leaves_at) == (("leaving",), None)


def test_the_button_lies_at_its_seat_also_where_nobody_sits(friday):
    friday.button(2)
    with_bo = [seat.spot.seat for seat in friday.map().tables[0].seats if seat.has_button]
    friday.button(5)

    assert with_bo == [2]
    assert [(seat.spot.seat, seat.sitting) for seat in friday.map().tables[0].seats if seat.has_button] == [(5, None)]


def test_who_stands_is_shown_a_seat_of_their_own(friday):
    friday.come("Di", "Eve")

    seats = friday.map()

    assert [(each.sitting.name, each.spot) for each in seats.unseated] == [("Di", Spot(1, 4)), ("Eve", Spot(1, 5))]
    assert [seats.proposed(friday.number(name)) for name in ("Eve", "Gil")] == [Spot(1, 5), Spot(1, 6)]


def test_no_seat_is_proposed_at_a_full_table(friday):
    friday.come(*ELEVEN)
    friday.seat_all()
    friday.come("Lou")

    seats = friday.map()

    assert ([each.spot for each in seats.unseated], seats.proposed(friday.number("Gil"))) == ([None], None)


def test_who_has_cashed_out_has_left_the_seat(friday):
    friday.buy_in("Bo", "30.00")
    friday.cash_out("Bo", "30.00", ruling="home early")

    seats = friday.map()

    assert ([each.name for each in seats.gone], seats.seating.spots.get(friday.number("Bo"))) == (["Bo"], None)
    assert list(taken(friday)) == ["Ann", "Cy"]


def test_two_tables_and_a_wish_for_the_other(friday):
    friday.come(*ELEVEN, "Lou")
    friday.seat_all()
    friday.split()
    there = friday.map().tables[1].taken[0].sitting.name
    friday.do("wish", there, table=1)

    assert [len(table.taken) for table in friday.map().tables] == [6, 6]
    assert taken(friday, 2)[there] == ("no chips", "→ table 1")


def test_more_people_take_no_more_queries(friday):
    few = queries_of(friday)
    friday.come(*ELEVEN)
    friday.seat_all()

    assert queries_of(friday) == few


def queries_of(friday):
    with CaptureQueriesContext(connection) as captured:
        assert friday.map().tables[0].taken
    return len(captured)
