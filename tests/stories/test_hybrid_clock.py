"""Hybrid game with a running clock: windows open at the moment when the blinds were due to go up."""

import json

import pytest

from reservations.models import Act
from tests.hostdesk.logs import exported, post
from tests.ledger.clocks import ClockEvening
from tests.stories.evening import impossible, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """Return an evening with three buy-ins and a clock started at eight."""
    evening = ClockEvening()
    for name in ("Ann", "Bo", "Cy"):
        evening.buy_in(name, "10.00")
    evening.starts_clock()
    return evening


def comes_to(evening, clock):
    """Set the time, and let the server look at the clock."""
    evening.it_is(clock)
    evening.ticks()


def test_a_whole_evening_by_the_clock(evening):
    comes_to(evening, "20:20")
    evening.cash_out("Bo", "12.50")
    comes_to(evening, "20:40")
    evening.pauses_clock()
    evening.it_is("21:10")
    evening.starts_clock()
    comes_to(evening, "21:30")
    evening.cash_out("Cy", "0")
    evening.buy_in("Cy", "10.00", stack="0")
    evening.it_is("21:44")
    evening.last_hand()
    evening.cash_out("Cy", "15.00")
    evening.cash_out("Ann", "12.50")
    evening.counts_drawer("200.00")
    evening.closes()

    assert evening.levels() == [
        f"{level} at {at}:00 by the clock" for level, at in ((2, "20:20"), (3, "20:40"), (4, "21:30"))
    ]
    assert evening.results() == {"Ann": "2.50", "Bo": "2.50", "Cy": "-5.00"}


def test_a_turn_that_is_posted_late_is_dated_when_it_was_due(evening):
    comes_to(evening, "20:22:07")

    assert evening.levels() == ["2 at 20:20:00 by the clock"]


def test_the_window_closes_five_minutes_after_the_level_was_due_to_the_second(evening):
    comes_to(evening, "20:22:07")
    evening.it_is("20:25:01")
    with refused("cash-out window: 5 5:01", allowed="Bo"):
        evening.cash_out("Bo", "10.00")

    evening.it_is("20:25:00")
    evening.cash_out("Bo", "10.00")

    evening.stands(drawer="220.00", chips="20.00")


def test_a_pause_puts_the_window_off(evening):
    evening.it_is("20:19")
    evening.pauses_clock()
    comes_to(evening, "20:20")
    with refused("cash-out window: 5", allowed="Bo"):
        evening.cash_out("Bo", "10.00")

    evening.starts_clock()
    comes_to(evening, "20:21")

    assert evening.cash_out("Bo", "10.00").act.ruling == ""


def test_who_is_busted_buys_in_again_with_the_next_level(evening):
    evening.it_is("20:12")
    with refused("rebuys when busted: Bo 0.35", allowed="Bo"):
        evening.buy_in("Bo", "10.00", stack="0.35")
    comes_to(evening, "20:20")

    evening.buy_in("Bo", "10.00", stack="0")

    assert (evening.shows(), str(evening.clock().blinds)) == ("2 20:00", "0.02/0.04")


def test_a_level_that_is_taken_back_shuts_the_window(evening):
    evening.it_is("20:07")
    evening.next_level(2)
    evening.back_from(2)

    with refused("cash-out window: 5", allowed="Bo"):
        evening.cash_out("Bo", "10.00")


def test_after_the_eleventh_level_the_blinds_stay(evening):
    comes_to(evening, "23:20:00")
    assert evening.shows() == "11 last"

    with impossible("no level 12", "1 to 11"):
        evening.next_level(12)


def test_what_the_clock_posted_is_exported_and_known_when_it_comes_again(evening, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    comes_to(evening, "20:40:30")
    before = Act.objects.count()

    text = exported("2026-11-20")
    ran = post(text)

    levels = [line for line in map(json.loads, text.splitlines()) if line["act"] == "level"]
    assert [(line["level"], line["at"][11:19]) for line in levels] == [(2, "20:20:00"), (3, "20:40:00")]
    assert (ran.code, Act.objects.count()) == (0, before)
