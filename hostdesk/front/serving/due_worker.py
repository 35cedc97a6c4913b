"""The rounds that the desk does by itself, and their supervisor: no round stops silently.

The clock, the due steps, the e-mail, the mailbox, the backup and every leaf's have their own threads, so that a slow
mail server delays only the e-mail, and a share that does not answer only the copies on it. Only the results of the
rounds are kept between them: a desk that is killed in a round loses nothing, and goes on there after its next start.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connections
from django.db.models import Subquery
from django.urls import set_script_prefix
from django.utils import timezone
from django.utils.module_loading import import_string

from hostdesk.base.faults.kept_faults import number_of
from hostdesk.base.leaves.queries import added
from hostdesk.base.site import rounds
from hostdesk.base.site.troubles import trouble_in
from hostdesk.mail.mailbox.worker import ReadsMailbox
from hostdesk.mail.messages.commands import draft_messages, unread_facts
from hostdesk.mail.messages.sending_commands import send_due
from hostdesk.safekeeping.backups.commands import back_up_if_due
from ledger.book.queries import overdue_among
from ledger.clock.commands import turn_due
from ledger.clock.queries import next_turn
from ledger.locale.queries import in_locale
from ledger.months.payment_commands import ask_about_claims
from reservations.acts.commands import one_by_one
from reservations.acts.problems import Problem, SetAside
from reservations.acts.queries import NEWEST
from reservations.models import Desk, Rules
from reservations.nights.commands import extend_series
from reservations.rsvps.commands import keep_up

EVERY = 10.0  # seconds
TICK = 1.0  # seconds
AN_HOUR = 3600.0  # seconds
LOOK = 60.0  # seconds; a close asks for its backup at once, and most mail servers announce new mail
AT_LONGEST = timedelta(minutes=5)
"""So long nothing new and nothing due is believed: days end, and with them the terms of debts."""
_MOMENT = 1.0  # seconds; unfinished work then ends with the process

log = logging.getLogger(__name__)


def one_round(now: datetime) -> tuple[int, int]:
    """Do everything due once, and read the mailbox; return the numbers of facts recorded and of messages sent.

    Raises ``Problem``, ``SetAside`` and ``DatabaseError``.
    """
    with in_locale():
        done = do_what_is_due(now), send_due(now)
        with closing(ReadsMailbox(listens=0)) as reads:
            reads(now)
        return done


def do_what_is_due(now: datetime) -> int:
    """Do everything due except the sending, and return the number of facts and nights recorded."""
    return one_by_one(
        {
            "the clock": lambda: turn_due(now) * 0,
            "the series": lambda: extend_series(now=now),
            "what is due": lambda: keep_up(now=now, owing=overdue_among)[0],
            "the payments": lambda: ask_about_claims(now),
            "the messages": draft_messages,
        }.items()
    )


class Watch:
    """Work that costs one indexed read while there is no new record since it last found nothing to do.

    ``work`` gets the time, and the number of the newest fact with messages perhaps still to be written, if it is new
    since the last time; it returns the next moment at which the clock alone may bring work. Its findings are kept in
    this process alone, beside the numbers they were read from, which every other process changes too.
    """

    def __init__(self, work: Callable[[datetime, int | None], datetime | None]) -> None:
        self._work = work
        self._done: dict[str, int | None] = {}
        self._from = self._until = datetime.min.replace(tzinfo=UTC)

    def __call__(self, now: datetime, goes_on: Callable[[], bool]) -> None:
        """Do the work if there may be any. Raises the work's errors, and then does all of it again the next time."""
        desk = Desk.objects.annotate(**_NEWEST).get(pk=Desk.ONE)
        newest = {name: getattr(desk, name) for name in _NEWEST}
        if newest == self._done and self._from <= now < self._until:
            return
        unread, self._until = newest["unread"], self._from
        with in_locale(desk):
            moment = self._work(now, None if unread == self._done.get("unread") else unread)
        again = now + AT_LONGEST
        self._done, self._from, self._until = newest, now, min(moment or again, again)


_NEWEST = {
    **NEWEST,
    "newest_rules": Subquery(Rules.objects.order_by("-pk").values("pk")[:1]),
    "unread": Subquery(unread_facts().order_by("-pk").values("pk")[:1]),
}


def _turns(now: datetime, _: int | None) -> datetime | None:
    turn_due(now)
    return next_turn(now)


def _keeps_up(now: datetime, unread: int | None) -> datetime | None:
    try:
        done, moment = keep_up(now=now, owing=overdue_among)
    except SetAside as nights:
        # An unreadable night does not stop the messages of the others.
        try:
            draft_messages()
        except SetAside as letters:
            raise SetAside({**nights.faults, **letters.faults}) from None
        raise
    if done or unread is not None:
        draft_messages()
    return moment


def rounds_of_the_desk(every: float = EVERY) -> tuple[rounds.Round, ...]:
    """Return all rounds of a desk. The slow mail server gets the longest patience."""
    return (
        rounds.Round(rounds.CLOCK, Watch(_turns), TICK, patience=30),
        rounds.Round(rounds.KEEPING_UP, Watch(_keeps_up), every, patience=max(90, 3 * every)),
        rounds.Round(rounds.SERIES, in_locale()(lambda now, _: extend_series(now=now)), AN_HOUR, patience=3 * AN_HOUR),
        rounds.Round(rounds.CLAIMS, in_locale()(lambda now, _: ask_about_claims(now)), AN_HOUR, patience=3 * AN_HOUR),
        rounds.Round(rounds.E_MAIL, in_locale()(send_due), every, patience=max(900, 3 * every)),
        rounds.Round(rounds.MAILBOX, in_locale()(ReadsMailbox()), LOOK, patience=max(900, 3 * every)),
        rounds.Round(rounds.BACKUP, lambda *_: back_up_if_due(), LOOK, patience=AN_HOUR),
        *(rounds.Round(name, import_string(work), LOOK, patience=AN_HOUR) for name, work in added("rounds").items()),
    )


@contextmanager
def supervised(*every: rounds.Round) -> Iterator[tuple[threading.Thread, ...]]:
    """Do these rounds, every round in its own thread, until the block ends, with a moment for rounds under way."""
    threads = tuple(threading.Thread(target=_rounds, args=[round_], name=round_.name, daemon=True) for round_ in every)
    with rounds.known(*every), ExitStack() as ending:
        for thread in threads:
            thread.start()
            ending.callback(thread.join, _MOMENT)
        try:
            yield threads
        finally:
            for one in every:
                one.is_over = True
                one.woken.set()


def _rounds(round_: rounds.Round) -> None:
    set_script_prefix(f"{settings.PREFIX}/")  # a thread of its own begins without it
    while round_.waits():
        if round_.name == rounds.CLOCK:
            rounds.the_clock.look(timezone.now(), rounds.steady_clock())
        do_round(round_)
    connections.close_all()


def do_round(round_: rounds.Round) -> None:
    """Do one round. A fault ends only this round; it is logged once until it is over."""
    before, fault, spoilt = round_.fault if round_.failed else "", "", SetAside({})
    try:
        close_old_connections()  # lets go of a file that was moved away
        round_.work(timezone.now(), lambda: not round_.is_over)
    except SetAside as some:
        spoilt = some
    except (DatabaseError, Problem, OSError) as known_fault:
        # A problem is already a whole sentence; the database's own words help no reader.
        fault = str(known_fault if isinstance(known_fault, Problem) else trouble_in(known_fault) or known_fault)
        if fault != before:
            log.error("%s: this could not be done and is tried again: %s", round_.name, fault)
    except (Exception, SystemExit) as unknown:
        # Its text may contain a name, and the desk's health is open to everybody.
        fault = f"it failed, fault {number_of(unknown)} ({type(unknown).__name__})."
        if fault != before:
            log.exception("%s: this could not be done and is tried again.", round_.name)
    for what, reason in spoilt.faults.items():
        if what not in round_.set_aside:
            shown = None if isinstance(reason, Problem) else reason
            log.error("%s: %s is set aside: %s", round_.name, what, reason, exc_info=shown)
    if fault:
        try:
            connections.close_all()
        except Exception:
            log.exception("%s: the database could not be closed.", round_.name)
    round_.note(fault, spoilt.words())
