import shutil
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count, takewhile
from pathlib import Path

import pytest
from django.db import connection

from hostdesk.safekeeping.backups.commands import BackupFailed, check_file, content_of, make_backup
from hostdesk.safekeeping.backups.queries import check_books, last_act
from reservations.acts.commands import atomic_batch
from tests.hostdesk.safekeeping.backups import books


@contextmanager
def somebody_writing(path: Path) -> Iterator[None]:
    """Let another thread record act after act in a file until the end of the block."""
    enough = threading.Event()

    def write() -> None:
        with books.opened(path):
            for number in takewhile(lambda _: not enough.is_set(), count(1000)):
                books.add_player(number)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield
    finally:
        enough.set()
        writer.join()


@contextmanager
def rows_added(path: Path, table: str) -> Iterator[None]:
    """Let another thread add row after row to a table until the end of the block."""
    begun, enough = threading.Event(), threading.Event()

    def add() -> None:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=20)) as raw:
            for number in takewhile(lambda _: not enough.is_set(), count()):
                raw.execute(f"INSERT INTO {table} VALUES (?)", [number])
                begun.set()

    adding = threading.Thread(target=add)
    adding.start()
    begun.wait()
    try:
        yield
    finally:
        enough.set()
        adding.join()


@pytest.mark.further
@pytest.mark.parametrize("times", [3, pytest.param(12, marks=pytest.mark.long)])
def test_every_backup_made_while_somebody_writes_is_good(times, played):
    with somebody_writing(played):
        made = [make_backup() for _ in range(times)]

    numbers = [backup.last.number for backup in made]
    assert numbers == sorted(numbers)
    assert 38 <= numbers[0] < numbers[-1] <= last_act().number
    assert {check_file(backup.path).faults for backup in made} == {()}


def test_a_plain_copy_of_books_that_are_being_written_is_found_out(played, tmp_path):
    """Control: the file already has half of a transaction, and only the journal can undo it."""
    with books.opened(played, journal="DELETE"), connection.cursor() as cursor:
        cursor.execute("PRAGMA cache_size = 2")
        with atomic_batch():
            for number in range(60):
                books.add_player(number)
            # Another process copies, because closing a file here drops the locks of this process on it.
            subprocess.run(["cp", played, tmp_path / "copy.sqlite3"], check=True)

    assert check_file(tmp_path / "copy.sqlite3").faults != ()
    assert check_books().faults == ()


@pytest.mark.parametrize("tenths", [5, *(pytest.param(tenths, marks=pytest.mark.long) for tenths in (1, 3, 7, 9))])
def test_a_plain_copy_that_a_writer_has_overtaken_is_found_out(tenths, played, tmp_path):
    """Control: the beginning of the file was copied before some acts, the rest after them."""
    before = played.read_bytes()
    books.add_players(*range(60))
    after = played.read_bytes()
    cut = len(after) * tenths // 10

    (tmp_path / "copy.sqlite3").write_bytes(before[:cut] + after[cut:])

    assert check_file(tmp_path / "copy.sqlite3").faults != ()


def test_a_backup_of_an_older_version_is_compared_row_by_row(played):
    books.change(
        played,
        "DELETE FROM django_migrations WHERE app = 'ledger'; ALTER TABLE reservations_act RENAME COLUMN ruling TO said",
    )

    made = make_backup()

    assert str(made).startswith(f"Backed up act 38 (head {made.last.head[:12]}), compared with the database, ")
    assert content_of(made.path) == content_of(played)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE reservations_player SET name = 'Bob' WHERE number = 1",
        "DELETE FROM reservations_desk",
        "DROP TRIGGER only_added_ledger_transfer_update",
        "CREATE TABLE later (id INTEGER)",
    ],
)
def test_the_comparison_finds_what_differs(sql, played, tmp_path):
    """Control: the comparison in the test before does find differences."""
    shutil.copyfile(make_backup().path, tmp_path / "copy.sqlite3")

    books.change(tmp_path / "copy.sqlite3", sql)

    assert content_of(tmp_path / "copy.sqlite3") != content_of(played)


def test_a_backup_of_an_older_version_that_somebody_writes_to_is_none(played):
    books.change(played, "DELETE FROM django_migrations WHERE app = 'ledger'; CREATE TABLE later (id INTEGER)")

    with rows_added(played, "later"), pytest.raises(BackupFailed, match="The copy differs from the database"):
        make_backup()
