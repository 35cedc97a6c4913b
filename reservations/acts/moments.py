"""Values for the length of a block: a setting of this thread, and the answers that a page reads once. Pure."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

Value = TypeVar("Value")
Answer = TypeVar("Answer")
Given = ParamSpec("Given")


@contextmanager
def within(variable: ContextVar[Value], value: Value) -> Iterator[None]:
    """Give a variable that value inside the block."""
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)


_answers: ContextVar[tuple[dict[object, Any], Sequence[object]] | None] = ContextVar("_answers", default=None)


def at_one_moment(*only: Callable[..., Any]) -> AbstractContextManager[None]:
    """Read the answers of all `read_once` queries once inside the block: for a page that records nothing.

    With ``only``: of those queries, for a batch of commands that change none of their answers.
    """
    return within(_answers, ({}, only))


def read_once(query: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Mark a query of many parts of a page: `at_one_moment` it is asked once, and nobody changes its answer."""

    @wraps(query)
    def asked(*values: Given.args, **named: Given.kwargs) -> Answer:
        answers, only = _answers.get() or (None, ())
        if answers is None or (only and asked not in only):
            return query(*values, **named)
        key = query, values, tuple(named.items())
        if key not in answers:
            answers[key] = query(*values, **named)
        found: Answer = answers[key]
        return found

    return asked
