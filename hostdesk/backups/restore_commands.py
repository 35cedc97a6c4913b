"""Brings a backup back: looked through first, compared with the books that are there, which are kept aside."""

import fcntl
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections

from hostdesk.backups.check_queries import Found, LastAct, last_act, look_through
from hostdesk.backups.postgres_commands import ProgramFailed, fill_from, last_act_in
from hostdesk.backups.queries import sync
from hostdesk.backups.sign_in_commands import end_all
from hostdesk.backups.sqlite_commands import SIDE_FILES, end_sign_ins, heads_of, look_at
from hostdesk.site.server import hold
from hostdesk.sqlite.base import DatabaseWrapper
from reservations.acts.problems import Problem

# Where SQLite marks, on the file itself, that somebody reads or writes: see "Locking" in its file format.
FIRST_LOCK_BYTE, LOCK_BYTES = 0x4000_0000, 512


class RestoreFailed(Problem):
    """The backup was not brought back; the sentence says why, and where the books are now."""


@dataclass(frozen=True)
class Comparison:
    """What is about to be exchanged for what. ``present`` is None where there is no database yet, or none to read."""

    chosen: LastAct
    present: LastAct | None
    lost: int
    unreadable: bool = False

    def __str__(self) -> str:
        if self.unreadable:
            return (
                f"The backup: {self.chosen}. The books here cannot be read, so nobody knows what they hold beyond it."
            )
        return f"The backup: {self.chosen}. The books here: {self.present or 'none'}.{self._loss()}"

    def _loss(self) -> str:
        if not self.lost or not self.present:
            return ""
        acts = "1 act" if self.lost == 1 else f"{self.lost} acts"
        return f" {acts} of them, after act {self.present.number - self.lost}, would be in the books no more."


@dataclass(frozen=True)
class Restored:
    """What was brought back, what it was exchanged for, and where the exchanged file is kept."""

    comparison: Comparison
    aside: Path | None
    migrations_missing: int

    def __str__(self) -> str:
        before = f"Before: {self.comparison.present or 'nothing that could be read'}"
        lines = [f"Restored: {self.comparison.chosen}.", f"{before}, kept as {self.aside}." if self.aside else ""]
        if self.migrations_missing:
            lines.append("The backup is of an older version: `make run` or `manage.py migrate` brings it up to date.")
        return "\n".join(filter(None, lines))


def restore(file: Path, *, agree: Callable[[Comparison], bool]) -> Restored:
    """Put a backup in the place of the configured database, with the sign-ins and links of its time ended.

    ``agree`` is asked when acts would be lost. The present SQLite file is never deleted but renamed, with whatever
    SQLite left beside it; a PostgreSQL database has to be empty. Raises `RestoreFailed`, and ``AlreadyHeld`` while a
    server has the database.
    """
    wrapper = connections[DEFAULT_DB_ALIAS]
    try:
        if wrapper.vendor == "postgresql":
            return _restore_dump(file)
        if not isinstance(wrapper, DatabaseWrapper) or wrapper.is_in_memory_db():
            raise RestoreFailed("Books in memory have no file to restore.")
        path = wrapper.path.resolve()  # SQLite puts its journals beside the file that a link points to
        path.parent.mkdir(parents=True, exist_ok=True)
        with hold(path):
            wrapper.close()
            return _restore_file(file, path, agree)
    except OSError as error:
        raise RestoreFailed(f"Not restored: {error.strerror} ({error.filename}).") from error
    except (ProgramFailed, DatabaseError, sqlite3.Error) as error:
        raise RestoreFailed(f"Not restored: {error}") from error


def _restore_file(file: Path, path: Path, agree: Callable[[Comparison], bool]) -> Restored:
    with _copied_beside(path, file) as partial:
        found = look_at(partial)
        _refuse(found, file)
        comparison = _compared(found.last, heads_of(partial), path)
        if (comparison.lost or comparison.unreadable) and not agree(comparison):
            raise RestoreFailed("Nothing was restored, and the books here are as they were.")
        end_sign_ins(partial)
        sync(partial)
        with _unused(path):
            aside = _move_aside(path)
            partial.rename(path)
            sync(path.parent)
    again = look_through()
    if again != found:
        raise RestoreFailed(f"What was restored is not what was looked through: {_told(again)} Before: {aside}.")
    return Restored(comparison, aside, found.migrations_missing)


def _refuse(found: Found, file: Path) -> None:
    if found.faults:
        raise RestoreFailed(f"{file} is no good backup, and the books here are as they were: {found.told()}")


def _told(found: Found) -> str:
    return found.told() or f"It goes to {found.last}."


@contextmanager
def _copied_beside(path: Path, file: Path) -> Iterator[Path]:
    """Copy the backup to the database's own disk, so that what is looked through is the very file that will be used."""
    if path.exists() and file.samefile(path):
        raise RestoreFailed(f"{file} is the database itself, not a backup of it.")
    beside = [f"{file}{suffix}" for suffix in SIDE_FILES if Path(f"{file}{suffix}").exists()]
    if beside:
        raise RestoreFailed(
            f"{file} is no finished backup: {beside[0]} beside it says that it was copied from a running database. "
            "The backups that Hostdesk makes have nothing beside them."
        )
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.", suffix=".partial")
    os.close(descriptor)
    partial = Path(name)
    try:
        shutil.copyfile(file, partial)
        sync(partial)
        yield partial
    finally:
        partial.unlink(missing_ok=True)


def _compared(chosen: LastAct, heads: Mapping[int, str], path: Path) -> Comparison:
    if not path.exists():
        return Comparison(chosen, None, 0)
    try:
        present = _present_heads(path)
    except sqlite3.DatabaseError:
        return Comparison(chosen, None, 0, unreadable=True)
    # Heads are chained: where one is the same, everything before it is.
    common = max((number for number, head in present.items() if heads.get(number) == head), default=0)
    last = max(present, default=0)
    return Comparison(chosen, LastAct(last, present[last]) if last else LastAct(), last - common)


def _present_heads(path: Path) -> dict[int, str]:
    """Read the present books in a copy: opened in their place, SQLite might roll something back in them."""
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f"{path.name}.") as folder:
        for suffix in ("", "-journal", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{suffix}", Path(folder, f"present{suffix}"))
        return heads_of(Path(folder, "present"))


@contextmanager
def _unused(path: Path) -> Iterator[None]:
    """Refuse while another process reads or writes the file: it would go on writing journals under its name."""
    if not path.exists():
        yield
        return
    with path.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, LOCK_BYTES, FIRST_LOCK_BYTE)
        except (BlockingIOError, PermissionError):
            raise RestoreFailed(f"Another program is using {path.name} right now: end it first.") from None
        yield


def _move_aside(path: Path) -> Path | None:
    """Rename the database and what SQLite left beside it, so that they stay together and out of the restored one's way.

    The database goes first: one without its journal must never lie where a server would open it.
    """
    aside = path.with_name(f"{path.name}.before-restore-{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}")
    there = [suffix for suffix in ("", *SIDE_FILES) if Path(f"{path}{suffix}").exists()]
    for suffix in there:
        Path(f"{path}{suffix}").rename(f"{aside}{suffix}")
        sync(path.parent)
    return aside if "" in there else None


def _restore_dump(file: Path) -> Restored:
    chosen = last_act_in(file)
    if connection.introspection.table_names():
        raise RestoreFailed(
            f"Not restored: the database {connection.settings_dict['NAME']} is not empty, and this command never "
            "overwrites one. Make a new one (createdb), let DATABASE_URL name it, and restore there; the old one stays."
        )
    found = fill_from(file)
    if found.faults or last_act() != chosen:
        raise RestoreFailed(f"{file} is no good backup: {_told(found)} Do not use the database it was restored into.")
    end_all()
    return Restored(Comparison(chosen, None, 0), None, found.migrations_missing)
