"""What pages say of backups: the newest one, and whether a backup holds the newest close of a night."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from hostdesk.base.site.rounds import BACKUP, rounds
from hostdesk.safekeeping.backups import queries
from hostdesk.safekeeping.backups.commands import failure


@dataclass(frozen=True)
class MadeBackup:
    """A backup in its folder, with its size as people read it."""

    path: Path
    made_at: datetime
    size: str


@dataclass(frozen=True)
class BackupOfClose:
    """How the backup of the newest close is: "made", or "failed" with the ``fault`` of the last try, or it "waits"."""

    state: str
    made: MadeBackup | None = None
    fault: str = ""


def described(path: Path | None) -> MadeBackup | None:
    """Return what pages tell of a backup, one of `queries.kept`."""
    if path is None:
        return None
    return MadeBackup(path, queries.made_at(path), f"{path.stat().st_size / 1_000_000:.1f} MB")


def backup_fault() -> str:
    """Return why this process could not make the last backup after a close; "" if it could. Asks no database."""
    state = rounds().get(BACKUP)
    if state is None:
        return failure.why
    return str(state["fault"]) if state["failed"] else ""


def backup_of_close() -> BackupOfClose | None:
    """Return how the backup of the newest close is; None if no night has closed, or no backups are kept."""
    closed, path = queries.close_and_backup()
    if closed is None:
        return None
    if path is not None:
        return BackupOfClose("made", described(path))
    fault = backup_fault()
    return BackupOfClose("failed" if fault else "waits", fault=fault)
