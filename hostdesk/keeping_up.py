"""Do what the clock asks for, again and again: what is due on the nights, the letters of it, and their sending."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import DatabaseError, connections
from django.utils import timezone

from hostdesk import database_faults
from hostdesk.mailing import send_due
from hostdesk.messages import draft_messages
from hostdesk.reserving import arrears_now
from ledger.place import at_home
from reservations.commands import keep_up
from reservations.problems import Problem

EVERY = 10.0  # seconds
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
        facts = keep_up(now=now, arrears=arrears_now())
        draft_messages()
        return Round(facts, send_due(now))


def robust_round() -> None:
    """Do once what is due; what goes wrong is logged, and the next round tries again."""
    try:
        one_round(timezone.now())
    except DatabaseError as fault:
        log.error("Keeping up has to wait: %s", database_faults.in_words(fault) or fault)
    except (Problem, OSError) as fault:
        log.error("Keeping up has to wait: %s", fault)
    finally:
        connections.close_all()


@contextmanager
def keeping_up(every: float = EVERY) -> Iterator[threading.Thread]:
    """Do what is due every so many seconds, in a thread of its own, until the block ends."""
    over = threading.Event()

    def rounds() -> None:
        while not over.wait(every):
            robust_round()

    thread = threading.Thread(target=rounds, name="keeping up", daemon=True)
    thread.start()
    try:
        yield thread
    finally:
        over.set()
        thread.join(_PATIENCE)
