import time
from datetime import UTC, datetime, timedelta

import pytest

from hostdesk.base.site import rounds as rounds_module
from hostdesk.base.site.rounds import (
    CLOCK,
    E_MAIL,
    MAILBOX,
    Round,
    WatchedClock,
    has_stopped,
    known,
    rounds,
    steady_clock,
    wake,
)
from tests.other_systems import loaded_on


def idle(name, every=1.0, patience=30.0):
    """A round that does nothing."""
    return Round(name, lambda now, goes_on: None, every, patience)


def test_a_round_that_was_done_a_moment_ago_is_well():
    with known(idle(CLOCK)):
        assert rounds() == {
            CLOCK: {
                "seconds_since": 0,
                "next_in": 0,
                "failed": 0,
                "fault": "",
                "fault_seconds_ago": None,
                "set_aside": {},
                "stopped": False,
            }
        }
        assert has_stopped(CLOCK) is False


def test_one_whose_last_good_time_is_too_long_ago_has_stopped():
    clock = idle(CLOCK)
    clock.well_at -= 31

    with known(clock):
        clock.note("the database is locked", {})
        assert has_stopped(CLOCK) is True

        clock.note("", {})
        assert has_stopped(CLOCK) is False


def test_after_each_fault_the_next_round_waits_longer_up_to_its_patience():
    waits, e_mail = [], idle(E_MAIL, every=10, patience=60)

    for _ in range(5):
        e_mail.note("the mail server is away", {})
        waits.append(e_mail.state()["next_in"])
    e_mail.note("", {})

    assert waits == [20, 40, 60, 60, 60]
    assert (e_mail.state()["next_in"], e_mail.failed) == (10, 0)


def test_the_last_fault_is_still_told_when_it_is_over():
    clock = idle(CLOCK)

    clock.note("the disk is full", {"the night of Fri 20 Nov": "It has no start."})
    clock.note("", {})

    assert (clock.state()["fault"], clock.state()["fault_seconds_ago"], clock.state()["failed"]) == (
        "the disk is full",
        0,
        0,
    )
    assert clock.set_aside == {}


def test_who_waits_for_a_round_may_wake_it():
    rare = idle(E_MAIL, every=3600)
    rare.note("", {})

    with known(rare):
        begun = time.monotonic()
        assert wake(E_MAIL) is True
        assert rare.waits() is True

    assert time.monotonic() - begun < 60


def test_a_process_without_such_a_round_has_none_that_could_have_stopped_or_be_woken():
    assert (rounds(), has_stopped(CLOCK), wake(CLOCK)) == ({}, False, False)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "status"), [(MAILBOX, 503), (E_MAIL, 200)])
def test_a_monitor_hears_of_a_mailbox_that_cannot_be_read_at_once(client, name, status):
    fails = Round(name, lambda _now, _goes_on: None, every=10, patience=900)

    with known(fails):
        well = client.get("/healthz").status_code
        fails.note("The mailbox hung up.", {})
        failing = client.get("/healthz").status_code
        fails.note("", {})
        again = client.get("/healthz").status_code

    assert (well, failing, again) == (200, status, 200)


NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("put_by", "jump"),
    [
        (3600, (NOW + timedelta(seconds=3601), 3600)),
        (-3600, (NOW - timedelta(seconds=3599), -3600)),
        (599, None),
        (0, None),
    ],
)
def test_a_clock_that_is_put_by_an_hour_is_noticed_and_one_that_is_set_right_is_not(put_by, jump):
    clock = WatchedClock()

    clock.look(NOW, 100.0)
    clock.look(NOW + timedelta(seconds=1 + put_by), 101.0)
    clock.look(NOW + timedelta(seconds=2 + put_by), 102.0)

    assert clock.jump == jump


def test_hours_asleep_are_no_jump():
    clock = WatchedClock()

    clock.look(NOW, 100.0)
    clock.look(NOW + timedelta(hours=9), 100.0 + 9 * 3600)

    assert clock.jump is None


def test_windows_has_one_steady_clock(monkeypatch):
    windows = loaded_on("win32", rounds_module, monkeypatch)

    assert time.monotonic() <= windows.steady_clock() <= time.monotonic()


def test_the_steady_clock_never_goes_back():
    looks = [steady_clock() for _ in range(100)]

    assert looks == sorted(looks)
