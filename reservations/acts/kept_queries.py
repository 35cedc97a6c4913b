"""Questions that nearly every request asks: their SQL is put together once, and then only asked.

Out of its parts, Django builds the SQL of a row with its relations in ten times the time in which the database answers.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)
_KEPT = "hostdesk_kept_queries"
_BITS = 63


class KeptQuery(Generic[M]):
    """A question about one number or text: which rows there are for it, with their relations.

    ``rows`` builds the query for a ``sample``, which no row has and which is a value nowhere else in it. It is built
    for each connection, as the converters of a database belong to one.
    """

    def __init__(self, rows: Callable[[Any], QuerySet[M]], sample: int | str) -> None:
        self._rows, self._sample = rows, sample

    def first(self, value: int | str) -> M | None:
        """Return the first row for that number or text, None if there is none."""
        return next(iter(self.all(value)), None)

    def all(self, value: int | str) -> list[M]:
        """Return the rows for that number or text; none for a number that no column can hold."""
        if isinstance(value, int) and value.bit_length() > _BITS:
            return []
        kept = vars(connections[DEFAULT_DB_ALIAS]).setdefault(_KEPT, {})
        if self not in kept:
            compiler = self._rows(self._sample).query.get_compiler(DEFAULT_DB_ALIAS)
            sql, parameters = compiler.as_sql()
            columns, of_model = compiler.select, compiler.klass_info
            converters = compiler.get_converters(column for column, *_ in columns)
            names = [columns[place][0].target.attname for place in of_model["select_fields"]]
            # mypy's stubs are those of a later Django.
            related = get_related_populators(of_model, columns, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]
            kept[self] = compiler, sql, parameters, converters, of_model["model"], names, related
        compiler, sql, parameters, converters, model, names, related = kept[self]
        with connection.cursor() as cursor:
            cursor.execute(sql, [value if each == self._sample else each for each in parameters])
            found = cursor.fetchall()
        rows = []
        for row in compiler.apply_converters(found, converters):
            one = model.from_db(DEFAULT_DB_ALIAS, names, row[: len(names)])
            for each in related:
                each.populate(row, one)
            rows.append(one)
        return rows
