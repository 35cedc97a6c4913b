"""The restoring of a backup: checked first, compared with the present books, which are kept aside."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, transaction
from django.utils import timezone

from hostdesk.base.sign_in.link_commands import WAYS_IN, is_of_this_desk
from hostdesk.base.site.server import hold
from hostdesk.base.sqlite.base import DatabaseWrapper
from hostdesk.models import Link, LinkKind, SignIn
from hostdesk.safekeeping.backups.commands import SIDE_FILES, check_file
from hostdesk.safekeeping.backups.moving_commands import is_dump, move_into_empty
from hostdesk.safekeeping.backups.postgres_server import ProgramFailed
from hostdesk.safekeeping.backups.queries import BooksCheck, LastAct, check_books, instead_of_default
from reservations.acts.disk import sync, unused
from reservations.acts.head_queries import books_here, kept_head_fault
from reservations.acts.kept_head import BACKUP_TIME, KeptHead, heads_in, keep_in, restored_beside, rows_beside
from reservations.acts.problems import Problem
from reservations.acts.program import called
from reservations.parsing.names import counted

_SIGN_INS, _LINKS, _SESSIONS = (model._meta.db_table for model in (SignIn, Link, Session))


class RestoreFailed(Problem):
    """The backup was not restored; the sentence gives the reason, and the place of the books now."""


class Comparison(NamedTuple):
    """A backup against the present books; ``present`` is None if there are none, or none that can be read."""

    chosen: LastAct
    present: LastAct | None
    lost: int
    unreadable: bool = False

    def __str__(self) -> str:
        if self.unreadable:
            return f"The backup: {self.chosen}. The books here cannot be read, so what would be lost is unknown."
        acts = counted(self.lost, "act")
        after = self.present.number - self.lost if self.present else 0
        loss = f" {acts} after act {after} would be lost." if self.lost else ""
        return f"The backup: {self.chosen}. The books here: {self.present or 'none'}.{loss}"


class Restored(NamedTuple):
    """A restored backup; ``comparison`` and ``aside``, the place of the books before, are None if there were none.

    ``stay`` tells whether sign-ins and links stayed: in books that moved whole, at a desk with the same secret.
    """

    found: BooksCheck
    comparison: Comparison | None = None
    aside: Path | None = None
    stay: bool = False

    def __str__(self) -> str:
        before = (self.comparison and self.comparison.present) or "books that could not be read"
        lines = [f"Restored: {self.found.last}.", f"Before: {before}, kept as {self.aside}." if self.aside else ""]
        lines += ["Sign-ins and links stay as they were."] * self.stay
        if self.found.migrations_missing:
            lines.append(f"The backup is of an older version: `{called('migrate')}` or the next start updates it.")
        return "\n".join(filter(None, lines))


def restore(file: Path, *, agree: Callable[[Comparison], bool]) -> Restored:
    """Replace the configured database by a backup of either kind, and end the sign-ins and links of its time.

    They stay if the books move into the other kind of database, lose no act, and the desk has the same secret.

    ``agree`` decides if acts would be lost. The present SQLite file is renamed, never deleted, with all files that
    SQLite left beside it; a PostgreSQL database has to be empty. Raises `RestoreFailed`, and ``AlreadyHeld`` while a
    server has the database.
    """
    wrapper = connections[DEFAULT_DB_ALIAS]
    try:
        if wrapper.vendor == "postgresql":
            return fill_empty(file)
        if not isinstance(wrapper, DatabaseWrapper) or wrapper.is_in_memory_db():
            raise RestoreFailed("Books in memory have no file to restore.")
        path = wrapper.path.resolve()  # SQLite puts its journals beside the file that a link points to
        path.parent.mkdir(parents=True, exist_ok=True)
        with hold(path):
            wrapper.close()
            return _restore_file(file, path, agree)
    except BlockingIOError as error:
        raise RestoreFailed(str(error.strerror)) from None
    except OSError as error:
        raise RestoreFailed(f"Not restored: {error.strerror} ({error.filename}).") from error
    except (ProgramFailed, DatabaseError, sqlite3.Error) as error:
        raise RestoreFailed(f"Not restored: {error}") from error


def accept_books(last: LastAct) -> None:
    """Keep the last act of the books here outside of them, whatever was kept before. Raises ``OSError``.

    The backups made so far are no evidence about them any more.
    """
    if settings.HEAD is not None:
        kept = KeptHead(last.number, last.head, books_here()[0])
        keep_in(settings.HEAD, kept if last.number else None)
        keep_in(rows_beside(settings.HEAD), None)
        restored_beside(settings.HEAD).write_text(f"{datetime.now(UTC):{BACKUP_TIME}}\n", "ascii")


def _accept_restored(last: LastAct) -> None:
    try:
        accept_books(last)
    except OSError as fault:
        raise RestoreFailed(
            f"The books are restored, but their last act could not be kept beside them: {fault.strerror} "
            f"({fault.filename}). Mend that; then `{called('restore --as-they-are')}`."
        ) from fault


def fill_empty(file: Path) -> Restored:
    """Fill the database of this thread, which has to be empty, from a backup, all or nothing. Raises as `restore`."""
    if connection.introspection.table_names():
        raise RestoreFailed(
            f"Not restored: the database {connection.settings_dict['NAME']} is not empty, and this command never "
            "overwrites one. Make a new one (createdb), set DATABASE_URL to it, and restore there; the old one stays."
        )
    _refuse_unfinished(file)
    with connection.constraint_checks_disabled(), transaction.atomic():
        move_into_empty(file)
        found = check_books()
        if found.faults:
            raise RestoreFailed(f"{file} is not a valid backup, and nothing was restored: {found.summary()}")
        stay = _goes_on(found, has_moved=not is_dump(file))
    _accept_restored(found.last)
    return Restored(found, stay=stay)


def _goes_on(found: BooksCheck, *, has_moved: bool) -> bool:
    """Tell whether sign-ins and links of this thread's books stay; else end them all.

    They stay in books that have moved from the other kind of database, hold all records of the desk, and were kept with
    its secret. Raises ``DatabaseError``.
    """
    if has_moved and not found.migrations_missing and not kept_head_fault():
        newest = Session.objects.order_by("-expire_date").first()
        if any(map(is_of_this_desk, Link.objects.exclude(seed=""))) or (newest and newest.get_decoded()):
            return True
    end_all()
    return False


def _restore_file(file: Path, path: Path, agree: Callable[[Comparison], bool]) -> Restored:
    with _copied_beside(path, file) as partial:
        found = check_file(partial)
        if found.faults:
            raise RestoreFailed(f"{file} is not a valid backup, and the books here are unchanged: {found.summary()}")
        comparison = _compare(found.last, heads_in(partial), path)
        if (comparison.lost or comparison.unreadable) and not agree(comparison):
            raise RestoreFailed("Nothing was restored, and the books here are unchanged.")
        with instead_of_default(_opened(partial)):
            stay = _goes_on(found, has_moved=is_dump(file))
        sync(partial)
        # A program that uses the books would go on writing journals under their name.
        with unused(path) if path.exists() else nullcontext():
            before = path.with_name(f"{path.name}.before-restore-{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}")
            there = [suffix for suffix in ("", *SIDE_FILES) if Path(f"{path}{suffix}").exists()]
            # The database goes first: without its journal it must never lie where a server would open it.
            for suffix in there:
                Path(f"{path}{suffix}").rename(f"{before}{suffix}")
                sync(path.parent)
            partial.replace(path)
            sync(path.parent)
    aside = before if "" in there else None
    again = check_books()
    if again != found:
        differing = again.summary() or f"It goes to {again.last}."
        raise RestoreFailed(f"The restored books differ from the checked backup: {differing} Before: {aside}.")
    _accept_restored(found.last)
    return Restored(found, comparison, aside, stay)


def move_into_file(file: Path, path: Path) -> None:
    """Move a backup into a SQLite file, which is empty. Raises as `move_into_empty`."""
    with instead_of_default(_opened(path)):
        move_into_empty(file)


@contextmanager
def _copied_beside(path: Path, file: Path) -> Iterator[Path]:
    """Copy the backup to the database's own disk, so that the checked file is the one in use later."""
    if path.exists() and file.samefile(path):
        raise RestoreFailed(f"{file} is the database itself, not a backup of it.")
    _refuse_unfinished(file)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.", suffix=".partial")
    os.close(descriptor)
    partial = Path(name)
    try:
        fill = move_into_file if is_dump(file) else shutil.copyfile
        fill(file, partial)
        sync(partial)
        yield partial
    finally:
        partial.unlink(missing_ok=True)


def _refuse_unfinished(file: Path) -> None:
    beside = [side for suffix in SIDE_FILES if (side := Path(f"{file}{suffix}")).exists()]
    # SQLite leaves a journal there after a transaction, and marks it as done in its first byte.
    beside = [side for side in beside if not side.name.endswith("-journal") or side.read_bytes()[:1] > b"\0"]
    if beside:
        raise RestoreFailed(
            f"{file} is not a finished backup: {beside[0]} beside it shows that it was copied from a running database. "
            "The backups that Hostdesk makes have no such file."
        )


def _compare(chosen: LastAct, heads: Mapping[int, str], path: Path) -> Comparison:
    """Compare a backup with the present books, read in a copy: opened in place, SQLite might roll something back."""
    if not path.exists():
        return Comparison(chosen, None, 0)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f"{path.name}.") as folder:
        for suffix in ("", "-journal", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{suffix}", Path(folder, f"present{suffix}"))
        try:
            present = heads_in(Path(folder, "present"))
        except sqlite3.DatabaseError:
            return Comparison(chosen, None, 0, unreadable=True)
    # Heads are chained: if one is the same, everything before it is.
    common = max((number for number, head in present.items() if heads.get(number) == head), default=0)
    last = max(present, default=0)
    return Comparison(chosen, LastAct(last, present[last]) if last else LastAct(), last - common)


def _opened(path: Path) -> DatabaseWrapper:
    usual = connections[DEFAULT_DB_ALIAS].settings_dict
    return DatabaseWrapper({**usual, "NAME": str(path), "OPTIONS": {}}, DEFAULT_DB_ALIAS)


def end_all() -> None:
    """Sign out every device and end every link that lets one in, of any age. Raises ``DatabaseError``.

    A device that was signed out since the backup would be signed in again. Plain SQL, since the models do not fit a
    database that lacks migrations.
    """
    tables = set(connection.introspection.table_names())
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with transaction.atomic(), connection.cursor() as cursor:
        if _SIGN_INS in tables:
            ended = f"UPDATE {_SIGN_INS} SET session_id = NULL, ended_at = COALESCE(ended_at, %s)"  # noqa: S608 - our names
            cursor.execute(ended, [now])
        if _LINKS in tables:
            ended = f"UPDATE {_LINKS} SET ended_at = %s WHERE ended_at IS NULL AND kind IN (%s, %s, %s, %s)"  # noqa: S608 - our names
            cursor.execute(ended, [now, LinkKind.SET_UP, *WAYS_IN])
        if _SESSIONS in tables:
            cursor.execute(f"DELETE FROM {_SESSIONS}")  # noqa: S608 - our names
