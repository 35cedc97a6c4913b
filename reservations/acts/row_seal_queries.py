"""Rows beside the acts that decide money, seats or strikes, and the check that they are unchanged.

Each time such a row is written, a `RowSeal` keeps a digest of its cells and chains it to the seal before, as heads
chain acts. ``SEALED`` names the columns, digested in that order: a later version may append a column only if it seals
the existing rows anew.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any

from django.db.models import Model

from reservations.acts.chain import GENESIS, cells_digest, row_head_of
from reservations.models import Desk, Fact, Night, OwnLimitSaid, RowSeal, Rules, Series

_PLANNED = ("time_zone", "seats", "tables", "place", "note", "stakes")
SEALED: Mapping[type[Model], Sequence[str]] = {
    Desk: ("time_zone", "currency", "locale"),
    Rules: ("house_id", "version", "digest"),
    Series: ("house_id", "every", "interval", "first", "until", "starts", "ends", *_PLANNED, "maybe_hours"),
    Night: (
        *("date", "house_id", "uid", "starts_at", "ends_at", *_PLANNED, "maybe_until"),
        *("series_id", "series_day", "cancelled_at"),
    ),
    Fact: (
        *("key", "kind", "night_id", "player_id", "house_id", "about_id"),
        *("at", "by", "reason", "content", "outcome", "recorded_at"),
    ),
    OwnLimitSaid: ("player_id", "what", "figure", "said_at"),
}
"""The columns that are sealed, by table."""
ERASABLE, ERASED = ("ownlimitsaid",), "erased"
"""The tables whose rows the desk may erase for a forgotten player, and the cells of the row seal that says so."""


def last_row_seal() -> tuple[int, str]:
    """Return the number and head of the newest row seal; without one, 0 and the start of the chain."""
    return RowSeal.objects.order_by("-number").values_list("number", "head").first() or (0, GENESIS)


def sealed_now(row: Model) -> tuple[str, int, str]:
    """Return a row's table, its id and the digest of its cells in memory."""
    cells = cells_digest(getattr(row, column) for column in SEALED[type(row)])
    return str(row._meta.model_name), row.pk, cells


def row_seal_faults() -> Iterator[str]:
    """Yield a sentence for every row that differs from its seal, and for every misfit among the seals."""
    latest, last, head = dict[tuple[str, int], tuple[int, str]](), 0, GENESIS
    seals: Any = RowSeal.objects.order_by("number").values_list("number", "table", "row", "cells", "head")
    with closing(seals.iterator(chunk_size=2000)) as rows:
        for number, table, row, cells, its_head in rows:
            if number != last + 1:
                yield f"After row seal {last} comes row seal {number}: some are missing."
            if its_head != row_head_of(head, table, row, cells):
                yield f"Row seal {number}, of {table} {row}: its head does not fit."
            latest[table, row] = number, cells
            last, head = number, its_head
    for model, columns in SEALED.items():
        name = str(model._meta.model_name)
        found: Any = model._default_manager.order_by("pk").values_list("pk", *columns)
        with closing(found.iterator(chunk_size=2000)) as rows:
            for row, *values in rows:
                seal, cells = latest.pop((name, row), (0, ""))
                if not seal:
                    if not _as_made(model, columns, values):
                        yield f"{model.__name__} {row} has no row seal: the desk has not written it."
                elif cells != cells_digest(values):
                    yield f"{model.__name__} {row} is not as it was written: row seal {seal} says so."
    yield from (
        f"{table.capitalize()} {row} is missing, which row seal {seal} is of."
        for (table, row), (seal, cells) in latest.items()
        if cells != ERASED or table not in ERASABLE
    )


def _as_made(model: type[Model], columns: Sequence[str], cells: Sequence[Any]) -> bool:
    """Tell whether this is the desk's own row in the untouched state of a new database."""
    blank = model()
    return model is Desk and [*cells] == [getattr(blank, name) for name in columns]
