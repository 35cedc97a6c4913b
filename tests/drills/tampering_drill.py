"""Books that were changed in their file, or cut off at the end: both are found."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.desk import laid_out
from tests.drills.drill import Drill, Found


def changed(rounds: int) -> Found:
    """Change a cell, delete a row or let two rows change places, so many times, in books without triggers."""
    return _tampered(rounds)


def changed_unseen(rounds: int) -> Found:
    """Make as many changes with the digest of the rows beside the acts switched off."""
    return _tampered(rounds, "cells_digest")


def cut_off(rounds: int) -> Found:
    """Replace the books with their states after each of the last acts, and ask each witness by itself."""
    told = _ran("tests.drills.cut_books", rounds)
    cut, alone, paper, head, backup = (told[each] for each in ("cut", "alone", "paper", "head", "backup"))
    figure = (
        f"{cut} tails: {paper} found by a paper, {head} by the head beside the books, {backup} by the newest backup"
    )
    return Found(f"{figure}; {alone} by the books alone", (cut, paper, head, backup) == (rounds,) * 4)


def cut_off_alone(rounds: int) -> Found:
    """Ask the books alone: no paper, no head beside them, no backup."""
    told = _ran("tests.drills.cut_books", rounds)
    return Found(f"{told['alone']} of {told['cut']} found without them", told["alone"] == rounds)


def _tampered(rounds: int, *unseen: str) -> Found:
    told = _ran("tests.drills.tampered_books", rounds, *unseen)
    kinds, found, named = len(told["kinds"]), told["found"], told["named"]
    figure = f"{rounds:,} changes of {kinds} kinds: {found:,} found, {named:,} with the first number that does not fit"
    slipped = f"; slipped: {told['slipped'][0][:200]}" if told["slipped"] else ""
    return Found(figure + slipped, (found, named) == (rounds, rounds))


def _ran(module: str, *arguments: object) -> dict[str, Any]:
    """Run a module beside this one on the books of a separate desk, and return what it printed."""
    with tempfile.TemporaryDirectory() as folder:
        laid_out(Path(folder))
        environment = {**os.environ, "HOSTDESK_VAR": folder, "HOSTDESK_TIME_ZONE": "UTC"}
        environment.pop("DATABASE_URL", None)
        command = [sys.executable, "-m", module, *map(str, arguments)]
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise RuntimeError(ran.stderr.strip().splitlines()[-1])
    told: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return told


DRILLS = [
    Drill(
        "a cell, a row or two rows that are changed with the file in hand are found",
        *(changed, changed_unseen, 1_000, 60),
        sister="tests/faults/test_tampering.py",
    ),
    Drill(
        "a tail that was cut off consistently is found from outside",
        *(cut_off, cut_off_alone, 60, 10),
        sister="tests/reservations/acts/test_commands_kept_head.py",
    ),
]
