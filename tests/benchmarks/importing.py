"""The cost of an act in a night log of 6,000: against bare rows, a log of 600, and the same in small files.

Then the time to import the past of a group, a file per night: from the start of the command to its backup.
"""

import json
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path

from django.db import connection, transaction
from django.utils import timezone

from hostdesk.imports.night_log.commands import post_log, read_log
from tests.benchmarks.buying_in import BareAct, BareTransfer
from tests.benchmarks.ledgers import FIRST, start_anew
from tests.benchmarks.timing import Line, ratio_line, spent, spent_by_python
from tests.ledger.seasons.invented import invented, night_logs, pokernow_ledgers

LONG_LOG, SHORT_LOG = 6_000, 600
FILES, IN_A_FILE = 163, 20
GROUP, PAST_SECONDS = 26, 60
PLAYERS = 24
ENOUGH_SECONDS = 1 / 300  # per act
GROWS, FILES_GROW = 1.15, 1.3


def measure() -> Iterator[Line]:
    """Yield the ratios of an act, all in processor time, with the acts imported in a second of it; then the past."""
    [short] = _imported([SHORT_LOG])
    [long] = _imported([LONG_LOG])
    bare = spent(_bare_rows) / SHORT_LOG
    against = "a bare act and a transfer, of as many in one transaction"
    line = ratio_line(f"an act in an import of {LONG_LOG}", against, (long, bare), ENOUGH_SECONDS / bare)
    yield line | {"acts_a_second": round(1 / long)}
    yield ratio_line(f"an act in an import of {LONG_LOG}, grown", f"in one of {SHORT_LOG}", (long, short), GROWS)
    small = _imported([IN_A_FILE] * FILES)
    times = sum(small) / len(small), long
    yield ratio_line(f"an act in one of {FILES} files of {IN_A_FILE}", f"in one file of {LONG_LOG}", times)
    part = FILES // 3 or 1
    late, early = (sorted(each)[part // 2] for each in (small[-part:], small[:part]))
    yield ratio_line(f"an act in the last {part} of those files", "in the first of them", (late, early), FILES_GROW)
    season = invented(FILES, GROUP)
    yield _past("night logs", [*night_logs(season)], "import_night")
    yield _past(
        "PokerNow's ledgers", [*pokernow_ledgers(season)], "import_pokernow", "--unit", "whole", "--house", "mike"
    )


def _past(ways: str, contents: Sequence[bytes], *command: str) -> Line:
    """Import a season at a desk of its own, and return the line with the processor time of the whole command."""
    start_anew()
    with tempfile.TemporaryDirectory() as folder:
        books_path = Path(folder, "hostdesk.sqlite3")
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(books_path)])
        paths = [Path(folder, f"{number:03}") for number in range(len(contents))]
        for path, content in zip(paths, contents, strict=True):
            path.write_bytes(content)
        desk = {"HOSTDESK_VAR": folder, "DATABASE_URL": ""}
        took = spent_by_python("manage.py", *command, *map(str, paths), **desk)
        with closing(sqlite3.connect(books_path)) as books:
            [(acts, nights)] = books.execute("SELECT COUNT(*), COUNT(DISTINCT night_id) FROM reservations_act")
    if nights != len(contents):
        raise RuntimeError(f"Of {len(contents)} nights {nights} came in as {ways}.")
    line: Line = {"benchmark": f"{nights} nights of {GROUP} players as {ways}", "seconds": round(took, 1)}
    return line | {"at_most": PAST_SECONDS, "holds": took <= PAST_SECONDS, "acts": acts}


def _imported(sizes: list[int]) -> list[float]:
    """Import a file per size, with a night of that many acts; return the seconds per act of each file."""
    start_anew()
    keys, took = count(), []
    names = [f"Player {number:02}" for number in range(PLAYERS)]
    _post([_line(keys, act="player", name=name, regular=True) for name in names])
    day = FIRST.date().isoformat()
    for size in sizes:
        log = [_line(keys, act="open", house="mike", date=day, banker=names[0], float="100.00")]
        log += [
            _line(keys, act="buy_in", player=names[number % PLAYERS], amount="10.00", pay="cash")
            for number in range(size - 1)
        ]
        took.append(spent(partial(_post, log)) / size)
    return took


def _line(keys: Iterator[int], **said: object) -> str:
    number = next(keys)
    return json.dumps({"id": f"import-{number:08}", "at": (FIRST + timedelta(minutes=number)).isoformat(), **said})


def _post(log: list[str]) -> None:
    posted = post_log(read_log("\n".join(log).encode()))
    if posted.new != len(log):
        raise RuntimeError(f"Of {len(log)} acts {posted.new} were new.")


def _bare_rows() -> None:
    with transaction.atomic():
        for number in range(SHORT_LOG):
            act = BareAct(key=f"bare-{number:08}", kind="buy_in", at=timezone.now(), content="{}")
            act.save(force_insert=True)
            BareTransfer(act=act, debit=1, credit=2, cents=1000).save(force_insert=True)
