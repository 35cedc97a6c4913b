"""Work that is due by the clock: one round, repeated rounds in a thread, and a command."""

import logging
import threading
import time
from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.site.rounds import Round
from hostdesk.front.serving.due_worker import do_round, one_round, supervised
from hostdesk.models import Message
from ledger.clock.commands import start_clock
from reservations.acts.kinds import Stamp
from reservations.models import Fact
from tests.hostdesk.post import DAY, SERVER, before, drafted, friday, outbox, reach
from tests.hostdesk.supervision import keeping_up, ticking
from tests.ledger.clocks import ClockEvening
from tests.reservations.friday import Friday, a_house, cast, where_it_is_noon
from tests.running import run

PATIENCE = 20  # seconds


@pytest.fixture
def server(settings):
    settings.MAIL_SERVER = SERVER


def soon():
    """A Friday game that begins in an hour; Bo has a seat and no reminder yet."""
    cast()
    start = timezone.now().replace(microsecond=0) + timedelta(hours=1)
    night = Friday(a_house(), starts_at=start, time_zone=where_it_is_noon())
    return night.full("Bo")


@pytest.mark.pg
@pytest.mark.django_db(transaction=True)
def test_a_round_reminds_writes_and_sends(server):
    friday().full("Bo")
    reach("Bo")

    rounds = [one_round(before(minutes)) for minutes in (DAY, DAY - 1)]

    assert rounds == [(1, 1), (0, 0)]
    assert outbox() == ["bo@example.org: Reminder: The friday game, Fri 20 Nov 2026, 19:00"]


def test_what_a_round_links_to_is_below_the_path(below_a_path):
    links = list[str]()
    linking = Round("links", lambda *_: links.append(reverse("inbox")), 0.05, patience=1)

    with supervised(linking):
        end = time.monotonic() + PATIENCE
        while not links and time.monotonic() < end:
            threading.Event().wait(0.05)

    assert links[0] == f"{below_a_path}/inbox/"


@pytest.mark.django_db(transaction=True)
def test_the_thread_goes_on_until_the_block_ends():
    soon()

    with supervised(keeping_up(0.05)) as (thread,):
        end = time.monotonic() + PATIENCE
        while not Message.objects.exists() and time.monotonic() < end:
            threading.Event().wait(0.05)

    assert (drafted(), thread.daemon, thread.is_alive()) == (["reminder Bo"], True, False)


@pytest.mark.django_db(transaction=True)
def test_it_ends_at_once_also_when_the_next_round_is_far_away():
    begun = time.monotonic()

    with supervised(keeping_up(3600)) as (thread,):
        pass

    assert (thread.is_alive(), time.monotonic() - begun < 1) == (False, True)


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_what_goes_wrong_is_logged_and_the_next_round_tries_again(caplog):
    soon()
    keeps_up = keeping_up()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE hostdesk_message RENAME TO elsewhere")

    with caplog.at_level(logging.ERROR):
        do_round(keeps_up)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE elsewhere RENAME TO hostdesk_message")
    do_round(keeps_up)

    assert ["`.venv/bin/python manage.py migrate`" in record.message for record in caplog.records] == [True]
    assert drafted() == ["reminder Bo"]


@pytest.mark.django_db(transaction=True)
def test_what_cannot_be_done_is_logged_as_it_is(caplog):
    """The desk never writes a fact like this one, without a night and a house."""
    Fact.objects.create(key="a-stray-one", kind="reinstate", at=timezone.now(), recorded_at=timezone.now())
    number = Fact.objects.get().pk

    with caplog.at_level(logging.ERROR):
        do_round(keeping_up())

    assert [f"Fact {number} is about" in record.message for record in caplog.records] == [True]


@pytest.mark.django_db(transaction=True)
def test_the_command_does_one_round_and_says_what():
    soon()

    assert run("keep_up").out == "Due and done: 1. Messages sent: 0.\n"
    assert drafted() == ["reminder Bo"]


@pytest.mark.django_db(transaction=True)
def test_the_command_says_what_cannot_be_done():
    Fact.objects.create(key="a-stray-one", kind="reinstate", at=timezone.now(), recorded_at=timezone.now())

    ran = run("keep_up")

    assert (ran.code, ran.err.endswith("is about no night and no house.\n")) == (1, True)


@pytest.mark.parametrize("seconds", ["0", "3601", "1.5", "-1", "soon"])
def test_the_command_refuses_other_intervals(seconds):
    ran = run("keep_up", "--every", seconds)

    assert "takes a whole number of seconds from 1 to 3600" in ran.err


def started_before(minutes):
    """Return an evening whose clock started that many minutes ago, by the machine's own time."""
    evening = ClockEvening()
    start_clock(stamp=Stamp("long-ago", timezone.now() - timedelta(minutes=minutes)), night=evening.night)
    return evening


@pytest.mark.django_db(transaction=True)
def test_the_clock_of_the_levels_is_looked_at_in_a_thread_of_its_own():
    evening = started_before(25)

    with supervised(ticking(0.05)) as (thread,):
        end = time.monotonic() + PATIENCE
        while not evening.levels() and time.monotonic() < end:
            threading.Event().wait(0.05)

    assert (len(evening.levels()), thread.name, thread.is_alive()) == (1, "the clock", False)


@pytest.mark.django_db(transaction=True)
def test_a_round_lets_the_blinds_go_up_too():
    evening = started_before(25)

    one_round(timezone.now())

    assert len(evening.levels()) == 1


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_what_keeps_the_clock_waiting_is_logged_once_until_it_is_over(caplog):
    evening, clock = started_before(25), ticking()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE reservations_fact RENAME TO elsewhere")
    with caplog.at_level(logging.ERROR):
        do_round(clock)
        do_round(clock)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE elsewhere RENAME TO reservations_fact")

    do_round(clock)

    assert ["`.venv/bin/python manage.py migrate`" in record.message for record in caplog.records] == [True]
    assert len(evening.levels()) == 1
