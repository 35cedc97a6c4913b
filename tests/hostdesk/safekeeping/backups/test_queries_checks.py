import shutil

import pytest

from hostdesk.safekeeping.backups.commands import check_file
from hostdesk.safekeeping.backups.queries import BooksCheck, LastAct, check_books, last_act
from tests.hostdesk.safekeeping.backups import books

TRIGGER = "20 of 21 append-only triggers do their work: only_added_{}_update is missing."


def damaged(played, sql):
    """Change the books behind the product's back, and check them."""
    books.change(played, sql)
    return check_books()


@pytest.mark.parametrize(
    ("last", "words"), [(LastAct(), "no acts"), (LastAct(12, "0123456789abcdef" * 4), "act 12 (head 0123456789ab)")]
)
def test_how_far_a_ledger_goes_in_words(last, words):
    assert str(last) == words


def test_books_that_fit(played):
    assert check_books() == BooksCheck(LastAct(38, last_act().head), 0, ())


@pytest.mark.parametrize(
    ("sql", "fault"),
    [
        ("DROP TRIGGER only_added_ledger_transfer_update", TRIGGER.format("ledger_transfer")),
        ("DELETE FROM reservations_desk", "The desk's one row is not there: run `.venv/bin/python manage.py migrate`."),
        (
            "UPDATE reservations_player SET name = 'Bob' WHERE number = 1",
            "Player 1: name is not what their latest act says.",
        ),
    ],
)
def test_books_that_do_not_fit(sql, fault, played):
    found = damaged(played, sql)

    assert (found.last.number, found.faults) == (38, (fault,))


@pytest.mark.parametrize(
    ("sql", "fault"),
    [
        (
            "UPDATE ledger_bank SET banker_id = 99",
            "Row 1 of ledger_bank points to a missing row of reservations_player.",
        ),
        ("DROP TABLE django_migrations", "It has no books of Hostdesk."),
        (
            "INSERT INTO django_migrations (app, name, applied) VALUES ('ledger', '0999_later', '2030-01-01')",
            "It is from a newer version of Hostdesk, with ledger.0999_later: install that version first.",
        ),
        (
            "ALTER TABLE reservations_act RENAME COLUMN ruling TO said",
            "It cannot be read: no such column: reservations_act.ruling.",
        ),
    ],
)
def test_books_of_which_nothing_more_can_be_said(sql, fault, played):
    assert damaged(played, sql) == BooksCheck(faults=(fault,))


@pytest.mark.parametrize("content", ["", "[]", "{}"])
@pytest.mark.parametrize(
    ("table", "column", "fault"),
    [
        ("rules", "document", "Version 1 of house 1: its digest does not fit its row."),
        ("act", "content", "Act 1 (player) was changed: its head does not fit it."),
    ],
)
def test_documents_that_nobody_can_read_are_faults_like_others(table, column, fault, content, played):
    sql = f"DROP TRIGGER only_added_reservations_{table}_update; UPDATE reservations_{table} SET {column} = '{content}'"

    found = damaged(played, sql)

    assert (found.last.number, found.faults[:2]) == (38, (TRIGGER.format(f"reservations_{table}"), fault))


def test_books_that_wait_for_a_migration_are_not_read_by_the_models(played):
    found = damaged(
        played,
        "DELETE FROM django_migrations WHERE app = 'ledger'; ALTER TABLE reservations_act RENAME COLUMN ruling TO said",
    )

    assert found == BooksCheck(last_act(), books.LEDGER_MIGRATIONS, ())
    assert found.last.number == 38


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "It has no books of Hostdesk."),
        (b"a letter to Ann", "It cannot be read: file is not a database."),
        (b"SQLite format 3\0" + b"\xff" * 5000, "It cannot be read: file is not a database."),
    ],
)
def test_a_file_of_something_else(content, fault, desk, tmp_path):
    (tmp_path / "copy.sqlite3").write_bytes(content)

    assert check_file(tmp_path / "copy.sqlite3") == BooksCheck(faults=(fault,))


def test_a_look_at_another_file_leaves_this_threads_books_where_they_were(desk, tmp_path):
    shutil.copyfile(desk, tmp_path / "copy.sqlite3")
    books.add_player(1)

    found = check_file(tmp_path / "copy.sqlite3")

    assert (found.last, last_act().number) == (LastAct(), 1)


def test_a_look_leaves_no_trace(desk, tmp_path):
    copy = tmp_path / "copy" / "desk.sqlite3"
    copy.parent.mkdir()
    shutil.copyfile(desk, copy)

    check_file(copy)

    assert copy.read_bytes() == desk.read_bytes()
    assert [path.name for path in copy.parent.iterdir()] == ["desk.sqlite3"]
