"""Comparison of the books with an act seen elsewhere: on paper, a receipt, a phone, or in the file beside the books.

The rows beside the acts that decide money, seats or strikes are checked too. Whenever one of them is written, a
`RowSeal` keeps a digest of its cells and chains it to the seal before, as heads chain acts. ``SEALED`` names the
columns, digested in that order: a later version may append a column only if it seals the existing rows anew.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Model, Subquery

from reservations.acts.chain import GENESIS, cells_digest, row_head_of
from reservations.acts.kept_head import KeptHead, Unreadable, heads_in, kept_in, newest_backup, rows_beside
from reservations.acts.program import called, quoted
from reservations.models import Act, Desk, Fact, Night, OwnLimitSaid, RowSeal, Rules, Series
from reservations.parsing.names import counted

FEWEST_DIGITS = 12
"""How much of a head tells two ledgers apart."""


def head_fault(seen: KeptHead) -> str:
    """Return a sentence on how the books differ from a seen act, or "" if they have it with that head."""
    head = Act.objects.filter(number=seen.number).values_list("head", flat=True).first()
    if head is None:
        last = Act.objects.order_by("-number").values_list("number", flat=True).first() or 0
        missing = counted(max(seen.number - last, 1), "act")
        ends = f"end with act {last}" if last else "have no acts"
        return (
            f"The books {ends}, and act {seen.number} (head {seen.head[:FEWEST_DIGITS]}) was seen: {missing} missing."
        )
    if head.startswith(seen.head):
        return ""
    return f"Act {seen.number} has the head {head[: len(seen.head)]} here, and was seen with {seen.head}."


REACH = {
    "last_head": Subquery(Act.objects.order_by("-number").values("head")[:1]),
    "last_seal_head": Subquery(RowSeal.objects.order_by("-number").values("head")[:1]),
}
"""How far the books go, as columns of any query: the heads of their last act and of their last row seal."""
_OLDER = "This is an older copy of the books"


def fault_on_pages(desk: Any) -> Sequence[str]:
    """Return the sentences of `kept_head_fault`, the first and the others, for a desk row read with its `REACH`.

    The database is queried only if the kept act is not the last act of the books.
    """
    path = settings.HEAD
    if path is None or not hasattr(desk, "last_head"):
        return ""
    with suppress(Unreadable):
        kept, rows = _kept_beside(path), _kept_beside(rows_beside(path))
        ends, books = (desk.last_head, desk.last_seal_head), ("", desk.books.hex)
        if kept and all(head is None or (head.head in ends and head.books in books) for head in (kept, rows)):
            return ""
    return kept_head_fault().replace("`", "").split(". ", 1)


def kept_head_fault() -> str:
    """Return a sentence on how the books differ from the records kept outside of them, with the remedy; "" if they
    agree.

    The records are the last act with its head and the id of its books, the last row seal, and the name of the newest
    backup. The books may be other books, an older copy, cut off at the end, or changed.
    """
    path = settings.HEAD
    if path is None:
        return ""
    try:
        kept, rows = _kept_beside(path), _kept_beside(rows_beside(path))
        suffix = ".dump" if connection.vendor == "postgresql" else ".sqlite3"
        newest = newest_backup(path, suffix)
    except Unreadable as fault:
        return str(fault)
    except OSError as fault:
        return f"The backups cannot be looked at: {fault}."
    # A disk's clock may run a little behind.
    if kept and (why := _named(kept, f"{datetime.fromtimestamp(path.stat().st_mtime + 1, UTC):{_MOMENT}}", newest)):
        return why
    if rows and (sentence := _rows_fault(rows)):
        return f"{sentence} Record nothing more. {_way_back(newest)}"
    return _named(newest[1], newest[2], newest) if newest else ""


def _kept_beside(path: Path) -> KeptHead | None:
    """Return the content of the file. Raises ``Unreadable`` with a sentence."""
    try:
        return kept_in(path)
    except (OSError, Unreadable) as fault:
        why = str(fault) or "no head stands in it"
        raise Unreadable(f"{path} cannot be read ({why}). Delete it: the next act writes it anew.") from None


_MOMENT = "%Y%m%dT%H%M%S.%f"
"""A moment in UTC as it is compared with that in the name of a backup."""
Newest = tuple[Path, KeptHead, str]


def _named(kept: KeptHead, since: str, newest: Newest | None) -> str:
    """Return a sentence on the state of the books if they lack the act kept at ``since``, or ""."""
    books, reached = books_here()
    if kept.books and books and kept.books != books:
        return f"These are other books than this desk's. Set DATABASE_URL as it was. {_as_they_are()}"
    row = Act.objects.filter(number=kept.number).values_list("head", "recorded_at").first()
    if row is not None and row[0].startswith(kept.head):
        return ""
    last = Act.objects.order_by("-number").values_list("number", flat=True).first() or 0
    if row is None:
        what = "The end of the books is missing:" if reached > last else f"{_OLDER}, without"
        fault, seen = f"{what} {counted(kept.number - last, 'act')} after act {last}", "was recorded"
    else:
        went_on = f"{row[1].astimezone(UTC):{_MOMENT}}" > since
        fault = f"{_OLDER} that went on" if went_on else f"{_changed(kept, newest)} changed"
        seen, last = f"was recorded, and has the head {row[0][:FEWEST_DIGITS]} here", 0
    fault += f". Record nothing more. Act {kept.number} (head {kept.head[:FEWEST_DIGITS]}) {seen}."
    return f"{fault} {_way_back(newest, last)}"


def books_here() -> tuple[str, int]:
    """Return the id of the books and the highest act they have held; "" and 0 before the migration that adds both."""
    try:
        desk = Desk.objects.only("books", "reached").get(pk=Desk.ONE)
    except (DatabaseError, Desk.DoesNotExist):
        return "", 0
    return desk.books.hex, desk.reached


def _changed(kept: KeptHead, newest: Newest | None) -> str:
    """Name the first changed act, by the newest backup."""
    backed_up = dict[int, str]()
    with suppress(sqlite3.Error):
        backed_up = heads_in(newest[0]) if newest else {}
    heads = dict(Act.objects.values_list("number", "head"))
    first = next((number for number, head in backed_up.items() if heads.get(number) != head), kept.number)
    return f"Act {first} was" if backed_up or kept.number == 1 else f"An act up to act {kept.number} was"


def _way_back(newest: Newest | None, last: int = 0) -> str:
    """Return the remedy; it names the newest backup if that has acts after the ``last`` one of the books."""
    way = f"look for a backup that goes further, also beside the database: `{called('restore FILE')}`."
    if newest and newest[1].number > last:
        way = f"restore the newest backup: `{called(f'restore {quoted(newest[0])}')}`."
    return f"Stop the desk, and {way} {_as_they_are()}"


def _as_they_are() -> str:
    return f"If these are the books you want: `{called('restore --as-they-are')}`."


def _rows_fault(seen: KeptHead) -> str:
    head = RowSeal.objects.filter(number=seen.number).values_list("head", flat=True).first()
    if head == seen.head:
        return ""
    if head:
        return f"Row seal {seen.number} has the head {head[:FEWEST_DIGITS]} here, not {seen.head[:FEWEST_DIGITS]}."
    missing = counted(max(seen.number - last_row_seal()[0], 1), "row seal")
    return f"Answers and plans were recorded up to row seal {seen.number}: {missing} missing."


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
    """Yield a sentence for every row that differs from its seal, and for every fault in the chain of seals."""
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
                    # The desk's own row may still be untouched, as in a new database.
                    if model is not Desk or values != [getattr(Desk(), column) for column in columns]:
                        yield f"{model.__name__} {row} has no row seal: the desk has not written it."
                elif cells != cells_digest(values):
                    yield f"{model.__name__} {row} is not as it was written: row seal {seal} says so."
    yield from (
        f"{table.capitalize()} {row} is missing, which row seal {seal} is of."
        for (table, row), (seal, cells) in latest.items()
        if cells != ERASED or table not in ERASABLE
    )
