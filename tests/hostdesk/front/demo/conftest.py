"""The demo's books: the command makes them once, and tests that change them get a copy."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from hostdesk.front.demo.commands import KEYS
from hostdesk.management.commands.demo import Command
from reservations.acts.kinds import Stamp
from reservations.players.commands import record_player
from tests import desk
from tests.hostdesk.safekeeping.backups import books


@pytest.fixture(scope="session")
def first_start(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> tuple[Path, str]:
    """The file filled by the first start of a day, and the output of that start; parallel test processes share both."""
    own = tmp_path_factory.getbasetemp()
    folder = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    path, said = folder / "demo.sqlite3", folder / "demo.txt"
    with (folder / "demo.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not said.exists():
            said.write_text(_started_first(path, django_db_blocker), encoding="utf-8")
    return path, said.read_text(encoding="utf-8")


def _started_first(path: Path, django_db_blocker: Any) -> str:
    """Fill a file as the first start of a day does, and return the printed output."""
    out = StringIO()
    shutil.copy(desk.migrated(), path)
    with django_db_blocker.unblock(), books.opened(path):
        Command(stdout=out).prepare()
    return out.getvalue()


@pytest.fixture(scope="session")
def played_books(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Path:
    """A file with a night that is not the demo's."""
    path = tmp_path_factory.mktemp("demo") / "played.sqlite3"
    shutil.copy(desk.migrated(), path)
    with django_db_blocker.unblock(), books.opened(path):
        books.play("dave-2018-1")
    return path


@pytest.fixture(scope="session")
def todays(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Path:
    """A file with one act of a demo of today, so that the command serves it unchanged."""
    path = tmp_path_factory.mktemp("demo") / "demo.sqlite3"
    shutil.copy(desk.migrated(), path)
    with django_db_blocker.unblock(), books.opened(path):
        record_player(stamp=Stamp(f"{KEYS}00-001", timezone.now()), name="Ann Hollis", regular=True)
    return path


@pytest.fixture
def demo(first_start: tuple[Path, str], django_db_blocker: Any) -> Iterator[Path]:
    """Open the demo's books for a test that only reads them, and return their file."""
    with django_db_blocker.unblock(), books.opened(first_start[0]):
        yield first_start[0]


@pytest.fixture
def empty(tmp_path: Path, django_db_blocker: Any) -> Iterator[Path]:
    """Open separate books for a test that fills them, and return their file."""
    path = tmp_path / "demo.sqlite3"
    shutil.copy(desk.migrated(), path)
    with django_db_blocker.unblock(), books.opened(path):
        yield path
