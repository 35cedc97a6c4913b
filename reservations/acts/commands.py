"""How a command writes: alone, in one durable transaction, with the desk locked."""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

from django.db import transaction

from reservations.models import Desk

P = ParamSpec("P")
R = TypeVar("R")

_running = ContextVar("_running", default=False)
_in_batch = ContextVar("_in_batch", default=False)


def command(function: Callable[P, R]) -> Callable[P, R]:
    """Make ``function`` a command: one durable transaction of its own, or a part of :func:`atomic_batch`.

    Raises ``RuntimeError`` inside another command or inside a transaction that somebody else opened.
    """

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        if _running.get():
            raise RuntimeError(f"{function.__name__} was called inside another command")
        token = _running.set(True)
        try:
            if _in_batch.get():
                return function(*args, **kwargs)
            with transaction.atomic(durable=True):
                return function(*args, **kwargs)
        finally:
            _running.reset(token)

    return run


@contextmanager
def atomic_batch() -> Iterator[None]:
    """Let the commands inside join one durable transaction: all of a file or nothing."""
    with transaction.atomic(durable=True):
        lock_desk()
        token = _in_batch.set(True)
        try:
            yield
        finally:
            _in_batch.reset(token)


def lock_desk() -> Desk:
    """Lock the desk until the transaction ends: first thing in every command, and the only row it ever locks.

    On PostgreSQL the row lock makes writers wait for each other; on SQLite the transaction has taken the write lock
    already (``transaction_mode`` is IMMEDIATE) and ``select_for_update`` does nothing.
    """
    return Desk.objects.select_for_update().get(pk=Desk.ONE)
