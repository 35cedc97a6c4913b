"""Queries of nearly every request: their SQL is put together once, and some answers are read once a page.

Django puts together the SQL of a row with its relations in ten times the time of the database's answer.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import QuerySet
from django.db.models.query import get_related_populators

Row = TypeVar("Row")
Answer = TypeVar("Answer")
Given = ParamSpec("Given")
_KEPT = "hostdesk_kept_queries"
_BITS = 63
ANY_NUMBER = 2**62
"""A sample: no row has that number."""


class KeptQuery(Generic[Row]):
    """A query by numbers and texts for rows with their relations, or for values of rows.

    ``rows`` builds the query with ``samples``: values that no row has and that stand nowhere else in the query. Each
    connection builds its own, since a database's converters belong to a connection.
    """

    def __init__(self, rows: Callable[..., QuerySet[Any, Row]], *samples: int | str) -> None:
        self._rows, self._samples = rows, samples

    def first(self, *values: int | str) -> Row | None:
        """Return the first row for these values, or None."""
        return next(iter(self.all(*values)), None)

    def all(self, *values: int | str) -> list[Row]:
        """Return the rows for one value per sample; none for a number too large for any column."""
        if any(isinstance(value, int) and value.bit_length() > _BITS for value in values):
            return []
        kept = vars(connections[DEFAULT_DB_ALIAS]).setdefault(_KEPT, {})
        if self not in kept:
            compiler = self._rows(*self._samples).query.get_compiler(DEFAULT_DB_ALIAS)
            sql, parameters = compiler.as_sql()
            converters = compiler.get_converters(column for column, *_ in compiler.select)
            kept[self] = compiler, sql, parameters, converters, _maker(compiler)
        compiler, sql, parameters, converters, make = kept[self]
        asked = dict(zip(self._samples, values, strict=True))
        with connection.cursor() as cursor:
            cursor.execute(sql, [asked.get(each, each) for each in parameters])
            found = cursor.fetchall()
        return [make(row) for row in compiler.apply_converters(found, converters)]


def _maker(compiler: Any) -> Callable[[list[Any]], Any]:
    """Return the function that turns a row into an object with its relations, or into a tuple of values."""
    if not compiler.query.default_cols:
        return tuple
    of_model = compiler.klass_info
    model, places = of_model["model"], of_model["select_fields"]
    names = [compiler.select[place][0].target.attname for place in places]
    added = compiler.annotation_col_map
    # mypy's stubs are those of a later Django.
    related = get_related_populators(of_model, compiler.select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]

    def make(row: list[Any]) -> Any:
        one = model.from_db(DEFAULT_DB_ALIAS, names, row[: len(places)])
        for each in related:
            each.populate(row, one)
        vars(one).update({name: row[place] for name, place in added.items()})
        return one

    return make


_answers: ContextVar[tuple[dict[object, Any], Sequence[object]] | None] = ContextVar("_answers", default=None)


@contextmanager
def at_one_moment(*only: Callable[..., Any]) -> Iterator[None]:
    """Read the answers of all `read_once` queries once inside the block: for a page that records nothing.

    With ``only``: of those queries, for a batch of commands that change none of their answers.
    """
    token = _answers.set(({}, only))
    try:
        yield
    finally:
        _answers.reset(token)


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
