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


KEPT_ANSWERS: dict[object, dict[object, Any]] = {}
"""The answers of `kept_with_books` queries, by the end of the books: of the newest books alone."""
_answers: ContextVar[tuple[Sequence[object], dict[object, Any], dict[object, Any]] | None] = ContextVar(
    "_answers", default=None
)


def at_one_moment(*only: Callable[..., Any], books: object = None) -> AbstractContextManager[None]:
    """Read the answers of all `read_once` queries once inside the block: for a page that records nothing.

    With ``only``: just those queries, for a batch of commands that do not change their answers. With ``books``, the end
    of the books that the page has found, it uses the answers of `kept_with_books` queries for these books.
    """
    if books is None:
        return within(_answers, (only, {}, {}))
    if books not in KEPT_ANSWERS:
        KEPT_ANSWERS.clear()
    return within(_answers, (only, {}, KEPT_ANSWERS.setdefault(books, {})))


def read_once(query: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Mark a query used by many parts of a page: `at_one_moment` it runs once, and no caller changes its answer."""
    return _reading(query, 1)


def kept_with_books(query: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Mark a query as `read_once` whose answer only acts, facts and sealed rows decide: pages keep it with the books.

    A page never has an older answer than its books: the answer was read after the end of the books.
    """
    return _reading(query, 2)


def _reading(query: Callable[Given, Answer], place: int) -> Callable[Given, Answer]:
    @wraps(query)
    def read(*values: Given.args, **named: Given.kwargs) -> Answer:
        now = _answers.get()
        if now is None or (now[0] and read not in now[0]):
            return query(*values, **named)
        answers: Any = now[place]
        key = query, values, tuple(named.items())
        if key not in answers:
            answers[key] = query(*values, **named)
        found: Answer = answers[key]
        return found

    return read
