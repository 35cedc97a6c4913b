"""Upgrades that are cut short: the oldest books of the museum, with nights open, and a kill after each migration."""

import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from tests.desk import ROOT, environment
from tests.drills.drill import Drill, Found

OLDEST = ROOT / "tests" / "data" / "museum" / "0.1.sqlite3"
KILLED = """
import os, signal, sys
from contextlib import nullcontext
from django.core.management import execute_from_command_line
from django.db.migrations.recorder import MigrationRecorder

os.environ["DJANGO_SETTINGS_MODULE"] = "hostdesk.settings"
left, made = int(sys.argv[1]), MigrationRecorder.record_applied


def dying(recorder, app, name):
    global left
    made(recorder, app, name)
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)


MigrationRecorder.record_applied = dying
if sys.argv[2] == "step by step":
    from hostdesk.management.commands import migrate

    migrate.transaction.atomic = nullcontext
execute_from_command_line(["manage.py", "migrate", "--no-backup", "--verbosity=0"])
"""
"""``manage.py migrate`` as it is, or as Django alone runs it, step by step; killed after so many migrations."""


def whole(kills: int) -> Found:
    """Kill an upgrade after each of its steps."""
    return _killed(kills, "whole")


def step_by_step(kills: int) -> Found:
    """Kill an upgrade that commits each step by itself."""
    return _killed(kills, "step by step")


def _killed(kills: int, way: str) -> Found:
    """Kill that many upgrades, each a step later; each must leave the books as they were, ready for another upgrade."""
    as_before = finished = lost = 0
    with tempfile.TemporaryDirectory() as folder:
        books = Path(folder) / "hostdesk.sqlite3"
        for step in range(1, kills + 1):
            for left in Path(folder).iterdir():
                left.unlink() if left.is_file() else shutil.rmtree(left)
            before = _found(Path(shutil.copy(OLDEST, books)))
            assert _ran(books.parent, "-c", KILLED, str(step), way) == -signal.SIGKILL
            after = _found(books)
            as_before += after == before
            lost += len({*before[1]} - {*after[1]})
            again = [_ran(books.parent, "manage.py", name) for name in ("migrate", "ledger_check")]
            finished += (again, _found(books)[1]) == ([0, 0], before[1])
    figure = f"{kills} kills: {as_before} × the books of before, {lost} acts lost, {finished} × brought up to date then"
    return Found(figure, (as_before, lost, finished) == (kills, 0, kills))


def _found(books: Path) -> tuple[Sequence[str], Sequence[tuple[int, str]]]:
    """Return the migrations that are applied, and number and head of every act, once SQLite has rolled back."""
    with closing(sqlite3.connect(books)) as opened:
        applied = [name for (name,) in opened.execute("SELECT app || '.' || name FROM django_migrations ORDER BY id")]
        return applied, opened.execute("SELECT number, head FROM reservations_act ORDER BY number").fetchall()


def _ran(folder: Path, *arguments: str) -> int:
    """Run Python in that folder's installation and return the exit code."""
    told = {**environment(folder, 8000), "PYTHONPATH": str(ROOT)}
    ended = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=told, capture_output=True, check=False)
    return ended.returncode


STEPS = 25
"""Later versions add steps to the upgrade from 0.1; kills after the first ones are as good."""

DRILLS = [
    Drill(
        "an upgrade that is killed leaves the books as they were",
        whole,
        step_by_step,
        rounds=STEPS,
        short=2,
        sister="tests/hostdesk/management/test_migrate_command.py",
    )
]
