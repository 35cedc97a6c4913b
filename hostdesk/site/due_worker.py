"""Do what the clock asks for, again and again: what is due on the nights, the letters of it, and their sending.

Each has a thread of its own. The blinds go up every second when their time has come, and a mail server that takes its
time holds up nothing but the post.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import DatabaseError, connections
from django.utils import timezone

from hostdesk.clock.commands import turn_due
from hostdesk.guests.queries import arrears_now
from hostdesk.messages.commands import draft_messages
from hostdesk.messages.mail_commands import send_due
from hostdesk.site import database_fault_queries
from ledger.money.locale_queries import at_home
from reservations.acts.problems import Problem
from reservations.rsvps.due_commands import keep_up

EVERY = 10.0  # seconds
TICK = 1.0  # seconds
_PATIENCE = 1.0  # seconds; a letter that is on its way then ends with the process

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Round:
    """What one round did: how many facts it wrote and how many letters it sent."""

    facts: int
    sent: int


def one_round(now: datetime) -> Round:
    """Do once what is due. Raises ``Problem`` and ``DatabaseError``."""
    with at_home():
        return Round(_what_is_due(now), send_due(now))


def _what_is_due(now: datetime) -> int:
    """Do all that is due but the sending, and return how many facts that wrote."""
    turn_due(now)
    facts = keep_up(now=now, arrears=arrears_now())
    draft_messages()
    return facts


def _keep_up_at_home(now: datetime) -> None:
    with at_home():
        _what_is_due(now)


def robust_round() -> None:
    """Do once what is due, all but the sending; what goes wrong is logged, and the next round tries again."""
    if fault := _fault_of(_keep_up_at_home):
        log.error("Keeping up has to wait: %s", fault)


def robust_post(over: threading.Event) -> None:
    """Send once what is to be sent, and begin no other letter once it is ``over``; what goes wrong is logged."""

    def post(now: datetime) -> None:
        with at_home():
            send_due(now, lambda: not over.is_set())

    if fault := _fault_of(post):
        log.error("The post has to wait: %s", fault)


class Ticking:
    """The rounds of the clock of the levels. What goes wrong is logged once, not every second, until it is over."""

    def __init__(self) -> None:
        self._fault = ""

    def tick(self) -> None:
        """Let the blinds go up where that is due."""
        fault = _fault_of(turn_due)
        if fault and fault != self._fault:
            log.error("The clock has to wait: %s", fault)
        self._fault = fault


def _fault_of(work: Callable[[datetime], object]) -> str:
    """Do it now and return what went wrong, in words; nothing where all went well."""
    try:
        work(timezone.now())
    except DatabaseError as fault:
        return str(database_fault_queries.in_words(fault) or fault)
    except (Problem, OSError) as fault:
        return str(fault)
    finally:
        connections.close_all()
    return ""


@contextmanager
def keeping_up(every: float = EVERY) -> Iterator[threading.Thread]:
    """Do what is due every so many seconds, all but the sending, in a thread of its own, until the block ends."""
    with _again_and_again("keeping up", every, lambda over: robust_round()) as thread:
        yield thread


@contextmanager
def posting(every: float = EVERY) -> Iterator[threading.Thread]:
    """Send what is to be sent every so many seconds in a thread of its own, until the block ends.

    A letter that is on its way then is given a moment, and no other one is begun.
    """
    with _again_and_again("the post", every, robust_post) as thread:
        yield thread


@contextmanager
def ticking(every: float = TICK) -> Iterator[threading.Thread]:
    """Let the blinds go up on time, looking every so many seconds in a thread of its own, until the block ends."""
    clock = Ticking()
    with _again_and_again("the clock", every, lambda over: clock.tick()) as thread:
        yield thread


@contextmanager
def _again_and_again(name: str, every: float, work: Callable[[threading.Event], None]) -> Iterator[threading.Thread]:
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
