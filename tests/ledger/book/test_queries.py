"""``book``: the standings in THE BOOK, now and on a day."""

from datetime import date

import pytest

from ledger.standings.queries import standings
from tests.ledger.the_book import NOON, owe, regulars
from tests.running import Ran, run
from tests.stories.evening import Evening

pytestmark = [pytest.mark.django_db, pytest.mark.pg]


def book(*options):
    """Return the rows below the header."""
    lines = run("book", "--csv", *options).out.splitlines()
    assert lines[0] == "player,balance"
    return lines[1:]


def test_nobody_owes_anything():
    regulars("Ann", "Bo")

    assert run("book", "--csv") == Ran(0, "player,balance\n")


def test_who_owes_has_a_minus():
    regulars("Cy", "Ann", "Bo")
    owe("Bo", "Cy", 1250)
    owe("Bo", "Ann", 5)

    assert book() == ["Ann,0.05", "Bo,-12.55", "Cy,12.50"]


def test_a_player_who_is_even_is_left_out():
    regulars("Ann", "Bo", "Cy")
    owe("Ann", "Bo", 500)
    owe("Bo", "Cy", 500)

    assert book() == ["Ann,-5.00", "Cy,5.00"]


def test_a_name_that_a_spreadsheet_would_run():
    regulars("=1+1", 'Bo "the Ox", jr.')
    owe("=1+1", 'Bo "the Ox", jr.', 100)

    assert book() == ["'=1+1,-1.00", '"Bo ""the Ox"", jr.",1.00']


@pytest.mark.parametrize(
    ("on", "rows"),
    [
        ("2026-11-19", []),
        ("2026-11-20", ["Ann,-1.00", "Bo,1.00"]),
        ("2026-11-21", ["Ann,-3.00", "Bo,3.00"]),
        ("2026-11-22", ["Ann,-7.00", "Bo,7.00"]),
    ],
)
def test_an_act_between_nights_counts_from_its_day_here(on, rows):
    regulars("Ann", "Bo")
    owe("Ann", "Bo", 100, at="2026-11-21T04:59:59.999999Z")
    owe("Ann", "Bo", 200, at="2026-11-21T05:00:00Z")
    owe("Ann", "Bo", 400, at="2026-11-22T05:00:00Z")

    assert book("--on", on) == rows


def test_a_night_counts_once_it_is_closed_from_its_date_on():
    evening = Evening("dave-2018")
    owe("Bo", "Cy", 700, at="2026-11-21T02:00:00-05:00", night=evening.night)

    assert (book(), book("--on", "2026-12-31")) == (["Bo,-7.00", "Cy,7.00"], [])
    evening.counts_drawer("200.00")
    evening.closes()
    assert book("--on", "2026-11-19") == []
    assert book("--on", "2026-11-20") == ["Bo,-7.00", "Cy,7.00"]


def test_the_standings_sum_to_zero_on_every_day():
    regulars("Ann", "Bo", "Cy")
    evening = Evening("dave-2018")
    owe("Ann", "Bo", 1, at="2026-11-19T12:00:00Z")
    owe("Bo", "Cy", 2, night=evening.night)
    owe("Cy", "Ann", 4, at="2026-11-21T12:00:00Z")

    days = [None, *(date(2026, 11, day) for day in range(18, 23))]

    assert [sum(standings(day).values()) for day in days] == [0] * 6


def test_a_day_that_is_none():
    assert run("book", "--csv", "--on", "today") == Ran(
        1, "", "CommandError: --on: 'today' is no date as in 2026-11-20.\n"
    )


@pytest.mark.parametrize("nights", [1, 3])
def test_two_queries_however_long_the_book_is(nights, django_assert_num_queries):
    for number in range(nights):
        regulars(f"Ann {number}", f"Bo {number}")
        owe(f"Ann {number}", f"Bo {number}", 100, at=NOON)

    with django_assert_num_queries(2):
        assert len(standings()) == 2 * nights


def test_names_stand_in_their_order_whichever_case_they_are_in():
    regulars("bo", "Cy", "ann")
    owe("bo", "Cy", 100)
    owe("ann", "Cy", 100)

    assert book() == ["ann,-1.00", "bo,-1.00", "Cy,2.00"]
