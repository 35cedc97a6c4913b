import shutil
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from hostdesk.base.sign_in.device_commands import signed_in
from hostdesk.base.sign_in.link_commands import find_link, is_unspent, make_link
from hostdesk.invitations.nights.calendar_feed_commands import calendar_at, end_feed, give_feed
from hostdesk.models import LinkKind
from hostdesk.safekeeping.backups.commands import check_file, content_of, make_backup
from hostdesk.safekeeping.backups.queries import LastAct, check_books, last_act
from hostdesk.safekeeping.backups.restore_commands import Comparison, RestoreFailed, accept_books, end_all, restore
from reservations.acts.commands import atomic_batch
from reservations.acts.head_queries import kept_head_fault
from reservations.acts.kept_head import kept_in, restored_beside
from reservations.models import Desk
from tests.hostdesk.safekeeping.backups import books
from tests.signed_in import a_host, host_client

WRITES = """
import sqlite3, sys
books = sqlite3.connect(sys.argv[1])
books.execute("BEGIN IMMEDIATE")
print(flush=True)
input()
"""
A, B = LastAct(38, "a" * 64), LastAct(39, "b" * 64)


def yes(comparison):
    """Agree to any loss."""
    return True


class Refusing:
    """A host who says no, and remembers the questions."""

    def __init__(self):
        self.asked = []

    def __call__(self, comparison: Comparison) -> bool:
        self.asked.append((comparison.chosen.number, comparison.present and comparison.present.number, comparison.lost))
        return False


def never(comparison):
    """Fail if the command asks although nothing would be lost."""
    raise AssertionError(comparison)


def beside(desk):
    """Return the names of the files beside the books, except the lock and a journal that undoes nothing."""
    journals = [path for path in desk.parent.glob(f"{desk.name}*-journal") if path.read_bytes()[:1] <= b"\0"]
    there = {*desk.parent.glob(f"{desk.name}*")} - {*journals, *desk.parent.glob("*.held")}
    return sorted(path.name.removeprefix(desk.name) for path in there)


def kept_aside(desk):
    """Return the files of the renamed books."""
    return sorted(desk.parent.glob(f"{desk.name}.before-restore-*"))


def leave_behind(desk, kind):
    """Leave the file of a desk that lost power: a journal that undoes, or a log that repeats, the acts after 38."""
    held = desk.with_name("left-behind")
    connection.close()
    with books.opened(desk, journal={"-journal": "DELETE", "-wal": "WAL"}[kind]), connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_autocheckpoint = 0" if kind == "-wal" else "PRAGMA cache_size = 2")
        with atomic_batch():
            for number in range(60):
                books.add_player(number)
            subprocess.run(["cp", f"{desk}{kind}", held], check=kind == "-journal")
        subprocess.run(["cp", f"{desk}{kind}", held], check=kind == "-wal")
    held.rename(f"{desk}{kind}")


@pytest.mark.parametrize(
    ("comparison", "books_here"),
    [
        (Comparison(A, None, 0), "The books here: none."),
        (Comparison(A, A, 0), "The books here: act 38 (head aaaaaaaaaaaa)."),
        (Comparison(A, B, 1), f"The books here: {B}. 1 act after act 38 would be lost."),
        (Comparison(A, B, 7), f"The books here: {B}. 7 acts after act 32 would be lost."),
        (Comparison(A, None, 0, unreadable=True), "The books here cannot be read, so what would be lost is unknown."),
    ],
)
def test_what_is_exchanged_in_words(comparison, books_here):
    assert str(comparison) == f"The backup: act 38 (head aaaaaaaaaaaa). {books_here}"


def test_books_that_go_further_are_restored_only_when_somebody_agrees(played):
    backup = make_backup()
    books.add_players(1, 2, 3)
    ann = Refusing()

    with pytest.raises(RestoreFailed, match="Nothing was restored"):
        restore(backup.path, agree=ann)

    assert ann.asked == [(38, 41, 3)]
    assert last_act().number == 41
    assert beside(played) == [""]


def test_the_books_before_are_kept_aside(played):
    backup = make_backup()
    books.add_players(1, 2, 3)
    before = content_of(played)

    restored = restore(backup.path, agree=yes)

    assert last_act() == backup.last
    assert restored.aside
    assert content_of(restored.aside) == before
    assert (played.stat().st_mode & 0o777, content_of(played)) == (0o600, content_of(backup.path))
    assert str(restored) == (
        f"Restored: {backup.last}.\nBefore: {restored.comparison.present}, kept as {restored.aside}."
    )


def test_the_sign_ins_of_the_backup_stay_over(played):
    host, secret = host_client(), make_link(LinkKind.HOST, host=a_host())
    backup = make_backup()
    again = host.get("/desk/?open=password").status_code

    restore(backup.path, agree=never)

    assert (again, host.get("/desk/?open=password").status_code) == (200, 302)
    link = find_link(secret)
    assert (Session.objects.count(), signed_in(timezone.now())) == (0, [])
    assert link is not None
    assert not is_unspent(link)
    assert beside(played) == ["", kept_aside(played)[0].name.removeprefix(played.name)]


def test_addresses_that_need_no_sign_in_open_after_a_restore_as_in_the_backup(played):
    live, ended = give_feed(a_host()), give_feed(a_host("Mo"))
    end_feed(a_host("Mo"))
    backup = make_backup()
    end_feed(a_host())

    restore(backup.path, agree=never)

    assert [calendar_at(secret, timezone.now()) is not None for secret in (live, ended)] == [True, False]


def test_an_older_backup_knows_no_sign_ins(played):
    host_client()
    books.change(played, "DROP TABLE hostdesk_signin; DROP TABLE django_session; DROP TABLE hostdesk_link")
    path = played.with_name("older.sqlite3")
    connection.close()
    shutil.copyfile(played, path)

    with books.opened(path):
        end_all()

    assert content_of(path) == content_of(played)


def test_restoring_what_goes_further_asks_nobody(played):
    books.add_player(1)
    backup = make_backup()
    restore(backup.path, agree=never)
    restore(backup.path, agree=never)

    assert last_act() == backup.last


def test_two_ledgers_that_parted_are_compared_up_to_where_they_did(played):
    backup = make_backup()
    books.add_players(1, 2, 3)
    further = make_backup()
    restore(backup.path, agree=yes)
    books.add_players(1, 4)
    ann = Refusing()

    with pytest.raises(RestoreFailed):
        restore(further.path, agree=ann)

    assert ann.asked == [(41, 40, 1)]


@pytest.mark.parametrize("kind", ["-journal", "-wal"])
def test_what_the_old_books_left_behind_is_moved_aside_with_them(kind, played):
    books.add_player(1000)
    backup = make_backup()
    leave_behind(played, kind)
    left = Path(f"{played}{kind}").read_bytes()

    restored = restore(backup.path, agree=yes)

    aside = str(restored.aside).removeprefix(str(played))
    assert check_books().last == backup.last
    assert Path(f"{restored.aside}{kind}").read_bytes() == left
    assert beside(played) == ["", aside, f"{aside}{kind}"]


@pytest.mark.parametrize("kind", ["-journal", "-wal"])
def test_a_backup_copied_beside_it_is_damaged_or_undone(kind, played):
    """Control: with the file of the lost power still there, the restored file differs from the backup."""
    books.add_player(1000)
    backup = make_backup()
    leave_behind(played, kind)

    shutil.copyfile(backup.path, played)

    found = check_books()
    assert found.faults != () or found.last != backup.last


def test_an_empty_machine(played, tmp_path):
    backup = make_backup()
    desk = tmp_path / "fresh" / "var" / "hostdesk.sqlite3"

    with books.opened(desk):
        restored = restore(backup.path, agree=never)
        assert check_books() == check_file(backup.path)

    assert str(restored) == f"Restored: {backup.last}."
    assert beside(desk) == [""]


def test_unreadable_books_are_given_up_only_when_somebody_agrees(played):
    backup = make_backup()
    connection.close()
    played.write_bytes(b"spilt beer" * 5000)

    with pytest.raises(RestoreFailed):
        restore(backup.path, agree=lambda comparison: not comparison.unreadable)
    restored = restore(backup.path, agree=yes)

    assert restored.aside
    assert restored.aside.read_bytes() == b"spilt beer" * 5000
    assert str(restored).splitlines()[1].startswith("Before: books that could not be read, kept as ")


@pytest.mark.parametrize("sql", ["DROP TRIGGER only_added_ledger_transfer_update", "DROP TABLE reservations_act"])
def test_a_damaged_backup_is_refused(sql, played):
    backup = make_backup()
    books.change(backup.path, sql)

    with pytest.raises(
        RestoreFailed, match=r"\.sqlite3 is not a valid backup, and the books here are unchanged: (It has no|20 of 21)"
    ):
        restore(backup.path, agree=yes)

    assert last_act() == backup.last
    assert beside(played) == [""]


def test_the_books_aside_are_restored_with_the_journal_that_lies_beside_them(played):
    backup = make_backup()
    books.add_player(1000)
    restore(backup.path, agree=yes)
    aside = kept_aside(played)[0]
    journal = Path(f"{aside}-journal").read_bytes()

    back = restore(aside, agree=yes)

    assert (journal[:1], back.found.last.number) == (b"\0", backup.last.number + 1)


def test_a_copy_with_a_journal_beside_it_is_refused(played):
    backup = make_backup()
    Path(f"{backup.path}-wal").touch()

    with pytest.raises(RestoreFailed, match="-wal beside it shows that it was copied from a running database"):
        restore(backup.path, agree=yes)


def test_the_books_themselves_are_no_backup(played):
    with pytest.raises(RestoreFailed, match="is the database itself, not a backup of it"):
        restore(played, agree=yes)


@pytest.mark.parametrize(("name", "words"), [("missing", "No such file or directory"), (".", "Is a directory")])
def test_a_file_that_is_none_is_told(name, words, played):
    with pytest.raises(RestoreFailed, match=rf"^Not restored: {words} \("):
        restore(played.parent / name, agree=yes)

    assert beside(played) == [""]


def test_books_in_memory_cannot_be_restored(played):
    backup = make_backup()

    with books.opened(Path(":memory:")), pytest.raises(RestoreFailed, match="Books in memory have no file"):
        restore(backup.path, agree=yes)


def test_a_backup_of_an_older_version_is_restored_with_a_hint(played):
    books.change(played, "DELETE FROM django_migrations WHERE app = 'ledger'")
    backup = make_backup()

    restored = restore(backup.path, agree=never)

    assert str(restored).endswith("older version: `.venv/bin/python manage.py migrate` or the next start updates it.")
    assert check_books().migrations_missing == books.LEDGER_MIGRATIONS


def test_nothing_is_restored_while_another_program_uses_the_books(played):
    backup = make_backup()
    with subprocess.Popen(
        [sys.executable, "-c", WRITES, played], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout
        other.stdout.readline()
        with pytest.raises(RestoreFailed, match=r"Another program is using hostdesk\.sqlite3"):
            restore(backup.path, agree=yes)
        other.communicate(b"\n")

    assert restore(backup.path, agree=yes).comparison.lost == 0


def test_a_server_that_does_not_answer_is_told(played):
    backup = make_backup()

    with books.unreachable(), pytest.raises(RestoreFailed, match=r"^Not restored: "):
        restore(backup.path, agree=yes)


def test_a_backup_in_which_no_sign_in_can_be_ended_is_not_restored(played):
    session = Session.objects.create(session_key="s" * 32, session_data="", expire_date=timezone.now())
    backup = make_backup()
    session.delete()
    books.change(
        backup.path,
        "CREATE TRIGGER kept BEFORE DELETE ON django_session BEGIN SELECT RAISE(ABORT, 'sessions stay'); END",
    )

    with pytest.raises(RestoreFailed, match=r"^Not restored: sessions stay"):
        restore(backup.path, agree=yes)

    assert beside(played) == [""]


def test_a_backup_that_changes_while_it_is_restored_is_told(played):
    Session.objects.create(session_key="s" * 32, session_data="", expire_date=timezone.now())
    backup = make_backup()
    books.change(
        backup.path,
        "CREATE TRIGGER renames AFTER DELETE ON django_session BEGIN "
        "UPDATE reservations_player SET name = 'Bob' WHERE number = 1; END",
    )

    with pytest.raises(RestoreFailed, match="differ from the checked backup: Player 1: name is not what"):
        restore(backup.path, agree=yes)


def test_an_older_backup_laid_over_the_books_is_told_and_one_that_is_restored_is_not(played, settings):
    """After an older backup is laid over the books, the next backup deletes no other one."""
    settings.HEAD, settings.BACKUPS_KEPT = played.with_name("head"), 1
    made = make_backup().path
    backup = made.rename(made.with_name(f"hostdesk-20260101T000000Z-{made.name.split('-', 2)[2]}"))
    books.add_player(1)
    connection.close()
    shutil.copyfile(backup, played)
    laid_over = kept_head_fault()
    make_backup()
    kept = backup.exists()
    connection.close()

    restore(backup, agree=never)

    assert laid_over.startswith("This is an older copy of the books, without 1 act after act 38. ")
    assert (kept_head_fault(), kept_in(settings.HEAD).number, kept) == ("", 38, True)
    assert restored_beside(settings.HEAD).exists()


def test_acts_that_were_changed_with_every_head_after_them_are_found_in_the_newest_backup(played, settings):
    settings.HEAD = played.with_name("head")
    books.add_player(1)
    backup = make_backup()

    books.change(
        played,
        "DROP TRIGGER only_added_reservations_act_update;"
        "UPDATE reservations_act SET head = printf('%064d', number) WHERE number >= 12;",
    )

    head = backup.last.head[:12]
    told = f"Act 12 was changed. Record nothing more. Act 39 (head {head}) was recorded, and has the head 0000"
    assert kept_head_fault().startswith(told)


def test_other_books_in_the_same_folder_are_no_older_copy_and_can_be_kept(played, empty_books, settings):
    settings.HEAD = played.with_name("head")
    books.add_player(1)
    make_backup()
    other = played.with_name("other.sqlite3")
    shutil.copyfile(empty_books, other)
    with books.opened(other):
        Desk.objects.update(books=uuid.uuid4())
        books.add_player(2)
        told = kept_head_fault()

        accept_books(last_act())
        books.add_player(3)
        kept = kept_head_fault(), kept_in(settings.HEAD).number

    assert (told.partition(". ")[0], kept) == ("These are other books than this desk's", ("", 2))
    assert kept_head_fault().startswith("These are other books than this desk's.")


def test_restored_books_whose_last_act_cannot_be_kept_beside_them_are_restored(played, settings):
    backup = make_backup()
    books.add_player(1)
    settings.HEAD = played.with_name("gone") / "head"

    with pytest.raises(RestoreFailed, match=r"^The books are restored, but their last act could not be kept"):
        restore(backup.path, agree=yes)

    assert last_act().number == 38


def test_restored_books_without_an_act_leave_no_head(desk, settings):
    settings.HEAD = desk.with_name("head")
    empty = make_backup()
    books.add_player(1)

    restore(empty.path, agree=yes)

    assert (settings.HEAD.exists(), kept_head_fault()) == (False, "")
