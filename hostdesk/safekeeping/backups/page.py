"""Backups on pages: the newest one, and the backup of the newest close of a night."""

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from hostdesk.base.site.rounds import BACKUP, rounds
from hostdesk.safekeeping.backups import queries
from hostdesk.safekeeping.backups.commands import failure


class MadeBackup(NamedTuple):
    """A backup in its folder, with its size for readers."""

    path: Path
    made_at: datetime
    size: str


class BackupOfClose(NamedTuple):
    """The state of the newest close's backup: "made", "failed" with the ``fault`` of the last try, or "waits"."""

    state: str
    made: MadeBackup | None = None
    fault: str = ""


def described(path: Path | None) -> MadeBackup | None:
    """Return a backup, one of `queries.kept`, for pages."""
    if path is None:
        return None
    return MadeBackup(path, queries.made_at(path), f"{path.stat().st_size / 1_000_000:.1f} MB")


def backup_fault() -> str:
    """Return why this process could not make the last backup after a close; "" if it could. Reads no database."""
    state = rounds().get(BACKUP)
    if state is None:
        return failure.why
    return str(state["fault"]) if state["failed"] else ""


def backup_of_close() -> BackupOfClose | None:
    """Return the state of the backup of the newest close; None if no night has closed, or no backups are kept."""
    closed, path = queries.close_and_backup()
    if closed is None:
        return None
    if path is not None:
        return BackupOfClose("made", described(path))
    fault = backup_fault()
    return BackupOfClose("failed" if fault else "waits", fault=fault)
