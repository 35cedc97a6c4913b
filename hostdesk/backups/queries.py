"""The folder of the backups: names that say what is inside, one maker at a time, and how many stay."""

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
    """Return the backups of that suffix, the newest first. Files that go by another name are none."""
    named = ((path, NAME.fullmatch(path.name)) for path in backups_folder().glob(f"*{suffix}"))
    by_age = [(name[1], int(name[2]), path) for path, name in named if name]
    return [path for _, _, path in sorted(by_age, reverse=True)]


def made_at(path: Path) -> datetime:
    """Return when a backup was made, as its name says; it is one of `kept`."""
    named = NAME.fullmatch(path.name)
    if named is None:
        raise ValueError(f"{path.name} is no name of a backup.")
    return datetime.strptime(named[1], TIME).replace(tzinfo=UTC)


def reaching(last: LastAct, suffix: str) -> Path | None:
    """Return the newest backup whose name says that it goes exactly that far."""
    ending = _ending(last, suffix)
    return next((path for path in kept(suffix) if path.name.endswith(ending)), None)


def _ending(last: LastAct, suffix: str) -> str:
    return f"-act{last.number}-{last.head[:HEAD_SHOWN]}{suffix}"


@contextmanager
def new_file(suffix: str) -> Iterator[Path]:
    """Yield an empty file that only its owner can read; it is gone at the end, unless it was `finish`ed.

    Whoever else wants to make a backup waits, so what lies about unfinished was left by a process that was killed, and
    is removed.
    """
    folder = backups_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _alone_in(folder):
        _remove_unfinished(folder)
        descriptor, name = tempfile.mkstemp(dir=folder, prefix="hostdesk-", suffix=f"{suffix}.partial")
        os.close(descriptor)
        try:
            yield Path(name)
        finally:
            _remove_unfinished(folder)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _remove_unfinished(folder: Path) -> None:
    for left in folder.glob("hostdesk-*.partial*"):
        left.unlink(missing_ok=True)


def finish(partial: Path, last: LastAct, suffix: str) -> Path:
    """Bring the file safely to the disk and give it its name: the UTC time, and how far it goes."""
    sync(partial)
    path = partial.with_name(f"hostdesk-{datetime.now(UTC):{TIME}}{_ending(last, suffix)}")
    partial.rename(path)
    sync(path.parent)
    return path


def sync(path: Path) -> None:
    """Return once a file, or the names in a folder, have reached the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def prune(newest: Path, *, keep: int) -> None:
    """Delete the oldest backups beyond ``keep`` of the kind of ``newest``, which stays whatever its name says.

    A clock that was set back gives the newest backup an old name; it would otherwise be the first to go.
    """
    others = [path for path in kept(newest.suffix) if path != newest]
    for path in others[max(keep - 1, 0) :]:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            logger.warning("An old backup could not be deleted: %s", error)
