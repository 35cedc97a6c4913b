"""Books for the backup tests: made once, and copied for every test."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import desk as installation
from tests.hostdesk.safekeeping.backups import books


@pytest.fixture(scope="session")
def empty_books() -> Path:
    """A SQLite file with books without any act."""
    return installation.migrated()


@pytest.fixture(scope="session")
def played_books(empty_books: Path, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Path:
    """A SQLite file with a whole night of 38 acts."""
    path = tmp_path_factory.mktemp("books") / "played.sqlite3"
    shutil.copyfile(empty_books, path)
    with django_db_blocker.unblock(), books.opened(path):
        books.play("dave-2018-1")
    return path


@pytest.fixture
def desk(tmp_path: Path, empty_books: Path, settings: Any, django_db_blocker: Any) -> Iterator[Path]:
    """The file of this test's books, without any act; every command of this thread uses them."""
    path = tmp_path / "hostdesk.sqlite3"
    shutil.copyfile(empty_books, path)
    settings.VAR, settings.BACKUPS_KEPT = tmp_path, 30
    with django_db_blocker.unblock(), books.opened(path):
        yield path


@pytest.fixture
def played(desk: Path, played_books: Path) -> Path:
    """The books of this test after a night of 38 acts, with no backup yet."""
    shutil.copyfile(played_books, desk)
    return desk
