"""The rounds that the desk does by itself, and their supervisor: nothing of it stops silently.

The clock, what is due and the e-mail have a thread each, so that a slow mail server delays only the e-mail. Nothing is
kept between two rounds but how they went: a desk that is killed in one loses nothing, and its next one goes on there.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime

from django.db import DatabaseError, close_old_connections, connections
from django.utils import timezone

from hostdesk.clock.commands import turn_due
from hostdesk.guests.queries import arrears_now
from hostdesk.messages.commands import draft_messages, send_due
from hostdesk.site.rounds import CLOCK, E_MAIL, KEEPING_UP, Round, known
from hostdesk.site.troubles import trouble_in
from ledger.money.locale_queries import in_locale
from reservations.acts.commands import one_by_one
from reservations.acts.problems import Problem, SetAside
from reservations.rsvps.commands import keep_up

EVERY = 10.0  # seconds
TICK = 1.0  # seconds
_MOMENT = 1.0  # seconds; what is not finished then ends with the process

log = logging.getLogger(__name__)


def one_round(now: datetime) -> tuple[int, int]:
    """Do once all that is due; return how many facts it recorded and how many messages it sent.

    Raises ``Problem``, ``SetAside`` and ``DatabaseError``.
    """
    with in_locale():
        return do_what_is_due(now), send_due(now)


def do_what_is_due(now: datetime) -> int:
    """Do all that is due but the sending, and return how many facts it recorded."""
    return one_by_one(
        {
            "the clock": lambda: turn_due(now) * 0,
            "what is due": lambda: keep_up(now=now, arrears=arrears_now()),
            "the messages": draft_messages,
        }.items()
    )


def rounds_of_the_desk(every: float = EVERY) -> tuple[Round, ...]:
    """Return all rounds of a desk. A slow mail server takes its time, so it is waited for longest."""
    return (
        Round(CLOCK, lambda now, _: turn_due(now), TICK, patience=30),
        Round(KEEPING_UP, lambda now, _: do_what_is_due(now), every, patience=max(90, 3 * every)),
        Round(E_MAIL, send_due, every, patience=max(240, 3 * every)),
    )


@contextmanager
def supervised(*rounds: Round) -> Iterator[tuple[threading.Thread, ...]]:
    """Do these rounds, each in its own thread, until the block ends, with a moment for those that are in the middle."""
    threads = tuple(threading.Thread(target=_rounds, args=[each], name=each.name, daemon=True) for each in rounds)
    with known(*rounds), ExitStack() as ending:
        for each in threads:
            each.start()
            ending.callback(each.join, _MOMENT)
        try:
            yield threads
        finally:
            for one in rounds:
                one.is_over = True
                one.wake()


def _rounds(each: Round) -> None:
    while each.waits():
        do_round(each)
    connections.close_all()


def do_round(each: Round) -> None:
    """Do one round in the desk's time zone. A fault ends nothing but this round; it is logged once until it is over."""
    before, fault, spoilt = each.fault if each.failed else "", "", SetAside({})
    try:
        close_old_connections()  # a file that was moved away is let go
        with in_locale():
            each.work(timezone.now(), lambda: not each.is_over)
    except SetAside as some:
        spoilt = some
    except (DatabaseError, Problem, OSError) as known_fault:
        fault = str(trouble_in(known_fault) or known_fault)
        if fault != before:
            log.error("%s: this could not be done and is tried again: %s", each.name, fault)
    except (Exception, SystemExit) as unknown:
        fault = repr(unknown)
        if fault != before:
            log.exception("%s: this could not be done and is tried again.", each.name)
    for what, reason in spoilt.faults.items():
        if what not in each.set_aside:
            shown = None if isinstance(reason, Problem) else reason
            log.error("%s: %s is set aside: %s", each.name, what, reason, exc_info=shown)
    if fault:
        try:
            connections.close_all()
        except Exception:
            log.exception("%s: the database could not be closed.", each.name)
    each.note(fault, spoilt.words())
