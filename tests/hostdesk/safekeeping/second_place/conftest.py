"""A second place on another disk than the books, and a key for it."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hostdesk.safekeeping.second_place.sheet_key import public_half
from tests.hostdesk.safekeeping.backups.conftest import desk, empty_books, played, played_books

__all__ = ["desk", "empty_books", "played", "played_books"]

KEY = "AGE-SECRET-KEY-165YWEUHFKN3XAT8UHV4Y3PU4MM3ZVSVMXSPF0KV2UL803XFDS02Q8L6TC6"


@pytest.fixture
def stick(desk: Path, settings: Any, tmp_path: Path) -> Path:
    """A folder for the copies, with a key: what the desk of this test copies its books to."""
    folder = tmp_path.parent / f"{tmp_path.name}-stick"
    folder.mkdir()
    settings.BACKUP_TO, settings.BACKUP_RECIPIENT = folder, ""
    settings.HEAD = None
    (tmp_path / "recipient").write_text(f"{public_half(KEY)}\n")
    return folder


@pytest.fixture
def share(stick: Path, settings: Any) -> Iterator[Path]:
    """The same on another disk than the books."""
    own = stick.stat().st_dev
    other = next(disk for disk in ("/dev/shm", "/var/tmp", "/run") if Path(disk).stat().st_dev != own)
    folder = Path(tempfile.mkdtemp(dir=other))
    settings.BACKUP_TO = folder
    yield folder
    shutil.rmtree(folder, ignore_errors=True)
