"""The folder of the backups: their names, making one at a time, and how many are kept."""

import fcntl
import logging
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from hostdesk.backups.check_queries import HEAD_SHOWN, LastAct

TIME = "%Y%m%dT%H%M%SZ"
NAME = re.compile(r"hostdesk-(\d{8}T\d{6}Z)-act(\d+)-[0-9a-f]{12}\.(?:sqlite3|dump)", re.ASCII)

logger = logging.getLogger(__name__)


def backups_folder() -> Path:
    """Return the folder in which backups are kept."""
    return Path(settings.VAR) / "backups"


def kept(suffix: str) -> list[Path]:
    """Return the backups of that suffix, newest first, without files of other names."""
    named = ((path, NAME.fullmatch(path.name)) for path in backups_folder().glob(f"*{suffix}"))
    by_age = [(name[1], int(name[2]), path) for path, name in named if name]
    return [path for _, _, path in sorted(by_age, reverse=True)]


def made_at(path: Path) -> datetime:
    """Return when a backup, one of `kept`, was made, by its name."""
    named = NAME.fullmatch(path.name)
    if named is None:
        raise ValueError(f"{path.name} is not the name of a backup.")
    return datetime.strptime(named[1], TIME).replace(tzinfo=UTC)


def reaching(last: LastAct, suffix: str) -> Path | None:
    """Return the newest backup with exactly that last act, by its name; None if there is none."""
    ending = _ending(last, suffix)
    return next((path for path in kept(suffix) if path.name.endswith(ending)), None)


def _ending(last: LastAct, suffix: str) -> str:
    return f"-act{last.number}-{last.head[:HEAD_SHOWN]}{suffix}"


@contextmanager
def new_file(suffix: str) -> Iterator[Path]:
    """Yield an empty file that only its owner can read; it is deleted at the end unless it was `finish`ed.

    Only one backup is made at a time, so unfinished files were left by a killed process, and are deleted.
    """
    folder = backups_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _remove_unfinished(folder)
        descriptor, name = tempfile.mkstemp(dir=folder, prefix="hostdesk-", suffix=f"{suffix}.partial")
        os.close(descriptor)
        try:
            yield Path(name)
        finally:
            _remove_unfinished(folder)
    finally:
        os.close(lock)


def _remove_unfinished(folder: Path) -> None:
    for left in folder.glob("hostdesk-*.partial*"):
        left.unlink(missing_ok=True)


def finish(partial: Path, last: LastAct, suffix: str) -> Path:
    """Write the file to the disk and name it by the UTC time and its last act."""
    sync(partial)
    path = partial.with_name(f"hostdesk-{datetime.now(UTC):{TIME}}{_ending(last, suffix)}")
    partial.rename(path)
    sync(path.parent)
    return path


def sync(path: Path) -> None:
    """Write a file, or the names in a folder, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def prune(newest: Path, *, keep: int) -> None:
    """Delete the oldest backups beyond ``keep`` of the kind of ``newest``, but never ``newest``.

    A clock that was set back gives it an old name, and it would be deleted first.
    """
    others = [path for path in kept(newest.suffix) if path != newest]
    for path in others[max(keep - 1, 0) :]:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            logger.warning("An old backup could not be deleted: %s", error)
