"""Night logs for the tests of importing and exporting: acts as dicts, whole files, the invented nights."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.db import transaction

from tests.running import Ran, run

NIGHTS = Path(__file__).parent.parent / "data" / "nights"
CASH_NIGHTS = [f"{key}-{number}" for key in ("dave-2018", "dave-2020", "hybrid", "ericn") for number in (1, 2, 3)]
ALL_NIGHTS = [*CASH_NIGHTS, *(f"mike-{number}" for number in (1, 2, 3))]

Act = dict[str, Any]

ANN: Act = {"act": "player", "name": "Ann", "regular": True}
BO: Act = {"act": "player", "name": "Bo", "regular": True}
GIL: Act = {"act": "player", "name": "Gil", "regular": False, "invited_by": "Ann"}
OPEN: Act = {"act": "open", "house": "dave-2018", "date": "2026-11-20", "banker": "Ann", "float": "200.00"}
BUY_IN: Act = {"act": "buy_in", "player": "Ann", "amount": "20.00", "pay": "cash"}
MISSING: Act = {"act": "declare_chips", "missing": "20.00", "reason": "under the sofa"}
COUNT: Act = {"act": "count_drawer", "counted": "220.00"}
CLOSE: Act = {"act": "close"}
EVENING = (ANN, OPEN, BUY_IN, MISSING, COUNT, CLOSE)


def log(*acts: Act, start: int = 1) -> str:
    """Return acts as a night log, a minute apart; those without an id become line-0001, line-0002 and so on."""
    return "".join(f"{json.dumps(stamped(act, number))}\n" for number, act in enumerate(acts, start=start))


def stamped(act: Act, number: int = 1) -> Act:
    """Return an act with an id and a time, if it has none."""
    at = datetime(2026, 11, 20, 20, tzinfo=UTC) + timedelta(minutes=number)
    return {"id": f"line-{number:04}", "at": at.isoformat(), **act}


def post(content: bytes | str, *options: str) -> Ran:
    """Import a file with that content, ``night.jsonl`` in the current folder."""
    Path("night.jsonl").write_bytes(content if isinstance(content, bytes) else content.encode())
    return run("import_night", "night.jsonl", *options)


def refusal(sentence: str, line: int = 1) -> Ran:
    """Return the result of ``post`` for a file that is refused with one sentence."""
    return Ran(1, "", f"night.jsonl:{line}: {sentence}\n")


def posted(content: bytes | str) -> None:
    """Import a file with that content, and expect no refusal."""
    ran = post(content)
    assert ran.code == 0, ran.err


def exported(*arguments: Any) -> str:
    """Export, and return the file."""
    return run("export_night", *arguments).out


@contextmanager
def another_machine() -> Iterator[None]:
    """Undo at the end everything in the block, as if it had happened in a different database.

    It is not an ``atomic``, in which no command could start.
    """
    before = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(before)
