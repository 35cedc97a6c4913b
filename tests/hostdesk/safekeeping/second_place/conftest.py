"""A second place on another disk than the books, and a key for it."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from hostdesk.safekeeping.second_place.sheet_key import public_half
from tests.hostdesk.safekeeping.backups.conftest import desk, empty_books, played, played_books

__all__ = ["desk", "empty_books", "played", "played_books"]

KEY = "AGE-SECRET-KEY-165YWEUHFKN3XAT8UHV4Y3PU4MM3ZVSVMXSPF0KV2UL803XFDS02Q8L6TC6"


@pytest.fixture
def stick(desk: Path, settings: Any, tmp_path: Path) -> Path:
    """A folder with a key, to which the desk of this test copies its books."""
    folder = tmp_path.parent / f"{tmp_path.name}-stick"
    folder.mkdir()
    settings.BACKUP_TO, settings.BACKUP_RECIPIENT = folder, ""
    settings.HEAD = None
    (tmp_path / "recipient").write_text(f"{public_half(KEY)}\n")
    return folder


@pytest.fixture
def share(stick: Path, settings: Any) -> Iterator[Path]:
    """The same, with the folder on another disk than the books."""
    own = stick.stat().st_dev
    other = next(disk for disk in ("/dev/shm", "/var/tmp", "/run") if Path(disk).stat().st_dev != own)
    folder = Path(tempfile.mkdtemp(dir=other))
    settings.BACKUP_TO = folder
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def sticks(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A desk without a folder for copies; psutil finds a stick, and disks that the host cannot choose.

    Those are the disk of the books, the start partition, and a disk that was pulled out at this moment.
    """
    settings.BACKUP_TO, settings.DEMO, settings.VAR = None, False, tmp_path
    own = tmp_path.stat().st_dev
    other = next(disk for disk in ("/dev/shm", "/var/tmp", "/run") if Path(disk).stat().st_dev != own)
    stick = Path(tempfile.mkdtemp(dir=other, prefix="STICK-"))
    found = [SimpleNamespace(mountpoint=each) for each in (str(stick), str(tmp_path), "/boot/efi", "/media/ann/gone")]
    monkeypatch.setattr(psutil, "disk_partitions", lambda **_: found)
    monkeypatch.setattr(psutil, "disk_usage", lambda path: SimpleNamespace(free=14_300_000_000))
    yield stick
    shutil.rmtree(stick, ignore_errors=True)
