"""A player's count of their own chips: it stands until they buy or cash out, and moves no money."""

import pytest

from ledger.bank.queries import bank_of
from ledger.cash_out.commands import count_own_chips
from ledger.cash_out.queries import own_counts
from ledger.standings.queries import standings
from reservations.acts.facts import FactKind
from reservations.acts.problems import Impossible, Malformed
from reservations.models import Act
from reservations.players.queries import night_facts, player_named
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """Bo and Cy are in for 5.00 each; it is 21:00."""
    evening = Evening("mike")
    evening.buy_in("Bo", "5.00")
    evening.buy_in("Cy", "5.00")
    return evening


def counts(evening, name, cents, *, at="21:30", key=""):
    evening.it_is(at)
    return count_own_chips(
        stamp=evening.stamp(key=key), night=evening.night, player=player_named(name), count_cents=cents
    )


def counted(evening):
    facts = night_facts(evening.night).of([FactKind.OWN_COUNT])
    return {count.name: count.cents for count in own_counts(bank_of(evening.night), facts).values()}


def test_the_latest_count_of_each_stands_and_moves_nothing(evening):
    before = Act.objects.count()

    counts(evening, "Bo", 700)
    counts(evening, "Cy", 0)
    counts(evening, "Bo", 725, at="21:40")

    assert (counted(evening), Act.objects.count(), standings()) == ({"Bo": 725, "Cy": 0}, before, {})


def test_it_is_over_once_the_player_has_bought_again(evening):
    counts(evening, "Bo", 400)
    counts(evening, "Cy", 600)
    evening.it_is("21:50")

    evening.buy_in("Bo", "5.00")
    over = counted(evening)
    counts(evening, "Bo", 900, at="21:55")

    assert (over, counted(evening)) == ({"Cy": 600}, {"Bo": 900, "Cy": 600})


def test_a_count_in_the_minute_of_the_buy_in_is_of_all_chips(evening):
    evening.it_is("21:30")
    evening.buy_in("Bo", "5.00")

    counts(evening, "Bo", 1000, at="21:30")

    assert counted(evening) == {"Bo": 1000}


def test_it_is_over_once_the_player_has_cashed_out(evening):
    counts(evening, "Bo", 400)
    evening.it_is("21:50")
    evening.last_hand()

    evening.cash_out("Bo", "4.00")

    assert counted(evening) == {}


def test_sent_twice_it_is_one(evening):
    first, again = (counts(evening, "Bo", 700, key="the-same-key") for _ in range(2))

    assert (first.known, again.known, again.fact) == (False, True, first.fact)


@pytest.mark.parametrize(("name", "cents", "problem"), [("Ann", 100, Impossible), ("Bo", -1, Malformed)])
def test_who_holds_no_chips_and_what_is_no_amount_is_refused(evening, name, cents, problem):
    with pytest.raises(problem):
        counts(evening, name, cents)

    assert counted(evening) == {}


def test_a_closed_night_takes_no_count(evening):
    evening.last_hand()
    for name in ("Bo", "Cy"):
        evening.cash_out(name, "5.00")
    evening.ends("200.00")

    with pytest.raises(Impossible, match="closed"):
        counts(evening, "Bo", 100)
