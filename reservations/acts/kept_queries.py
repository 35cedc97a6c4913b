"""Queries of nearly every request, whose SQL is built once.

For a row with its relations Django takes ten times as long to build the SQL as the database takes to answer.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import DateTimeField, Field, Model, QuerySet
from django.utils.timezone import is_naive

Row = TypeVar("Row", bound=Model)
_BITS = 63
ANY_NUMBER = 2**62
"""A sample: no row has that number."""


class KeptQuery:
    """A query for values that a database returns unchanged: numbers, texts and days; `moment` reads times.

    ``rows`` builds the query with ``samples``: values that are in no row and nowhere else in the query.
    """

    def __init__(self, rows: Callable[..., QuerySet[Any, Any]], *samples: int | str | datetime) -> None:
        self._rows, self._samples = rows, samples
        self._sql: dict[str, tuple[str, tuple[Any, ...]]] = {}

    def all(self, *values: int | str | datetime) -> list[tuple[Any, ...]]:
        """Return the rows for one value per sample; [] for a number too large for any column."""
        if any(isinstance(value, int) and value.bit_length() > _BITS for value in values):
            return []
        if connection.vendor not in self._sql:
            self._sql[connection.vendor] = self._rows(*self._samples).query.sql_with_params()
        sql, parameters = self._sql[connection.vendor]
        # Times in the form of the database.
        written = [
            DateTimeField().get_db_prep_value(value, connection) if isinstance(value, datetime) else value
            for value in (*self._samples, *values)
        ]
        given = dict(zip(written[: len(values)], written[len(values) :], strict=True))
        with connection.cursor() as cursor:
            cursor.execute(sql, [given.get(parameter, parameter) for parameter in parameters])
            found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


def moment(cell: datetime) -> datetime:
    """Return a time as Django reads it: SQLite returns it without a zone, in UTC."""
    return cell.replace(tzinfo=UTC) if is_naive(cell) else cell


class KeptRows(KeptQuery, Generic[Row]):
    """A query as :class:`KeptQuery`, for objects with their ``related`` ones, and with columns ``beside`` their own."""

    def __init__(
        self,
        rows: Callable[..., QuerySet[Row]],
        *samples: int | str,
        related: tuple[str, ...] = (),
        beside: tuple[str, ...] = (),
    ) -> None:
        super().__init__(self._columns, *samples)
        self._objects, self._related, self._beside = rows, related, beside
        self._models: list[tuple[type[Model], list[str], list[Callable[[Any], Any]]]] = []

    def first(self, *values: int | str) -> Row | None:
        """Return the first object for these values, or None."""
        return next((self._made(iter(cells)) for cells in self.all(*values)), None)

    def objects(self, *values: int | str) -> list[Row]:
        """Return the objects for one value per sample."""
        return [self._made(iter(cells)) for cells in self.all(*values)]

    def _columns(self, *values: int | str) -> QuerySet[Any, Any]:
        rows, paths = self._objects(*values), ["", *(f"{name}__" for name in self._related)]
        models: list[Any] = [rows.model, *(rows.model._meta.get_field(name).related_model for name in self._related)]
        fields = [model._meta.concrete_fields for model in models]
        names = [[field.attname for field in those] for those in fields]
        # Assigned whole: two threads may build the query at the same moment.
        self._models = [*zip(models, names, ([*map(_reader, those)] for those in fields), strict=True)]
        columns = [f"{path}{name}" for path, those in zip(paths, names, strict=True) for name in those]
        return rows.values_list(*columns, *self._beside)

    def _made(self, cells: Iterator[Any]) -> Any:
        """Make an object from the cells of a row."""
        one, *others = (
            model.from_db(DEFAULT_DB_ALIAS, names, [read(cell) for read, cell in zip(readers, cells, strict=False)])
            for model, names, readers in self._models
        )
        for name, other in zip(self._related, others, strict=True):
            setattr(one, name, None if other.pk is None else other)
        vars(one).update(zip(self._beside, cells, strict=True))
        return one


def _reader(field: "Field[Any, Any]") -> Callable[[Any], Any]:
    """Return the function that reads the cells of a column as Django does."""
    if isinstance(field, DateTimeField):
        return lambda cell: cell if cell is None or not is_naive(cell) else cell.replace(tzinfo=UTC)
    if from_database := getattr(field, "from_db_value", None):
        return lambda cell: from_database(cell, None, connection)
    return field.to_python
