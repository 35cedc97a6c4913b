"""The last act in a small file outside of the database: its number, its head and the id of its books.

A second file beside it holds the newest row seal, and the name of a backup contains its last act. Books without the act
of the newest backup were cut off, unless they were restored since. Books set back to an earlier moment are consistent;
only a record elsewhere shows that there were later acts. The line has a fixed length and is written in place, so no
power cut leaves half of it. It is not synced: after a power cut the file may name an act before the last, which the
books hold as well.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from io import FileIO
from pathlib import Path

from reservations.acts.disk import locked

BACKUP_TIME = "%Y%m%dT%H%M%SZ"
BACKUP_NAME = re.compile(r"hostdesk-(\d{8}T\d{6}Z)-act(\d{1,18})-([0-9a-f]{12})\.(?:sqlite3|dump)", re.ASCII)
"""The name of a backup: when it was made in UTC, and its last act."""
_LENGTH = 128
_LINE = re.compile(rb"act ([1-9][0-9]{0,18}) ([0-9a-f]{64})(?: of ([0-9a-f]{32}))? *\n")


@dataclass(frozen=True)
class KeptHead:
    """An act's number, its head or the beginning of it, and the id of its books; "" if unknown."""

    number: int
    head: str
    books: str = ""


class Unreadable(ValueError):
    """The file has no head."""


@dataclass(frozen=True)
class HeadFile:
    """The open file, locked against other processes."""

    file: FileIO

    def read(self) -> KeptHead | None:
        """Return the kept head, None for an empty file. Raises `Unreadable` and ``OSError``."""
        self.file.seek(0)
        line = self.file.read(_LENGTH + 1)
        if not line:
            return None
        match = _LINE.fullmatch(line)
        if match is None:
            raise Unreadable
        return KeptHead(int(match[1]), match[2].decode(), (match[3] or b"").decode())

    def write(self, kept: KeptHead) -> None:
        """Replace the kept head. Raises ``OSError``."""
        line = f"act {kept.number} {kept.head}{f' of {kept.books}' if kept.books else ''}"
        self.file.seek(0)
        self.file.write(line.ljust(_LENGTH - 1).encode() + b"\n")


def rows_beside(path: Path) -> Path:
    """Return the file beside ``path`` that holds the newest row seal."""
    return path.with_name(f"{path.name}.rows")


def heads_in(path: Path) -> dict[int, str]:
    """Return the heads of all acts in a SQLite file, by number. Raises ``sqlite3.Error``."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as books:
        return dict(books.execute("SELECT number, head FROM reservations_act ORDER BY number"))


@contextmanager
def held(path: Path) -> Iterator[HeadFile]:
    """Open the file for reading and writing, create it if needed, and lock out others. Raises ``OSError``."""
    with locked(path) as file:
        yield HeadFile(file)


def restored_beside(path: Path) -> Path:
    """Return the file with the time of the last restoring: earlier backups are no evidence."""
    return path.with_name(f"{path.name}.restored")


def forgotten_beside(path: Path) -> Path:
    """Return the file with the numbers of forgotten players: an older backup has their names."""
    return path.with_name(f"{path.name}.forgotten")


def forgotten_in(path: Path) -> set[int]:
    """Return the numbers of the players that this desk forgot; empty without the file. Raises ``OSError``."""
    file = forgotten_beside(path)
    lines = file.read_text("ascii", "replace").split() if file.exists() else []
    return {int(line) for line in lines if line.isdigit()}


def newest_backup(path: Path, suffix: str) -> tuple[Path, KeptHead, str] | None:
    """Return the newest backup, with the head and time in its name; None without a backup to compare.

    Backups up to the last restoring are left out. Raises ``OSError``.
    """
    restored = restored_beside(path)
    since = restored.read_text("ascii", "replace").strip() if restored.exists() else ""
    named = ((file, BACKUP_NAME.fullmatch(file.name)) for file in path.with_name("backups").glob(f"*{suffix}"))
    found = [(name[1], int(name[2]), name[3], file) for file, name in named if name and name[1] > since]
    made, number, head, newest = max(found, default=("", 0, "", path))
    return (newest, KeptHead(number, head), made) if number else None


def kept_in(path: Path) -> KeptHead | None:
    """Return the kept head; None without a file, which stays absent. Raises `Unreadable` and ``OSError``."""
    if not path.exists():
        return None
    with held(path) as file:
        return file.read()


def keep_in(path: Path, kept: KeptHead | None) -> None:
    """Keep this head, or no head, whatever is in the file. Raises ``OSError``."""
    path.unlink(missing_ok=True)
    if kept is not None:
        with held(path) as file:
            file.write(kept)
