"""What paper says of two tables: their seats, who has them, and who has none."""

from dataclasses import replace
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from reservations.tables.seating_chart import ChartHeading, ChartSeat, ChartTable, SeatingChart, by_name, seating_chart
from reservations.tables.seats import Button, Present, Seating, Spot

NEW_YORK = ZoneInfo("America/New_York")
AT = datetime(2026, 11, 21, 2, 4, tzinfo=UTC)
HEADING = ChartHeading("Dave's cash game", date(2026, 11, 20), NEW_YORK, fact=214, fact_at=AT, act=31, head="1a2b")
NAMES = {1: "Ann", 2: "Bo", 3: "Cy", 4: "Di"}
SEATING = Seating(
    tables=2,
    sizes={1: 3, 2: 2},
    spots={1: Spot(1, 1), 2: Spot(1, 3), 3: Spot(2, 2)},
    buttons={1: Button(3, AT), 2: Button(1, AT)},
    away={2: AT},
)


def chart(seating=SEATING, here=(1, 2, 3), names=NAMES):
    return seating_chart(seating.only(Present(here)), Present(here), names, HEADING)


def test_every_seat_of_every_table_is_on_it():
    assert chart(here=(1, 4, 2, 3)) == SeatingChart(
        HEADING,
        (
            ChartTable(1, (ChartSeat(1, "Ann"), ChartSeat(2), ChartSeat(3, "Bo", button=True, away=True))),
            ChartTable(2, (ChartSeat(1, button=True), ChartSeat(2, "Cy"))),
        ),
        unseated=("Di",),
    )


def test_who_cashed_out_has_no_seat():
    assert [table.taken for table in chart(here=(1, 3)).tables] == [1, 1]


def test_before_anybody_sits_there_is_a_table_with_free_seats():
    empty = chart(Seating(usual=11), here=(4, 1))

    assert (empty.is_empty, len(empty.tables), len(empty.tables[0].seats)) == (True, 1, 11)
    assert empty.unseated == ("Di", "Ann")


def test_a_chart_with_players_is_not_empty():
    assert not chart().is_empty


def test_somebody_without_a_name_is_somebody():
    nameless = chart(here=(1, 2, 3, 4), names={})

    assert {seat.name for table in nameless.tables for seat in table.seats} == {"Somebody", ""}
    assert nameless.unseated == ("Somebody",)


@pytest.mark.parametrize(
    ("seat", "marks"),
    [
        (ChartSeat(1, "Bo"), ""),
        (ChartSeat(1, "Bo", button=True), "button"),
        (ChartSeat(1, "Bo", away=True), "away"),
        (ChartSeat(1, "Bo", button=True, away=True), "button, away"),
    ],
)
def test_the_marks_of_a_seat(seat, marks):
    assert seat.marks == marks


@pytest.mark.parametrize(
    ("seats", "words"),
    [((ChartSeat(1, "Bo"), ChartSeat(2)), "1 of 2 seats are taken"), ((ChartSeat(1, "Bo"),), "1 of 1 seat is taken")],
)
def test_how_many_sit_in_words(seats, words):
    assert ChartTable(1, seats).in_words == words


def test_names_are_looked_for_by_the_alphabet_and_free_seats_are_not():
    seats = (ChartSeat(1, "cy"), ChartSeat(2), ChartSeat(3, "Bo"), ChartSeat(4, "Bo"), ChartSeat(5, "ann"))

    assert [seat.number for seat in by_name(ChartTable(1, seats))] == [5, 3, 4, 1]


def test_the_heading_says_up_to_where_the_seats_are_known():
    blank = replace(HEADING, fact=0, fact_at=None)

    assert (HEADING.known_until, HEADING.as_of) == ("Fri 20 Nov 2026, 21:04", "fact 214")
    assert (blank.known_until, blank.as_of) == ("", "")
