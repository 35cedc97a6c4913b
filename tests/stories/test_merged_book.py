"""Two entries of one person in THE BOOK: one act moves the balance, and its undoing moves it back."""

from datetime import date

import pytest

from hostdesk.people.players.commands import merge_players
from ledger.audit import queries as audit_queries
from ledger.book.queries import ages, entries, history
from ledger.models import Transfer
from reservations.acts.problems import Impossible
from reservations.models import Act
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.running import run
from tests.stories.evening import Evening, book

pytestmark = pytest.mark.django_db

BEFORE = {"Ann": "30.00", "Bo": "-20.00", "Bob": "-10.00"}


@pytest.fixture
@played_once
def evening():
    """Return an evening: since 1 November Ann (1) is owed 30.00, Bo (2) owes 20.00, and Bob (6), who is Bo, 10.00."""
    evening = Evening("mike")
    evening.knows("Bob")
    evening.now = evening.now.replace(day=1)
    evening.takes_over("the old book", Ann="30.00", Bo="-20.00", Bob="-10.00")
    evening.now = evening.now.replace(day=20)
    return evening


def sheet(*options):
    return run("book", "--csv", *options).out.splitlines()[1:]


def faults():
    return list(audit_queries.faults())


def test_one_act_moves_the_standing(evening):
    merge = evening.merges("Bob", into="Bo")

    moved = Transfer.objects.get(act=merge.act)
    assert (moved.debit.player_id, moved.credit.player_id, moved.cents) == (2, 6, 1000)
    assert book() == {"Ann": "30.00", "Bo": "-30.00"}
    assert sheet() == ["Ann,30.00", "Bo,-30.00"]
    assert faults() == []


def test_a_duplicate_who_is_owed_moves_the_other_way(evening):
    evening.corrects("Ann", "Bob", "35.00")

    moved = Transfer.objects.get(act=evening.merges("Bob", into="Bo").act)

    assert (moved.debit.player_id, moved.credit.player_id, moved.cents) == (6, 2, 2500)
    assert book() == {"Ann": "-5.00", "Bo": "5.00"}


def test_a_duplicate_who_is_even_moves_nothing(evening):
    evening.pays_debt("Bob", "Ann", "10.00")

    merge = evening.merges("Bob", into="Bo")

    assert (Transfer.objects.filter(act=merge.act).count(), book()) == (0, {"Ann": "20.00", "Bo": "-20.00"})


def test_two_who_cancel_out_are_nobody_in_it(evening):
    evening.corrects("Ann", "Bob", "30.00")

    evening.merges("Bob", into="Bo")

    assert (book(), sheet()) == ({}, [])


def test_undone_it_moves_back(evening):
    evening.undo(evening.merges("Bob", into="Bo"))

    assert (book(), faults()) == (BEFORE, [])
    assert sheet() == ["Ann,30.00", "Bo,-20.00", "Bob,-10.00"]


def test_what_was_recorded_for_the_one_who_remained_stays_theirs(evening):
    merge = evening.merges("Bob", into="Bo")
    evening.pays_debt("Bo", "Ann", "30.00")

    evening.undo(merge)

    assert (book(), faults()) == ({"Bo": "10.00", "Bob": "-10.00"}, [])


def test_a_debt_follows_the_person_on_the_days_before_too(evening):
    evening.merges("Bob", into="Bo")

    assert [sheet("--on", f"2026-11-{day:02}") for day in (1, 19, 20)] == [["Ann,30.00", "Bo,-30.00"]] * 3


def test_a_merge_is_no_line_of_the_person_and_their_debts_keep_their_age(evening):
    evening.merges("Bob", into="Bo")

    lines = history(player_named("Bo").number)

    assert [(line.text, line.cents, line.running_cents) for line in lines] == [
        ("An old book is imported: the old book", -3000, -3000)
    ]
    assert [(each.day, each.cents) for each in ages()[2]] == [(date(2026, 11, 1), -3000)]


def test_told_apart_again_their_debts_keep_their_age(evening):
    evening.undo(evening.merges("Bob", into="Bo"))

    assert {player: [(each.day.day, each.cents) for each in left] for player, left in ages().items()} == {
        1: [(1, 3000)],
        2: [(1, -2000)],
        6: [(1, -1000)],
    }
    assert sum(each.cents for each in entries(Transfer.objects.all())) == 0


def test_a_chain_of_three_is_one_person(evening):
    evening.merges("Bob", into="Bo")
    evening.merges("Bo", into="Ann")

    assert (book(), sheet("--on", "2026-11-01"), faults()) == ({}, [], [])


def test_two_hosts_who_merge_the_same_two_move_it_once(evening):
    bob, bo = player_named("Bob"), player_named("Bo")
    merge_players(stamp=evening.stamp("first-00"), player=bob, into=bo)
    before = Act.objects.count()

    with pytest.raises(Impossible, match="Bob is the same as Bo since act"):
        merge_players(stamp=evening.stamp("second-0"), player=bob, into=bo)

    assert (Act.objects.count(), book()) == (before, {"Ann": "30.00", "Bo": "-30.00"})
    assert merge_players(stamp=evening.stamp("first-00"), player=bob, into=bo).known


def test_the_other_way_round_at_the_same_time_is_refused(evening):
    evening.merges("Bob", into="Bo")

    with pytest.raises(Impossible, match="use Bo"):
        evening.merges("Bo", into="Bob")
