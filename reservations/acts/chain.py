"""The two digests of an act: the head, the same on any machine, and the seal, of this database alone.

Rows beside the acts that people set have a chain of their own: see `row_seal_queries`.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any
from uuid import UUID

GENESIS = "0" * 64
"""What the first act of a ledger is chained to."""

_JSON = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


@dataclass(frozen=True)
class LastAct:
    """The act that the next one is chained to: its number and both digests."""

    number: int
    head: str
    seal: str


NO_ACT = LastAct(0, GENESIS, GENESIS)


def canonical(value: Any) -> str:
    """Write ``value`` as JSON in the one way that is hashed and compared: sorted keys, no spaces, UTF-8 as it is."""
    return _JSON.encode(value)


def instant(at: datetime) -> str:
    """Write an aware ``at`` as the UTC instant it names, to the microsecond."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def head_of(previous: str, act: Mapping[str, Any], transfers: list[Any]) -> str:
    """Chain a portable act and its portable transfers, in their order, to the head before them."""
    return _digest(previous, canonical([act, transfers]))


def seal_of(previous: str, head: str, local: list[Any]) -> str:
    """Chain what only this database knows (ids, ``by``, the time of recording) to the seal before it."""
    return _digest(previous, head, canonical(local))


def digest_of(rules: int, house: int, version: int, document: str, since: datetime, reason: str = "") -> str:
    """Return the digest that keeps a version of a house's rules from being changed unnoticed, its ids included."""
    return _digest(canonical([rules, house, version]), document, instant(since), *([reason] if reason else []))


def cells_digest(cells: Iterable[Any]) -> str:
    """Return the digest of a row's cells, in the order of its columns."""
    return _digest(canonical([_plain(cell) for cell in cells]))


def _plain(cell: Any) -> Any:
    if isinstance(cell, datetime):
        return instant(cell)
    return cell.isoformat() if isinstance(cell, (date, time)) else str(cell) if isinstance(cell, UUID) else cell


def row_head_of(previous: str, table: str, row: int, cells: str) -> str:
    """Chain the digest of the cells of a row, as it was written, to the row seal before it."""
    return _digest(previous, canonical([table, row, cells]))


def _digest(*parts: str) -> str:
    # No part holds a line feed (JSON escapes it), so the parts cannot run into each other.
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def portable(act: Any, opened: int | None) -> dict[str, Any]:
    """Return what the head covers of an act, or of a row with its columns: all that is the same on every machine."""
    return {
        "number": act.number,
        "key": act.key,
        "kind": act.kind,
        "night": opened,
        "at": instant(act.at),
        "ruling": act.ruling,
        "count_ruling": act.count_ruling,
        "content": act.content,
    }


def local(act: Any) -> list[Any]:
    """Return what the seal covers of an act, or of a row with its columns, beyond its head."""
    return [act.by, instant(act.recorded_at), act.night_id, act.reverses_id, act.overruled]
