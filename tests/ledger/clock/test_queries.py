"""The clock of a night at one moment, as pages and devices draw it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.clock.queries import CalledPlayer, nights_with_a_clock
from ledger.terms.bank_terms import Blinds
from reservations.conduct.commands import call_clock
from reservations.players.queries import player_named
from tests.ledger.clocks import ClockEvening

pytestmark = pytest.mark.django_db

EIGHT = 1_795_222_800_000  # 20:00 in New York, in milliseconds since 1970


def test_a_device_gets_what_it_draws(started):
    started.it_is("20:07:19")

    told = started.clock().as_json()

    assert told.pop("fact") == started.clock().state.fact
    assert told == {
        "now": EIGHT + 439_000,
        "running": True,
        "level": 1,
        "last": 11,
        "left": 761_000,
        "blinds": "0.01 / 0.02",
        "next": "0.02 / 0.04",
        "call": None,
    }


def test_what_is_left_is_told_to_the_millisecond(started):
    clock = started.clock(started.now + timedelta(milliseconds=1_400))

    assert (clock.left_ms, clock.shown) == (1_198_600, "19:59")


def test_a_paused_clock_is_told_as_it_stands(started):
    started.it_is("20:07:19.250000")
    started.pauses_clock()
    started.it_is("20:30")

    clock = started.clock()

    assert (clock.stands, clock.left_ms, clock.shown) == ("paused", 761_000, "12:41")


def test_before_its_start_a_clock_waits(evening):
    clock, told = evening.clock(), evening.clock().as_json()

    assert (clock.stands, clock.shown, clock.back_to) == ("waiting", "", None)
    assert [told[name] for name in ("fact", "level", "left", "running", "next")] == [
        None,
        1,
        None,
        False,
        "0.02 / 0.04",
    ]


def test_at_the_last_level_the_blinds_stay(started):
    started.it_is("23:59")
    started.ticks()

    clock = started.clock()

    assert (clock.stands, clock.level, clock.left, clock.next_level, clock.next_blinds) == (
        "last",
        11,
        None,
        None,
        None,
    )
    assert (clock.blinds, clock.back_to) == (Blinds(100, 200), 10)


def test_after_the_last_hand_nothing_is_left(started):
    started.it_is("20:25")
    started.last_hand()
    started.it_is("22:00")

    clock = started.clock()

    assert (clock.stands, clock.is_over, clock.level, clock.as_json()["left"]) == ("waiting", True, 2, None)


def test_a_house_without_levels_shows_its_blinds_alone():
    told = ClockEvening("dave-2018").clock().as_json()

    assert [told[name] for name in ("fact", "level", "last", "left", "running")] == [None, None, 0, None, False]
    assert (told["blinds"], told["next"]) == ("0.25 / 0.50", None)


def test_a_house_that_sets_no_blinds_has_nothing_to_show():
    clock = ClockEvening("mike").clock()

    assert (clock.blinds, clock.length_ms, clock.back_to, clock.next_level) == (None, 0, None, None)


def test_a_device_can_go_on_without_the_desk(evening):
    clock = evening.clock()

    assert (clock.length_ms, clock.minutes) == (1_200_000, 20)
    assert clock.all_blinds.split("|")[::5] == ["0.01 / 0.02", "0.15 / 0.30", "1.00 / 2.00"]


def test_it_says_on_whom_the_clock_was_called(evening):
    evening.buy_in("Bo", "10.00")
    call_clock(stamp=evening.stamp(), night=evening.night, player=player_named("Bo"), seconds=60)

    until = evening.now + timedelta(minutes=1)

    assert evening.clock().called == CalledPlayer("Bo", until)
    assert evening.clock().as_json()["call"] == {"until": EIGHT + 60_000, "who": "Bo"}


def test_only_open_nights_whose_clock_was_started_are_looked_at(started):
    night = started.night
    started.opens("hybrid")

    assert nights_with_a_clock() == [night]

    started.starts_clock()
    assert nights_with_a_clock() == [night, started.night]


@pytest.mark.parametrize("presses", [1, 9])
def test_a_long_evening_takes_as_many_queries(started, presses):
    for number in range(presses):
        started.it_is(f"20:{number:02}")
        started.next_level(number + 2)

    with CaptureQueriesContext(connection) as queries:
        assert started.clock().level == presses + 1

    assert len(queries) == 4
