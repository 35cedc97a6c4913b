"""The tables of a night, read from the books."""

from datetime import timedelta

import pytest

from hostdesk.people.players.commands import merge_players
from ledger.undoing.commands import reverse
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.rsvps.queries import facts_of
from reservations.tables.queries import seating_before, seating_of, seating_terms_of, table_facts
from reservations.tables.seats import Spot
from tests.reservations.at_tables import Evening
from tests.reservations.friday import START, a_house, one, preset

pytestmark = pytest.mark.django_db


def test_a_duplicate_sits_where_the_person_does_whom_they_were_merged_into():
    evening = Evening(a_house(), "Ann", "Bo", "Bob").seated(["Ann", "Bob"])
    evening.do("set_away", "Bob", away=True)

    merge_players(stamp=Stamp("bob-is-bo", START + timedelta(hours=1)), player=one("Bob"), into=one("Bo"))

    evening.here.remove("Bob")
    assert evening.where == {"Ann": (1, 1), "Bo": (1, 2)}
    assert list(seating_of(evening.night).away) == [one("Bo").number]


def is_bo(evening):
    """Merge Bob into Bo: they are one person from now on."""
    merge_players(stamp=Stamp("bob-is-bo", START + timedelta(hours=1)), player=one("Bob"), into=one("Bo"))
    evening.here.remove("Bob")


@pytest.fixture
def duplicates():
    """Seat Ann, Bo and Bob at seats 1, 2 and 3."""
    return Evening(a_house(), "Ann", "Bo", "Bob").seated(["Ann", "Bo", "Bob"])


def test_who_was_written_down_twice_sits_where_they_sat_down_last(duplicates):
    duplicates.sit("Bo", 1, 7)

    is_bo(duplicates)

    assert duplicates.where == {"Ann": (1, 1), "Bo": (1, 7)}


def test_a_duplicate_who_was_stood_up_leaves_the_person_their_seat(duplicates):
    duplicates.do("stand_up", "Bob")

    is_bo(duplicates)

    assert duplicates.where == {"Ann": (1, 1), "Bo": (1, 2)}


def test_a_move_of_the_person_leaves_the_seat_of_the_duplicate(duplicates):
    is_bo(duplicates)

    up = duplicates.do("stand_up", "Bo").fact

    assert duplicates.where == {"Ann": (1, 1)}
    duplicates.do("take_back", fact=up.pk)
    assert duplicates.where == {"Ann": (1, 1), "Bo": (1, 3)}


@pytest.mark.parametrize(
    ("verb", "said", "after"),
    [
        ("take_seat", {"spot": Spot(1, 9)}, {"Ann": (1, 1), "Bo": (1, 3)}),
        ("stand_up", {}, {"Ann": (1, 1), "Bo": (1, 3)}),
    ],
)
def test_a_move_under_the_duplicates_name_is_taken_back_under_the_persons(duplicates, verb, said, after):
    moved = duplicates.do(verb, "Bob", **said).fact
    is_bo(duplicates)

    duplicates.do("take_back", fact=moved.pk)

    assert duplicates.where == after


def test_who_swapped_with_their_own_duplicate_has_one_seat_before_and_after(duplicates):
    swapped = duplicates.do("swap_seats", "Bo", "Bob").fact
    is_bo(duplicates)
    before = duplicates.where

    duplicates.do("take_back", fact=swapped.pk)

    assert (before["Bo"], duplicates.where["Bo"]) == ((1, 2), (1, 3))


def test_a_merge_that_is_undone_leaves_each_the_seat_they_had(duplicates):
    merged = Stamp("bob-is-bo", START + timedelta(hours=1))
    act = merge_players(stamp=merged, player=one("Bob"), into=one("Bo")).act

    reverse(stamp=Stamp("two-again", START + timedelta(hours=2)), of=act.key, reason="a slip")

    assert duplicates.where == {"Ann": (1, 1), "Bo": (1, 2), "Bob": (1, 3)}


def test_the_tables_as_they_are_once_a_move_is_taken_back(duplicates):
    moved = duplicates.sit("Bob", 1, 9).fact
    is_bo(duplicates)

    before = seating_before(duplicates.night, moved.pk)

    assert before.spots[one("Bo").number] == Spot(1, 3)
    assert duplicates.where["Bo"] == (1, 9)


def test_a_night_has_the_terms_it_was_opened_with_and_before_that_the_newest():
    evening = Evening(preset("ericn"), "Ann")
    planned = Evening(a_house(), "Bo")
    planned.night.rules = None

    assert (seating_terms_of(evening.night).suits_rank, seating_terms_of(planned.night).suits_rank) == (True, False)


def test_facts_at_the_table_are_told_by_kind_and_are_none_about_coming():
    evening = Evening(a_house(), "Ann", "Bo").seated(["Ann", "Bo"])
    away = evening.do("set_away", "Bo", away=True).fact

    assert [fact.kind for fact in table_facts(evening.night)] == [FactKind.MOVE, FactKind.AWAY]
    assert [fact.id for fact in table_facts(evening.night, FactKind.AWAY)] == [away.pk]
    assert facts_of(evening.night) == []
