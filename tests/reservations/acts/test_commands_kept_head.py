"""The desk writes the number and head of each act outside the books, and so detects books that were set back."""

import os
import uuid
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.db import OperationalError, connection

from reservations.acts.head_queries import head_fault, kept_head_fault
from reservations.acts.kept_head import KeptHead, keep_in, kept_in, restored_beside
from reservations.acts.kinds import Stamp
from reservations.models import Act, Desk
from reservations.players.commands import record_player
from tests.triggers import remove_triggers

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


@pytest.fixture
def path(settings, tmp_path):
    settings.HEAD = tmp_path / "head"
    return settings.HEAD


@pytest.fixture
def adds(path, django_capture_on_commit_callbacks):
    def add(*names):
        for name in names:
            with django_capture_on_commit_callbacks(execute=True):
                record_player(stamp=Stamp(f"new-player-{name}", AT), name=name, regular=True)

    return add


def last():
    act = Act.objects.latest("number")
    return KeptHead(act.number, act.head, Desk.objects.get().books.hex)


def lay_back(number):
    """Set the books back, consistently, to their state after the act of that number."""
    for table in ("player", "act"):
        with_triggers_off(f"DELETE FROM reservations_{table} WHERE number > %s", number)


def with_triggers_off(sql, *values):
    """Make a change that the database itself refuses."""
    remove_triggers(connection)
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def named():
    """Return the name that the desk gives to the fault of the books, without the numbers."""
    return kept_head_fault().partition(". ")[0].partition(":")[0]


def test_each_act_is_kept(adds, path):
    adds("Ann")
    first = kept_in(path)
    adds("Bo", "Cy")

    assert (first.number, kept_in(path), kept_head_fault()) == (1, last(), "")


def test_acts_that_are_not_committed_are_not(path):
    record_player(stamp=Stamp("new-player-ann", AT), name="Ann", regular=True)

    assert kept_in(path) is None


def test_a_tail_cut_off_is_told_and_stays_told_when_acts_follow(adds, path):
    adds("Ann", "Bo", "Cy")
    kept = kept_in(path)

    lay_back(1)
    cut = kept_head_fault()
    os.utime(path, (1, 1))
    adds("Dee", "Eve", "Fay")

    seen = f"Act 3 (head {kept.head[:12]}) was recorded. "
    assert cut.startswith(f"The end of the books is missing: 2 acts after act 1. Record nothing more. {seen}")
    assert (kept_in(path), named()) == (kept, "This is an older copy of the books that went on")


def test_books_begun_anew_are_told(adds):
    adds("Ann")

    lay_back(0)

    assert named() == "The end of the books is missing"


def test_an_older_copy_has_never_held_what_is_missing(adds):
    adds("Ann", "Bo")
    lay_back(1)
    Desk.objects.update(reached=1)

    assert named() == "This is an older copy of the books, without 1 act after act 1"


def test_other_books_are_called_that_and_leave_the_head_alone(adds, path):
    """The other books hold the same acts with the same heads, as after an import of the log."""
    adds("Ann")
    kept = kept_in(path)

    Desk.objects.update(books=uuid.uuid4())
    adds("Bo")

    assert (named(), kept_in(path)) == ("These are other books than this desk's", kept)
    assert "Set DATABASE_URL as it was." in kept_head_fault()


def test_a_head_without_an_id_is_taken_over(adds, path):
    adds("Ann")
    keep_in(path, replace(last(), books=""))
    told = kept_head_fault()

    adds("Bo")

    assert (told, kept_in(path)) == ("", last())


def test_an_act_that_was_changed_together_with_its_head_is_named(adds, path):
    adds("Ann")

    with_triggers_off("UPDATE reservations_act SET head = %s WHERE number = 1", "9" * 64)

    assert named() == "Act 1 was changed"


def test_without_a_backup_nobody_knows_which_act_was_changed_first(adds, path):
    adds("Ann", "Bo")

    with_triggers_off("UPDATE reservations_act SET head = %s", "9" * 64)

    assert named() == "An act up to act 2 was changed"


def test_another_process_that_was_quicker_changes_nothing(adds, path):
    """A file that still names act 1 goes on to act 3; a file that already names act 4 stays at 4."""
    adds("Ann", "Bo")
    keep_in(path, None)
    keep_in(path, KeptHead(1, Act.objects.get(number=1).head))

    adds("Cy")
    behind = kept_in(path)
    keep_in(path, KeptHead(4, "4" * 64))
    adds("Dee")

    assert (behind.number, kept_in(path).number, kept_in(path).head) == (3, 4, "4" * 64)


@pytest.mark.parametrize("spoil", [lambda path: path.write_text("?"), lambda path: path.mkdir()])
def test_a_file_that_cannot_be_written_undoes_no_act_and_is_told(spoil, adds, path, caplog):
    spoil(path)

    adds("Ann")

    assert (Act.objects.count(), len(caplog.records)) == (1, 1)
    assert f"{path} cannot be read" in kept_head_fault()


def test_a_database_that_dies_after_the_commit_undoes_no_act(adds, path):
    def gone(execute, sql, *rest):
        if '"head" = ' in sql:
            raise OperationalError("server closed the connection unexpectedly")
        return execute(sql, *rest)

    adds("Ann", "Bo")
    keep_in(path, KeptHead(1, Act.objects.get(number=1).head))

    with connection.execute_wrapper(gone):
        adds("Cy")
    behind = kept_in(path)
    adds("Dee")

    assert (behind.number, kept_in(path), Act.objects.count()) == (1, last(), 4)


def test_a_head_seen_elsewhere_is_compared_by_the_digits_that_were_seen(adds):
    adds("Ann", "Bo")
    head = Act.objects.get(number=1).head

    assert [head_fault(KeptHead(1, head[:length])) for length in (12, 64)] == ["", ""]
    assert head_fault(KeptHead(1, "0" * 12)) == f"Act 1 has the head {head[:12]} here, and was seen with {'0' * 12}."
    assert head_fault(KeptHead(3, "3" * 64)).endswith(" 1 act missing.")


@pytest.fixture
def backups(path):
    """Create empty files with the names of backups beside the head: only the name counts."""

    def named(*names):
        path.with_name("backups").mkdir(exist_ok=True)
        for name in names:
            for suffix in ("sqlite3", "dump"):
                path.with_name("backups").joinpath(f"{name}.{suffix}").touch()

    return named


def test_the_newest_backups_name_tells_what_the_books_lack(adds, path, backups):
    adds("Ann", "Bo")
    backups("hostdesk-20260101T000000Z-act9-999999999999", "hostdesk-20260301T000000Z-act8-8")
    backups(f"hostdesk-20260201T000000Z-act2-{last().head[:12]}")
    holds = kept_head_fault()
    lay_back(1)
    keep_in(path, last())

    told = kept_head_fault()

    assert (holds, told.startswith("The end of the books is missing: 1 act after act 1. ")) == ("", True)
    assert f"manage.py restore {path.with_name('backups')}/hostdesk-20260201T" in told


def test_backups_made_before_books_were_restored_tell_nothing_of_them(adds, path, backups):
    adds("Ann")
    backups("hostdesk-20260101T000000Z-act9-999999999999")
    before = kept_head_fault()

    restored_beside(path).write_text("20260101T000000Z\n", "ascii")

    assert (before.startswith("This is an older copy of the books, without 8 acts"), kept_head_fault()) == (True, "")


def test_a_folder_of_backups_that_cannot_be_looked_at_is_told(adds, path):
    adds("Ann")
    restored_beside(path).mkdir()

    assert kept_head_fault().startswith("The backups cannot be looked at: ")


def test_without_a_place_nothing_is_kept_or_compared(settings, django_capture_on_commit_callbacks):
    settings.HEAD = None

    with django_capture_on_commit_callbacks() as waiting:
        record_player(stamp=Stamp("new-player-ann", AT), name="Ann", regular=True)

    assert (waiting, kept_head_fault()) == ([], "")
