"""The two digests of an act: the head, the same on any machine, and the seal, for this database alone.

Sealed rows beside the acts have their own chain: see `row_seal_queries`.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any
from uuid import UUID

GENESIS = "0" * 64
"""The head before the first act of a ledger."""

_JSON = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


@dataclass(frozen=True)
class ChainEnd:
    """The act before the next one in the chain: its number and both digests."""

    number: int
    head: str
    seal: str


NO_ACT = ChainEnd(0, GENESIS, GENESIS)


def canonical(value: Any) -> str:
    """Write ``value`` as canonical JSON, for hashing and comparing: sorted keys, no spaces, UTF-8 unescaped."""
    return _JSON.encode(value)


def instant(at: datetime) -> str:
    """Write the aware time ``at`` in UTC, to the microsecond."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def head_of(previous: str, act: Mapping[str, Any], transfers: list[Any]) -> str:
    """Return the head of an act: the digest of the previous head, the portable act and its portable transfers."""
    return _digest(previous, canonical([act, transfers]))


def seal_of(previous: str, head: str, local: list[Any]) -> str:
    """Return the seal of an act: the digest of the previous seal, the head and the local values.

    The local values are the ids, ``by`` and the time of recording.
    """
    return _digest(previous, head, canonical(local))


def digest_of(rules: int, house: int, version: int, document: str, since: datetime, reason: str = "") -> str:
    """Return the digest of a version of a house's rules, ids included, so that a change is noticed."""
    return _digest(canonical([rules, house, version]), document, instant(since), *([reason] if reason else []))


def cells_digest(cells: Iterable[Any]) -> str:
    """Return the digest of a row's cells, in the order of its columns."""
    return _digest(canonical([_plain(cell) for cell in cells]))


def _plain(cell: Any) -> Any:
    if isinstance(cell, datetime):
        return instant(cell)
    return cell.isoformat() if isinstance(cell, (date, time)) else str(cell) if isinstance(cell, UUID) else cell


def row_head_of(previous: str, table: str, row: int, cells: str) -> str:
    """Return the next row seal: the digest of the previous one, the table, the row's id and the digest of its cells."""
    return _digest(previous, canonical([table, row, cells]))


def _digest(*parts: str) -> str:
    # No part contains a line feed (JSON escapes it), so two parts never run together.
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def portable(act: Any, opened: int | None) -> dict[str, Any]:
    """Return the portable part of an act, or of a row with its columns: all that the head covers."""
    columns = {name: getattr(act, name) for name in ("number", "key", "kind", "ruling", "count_ruling", "content")}
    return {**columns, "night": opened, "at": instant(act.at)}


def local(act: Any) -> list[Any]:
    """Return the local part of an act, or of a row with its columns: all that the seal covers beside the head."""
    return [act.by, instant(act.recorded_at), act.night_id, act.reverses_id, act.overruled]
