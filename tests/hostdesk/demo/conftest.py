"""The demo's books, made once by the command's own hand and copied for tests that change them."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from hostdesk.management.commands.demo import Command
from tests.hostdesk.backups import books


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Path:
    """A file of this version in which nothing has happened."""
    path = tmp_path_factory.mktemp("demo") / "migrated.sqlite3"
    path.touch(mode=0o600)
    with django_db_blocker.unblock(), books.opened(path):
        call_command("migrate", verbosity=0)
    return path


@pytest.fixture(scope="session")
def first_start(migrated: Path, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> tuple[Path, str]:
    """The file that the first start of a day has filled, and what it printed: one for all that test side by side."""
    own = tmp_path_factory.getbasetemp()
    folder = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    path, said = folder / "demo.sqlite3", folder / "demo.txt"
    with (folder / "demo.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not said.exists():
            said.write_text(_started_first(migrated, path, django_db_blocker), encoding="utf-8")
    return path, said.read_text(encoding="utf-8")


def _started_first(migrated: Path, path: Path, django_db_blocker: Any) -> str:
    """Fill a file as the first start of a day does and return what it printed."""
    out = StringIO()
    shutil.copy(migrated, path)
    with django_db_blocker.unblock(), books.opened(path):
        Command(stdout=out).prepare()
    return out.getvalue()


@pytest.fixture(scope="session")
def played_books(migrated: Path, django_db_blocker: Any) -> Path:
    """A file with a night of somebody's own."""
    path = migrated.with_name("played.sqlite3")
    shutil.copy(migrated, path)
    with django_db_blocker.unblock(), books.opened(path):
        books.play("dave-2018-1")
    return path


@pytest.fixture
def demo(first_start: tuple[Path, str], django_db_blocker: Any) -> Iterator[Path]:
    """Let this test read the demo's books, which it leaves as they are: their file."""
    with django_db_blocker.unblock(), books.opened(first_start[0]):
        yield first_start[0]


@pytest.fixture
def empty(migrated: Path, tmp_path: Path, django_db_blocker: Any) -> Iterator[Path]:
    """Let this test fill books of its own: their file."""
    path = tmp_path / "demo.sqlite3"
    shutil.copy(migrated, path)
    with django_db_blocker.unblock(), books.opened(path):
        yield path
