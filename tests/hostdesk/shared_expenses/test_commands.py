"""Balances of shared expenses taken over: all of them or nothing, and a file once."""

import pytest

from hostdesk.shared_expenses.commands import bring_balances
from ledger.audit.queries import faults
from ledger.book.standing_queries import standings
from reservations.acts.problems import Malformed
from reservations.models import Act, Player
from tests.stories.evening import Evening, impossible

pytestmark = pytest.mark.django_db
CENTS = {"Bo": 4000, "Bobby": -1000, "Zoe": -3000, "Even": 0}


@pytest.fixture
def evening():
    return Evening("mike")


def brings(evening, cents=CENTS, reason="Splitwise", **who):
    bo = Player.objects.get(name="Bo")
    return bring_balances(
        stamp=evening.stamp(), cents=cents, who={"Bo": bo, "Bobby": bo, "Zoe": None, "Even": None, **who}, reason=reason
    )


def test_two_names_of_one_player_are_added_and_a_new_one_becomes_a_regular(evening):
    brings(evening)

    zoe = Player.objects.get(name="Zoe")
    assert (standings(), zoe.regular) == ({2: 3000, zoe.number: -3000}, True)
    assert not Player.objects.filter(name="Even").exists()
    assert list(faults()) == []


def test_a_file_comes_in_once(evening):
    first = brings(evening)

    again = brings(evening, Zoe=Player.objects.get(name="Zoe"))

    assert (again.act, again.known) == (first.act, True)


def test_undone_it_comes_in_again(evening):
    first = brings(evening)
    evening.undo(first)

    again = brings(evening, Zoe=Player.objects.get(name="Zoe"))

    assert (again.known, again.act.key) == (False, f"{first.act.key}_2")
    assert sum(cents for cents in standings().values() if cents > 0) == 3000


def test_a_later_export_of_the_same_book_counts_nothing_twice(evening):
    brings(evening)

    with impossible("balances of the name Splitwise since act 7", "Undo act 7 first"):
        brings(evening, {"Bo": 4500, "Zoe": -4500}, Zoe=Player.objects.get(name="Zoe"))

    brings(evening, {"Bo": 500, "Zoe": -500}, "Splitwise, February", Zoe=Player.objects.get(name="Zoe"))
    assert standings()[2] == 3500


def test_what_does_not_sum_to_zero_adds_nobody(evening):
    before = Act.objects.count()

    with pytest.raises(Malformed, match="sum to zero"):
        brings(evening, {"Bo": 4000, "Zoe": -3000})

    assert (Act.objects.count(), Player.objects.filter(name="Zoe").count()) == (before, 0)
