"""Players who ask for the other table."""

import pytest

from reservations.acts.problems import Impossible, Refused
from reservations.houses.seating_terms import SeatingTerms
from reservations.tables.balancing import wishes_of
from reservations.tables.queries import seating_of
from reservations.tables.seats import Spot
from tests.played_once import played_once
from tests.reservations.at_tables import CROWD, Evening
from tests.reservations.friday import a_house, named
from tests.reservations.tables.test_seat_commands import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def tables():
    """Seat four players at the first table, with Ann the banker, and three at the second."""
    return Evening(a_house(), *CROWD[:7]).seated(["Ann", "Bo", "Cy", "Di"], ["Eve", "Fay", "Gus"])


def asked(evening):
    seating = seating_of(evening.night).only(evening.present)
    return [(named(each.wish.player), each.can_be_granted) for each in wishes_of(seating, SeatingTerms())]


def grant(evening, name, table, seat, **said):
    return evening.do("grant_wish", name, spot=Spot(table, seat), **said)


def test_a_wish_is_granted_where_the_tables_stay_even(tables):
    assert tables.do("wish", "Bo", table=2).remark == "Bo asks for table 2."
    granted = grant(tables, "Bo", 2, 4, key="the-same-key")

    assert granted.remark == "Bo changes to table 2, seat 4."
    assert (tables.at(2), asked(tables)) == (["Eve", "Fay", "Gus", "Bo"], [])
    assert grant(tables, "Bo", 2, 4, key="the-same-key").known


def test_a_wish_waits_until_somebody_leaves(tables):
    tables.do("wish", "Eve", table=1)
    waits = asked(tables)
    for name in ("Bo", "Cy"):
        tables.here.remove(name)

    assert (waits, asked(tables)) == ([("Eve", False)], [("Eve", True)])


def test_a_change_that_leaves_the_tables_uneven_is_overruled_or_not(tables):
    tables.do("wish", "Eve", table=1)

    sentence = "The friday game: A change leaves the tables even: table 1 would have 5, table 2 2."
    refused(Refused, sentence, lambda: grant(tables, "Eve", 1, 5))
    grant(tables, "Eve", 1, 5, ruling="her back hurts in that chair")
    assert tables.where["Eve"] == (1, 5)


def test_two_wishes_are_met_by_a_swap(tables):
    tables.do("wish", "Bo", table=2)
    tables.do("wish", "Eve", table=1)

    swapped = tables.do("swap_wishes", "Bo", "Eve", key="the-same-key")

    assert swapped.remark == "Bo and Eve have changed seats."
    assert (tables.where["Bo"], tables.where["Eve"], asked(tables)) == ((2, 1), (1, 2), [])
    assert tables.do("swap_wishes", "Bo", "Eve", key="the-same-key").known


def test_wishes_that_do_not_meet_are_no_swap(tables):
    tables.do("wish", "Bo", table=2)
    tables.do("wish", "Cy", table=2)

    sentence = "Bo and Cy have not asked for each other's tables."
    refused(Impossible, sentence, lambda: tables.do("swap_wishes", "Bo", "Cy"))
    refused(Impossible, "Eve has not asked for another table.", lambda: tables.do("swap_wishes", "Bo", "Eve"))


def test_a_wish_is_taken_back(tables):
    tables.do("wish", "Bo", table=2)

    assert tables.do("wish", "Bo", table=None, key="the-same-key").remark == "Bo stays at the table."
    assert asked(tables) == []
    assert tables.do("wish", "Bo", table=None, key="the-same-key").known
    refused(Impossible, "Bo has not asked for another table.", lambda: tables.do("wish", "Bo", table=None))


def test_a_wish_undone_is_none(tables):
    noted = tables.do("wish", "Bo", table=2)

    tables.do("take_back", fact=noted.fact.pk)

    assert asked(tables) == []


def test_a_change_that_is_taken_back_leaves_the_wish(tables):
    tables.do("wish", "Bo", table=2)
    granted = grant(tables, "Bo", 2, 4)

    tables.do("take_back", fact=granted.fact.pk)

    assert (tables.where["Bo"], asked(tables)) == ((1, 2), [("Bo", True)])


def test_a_wish_that_was_said_anew_counts_as_it_was_said_last(tables):
    tables.do("wish", "Bo", table=2)
    granted = grant(tables, "Bo", 2, 4)
    tables.do("wish", "Bo", table=1)

    tables.do("take_back", fact=granted.fact.pk)

    assert asked(tables) == []


@pytest.mark.parametrize(
    ("table", "sentence"), [(1, "Bo sits at table 1 already."), (3, "There is no table 3 tonight.")]
)
def test_a_wish_for_no_other_table_is_none(tables, table, sentence):
    refused(Impossible, sentence, lambda: tables.do("wish", "Bo", table=table))


def test_nobody_changes_to_a_table_they_have_not_asked_for(tables):
    tables.do("wish", "Bo", table=2)

    refused(Impossible, "Bo has not asked for table 1.", lambda: grant(tables, "Bo", 1, 6))
    refused(Impossible, "Cy has not asked for another table.", lambda: grant(tables, "Cy", 2, 4))


def test_the_banker_changes_tables_with_the_bank_alone(tables):
    sentence = "The banker stays with the bank: hand it over first."
    refused(Impossible, sentence, lambda: tables.do("wish", "Ann", table=2))

    tables.do("wish", "Bo", table=2)
    tables.do("wish", "Eve", table=1)
    tables.banker = "Bo"
    refused(Impossible, sentence, lambda: grant(tables, "Bo", 2, 4))
    refused(Impossible, sentence, lambda: tables.do("swap_wishes", "Eve", "Bo"))


def test_all_that_stands_against_a_change_is_said_at_once():
    document = {"seating": {"most": 4, "split_at": 5, "merge_at": 4}}
    full = Evening(a_house("small", **document), *CROWD[:7]).seated(["Ann", "Bo", "Cy", "Di"], ["Eve", "Fay", "Gus"])
    full.do("size_table", table=1, seats=5)
    full.do("wish", "Eve", table=1)

    sentence = (
        "The small game: At most 4 sit at one table; at table 1 it would be 5. "
        "A change leaves the tables even: table 1 would have 5, table 2 2."
    )
    refused(Refused, sentence, lambda: grant(full, "Eve", 1, 5))
