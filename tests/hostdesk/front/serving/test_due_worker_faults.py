"""An unexpected fault in a round: it is logged, and the thread goes on."""

import logging
import re
import threading
import time
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from hostdesk.base.site.rounds import CLOCK, Round, has_stopped, known, rounds, wake
from hostdesk.front.serving.due_worker import do_round, supervised
from ledger.clock.commands import start_clock
from reservations.acts.kinds import Stamp
from reservations.models import Fact, Night
from reservations.waiting_list.commands import invite
from tests.hostdesk.post import DAY, before, drafted, friday
from tests.hostdesk.supervision import keeping_up, ticking
from tests.ledger.clocks import ClockEvening
from tests.reservations.friday import one, preset

pytestmark = pytest.mark.django_db(transaction=True)

OFTEN, PATIENCE = 0.05, 20  # seconds


@pytest.fixture
def broken():
    """The fact of a clock on a night that was never opened; the desk never writes one."""
    night = Night.objects.create(house=preset("hybrid"), date=before(DAY).date())
    return Fact.objects.create(key="broken", kind="clock", night=night, at=before(0), recorded_at=before(0))


def until(happened):
    """Wait until it has happened."""
    end = time.monotonic() + PATIENCE
    while not happened() and time.monotonic() < end:
        threading.Event().wait(OFTEN)


def test_the_thread_goes_on_after_a_fault_that_nobody_expected(broken, caplog):
    evening = ClockEvening()

    with supervised(ticking(OFTEN)) as (thread,):
        until(lambda: rounds()[CLOCK]["set_aside"])
        start_clock(stamp=Stamp("long-ago", timezone.now() - timedelta(minutes=25)), night=evening.night)
        until(evening.levels)
        clock, is_alive = rounds()[CLOCK], thread.is_alive()

    assert (list(clock["set_aside"]), clock["failed"], clock["stopped"]) == (
        [f"the clock of the {broken.night}"],
        0,
        False,
    )
    assert (is_alive, len(evening.levels())) == (True, 1)
    assert [(record.levelno, record.exc_info is not None) for record in caplog.records] == [(logging.ERROR, True)]
    assert rounds() == {}


@pytest.mark.parametrize(
    "fault", [OperationalError("disk is full"), KeyError("level"), SystemExit(1), RecursionError()]
)
def test_no_fault_ends_a_thread_and_the_next_round_waits_longer(fault):
    tried = []

    def work(now, goes_on):
        tried.append(now)
        raise fault

    broken = Round(CLOCK, work, every=OFTEN, patience=3600)
    with supervised(broken) as (thread,):
        until(lambda: len(tried) > 1)
        is_alive, waited = thread.is_alive(), tried[1] - tried[0]

    assert (is_alive, waited >= timedelta(seconds=2 * OFTEN), bool(broken.fault)) == (True, True, True)


def test_a_round_that_is_woken_does_not_wait_out_its_time():
    done = []
    with supervised(Round(CLOCK, lambda now, goes_on: done.append(now), every=3600, patience=3600)):
        until(lambda: done)
        wake(CLOCK)
        until(lambda: len(done) == 2)

    assert len(done) == 2


def test_what_is_wrong_with_a_clock_keeps_no_letter_from_being_written(broken):
    night = friday()
    invite(stamp=night.at(50), night=night.night, players=[one("Bo")])

    do_round(keeping_up())

    assert drafted() == ["invitation Bo"]


@contextmanager
def stopped_clock():
    """Run the block with a clock that has stood still for five minutes."""
    clock = ticking()
    clock.well_at -= 300
    clock.note("the disk is full", {})
    with known(clock):
        yield clock


@pytest.fixture
def evening():
    """An evening whose clock runs."""
    evening = ClockEvening()
    start_clock(stamp=Stamp("a-moment", timezone.now()), night=evening.night)
    return evening


def test_tonight_says_when_the_clock_has_stopped_and_the_pulse_tells_pages_that_are_open(desk, evening):
    address = f"/nights/{evening.night.pk}/tonight/"
    page = desk.opens(address)
    quiet = f"{address}since/{evening.opening.act.number}/"

    assert "The clock has stopped" not in page.text
    assert desk.client.get(quiet).status_code == 204
    with stopped_clock():
        assert has_stopped(CLOCK)
        assert "The clock has stopped" in desk.opens(address).text
        assert "The clock has stopped" in desk.client.get(quiet).content.decode()
        assert desk.client.get(f"{quiet}?stopped").status_code == 204
    assert desk.client.get(f"{quiet}?stopped").status_code == 200


def test_this_desk_shows_how_each_round_is(desk):
    works = ticking()
    assert "Last done" not in desk.opens("/desk/?open=desk").text
    with known(works):
        works_again = r"The clock Works\. Last done \d+ seconds? ago, next (now|in \d+ seconds?)\."
        assert re.search(works_again, desk.opens("/desk/?open=desk").text)
        works.note("", {"the night of Fri 20 Nov 2026": "It has no start."})
        assert "Set aside: the night of Fri 20 Nov 2026. It has no start." in desk.opens("/desk/?open=desk").text
    with stopped_clock() as clock:
        page = desk.opens("/desk/?open=desk").text
        assert re.search(
            r"The clock Stopped\. Last done 5 minutes ago, next (now|in \d+ seconds?)\. The disk is full", page
        )
        clock.note("", {})
        page = desk.opens("/desk/?open=desk").text
        assert re.search(r"The clock Works\..* Last trouble, \d+ seconds? ago: the disk is full", page)


def test_a_clock_that_cannot_be_read_keeps_nobody_from_recording(desk, broken):
    evening = ClockEvening("mike")
    panel = desk.opens(f"/nights/{evening.night.pk}/tonight/players/{one('Bo').number}/")

    desk.sends(panel.form("/buy-in/"), amount="10.00")

    assert evening.night.acts.filter(kind="buy_in").count() == 1
