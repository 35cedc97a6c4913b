"""What an act costs in a night log of 6,000: against bare rows, against one of 600, and spread over small files."""

import json
from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial
from itertools import count

from django.db import transaction
from django.utils import timezone

from hostdesk.night_log.commands import post_log, read_log
from tests.benchmarks.buying_in import BareAct, BareTransfer
from tests.benchmarks.ledgers import FIRST, start_anew
from tests.benchmarks.timing import Line, ratio_line, spent

LONG_LOG, SHORT_LOG = 6_000, 600
FILES, IN_A_FILE = 163, 20
PLAYERS = 24
ENOUGH_SECONDS = 1 / 300  # an act
GROWS = 1.15


def measure() -> Iterator[Line]:
    """Yield the ratios of an act, all by processor time, with how many are imported in a second of it."""
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


def _imported(sizes: list[int]) -> list[float]:
    """Import a night of so many acts from each of as many files; return the seconds of an act in each."""
    start_anew()
    keys, took = count(), []
    names = [f"Player {number:02}" for number in range(PLAYERS)]
    _post([_line(keys, act="player", name=name, regular=True) for name in names])
    for place, size in enumerate(sizes):
        day = (date(2020, 1, 1) + timedelta(days=place)).isoformat()
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
