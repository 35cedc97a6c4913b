"""The troubles of the database and its disk, in words for a host, with the remedy."""

import logging
from typing import NamedTuple

from reservations.acts.program import called


class Trouble(NamedTuple):
    """A fault that a host can fix. ``is_kept``: whether all earlier records are certainly still there."""

    what: str
    way_out: str
    is_kept: bool = True

    def __str__(self) -> str:
        return f"{self.what}. {self.way_out}"


FULL = Trouble("the disk is full", "Make room on the disk with the database; the desk then goes on by itself.")
READ_ONLY = Trouble(
    "the database cannot be written",
    "The file, its folder or the disk is read-only, or belongs to another user. Make it writable.",
)
MISSING = Trouble(
    "the database is gone from its place",
    "Put the disk or the file back: the desk finds it again. Or stop the desk; "
    f"`{called('restore FILE')}` restores a backup.",
    False,
)
LOCKED = Trouble("another program has locked the database", "Try again when it has finished.")
BUSY = Trouble(
    "PostgreSQL has not finished an earlier act",
    f"Try again in a moment. If it stays so, `{called('doctor')}` says why.",
)
DAMAGED = Trouble(
    "the database is damaged, or the file is not a database", f"`{called('restore FILE')}` restores a backup.", False
)
FAILING = Trouble(
    "the disk with the database does not answer as it should",
    "Is there room, and may the desk write the database and the -journal beside it? If so, stop the desk, check the "
    "disk, and copy the database and its backups to another one.",
    False,
)
NOT_MIGRATED = Trouble("the database lacks tables of this version", f"`{called('migrate')}` adds them.")
AWAY = Trouble("PostgreSQL cannot be reached", "Is it running, and is DATABASE_URL right?")
STANDBY = Trouble(
    "PostgreSQL lets the desk only read: it is a standby",
    "Make it the one that writes, or name that one in DATABASE_URL.",
)
NOT_FOLLOWED = Trouble(
    "PostgreSQL waits for its standby, so nothing is recorded", "Start the standby: the desk then goes on by itself."
)

_BY_WORDS: list[tuple[Trouble, tuple[str, ...]]] = [
    (FULL, ("disk is full", "No space left on device", "Disk quota exceeded")),
    (STANDBY, ("read-only transaction",)),
    (READ_ONLY, ("readonly database", "Read-only file system", "Permission denied", "Access is denied")),
    (MISSING, ("there is no database at", "unable to open database file")),
    (DAMAGED, ("file is not a database", "disk image is malformed", "invalid page in block")),
    (FAILING, ("disk I/O error", "Input/output error")),
    (NOT_MIGRATED, ("no such table", "no such column", "does not exist\nLINE")),
    (LOCKED, ("database is locked",)),
    (BUSY, ("lock timeout",)),
    (NOT_FOLLOWED, (NOT_FOLLOWED.what,)),
    (AWAY, ("connection failed", "failed to resolve host", "connection is bad", "connection timeout expired")),
    (AWAY, ("terminating connection", "server closed the connection", "consuming input failed")),
    (AWAY, ("sending query failed", "flushing failed", "could not receive data from server")),
    (AWAY, ("the connection is lost", "the connection is closed", "connection socket closed")),
]
"""By words of the message: the database passes nothing else on that tells these faults apart."""


def trouble_in(fault: BaseException | None) -> Trouble | None:
    """Return the trouble behind a fault; None if a host cannot fix it."""
    text = str(fault)
    return next((trouble for trouble, words in _BY_WORDS if any(word in text for word in words)), None)


class InWords(logging.Filter):
    """Logs a fault that a host can fix as a sentence, without its traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass."""
        if record.exc_info and (trouble := trouble_in(record.exc_info[1])):
            record.msg, record.args = f"{record.getMessage()}: {trouble}", ()
            record.exc_info = record.exc_text = None
        return True
