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
from hostdesk.site.health_queries import explain_fault
from ledger.money.locale_queries import in_locale
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
        return _do_what_is_due(now), send_due(now)


def _do_what_is_due(now: datetime) -> int:
    """Do all that is due but the sending, and return how many facts it recorded."""
    turn_due(now)
    facts = keep_up(now=now, arrears=arrears_now())
    draft_messages()
    return facts


def robust_round() -> None:
    """Do once all that is due but the sending; a fault is logged, and the next round tries again."""
    if fault := _fault_of(_do_what_is_due):
        log.error("What is due could not be done and is tried again: %s", fault)


def robust_post(over: threading.Event) -> None:
    """Send the messages that are due, beginning none once it is ``over``; a fault is logged."""
    if fault := _fault_of(lambda now: send_due(now, lambda: not over.is_set())):
        log.error("Messages could not be sent and are tried again: %s", fault)


class BlindsTimer:
    """Raises the blinds when they are due. A fault is logged once until it is over, not every second."""

    def __init__(self) -> None:
        self._fault = ""

    def tick(self) -> None:
        """Raise the blinds if that is due."""
        fault = _fault_of(turn_due)
        if fault and fault != self._fault:
            log.error("The blinds could not be raised and are tried again: %s", fault)
        self._fault = fault


def _fault_of(work: Callable[[datetime], object]) -> str:
    """Do the work in the desk's time zone and return what went wrong, in words; "" if nothing did."""
    try:
        with in_locale():
            work(timezone.now())
    except DatabaseError as fault:
        return explain_fault(fault) or str(fault)
    except (Problem, OSError) as fault:
        return str(fault)
    finally:
        connections.close_all()
    return ""


def keeping_up(every: float = EVERY) -> AbstractContextManager[threading.Thread]:
    """Do what is due but the sending, every so many seconds in its own thread until the block ends."""
    return _repeating("keeping up", every, lambda over: robust_round())


def posting(every: float = EVERY) -> AbstractContextManager[threading.Thread]:
    """Send messages every so many seconds in its own thread until the block ends, with a moment for the last one."""
    return _repeating("the post", every, robust_post)


def ticking(every: float = TICK) -> AbstractContextManager[threading.Thread]:
    """Raise the blinds on time, looking every so many seconds in its own thread until the block ends."""
    timer = BlindsTimer()
    return _repeating("the clock", every, lambda over: timer.tick())


@contextmanager
def _repeating(name: str, every: float, work: Callable[[threading.Event], None]) -> Iterator[threading.Thread]:
    over = threading.Event()

    def rounds() -> None:
        while not over.wait(every):
            work(over)

    thread = threading.Thread(target=rounds, name=name, daemon=True)
    thread.start()
    try:
        yield thread
    finally:
        over.set()
        thread.join(_PATIENCE)
