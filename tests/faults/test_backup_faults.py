"""The backup, made in a process of its own: the disk is full, the folder is gone, the desk is killed."""

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from reservations.acts.kept_head import heads_in
from tests import desk
from tests.hostdesk.safekeeping.backups.books import NIGHTS, names

pytestmark = [pytest.mark.further, pytest.mark.sqlite]
PATIENCE = 30.0  # seconds; a slow machine takes a few


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The folder of a desk that was killed at the close of a night of 38 acts, without a backup."""
    folder = desk.laid_out(tmp_path_factory.mktemp("played"))
    posting = [sys.executable, "manage.py", "import_night", str(NIGHTS / "dave-2018-1.jsonl")]
    environment = desk.environment(folder, 8000, HOSTDESK_BACKUPS_KEPT="0")
    subprocess.run(posting, cwd=desk.ROOT, env=environment, check=True)
    return folder


@pytest.fixture
def closed(played, tmp_path):
    """The books of a copy of that desk."""
    return Path(shutil.copytree(played, tmp_path / "desk")) / "hostdesk.sqlite3"


def rounds(books: Path, *before: str) -> "subprocess.Popen[bytes]":
    """Run the desk's rounds in a process, under another program if one is named."""
    return subprocess.Popen(
        [*before, sys.executable, "manage.py", "keep_up", "--every", "1"],
        cwd=desk.ROOT,
        env={**desk.environment(books.parent, 8000), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def made(books: Path) -> list[Path]:
    """Return the finished backups."""
    return sorted((books.parent / "backups").glob("*.sqlite3"))


def the_backup_is_made(books: Path) -> Path:
    """Run rounds until there is a backup, and return it; there must be only one."""
    process, until = rounds(books), time.monotonic() + PATIENCE
    try:
        while time.monotonic() < until and not made(books):
            time.sleep(0.05)
    finally:
        process.kill()
        process.communicate()
    (backup,) = made(books)
    return backup


def test_a_full_disk_is_told_and_the_next_desk_makes_the_backup(closed):
    """A limit on the size of files stands in for a full disk."""
    process = rounds(closed, "prlimit", "--fsize=4096")
    told = process.stderr.readline().decode()
    process.kill()
    process.communicate()
    left = made(closed)

    backup = the_backup_is_made(closed)

    assert "the backup: this could not be done and is tried again: No backup was made: disk I/O error." in told
    assert left == []
    assert heads_in(backup) == heads_in(closed)


def test_a_folder_that_is_gone_comes_back(closed):
    first = the_backup_is_made(closed)
    shutil.rmtree(first.parent)

    again = the_backup_is_made(closed)

    assert heads_in(again) == heads_in(closed)


@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.05])
def test_killed_at_any_moment_it_loses_nothing(seconds, closed):
    """The seconds count from the start of the copy, before it is written, checked or named."""
    process, folder = rounds(closed), closed.parent / "backups"
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and not (folder.exists() and names(closed)):
        time.sleep(0.001)
    time.sleep(seconds)
    process.kill()
    process.communicate()

    backup = the_backup_is_made(closed)

    assert heads_in(backup) == heads_in(closed)
    assert names(closed) == [backup.name]
