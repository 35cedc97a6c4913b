"""The cost of looking for due work: one read when there are no new records, and at most six after any long past."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hostdesk.front.serving.due_worker import AT_LONGEST
from hostdesk.models import FactSetAside, Message
from hostdesk.people.players.commands import merge_players
from ledger.book.commands import take_over_balances
from ledger.clock.commands import start_clock
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import SetAside
from reservations.models import Fact, Night, Player
from tests.hostdesk.post import drafted
from tests.hostdesk.supervision import keeping_up, ticking
from tests.ledger.clocks import ClockEvening
from tests.reservations.friday import REGULARS, START, Friday, a_house, cast, one, preset

pytestmark = pytest.mark.django_db(transaction=True)

NOW = START - timedelta(days=3)
OWES_LAST: dict[str, Any] = {"waiting": {"arrears": "behind"}, "attendance": {"steps": [[1, "behind"]]}}


class Looking:
    """A round that looks repeatedly, with a count of its queries."""

    def __init__(self, round_) -> None:
        self.work = round_.work

    def asks(self, now=NOW) -> int:
        """Look once, and return the number of queries."""
        with CaptureQueriesContext(connection) as captured:
            self.work(now, lambda: True)
        return len(captured)


@pytest.fixture
def waiting():
    """A full night at a house that counts debts and strikes: Cy and Di wait; Bo and Cy have standings."""
    cast()
    preset("mike")  # its debts are overdue after 31 days
    friday = Friday(a_house(**OWES_LAST), seats=1).full("Bo", "Cy", "Di")
    standings = {one("Cy"): -2000, one("Bo"): 2000}
    take_over_balances(stamp=Stamp("the-old-book", START - timedelta(days=400)), standings=standings, reason="old")
    return friday


def a_long_past(friday, nights=200):
    """Record that many past nights, with a strike for every regular on all of them."""
    house, rules = friday.night.house, friday.night.house.newest()
    days = [START.date() - timedelta(days=7 * week) for week in range(1, nights + 1)]
    Night.objects.bulk_create([Night(house=house, rules=rules, date=day) for day in days])
    Fact.objects.bulk_create(
        Fact(
            key=f"strike-{night.pk}-{number}",
            kind=FactKind.STRIKE,
            night=night,
            player_id=number,
            at=START - timedelta(days=8),
            recorded_at=START,
            content='{"cause":"no-show"}',
            outcome='{"then":"","weight":1}',
        )
        for night in Night.objects.exclude(rules=None)
        for number in Player.objects.filter(name__in=REGULARS).values_list("pk", flat=True)
    )


@pytest.mark.pg
def test_it_costs_one_read_while_nothing_was_recorded_and_nothing_is_due(waiting):
    looking = Looking(keeping_up())

    assert [looking.asks(NOW + timedelta(seconds=10 * times)) for times in range(3)] == [6, 1, 1]


@pytest.mark.pg
def test_six_queries_find_that_nothing_is_due_however_long_the_past_is(waiting):
    looking = Looking(keeping_up())
    a_long_past(waiting)
    strikes = Fact.objects.filter(kind=FactKind.STRIKE)
    told = {"fact": strikes.latest("pk"), "player": one("Fay"), "kind": "strike"}
    Message.objects.create(**told, subject="Strike", text="One more.", made_at=NOW)

    assert (strikes.count(), [looking.asks(), looking.asks()]) == (1200, [6, 1])


def test_two_entries_of_one_person_cost_nothing_more(waiting):
    looking = Looking(keeping_up())
    merge_players(stamp=Stamp("one-person", START - timedelta(days=9)), player=one("Fay"), into=one("Di"))
    looking.asks()

    waiting.no("Eve")

    assert [looking.asks(), looking.asks()] == [6, 1]


def test_where_nobody_waits_neither_strikes_nor_the_book_are_read():
    cast()
    friday = Friday(a_house(**OWES_LAST), seats=4).full("Bo")
    looking = Looking(keeping_up())
    looking.asks()

    friday.no("Eve")

    assert [looking.asks(), looking.asks()] == [4, 1]


def test_a_night_is_looked_at_at_the_very_moment_at_which_something_is_due(waiting):
    looking, reminder = Looking(keeping_up()), START - timedelta(days=1)
    for before in (20, 15, 10, 5):
        looking.asks(reminder - timedelta(seconds=before))

    looking.asks(reminder)

    assert (Fact.objects.filter(kind=FactKind.REMIND).count(), "reminder Bo" in drafted()) == (1, True)


@pytest.mark.parametrize("minutes", [-1, AT_LONGEST / timedelta(minutes=1)])
def test_it_looks_again_after_some_minutes_and_when_the_clock_was_set_back(waiting, minutes):
    looking = Looking(keeping_up())
    looking.asks(), looking.asks()

    assert looking.asks(NOW + timedelta(minutes=minutes)) > 1


def test_what_another_process_records_is_seen(waiting):
    ours, theirs = Looking(keeping_up()), Looking(keeping_up())
    ours.asks(), ours.asks()
    theirs.asks(START - timedelta(days=1))

    assert ours.asks(START - timedelta(days=1)) > 1
    assert Fact.objects.filter(kind=FactKind.REMIND).count() == 1


def test_a_fact_that_cannot_be_read_is_set_aside_for_later_and_holds_up_no_later_one(waiting):
    Fact.objects.create(key="a-stray-one", kind="reinstate", at=NOW, recorded_at=NOW)
    stray = Fact.objects.get(key="a-stray-one")
    waiting.do("bump", "Bo", 9_000)

    for _ in range(2):
        with pytest.raises(SetAside, match="is about no night and no house"):
            Looking(keeping_up()).asks()

    assert [each.fact for each in FactSetAside.objects.all()] == [stray]
    assert "waiting list Bo" in drafted()


def test_a_fact_of_a_night_that_cannot_be_read_keeps_no_other_night_from_being_kept_up(waiting):
    broken = Friday(waiting.night.house, starts_at=START + timedelta(days=1)).night
    Fact.objects.create(key="a-stray-one", kind="reinstate", at=NOW, recorded_at=NOW)
    Fact.objects.create(key="broken", kind="answer", night=broken, at=NOW, recorded_at=NOW, content="{}")

    with pytest.raises(SetAside) as raised:
        Looking(keeping_up()).asks(START - timedelta(days=1))

    assert [what.partition(" fact ")[0] for what in raised.value.faults] == [f"the {broken}", "the messages of"]
    assert Fact.objects.filter(kind=FactKind.REMIND, night=waiting.night).count() == 1
    assert "reminder Bo" in drafted()


def test_the_clock_costs_one_read_a_second_until_it_turns():
    evening = ClockEvening()
    evening.it_is("20:00")
    start_clock(stamp=Stamp("the-clock-runs", evening.now), night=evening.night)
    begun, looking = evening.now, Looking(ticking())
    looking.asks(begun)

    quiet = [looking.asks(begun + timedelta(seconds=seconds)) for seconds in (1, 2, 299)]
    evening.it_is("20:20")
    looking.asks(evening.now)

    assert (quiet, evening.levels()) == ([1, 1, 1], ["2 at 20:20:00 by the clock"])
