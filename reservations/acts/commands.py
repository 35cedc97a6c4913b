"""How a command writes: alone, in one durable transaction, with the desk locked."""

import functools
import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, ProgrammingError, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from reservations.acts import chain
from reservations.acts.chain import NO_ACT, ChainEnd, row_head_of
from reservations.acts.fact_queries import FactDraft, Noted
from reservations.acts.head_queries import ERASED, last_row_seal, sealed_now
from reservations.acts.kept_head import KeptHead, Unreadable, held, rows_beside
from reservations.acts.kinds import Stamp
from reservations.acts.moments import within
from reservations.acts.problems import Repeated, RuleViolation, SetAside, kept_violations
from reservations.acts.queries import Draft, lock_desk
from reservations.models import Act, Desk, Fact, RowSeal

P = ParamSpec("P")
R = TypeVar("R")

_running = ContextVar("_running", default=False)
_in_batch = ContextVar("_in_batch", default=False)
_reached = ContextVar("_reached", default=0)
"""The number of the last act that this transaction has recorded."""
_books = ContextVar("_books", default="")
"""The id of the books that this transaction has locked."""
OF_THE_MACHINE = (OperationalError, InterfaceError, ProgrammingError, OSError)
"""Faults that the next one would meet too, and that are over some time."""
_in_line = deque[threading.Event]()
"""The threads of this process that write, and wait to; the first one writes."""
_PATIENCE = 20.0  # seconds

logger = logging.getLogger(__name__)


def command(function: Callable[P, R]) -> Callable[P, R]:
    """Make ``function`` a command, which locks the desk in one durable transaction or in an :func:`atomic_batch`.

    For a ``Repeated`` key the command returns its first answer.

    Raises ``RuntimeError`` inside another command or inside a transaction opened elsewhere.
    """

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        if _running.get():
            raise RuntimeError(f"{function.__name__} was called inside another command")
        try:
            with within(_running, True), nullcontext() if _in_batch.get() else _in_turn():
                return function(*args, **kwargs)
        except Repeated as again:
            return cast(R, again.answer)

    return run


@contextmanager
def atomic_batch(*, dry_run: bool = False) -> Iterator[None]:
    """Run the commands of the block in one durable transaction, or in the current batch: all or nothing.

    A ``dry_run`` rolls everything back at the end.
    """
    with nullcontext() if _in_batch.get() else _in_turn(), within(_in_batch, True):
        yield
        if dry_run:
            transaction.set_rollback(True)


@contextmanager
def _in_turn() -> Iterator[None]:
    """Lock the desk in one durable transaction; the threads of this process take turns in the order of their requests.

    By itself SQLite lets a waiting thread sleep longer and longer, so that the last thread goes first.
    """
    mine = threading.Event()
    _in_line.append(mine)
    try:
        if _in_line[0] is not mine:
            mine.wait(_PATIENCE)  # without success the database waits, and reports the fault
        _reached.set(0)
        with transaction.atomic(durable=True):
            _books.set(lock_desk())
            yield
            if (reached := _reached.get()) and not transaction.get_rollback():
                # Written once for all acts: it distinguishes books that were cut off from an older copy.
                Desk.objects.filter(pk=Desk.ONE, reached__lt=reached).update(reached=reached)
    finally:
        _in_line.remove(mine)
        for following in [*_in_line][:1]:
            following.set()


def append_act(
    draft: Draft,
    *,
    last: ChainEnd | None = None,
    opened: int | None = None,
    transfers: Sequence[Any] = (),
    ids: Sequence[Any] = (),
    overruled: Sequence[RuleViolation] = (),
) -> Act:
    """Record ``draft`` as the next act; the desk must be locked.

    ``last`` is looked up if it is not given. ``opened`` is the number of the act that opened the night: ``None``
    without a night, 0 for an opening itself. ``transfers`` and ``ids`` are their portable and local forms, which this
    app chains without reading them.
    """
    if last is None:
        row = Act.objects.order_by("-number").values_list("number", "head", "seal").first()
        last = ChainEnd(*row) if row else NO_ACT
    act = chained(draft, last, opened=opened, transfers=transfers, ids=ids, overruled=overruled)
    act.save(force_insert=True)
    _reached.set(act.number)
    path: Path | None = settings.HEAD
    if path is not None:
        # After the commit; a file that cannot be written does not undo the act.
        transaction.on_commit(functools.partial(_keep_head, path, act, KeptHead(last.number, last.head)), robust=True)
    return act


def _keep_head(path: Path, newest: Act | RowSeal, last: KeptHead) -> None:
    """Write the newest act or row seal to its file outside the books, unless the books lack the entry in the file.

    So the file keeps the evidence of lost acts or row seals, however many are recorded later.
    """
    rows: QuerySet[Any] = (Act if isinstance(newest, Act) else RowSeal).objects.filter(number__lt=newest.number)
    try:
        books = _books.get()
        with held(path) as file:
            kept = file.read() or last
            is_ours = kept.books in ("", books)
            is_last = (kept.number, kept.head) == (last.number, last.head)
            # Another process may write first: then the file names an act before the last.
            if is_ours and (is_last or rows.filter(number=kept.number, head=kept.head).exists()):
                file.write(KeptHead(newest.number, newest.head, books))
    except (OSError, Unreadable, DatabaseError) as fault:
        # The act is recorded, even if the database dies at this moment.
        logger.warning("The head of %s could not be kept in %s: %s", newest, path, fault)


def chained(
    draft: Draft,
    last: ChainEnd,
    *,
    opened: int | None,
    transfers: Sequence[Any] = (),
    ids: Sequence[Any] = (),
    overruled: Sequence[RuleViolation] = (),
) -> Act:
    """Return ``draft`` as the unsaved act after ``last``, with both digests."""
    stamp = {name: getattr(draft.stamp, name) for name in ("key", "at", "by", "ruling", "count_ruling")}
    act = Act(
        **stamp,
        number=last.number + 1,
        kind=draft.kind.value,
        night=draft.night,
        overruled=chain.canonical(kept_violations(overruled)),
        content=chain.canonical(draft.content),
        reverses=draft.reverses,
        recorded_at=timezone.now(),
    )
    act.head = chain.head_of(last.head, chain.portable(act, opened), [*transfers])
    act.seal = chain.seal_of(last.seal, act.head, [*chain.local(act), *ids])
    return act


def record_fact(draft: FactDraft, stamp: Stamp, outcome: Mapping[str, Any] | None = None) -> Fact:
    """Record a request and its outcome as a fact; the desk must be locked."""
    subjects = {name: getattr(draft, name) for name in ("night", "player", "house", "about")}
    fact = Fact.objects.create(
        **subjects,
        key=stamp.key,
        kind=draft.kind.value,
        at=stamp.at,
        by=stamp.by,
        reason=draft.reason,
        content=chain.canonical(draft.content),
        outcome=chain.canonical(outcome or {}),
        recorded_at=timezone.now(),
    )
    seal_rows([fact])
    return fact


def note_fact(draft: FactDraft, stamp: Stamp, remark: str, **outcome: Any) -> Noted:
    """Record a fact and return it with the remark for its author; a repeated form gets the same answer."""
    return Noted(record_fact(draft, stamp, {**outcome, "remark": remark}), remark=remark)


def seal_rows(rows: Iterable[Model]) -> None:
    """Seal rows of tables in `SEALED` right after they are written; the desk must be locked."""
    _seal(map(sealed_now, rows))


def erase_rows(rows: QuerySet[Any]) -> None:
    """Delete rows of a table in `ERASABLE`, and seal the deletion; the desk must be locked."""
    erased = [(str(rows.model._meta.model_name), pk, ERASED) for pk in rows.order_by("pk").values_list("pk", flat=True)]
    rows.delete()
    _seal(erased)


def _seal(rows: Iterable[tuple[str, int, str]]) -> None:
    number, head = last_row_seal()
    kept, seals = KeptHead(number, head), list[RowSeal]()
    for table, row, cells in rows:
        number, head = number + 1, row_head_of(head, table, row, cells)
        seals.append(RowSeal(number=number, table=table, row=row, cells=cells, head=head))
    RowSeal.objects.bulk_create(seals)
    path: Path | None = settings.HEAD
    if path is not None and seals:
        transaction.on_commit(functools.partial(_keep_head, rows_beside(path), seals[-1], kept), robust=True)


def one_by_one(jobs: Iterable[tuple[str, Callable[[], int | None]]]) -> int:
    """Run all named jobs, even if one fails, and return the sum of their results.

    Raises ``SetAside`` at the end with the failures. Only a fault of the database or the machine, which the next job
    would meet too, stops the run at once.
    """
    done, faults = 0, dict[str, Exception]()
    for what, job in jobs:
        try:
            done += job() or 0
        except OF_THE_MACHINE:
            raise
        except SetAside as some:
            done += some.done
            faults.update(some.faults)
        except Exception as fault:  # noqa: BLE001 - raised below
            faults[what] = fault
    if faults:
        raise SetAside(faults, done)
    return done
