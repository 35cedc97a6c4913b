"""PokerNow's ledger of an online table, a CSV file, read into sittings. Strict, and knows no database.

A row is a sitting: a buy-in, and what came back of it: paid out, still in front of the player, or held in escrow.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

from ledger.files.csv_rows import read_rows
from ledger.money.cents import MOST_CENTS, format_cents
from reservations.acts.problems import Faulty, Malformed, quoted
from reservations.parsing.days import parse_instant

PREFIX = "pokernow."
"""What the key of every act begins with that came out of a ledger of PokerNow's."""

BIGGEST_FILE = 10_000_000
ID = re.compile(r"[A-Za-z0-9_-]{1,20}", re.ASCII)
AMOUNT = re.compile(r"-?[0-9]{1,12}", re.ASCII)
ESCROW = "nit_escrow"
HAND_LOG = ["entry", "at", "order"]
_NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Sitting:
    """One row: whose, from when to when (UTC; ``None`` where the file does not say), and the cents that went and came.

    ``line`` is where it stands in the file, ``player`` PokerNow's id. ``key`` tells the sitting from every other one,
    in this export of the game and in later ones.
    """

    line: int
    nickname: str
    player: str
    started_at: datetime | None
    ended_at: datetime | None
    bought_cents: int
    back_cents: int
    key: str = ""

    @property
    def known_at(self) -> datetime | None:
        """Its start, or its end where the file does not say when it began."""
        return self.started_at or self.ended_at


def read_ledger(data: bytes, *, unit_cents: int, day: date | None = None) -> list[Sitting]:
    """Read a ledger whose amounts count ``unit_cents`` each into its sittings, in order of their start.

    ``day`` tells games apart in a file without any time. Raises ``Faulty`` with everything that is wrong, by line.
    """
    records, faults = read_rows(data, most_bytes=BIGGEST_FILE)
    columns = _columns(*records[0])
    sittings: list[Sitting] = []
    for line, cells in records[1:]:
        try:
            sittings.append(_sitting(line, columns, cells, unit_cents))
        except Faulty as faulty:
            faults += faulty.faults
    if not sittings and not faults:
        faults = [(1, "there is no sitting in this ledger.")]
    if faults:
        raise Faulty(sorted(faults))
    return _identified(sittings, day)


def _columns(line: int, header: Sequence[str]) -> list[str]:
    """Return the names of the columns. Raises ``Faulty`` unless they are those of a ledger, in whichever order."""
    if header == HAND_LOG:
        raise Faulty([(line, "this is PokerNow's log of the hands (entry,at,order): export the ledger instead.")])
    if len(header) == 1 and ";" in header[0]:
        raise Faulty([(line, "the columns are parted by semicolons: save the file with commas, as PokerNow does.")])
    found = Counter(header)
    faults = [f"{quoted(name)} is not a column of a ledger." for name in found if name not in _READERS]
    faults += [f"the column {name} is there twice." for name in found if found[name] > 1]
    faults += [f"the column {name} is missing." for name in _READERS if name not in found and name != ESCROW]
    if faults:
        raise Faulty([(line, fault) for fault in faults])
    return list(header)


def _sitting(line: int, columns: Sequence[str], cells: Sequence[str], unit_cents: int) -> Sitting:
    if len(cells) != len(columns):
        raise Faulty([(line, f"this row has {len(cells)} cells, the header {len(columns)}.")])
    row = _values(line, dict(zip(columns, cells, strict=True)))
    back = row["buy_out"] + row["stack"] + row.get(ESCROW, 0)
    if back - row["buy_in"] != row["net"]:
        raise Faulty([(line, f"what came back less the buy-in is {back - row['buy_in']}, but net says {row['net']}.")])
    bought_cents, back_cents = row["buy_in"] * unit_cents, back * unit_cents
    if max(bought_cents, back_cents) > MOST_CENTS:
        raise Faulty([(line, f"an amount is more than {format_cents(MOST_CENTS)}.")])
    return Sitting(
        line=line,
        nickname=row["player_nickname"],
        player=row["player_id"],
        started_at=row["session_start_at"],
        ended_at=row["session_end_at"],
        bought_cents=bought_cents,
        back_cents=back_cents,
    )


def _values(line: int, cells: Mapping[str, str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    faults = []
    for column, text in cells.items():
        try:
            values[column] = _READERS[column](text)
        except Malformed as wrong:
            faults.append((line, f"{column}: {wrong}"))
    if faults:
        raise Faulty(faults)
    return values


def _id(text: str) -> str:
    if not ID.fullmatch(text):
        raise Malformed(f"{quoted(text)} is no id of a player: 1 to 20 of A-Z a-z 0-9 _ -.")
    return text


def _instant(text: str) -> datetime | None:
    return parse_instant(text).astimezone(UTC) if text else None


def _net(text: str) -> int:
    if not AMOUNT.fullmatch(text):
        raise Malformed(f"{quoted(text)} is not a whole number.")
    return int(text)


def _whole(text: str) -> int:
    if text.startswith("-"):
        raise Malformed(f"{quoted(text)} is less than nothing.")
    return _net(text)


def _whole_or_nothing(text: str) -> int:
    return _whole(text) if text else 0


_READERS: Mapping[str, Callable[[str], Any]] = {
    "player_nickname": str,
    "player_id": _id,
    "session_start_at": _instant,
    "session_end_at": _instant,
    "buy_in": _whole,
    "buy_out": _whole_or_nothing,
    "stack": _whole_or_nothing,
    ESCROW: _whole_or_nothing,
    "net": _net,
}
"""The columns of a ledger and how each is read; the one for the escrow came later and may be missing."""


def _identified(sittings: Sequence[Sitting], day: date | None) -> list[Sitting]:
    """Return the sittings with their keys, in order of their start, those without any time last.

    A player's start tells a sitting from all others, and so does the end of one that ended before the first hand. One
    with neither takes the game's first time along, which stays the same in later exports.
    """
    ordered = sorted(sittings, key=lambda sitting: (sitting.known_at or _NEVER, sitting.line))
    game = ordered[0].known_at or day
    if game is None:
        raise Faulty([(1, "no row says when it began or ended: give --date, which tells this game from others.")])
    timeless: Counter[str] = Counter()
    keyed: dict[str, Sitting] = {}
    faults = []
    for sitting in ordered:
        timeless[sitting.player] += sitting.known_at is None
        key = _key(sitting, game, timeless[sitting.player])
        if key in keyed:
            faults.append((sitting.line, f"this is the sitting of line {keyed[key].line} once more."))
        keyed.setdefault(key, replace(sitting, key=key))
    if faults:
        raise Faulty(faults)
    return list(keyed.values())


def _key(sitting: Sitting, game: date, nth: int) -> str:
    player = f"{PREFIX}{sitting.player}"
    if sitting.started_at:
        return f"{player}.{_stamp(sitting.started_at)}"
    return f"{player}.to.{_stamp(sitting.ended_at)}" if sitting.ended_at else f"{player}.of.{_stamp(game)}.{nth}"


def _stamp(moment: date) -> str:
    return moment.strftime("%Y%m%dT%H%M%S%f") if isinstance(moment, datetime) else moment.strftime("%Y%m%d")
