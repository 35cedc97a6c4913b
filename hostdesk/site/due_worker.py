"""Do what is due by the clock, again and again: the blinds, what is due on the nights, and sending the messages.

Each has its own thread, so that a slow mail server delays only the messages.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime

from django.db import DatabaseError, connections
from django.utils import timezone

from hostdesk.clock.commands import turn_due
from hostdesk.guests.queries import arrears_now
from hostdesk.messages.commands import draft_messages, send_due
from hostdesk.site.beats import CLOCK, E_MAIL, KEEPING_UP, Beat, beating
from hostdesk.site.troubles import trouble_in
from ledger.money.locale_queries import in_locale
from reservations.acts.commands import one_by_one
from reservations.acts.problems import Problem
from reservations.rsvps.commands import keep_up

EVERY = 10.0  # seconds
TICK = 1.0  # seconds
_PATIENCE = 1.0  # seconds; a message still being sent then ends with the process

log = logging.getLogger(__name__)


def one_round(now: datetime) -> tuple[int, int]:
    """Do once all that is due; return how many facts it recorded and how many messages it sent.

    Raises ``Problem`` and ``DatabaseError``.
    """
    with in_locale():
        return do_what_is_due(now), send_due(now)


def do_what_is_due(now: datetime) -> int:
    """Do all that is due but the sending, and return how many facts it recorded."""
    return one_by_one((lambda: turn_due(now) * 0, lambda: keep_up(now=now, arrears=arrears_now()), draft_messages))


class Rounds:
    """The rounds of one thread. A fault ends none but its own round, and is logged once until it is over."""

    def __init__(self, name: str, work: Callable[[datetime], object]) -> None:
        self.work, self.beat = work, Beat(name)

    def one(self) -> None:
        """Do one round in the desk's time zone."""
        before, fault = self.beat.fault, ""
        try:
            with in_locale():
                self.work(timezone.now())
        except (DatabaseError, Problem, OSError) as known:
            fault = str(trouble_in(known) or known)
            if fault != before:
                log.error("%s: this could not be done and is tried again: %s", self.beat.name, fault)
        except Exception as unknown:
            fault = repr(unknown)
            if fault != before:
                log.exception("%s: this could not be done and is tried again.", self.beat.name)
        finally:
            connections.close_all()
        self.beat.note(fault)

    @contextmanager
    def repeated(self, every: float, over: threading.Event) -> Iterator[threading.Thread]:
        """Do a round every so many seconds in a thread until the block ends, with a moment for the last one."""

        def rounds() -> None:
            while not over.wait(every):
                self.one()

        thread = threading.Thread(target=rounds, name=self.beat.name, daemon=True)
        with beating(self.beat):
            thread.start()
            try:
                yield thread
            finally:
                over.set()
                thread.join(_PATIENCE)


def keeping_up(every: float = EVERY) -> AbstractContextManager[threading.Thread]:
    """Do what is due but the sending, every so many seconds in its own thread until the block ends."""
    return Rounds(KEEPING_UP, do_what_is_due).repeated(every, threading.Event())


def mailing(every: float = EVERY) -> AbstractContextManager[threading.Thread]:
    """Send messages every so many seconds in its own thread until the block ends; then it begins no other one."""
    over = threading.Event()
    return Rounds(E_MAIL, lambda now: send_due(now, lambda: not over.is_set())).repeated(every, over)


def ticking(every: float = TICK) -> AbstractContextManager[threading.Thread]:
    """Raise the blinds on time, looking every so many seconds in its own thread until the block ends."""
    return Rounds(CLOCK, turn_due).repeated(every, threading.Event())
