"""Do what the clock asks for, again and again: what is due on the nights, the letters of it, and their sending.

The clock of the levels has a round of its own, every second: the blinds go up when their time has come.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import DatabaseError, connections
from django.utils import timezone

from hostdesk import database_faults
from hostdesk.coming.reserving import arrears_now
from hostdesk.in_play.clock_commands import turn_due
from hostdesk.mail.mailing import send_due
from hostdesk.mail.messages import draft_messages
from ledger.place import at_home
from reservations.commands import keep_up
from reservations.problems import Problem

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
        turn_due(now)
        facts = keep_up(now=now, arrears=arrears_now())
        draft_messages()
        return Round(facts, send_due(now))


def robust_round() -> None:
    """Do once what is due; what goes wrong is logged, and the next round tries again."""
    if fault := _fault_of(one_round):
        log.error("Keeping up has to wait: %s", fault)


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
        return str(database_faults.in_words(fault) or fault)
    except (Problem, OSError) as fault:
        return str(fault)
    finally:
        connections.close_all()
    return ""


@contextmanager
def keeping_up(every: float = EVERY) -> Iterator[threading.Thread]:
    """Do what is due every so many seconds, in a thread of its own, until the block ends."""
    with _again_and_again("keeping up", every, robust_round) as thread:
        yield thread


@contextmanager
def ticking(every: float = TICK) -> Iterator[threading.Thread]:
    """Let the blinds go up on time, looking every so many seconds in a thread of its own, until the block ends."""
    with _again_and_again("the clock", every, Ticking().tick) as thread:
        yield thread


@contextmanager
def _again_and_again(name: str, every: float, work: Callable[[], None]) -> Iterator[threading.Thread]:
    over = threading.Event()

    def rounds() -> None:
        while not over.wait(every):
            work()

    thread = threading.Thread(target=rounds, name=name, daemon=True)
    thread.start()
    try:
        yield thread
    finally:
        over.set()
        thread.join(_PATIENCE)
