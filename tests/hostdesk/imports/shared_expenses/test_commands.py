"""Taking over balances of shared expenses: all of them or none, and every file once."""

from datetime import date

import pytest

from hostdesk.imports.shared_expenses.commands import bring_balances, bring_nights
from ledger.audit.queries import faults
from ledger.results.closed_queries import closed_nights
from ledger.standings.queries import standings
from ledger.undoing.commands import take_back_night
from reservations.acts.problems import Malformed
from reservations.models import Act, Night, Player
from tests.stories.evening import Evening, impossible

pytestmark = pytest.mark.django_db
CENTS = {"Bo": 4000, "Bobby": -1000, "Zoe": -3000, "Even": 0}


@pytest.fixture
def evening():
    return Evening("mike")


def brings(evening, cents=CENTS, reason="Splitwise", *, dry_run=False, **who):
    bo = Player.objects.get(name="Bo")
    return bring_balances(
        stamp=evening.stamp(),
        cents=cents,
        who={"Bo": bo, "Bobby": bo, "Zoe": None, "Even": None, **who},
        reason=reason,
        dry_run=dry_run,
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


def test_a_reason_that_cannot_be_kept_adds_nobody(evening):
    with pytest.raises(Malformed):
        brings(evening, reason="half a pair: \ud8df")

    assert not Player.objects.filter(name="Zoe").exists()


def test_what_does_not_sum_to_zero_adds_nobody(evening):
    before = Act.objects.count()

    with pytest.raises(Malformed, match="sum to zero"):
        brings(evening, {"Bo": 4000, "Zoe": -3000})

    assert (Act.objects.count(), Player.objects.filter(name="Zoe").count()) == (before, 0)


DAYS = {date(2026, 1, 9): {"Ann": 4000, "Bo": -3000, "Bobby": -1000}, date(2026, 1, 16): {"Ann": -2500, "Zoe": 2500}}


def brings_nights(evening, days=DAYS, **options):
    ann, bo = Player.objects.get(name="Ann"), Player.objects.get(name="Bo")
    who = {"Ann": ann, "Bo": bo, "Bobby": bo, "Zoe": Player.objects.filter(name="Zoe").first()}
    return bring_nights(stamp=evening.stamp(), days=days, who=who, house="mike", **options)


def nights():
    return [(sums.day.day, sums.results) for _, sums in sorted(closed_nights().nights.items())]


def test_each_day_becomes_a_night_of_results_and_nothing_goes_into_the_book(evening):
    posted = brings_nights(evening)

    zoe = Player.objects.get(name="Zoe").number
    assert (posted.new, posted.known) == (3, 0)
    assert nights() == [(9, {1: 4000, 2: -4000}), (16, {1: -2500, zoe: 2500})]
    assert (standings(), list(faults())) == ({}, [])


def test_a_later_export_brings_its_new_nights_alone(evening):
    brings_nights(evening)

    posted = brings_nights(evening, DAYS | {date(2026, 1, 23): {"Ann": 100, "Bo": -100}})

    assert (posted.new, posted.known, len(nights())) == (1, 2, 3)


def test_a_night_that_was_taken_back_comes_in_again(evening):
    brings_nights(evening)
    first = Night.objects.get(date=date(2026, 1, 9))
    take_back_night(stamp=evening.stamp(), night=first, reason="the wrong group")

    posted = brings_nights(evening)

    assert (posted.new, posted.known, len(nights())) == (1, 1, 2)


def test_one_day_that_is_taken_leaves_all_out(evening):
    brings_nights(evening, {date(2026, 1, 9): DAYS[date(2026, 1, 9)]})

    with impossible("Fri 9 Jan 2026: There is a night of Fri 9 Jan 2026 at"):
        brings_nights(evening, {date(2026, 1, 2): {"Ann": 1, "Bo": -1}, date(2026, 1, 9): {"Ann": 1, "Bo": -1}})


def test_a_dry_run_brings_no_night(evening):
    posted = brings_nights(evening, dry_run=True)

    assert (posted.new, nights(), Player.objects.filter(name="Zoe").count()) == (3, [], 0)


def test_a_dry_run_takes_nothing_over(evening):
    before = Act.objects.count()

    answer = brings(evening, dry_run=True)

    assert (answer.known, Act.objects.count(), standings()) == (False, before, {})
