"""A round in which something goes wrong that nobody expected: it is logged, and the thread goes on."""

import logging
import threading
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from hostdesk.clock.commands import start_clock
from hostdesk.site.beats import CLOCK, KEEPING_UP, Beat, beating, beats, has_stopped
from hostdesk.site.due_worker import Rounds, do_what_is_due, ticking
from reservations.acts.kinds import Stamp
from reservations.models import Fact, Night
from reservations.waiting_list.commands import invite
from tests.hostdesk.clocks import ClockEvening
from tests.hostdesk.post import DAY, before, drafted, friday
from tests.reservations.friday import one, preset

pytestmark = pytest.mark.django_db(transaction=True)

OFTEN, PATIENCE = 0.05, 20  # seconds


@pytest.fixture
def broken():
    """A night with a clock that was never opened: nobody writes such a thing."""
    night = Night.objects.create(house=preset("hybrid"), date=before(DAY).date())
    return Fact.objects.create(key="broken", kind="clock", night=night, at=before(0), recorded_at=before(0))


def until(happened):
    """Wait until it has happened."""
    end = time.monotonic() + PATIENCE
    while not happened() and time.monotonic() < end:
        threading.Event().wait(OFTEN)


def test_the_thread_goes_on_after_a_fault_that_nobody_expected(broken, caplog):
    evening = ClockEvening()

    with ticking(OFTEN) as thread:
        until(lambda: beats()[0].fault)
        start_clock(stamp=Stamp("long-ago", timezone.now() - timedelta(minutes=25)), night=evening.night)
        until(evening.levels)
        (beat,), is_alive = beats(), thread.is_alive()

    assert ("has not been opened" in beat.fault, is_alive, len(evening.levels())) == (True, True, 1)
    assert [(record.levelno, record.exc_info is not None) for record in caplog.records] == [(logging.ERROR, True)]
    assert beats() == ()


def test_what_is_wrong_with_a_clock_keeps_no_letter_from_being_written(broken):
    night = friday()
    invite(stamp=night.at(50), night=night.night, players=[one("Bo")])

    Rounds(KEEPING_UP, do_what_is_due).one()

    assert drafted() == ["invitation Bo"]


def stopped_clock():
    """The beat of a clock that has not turned for minutes."""
    beat = Beat(CLOCK)
    beat.well_at -= 300
    beat.fault = "the disk is full"
    return beating(beat)


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


def test_this_desk_shows_what_each_thread_did_last(desk):
    assert "What the desk does by itself" not in desk.opens("/desk/").text
    with beating(Beat(CLOCK)):
        assert "The clock Works; last done 0 seconds ago." in desk.opens("/desk/").text
    with stopped_clock():
        assert "The clock Stopped: last done 300 seconds ago." in desk.opens("/desk/").text


def test_a_clock_that_cannot_be_read_keeps_nobody_from_recording(desk, broken):
    evening = ClockEvening("mike")
    panel = desk.opens(f"/nights/{evening.night.pk}/tonight/players/{one('Bo').number}/")

    desk.sends(panel.form("/buy-in/"), amount="10.00")

    assert evening.night.acts.filter(kind="buy_in").count() == 1
