"""The strict reader of PokerNow's ledger of an online table, a CSV file, into sittings.

A row is a sitting: a buy-in, and its return: paid out, still in front of the player, or held in escrow.

Exports become evenings: two exports of one game are one, and the later one counts.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from hostdesk.imports.ways_in.files import FaultyFiles, SentFile
from ledger.bank.history import ONLINE_PREFIX, TIMELESS
from ledger.files.csv_rows import MOST_ROWS, read_rows
from ledger.money.cents import MOST_CENTS, format_cents, show_cents
from reservations.acts.problems import Faults, Faulty, Malformed, quoted
from reservations.parsing.days import parse_instant

BIGGEST_FILE = 5_000_000
UNITS = {"cents": 1, "whole": 100}
"""The cents in one unit of an amount, by the host's choice for the file."""
_MOST_IDS = 500
ID = re.compile(r"[A-Za-z0-9_-]{1,20}", re.ASCII)
AMOUNT = re.compile(r"(-?[0-9]{1,12})(?:[.,]([0-9]{1,2}))?", re.ASCII)
ESCROW = "nit_escrow"
HAND_LOG = ["entry", "at", "order"]
EVER, NEVER = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Sitting:
    """One row: its player, its start and end (UTC; None if the file has none), and the cents in and out.

    ``file`` and ``line`` are its place, ``player`` PokerNow's id. ``key`` identifies the sitting in this export and in
    later ones. ``seen_until`` is the last moment of its file; None without any time.
    """

    line: int
    nickname: str
    player: str
    started_at: datetime | None
    ended_at: datetime | None
    bought_cents: int
    back_cents: int
    key: str = ""
    file: str = ""
    seen_until: datetime | None = None

    @property
    def left_at(self) -> datetime | None:
        """Its end; for chips that were still in play the last moment of its file."""
        return self.ended_at or self.seen_until

    @property
    def known_at(self) -> datetime | None:
        """Its start, or its end if the file has no start."""
        return self.started_at or self.ended_at


def in_order(sittings: Iterable[Sitting]) -> tuple[Sitting, ...]:
    """Return sittings in order of their start, those without any time last."""
    return tuple(sorted(sittings, key=lambda sitting: (sitting.known_at or NEVER, sitting.file, sitting.line)))


def moments_of(sittings: Iterable[Sitting]) -> list[datetime]:
    """Return the times of some sittings in the files, starts and ends."""
    return [moment for sitting in sittings for moment in (sitting.started_at, sitting.ended_at) if moment]


def read_ledger(data: bytes, *, unit_cents: int, day: date | None = None) -> list[Sitting]:
    """Read a ledger whose amounts count ``unit_cents`` into its sittings, in order of their start.

    ``day`` identifies a game without any time. Raises ``Faulty`` with every fault by line.
    """
    records, unread = read_rows(data, most_bytes=BIGGEST_FILE, separators=",;\t")
    columns, faults, sittings = _columns(*records[0]), Faults(unread), list[Sitting]()
    for line, cells in records[1:]:
        with faults.at(line):
            sittings.append(_sitting(line, columns, cells, unit_cents))
    if not sittings and not faults:
        faults.add(1, "", "there is no sitting in this ledger.")
    Faults(sorted(faults)).end()
    return _identified(sittings, day)


def read_ledgers(files: Sequence[SentFile], *, unit_cents: int, day: date | None = None) -> list[list[Sitting]]:
    """Read some ledgers, as :func:`read_ledger`. Raises ``FaultyFiles`` with every fault of all of them."""
    ledgers, faults = read_good(files, unit_cents=unit_cents, day=day)
    if faults:
        raise FaultyFiles(faults)
    return ledgers


def read_good(
    files: Sequence[SentFile], *, unit_cents: int, day: date | None = None
) -> tuple[list[list[Sitting]], list[tuple[str, int, str]]]:
    """Read the readable ledgers, and return them with the faults of the others, by file and line.

    Raises ``FaultyFiles`` for more sittings or ids than an import may have.
    """
    ledgers, faults = list[list[Sitting]](), list[tuple[str, int, str]]()
    for file in files:
        try:
            sittings = read_ledger(file.data, unit_cents=unit_cents, day=day)
            ledgers.append([replace(sitting, file=file.name) for sitting in sittings])
        except Faulty as faulty:
            faults += FaultyFiles.of(file.name, faulty).faults
        if sum(map(len, ledgers)) + len(faults) > MOST_ROWS:
            raise FaultyFiles([(file.name, 1, f"these are more than {MOST_ROWS:,} sittings: bring them in by parts.")])
    if len({sitting.player for ledger in ledgers for sitting in ledger}) > _MOST_IDS:
        too_many = f"these are more than {_MOST_IDS} ids of players: bring them in by parts."
        raise FaultyFiles([(files[0].name, 1, too_many)])
    return ledgers, faults


def _columns(line: int, header: Sequence[str]) -> list[str]:
    """Return the names of the columns. Raises ``Faulty`` unless they are those of a ledger, in any order."""
    if header == HAND_LOG:
        raise Faulty([(line, "this is PokerNow's log of the hands (entry,at,order): export the ledger instead.")])
    found = Counter(header)
    faults = [f"{quoted(name)} is not a column of a ledger." for name in found if name not in _READERS]
    faults += [f"the column {name} appears twice." for name in found if found[name] > 1]
    faults += [f"the column {name} is missing." for name in _READERS if name not in found and name != ESCROW]
    Faults((line, fault) for fault in faults).end()
    return list(header)


def _sitting(line: int, columns: Sequence[str], cells: Sequence[str], unit_cents: int) -> Sitting:
    if len(cells) != len(columns):
        raise Malformed(f"this row has {len(cells)} cells, the header {len(columns)}.")
    faults, row = Faults(), dict[str, Any]()
    for column, text in zip(columns, cells, strict=True):
        with faults.at(line, column):
            row[column] = _READERS[column](text)
    faults.end()
    back = row["buy_out"] + row["stack"] + row.get(ESCROW, 0)
    if back - row["buy_in"] != row["net"]:
        came, net = _written(back - row["buy_in"]), _written(row["net"])
        raise Malformed(f"what came back less the buy-in is {came}, but net says {net}.")
    bought_cents, one_part = divmod(row["buy_in"] * unit_cents, 100)
    back_cents, other_part = divmod(back * unit_cents, 100)
    if one_part or other_part:
        raise Malformed("these are parts of a cent: the file counts in whole units, not in cents.")
    if max(bought_cents, back_cents) > MOST_CENTS:
        raise Malformed(f"an amount is more than {format_cents(MOST_CENTS)}.")
    started_at, ended_at = row["session_start_at"], row["session_end_at"]
    return Sitting(line, row["player_nickname"], row["player_id"], started_at, ended_at, bought_cents, back_cents)


def _id(text: str) -> str:
    if not ID.fullmatch(text):
        raise Malformed(f"{quoted(text)} is not an id of a player: 1 to 20 of A-Z a-z 0-9 _ -.")
    return text


def _instant(text: str) -> datetime | None:
    return parse_instant(text).astimezone(UTC) if text else None


def _net(text: str) -> int:
    """Return hundredths of the unit, whole or with a point or a comma."""
    found = AMOUNT.fullmatch(text)
    if not found:
        raise Malformed(f"{quoted(text)} is not a number.")
    whole, part = found.groups()
    return int(f"{whole}{part or '':0<2}")


def _written(hundredths: int) -> str:
    return str(Decimal(hundredths).scaleb(-2)) if hundredths % 100 else str(hundredths // 100)


def _amount(text: str) -> int:
    if text.startswith("-"):
        raise Malformed(f"{quoted(text)} is negative.")
    return _net(text)


def _amount_or_zero(text: str) -> int:
    return _amount(text) if text else 0


_READERS: Mapping[str, Callable[[str], Any]] = {
    "player_nickname": str,
    "player_id": _id,
    "session_start_at": _instant,
    "session_end_at": _instant,
    "buy_in": _amount,
    "buy_out": _amount_or_zero,
    "stack": _amount_or_zero,
    ESCROW: _amount_or_zero,
    "net": _net,
}
"""The columns of a ledger and their readers; older files lack the one for the escrow."""


def _identified(sittings: Sequence[Sitting], day: date | None) -> list[Sitting]:
    """Return the sittings with their keys, in order of their start, those without any time last.

    A player's start identifies a sitting, and so does the end of one that ended before the first hand. One with neither
    is identified by the game's first time, which later exports keep.
    """
    ordered = in_order(sittings)
    game = ordered[0].known_at or day
    if game is None:
        raise Faulty([(1, "no row says when it began or ended: give --date, which identifies this game.")])
    last = max(moments_of(ordered), default=None)
    timeless: Counter[str] = Counter()
    faults, keyed = Faults(), dict[str, Sitting]()
    for sitting in ordered:
        timeless[sitting.player] += sitting.known_at is None
        if sitting.started_at:
            moment = _stamp(sitting.started_at)
        elif sitting.ended_at:
            moment = f"to.{_stamp(sitting.ended_at)}"
        else:
            moment = f"{TIMELESS}.{_stamp(game)}.{timeless[sitting.player]}"
        key = f"{ONLINE_PREFIX}{sitting.player}.{moment}"
        if key in keyed:
            faults.add(sitting.line, "", f"this repeats the sitting of line {keyed[key].line}.")
        keyed.setdefault(key, replace(sitting, key=key, seen_until=last))
    faults.end()
    return list(keyed.values())


def _stamp(moment: date) -> str:
    return moment.strftime("%Y%m%dT%H%M%S%f") if isinstance(moment, datetime) else moment.strftime("%Y%m%d")


_SOON = timedelta(hours=4)


@dataclass(frozen=True)
class Game:
    """The game of one table: its sittings without repetition, in order of their start, and their files."""

    sittings: tuple[Sitting, ...]
    files: tuple[str, ...]


@dataclass(frozen=True)
class Evening:
    """A night to post: its day, its sittings in order of their start, and their files."""

    day: date
    sittings: tuple[Sitting, ...]
    files: tuple[str, ...]

    @property
    def difference_cents(self) -> int:
        """The cents that came back beyond the purchases; negative if less came back."""
        return sum(sitting.back_cents - sitting.bought_cents for sitting in self.sittings)

    @property
    def moments(self) -> list[datetime]:
        """The times in the files, starts and ends."""
        return moments_of(self.sittings)


def figures_of(bought_cents: int, back_cents: int) -> str:
    """Return the figures of a sitting in words."""
    return f"{show_cents(bought_cents)} bought and {show_cents(back_cents)} back"


def games_of(ledgers: Sequence[Sequence[Sitting]]) -> list[Game]:
    """Return the games of some ledgers, none of them empty, in order of their start.

    Ledgers with a sitting in common are exports of one game; for a sitting that went on, the later export has its end.
    Raises ``FaultyFiles`` for a sitting that had ended and has other figures, and if no export is the later.
    """
    groups: list[list[Sequence[Sitting]]] = []
    for ledger in ledgers:
        keys = {sitting.key for sitting in ledger}
        same = [group for group in groups if any(sitting.key in keys for other in group for sitting in other)]
        groups = [group for group in groups if group not in same]
        groups.append([*(other for group in same for other in group), ledger])
    faults: list[tuple[str, int, str]] = []
    games = []
    for group in groups:
        found: dict[str, Sitting] = {}
        exports = sorted(group, key=_seen)
        for before, export in zip([None, *exports], exports, strict=False):
            for sitting in export:
                known = found.setdefault(sitting.key, sitting)
                here = (sitting.bought_cents, sitting.back_cents)
                there = (known.bought_cents, known.back_cents)
                if here != there and (known.ended_at or (before and _seen(before) == _seen(export))):
                    sentence = f"this sitting has {figures_of(*here)}; in {known.file} it has {figures_of(*there)}."
                    faults.append((sitting.file, sitting.line, sentence))
                found[sitting.key] = sitting
        games.append(Game(in_order([*found.values()]), tuple(export[0].file for export in exports)))
    if faults:
        raise FaultyFiles(sorted(faults))
    return sorted(games, key=lambda game: (game.sittings[0].known_at or NEVER, game.files))


def _seen(ledger: Sequence[Sitting]) -> tuple[datetime, int, int]:
    """Return the extent of an export: its last moment, the number of ended sittings, and of all."""
    return max(moments_of(ledger), default=EVER), sum(sitting.ended_at is not None for sitting in ledger), len(ledger)


def evenings_of(games: Sequence[Evening]) -> list[Evening]:
    """Return the evenings of games, in order: a game that began soon after another, or during it, is of the same."""
    found: list[list[Evening]] = []
    for game in sorted(games, key=lambda evening: (min(evening.moments, default=EVER), evening.day, evening.files)):
        last = [moment for parts in found[-1:] for other in parts for moment in other.moments]
        if last and game.moments and min(game.moments) - max(last) < _SOON:
            found[-1].append(game)
        else:
            found.append([game])
    return [joined(parts) for parts in found]


def joined(games: Sequence[Evening]) -> Evening:
    """Return some games, at least one, as the evening of the first of them."""
    sittings = in_order([sitting for game in games for sitting in game.sittings])
    return Evening(games[0].day, sittings, tuple(file for game in games for file in game.files))
