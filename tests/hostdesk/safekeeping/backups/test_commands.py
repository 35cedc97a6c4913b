import logging
import subprocess
import sys
from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from hostdesk.base.site.rounds import known
from hostdesk.front.serving.due_worker import do_round
from hostdesk.imports.night_log.commands import post_log, read_log
from hostdesk.safekeeping.backups import queries as backups_queries
from hostdesk.safekeeping.backups.commands import (
    BackupFailed,
    back_up_after_close,
    back_up_if_due,
    check_file,
    content_of,
    failure,
    make_backup,
)
from hostdesk.safekeeping.backups.queries import LastAct, check_books, last_act
from ledger.models import Bank
from reservations.acts.kept_head import BACKUP_NAME
from tests import desk as installation
from tests.hostdesk.mail.mail_account.accounts import PASSWORD, keep
from tests.hostdesk.safekeeping.backups import books
from tests.hostdesk.supervision import backing_up

NIGHTS = ("dave-2018-1", "ericn-1")


def two_nights():
    """Return one file with two whole nights in it."""
    return read_log(b"".join((books.NIGHTS / f"{night}.jsonl").read_bytes() for night in NIGHTS))


def test_a_backup_says_how_far_it_goes_and_only_its_owner_reads_it(played):
    made = make_backup()

    assert made.last == last_act() == check_file(made.path).last
    assert BACKUP_NAME.fullmatch(made.path.name)
    assert made.path.name.endswith(f"-act38-{made.last.head[:12]}.sqlite3")
    assert (made.path.stat().st_mode & 0o777, made.path.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_a_backup_holds_what_the_books_hold_and_has_nothing_beside_it(played):
    made = make_backup()

    assert content_of(made.path) == content_of(played)
    assert books.names(played) == [made.path.name]


def test_a_backup_has_the_mail_account_and_not_its_password(played):
    keep()

    written = make_backup().path.read_bytes()

    assert [text.encode() in written for text in ("smtp.example.org", PASSWORD)] == [True, False]


def test_the_command_says_where_the_backup_is(desk):
    said = StringIO()

    call_command("backup", stdout=said)

    made = backups_queries.kept(".sqlite3")[0]
    size = f"{made.stat().st_size / 1_000_000:.1f} MB"
    assert said.getvalue() == f"Backed up no acts, checked, {size}: {made}\n"


def test_damaged_books_are_no_backup_and_push_none_out(played, settings):
    settings.BACKUPS_KEPT = 1
    make_backup()
    before = books.names(played)
    books.change(played, "UPDATE reservations_player SET name = 'Bob' WHERE number = 1")

    with pytest.raises(BackupFailed) as failed:
        make_backup()

    assert str(failed.value) == (
        "No backup was made: the copy fails its check. Player 1: name is not what their latest act says. "
        "The earlier backups are unchanged."
    )
    assert books.names(played) == before


def test_many_faults_are_told_in_part(desk):
    books.add_players(*range(7))
    books.change(desk, "UPDATE reservations_player SET regular = 0")

    with pytest.raises(BackupFailed) as failed:
        make_backup()

    assert str(failed.value).count("Player ") == 5
    assert " And 2 more; `.venv/bin/python manage.py ledger_check` lists them all. The earlier " in str(failed.value)


def test_missing_books_are_told(desk):
    connection.close()
    desk.unlink()

    with pytest.raises(CommandError, match=r"^No backup was made: there is no database at .*hostdesk\.sqlite3\. "):
        call_command("backup")

    assert not desk.exists()


def test_books_in_memory_have_no_backup(desk):
    with books.opened(Path(":memory:")):
        back_up_after_close()
        with pytest.raises(BackupFailed, match=r"^No backup was made: books in memory have no file\. "):
            make_backup()

    assert not (desk.parent / "backups").exists()


@pytest.mark.parametrize("limit", [4096, *(pytest.param(limit, marks=pytest.mark.long) for limit in (65536, 131072))])
def test_a_full_disk_costs_no_earlier_backup(limit, played):
    """A limit on the size of any file stands in for a full disk."""
    make_backup()
    before = {name: (played.parent / "backups" / name).read_bytes() for name in books.names(played)}

    done = subprocess.run(
        ["prlimit", f"--fsize={limit}", sys.executable, "manage.py", "backup"],
        cwd=installation.ROOT,
        # Otherwise Python's own files would be cut off too, for every process after this one.
        env={**installation.environment(played.parent, 8000), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "CommandError: No backup was made: disk I/O error. The earlier backups are unchanged.\n"
    assert {name: (played.parent / "backups" / name).read_bytes() for name in books.names(played)} == before


def test_a_close_leaves_a_backup_behind(desk):
    books.play("dave-2018-1")

    assert books.reached(desk) == ["act38"]
    assert check_file(backups_queries.kept(".sqlite3")[0]).last == last_act()


def test_a_file_of_many_nights_leaves_one(desk):
    post_log(two_nights())

    assert books.reached(desk) == ["act81"]


@pytest.mark.further
@pytest.mark.parametrize(("options", "reached"), [({}, ["act81"]), ({"dry_run": True}, [])])
def test_a_command_with_a_file_a_night_leaves_one(options, reached, desk):
    (desk.parent / "backups").mkdir()

    call_command("import_night", *(books.NIGHTS / f"{each}.jsonl" for each in NIGHTS), stdout=StringIO(), **options)

    assert books.reached(desk) == reached


def test_a_rehearsal_leaves_none(desk):
    post_log(read_log((books.NIGHTS / "dave-2018-1.jsonl").read_bytes()), dry_run=True)

    assert not (desk.parent / "backups").exists()


def test_a_close_that_is_known_leaves_none(played):
    books.play("dave-2018-1")

    assert not (played.parent / "backups").exists()


def test_a_close_leaves_none_where_backups_are_off(desk, settings):
    settings.BACKUPS_KEPT = 0

    books.play("dave-2018-1")

    assert not (desk.parent / "backups").exists()


def test_one_made_by_hand_where_backups_are_off_deletes_none(desk, settings):
    settings.BACKUPS_KEPT = 0

    for number in range(3):
        books.add_player(number)
        make_backup()

    assert books.reached(desk) == ["act1", "act2", "act3"]


def test_a_backup_that_fails_is_told_once_and_the_close_stands(desk, caplog):
    (desk.parent / "backups").write_text("not a folder")

    post_log(two_nights())

    assert Bank.objects.filter(closed=None).count() == 0
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert failure.why.startswith("No backup was made: File exists")
    assert caplog.messages[0] == (
        "The night is closed and recorded, but there is no backup of it. No backup was made: File exists "
        f"({desk.parent}/backups). The earlier backups are unchanged."
    )


def test_after_one_that_failed_the_next_close_tries_again(desk):
    (desk.parent / "backups").write_text("not a folder")
    books.play("dave-2018-1")
    (desk.parent / "backups").unlink()

    books.play("ericn-1")

    assert books.reached(desk) == ["act81"]


def test_a_desk_that_does_rounds_makes_the_backup_beside_the_close(desk):
    with known(backup := backing_up()):
        books.play("dave-2018-1")
        before = (desk.parent / "backups").exists()
        do_round(backup)
        do_round(backup)

    assert (before, books.reached(desk)) == (False, ["act38"])


def test_a_round_that_fails_tells_why_and_the_next_one_makes_the_backup(played):
    (played.parent / "backups").write_text("not a folder")
    do_round(backup := backing_up())
    told = (backup.failed, backup.fault)
    (played.parent / "backups").unlink()

    do_round(backup)

    folder = played.parent / "backups"
    reason = f"No backup was made: File exists ({folder}). The earlier backups are unchanged."
    assert told == (1, reason)
    assert (backup.failed, books.reached(played)) == (0, ["act38"])


def test_a_backup_of_other_books_is_not_one_of_these(played):
    (played.parent / "backups").mkdir()
    (played.parent / "backups" / f"hostdesk-20990101T000000Z-act99-{'a' * 12}.sqlite3").touch()

    back_up_if_due()

    assert books.reached(played) == ["act38", "act99"]


def test_acts_after_the_close_wait_for_the_next_one(played):
    back_up_if_due()
    books.add_player(1)

    back_up_if_due()

    assert books.reached(played) == ["act38"]


def test_a_migration_is_preceded_by_a_backup(desk):
    books.add_player(1)
    books.change(desk, "DELETE FROM django_migrations WHERE app = 'ledger'")

    call_command("migrate", "ledger", fake=True, verbosity=0, stdout=StringIO())

    assert books.reached(desk) == ["act1"]
    assert check_books().migrations_missing == 0


def test_where_nothing_is_to_be_migrated_nothing_is_backed_up(desk):
    call_command("migrate", verbosity=0)

    assert not (desk.parent / "backups").exists()


@pytest.mark.further
@pytest.mark.parametrize(("target", "reached"), [("zero", ["act1"]), (f"{books.LEDGER_MIGRATIONS:04}", [])])
def test_the_way_back_is_preceded_by_a_backup_too(target, reached, desk):
    books.add_player(1)
    (desk.parent / "backups").mkdir()

    call_command("migrate", "ledger", target, fake=True, verbosity=0, stdout=StringIO())

    assert books.reached(desk) == reached


@pytest.mark.parametrize("options", [{"plan": True}, {"check_unapplied": True}])
def test_a_look_at_the_plan_backs_nothing_up(options, desk):
    books.change(desk, "DELETE FROM django_migrations WHERE app = 'ledger'")

    with suppress(SystemExit):
        call_command("migrate", verbosity=0, stdout=StringIO(), **options)

    assert not (desk.parent / "backups").exists()


@pytest.mark.parametrize("target", [("nothing",), ("ledger", "0999")])
def test_a_target_that_is_not_there_is_left_to_django(target, desk):
    with pytest.raises(CommandError):
        call_command("migrate", *target, verbosity=0)

    assert not (desk.parent / "backups").exists()


def test_without_a_backup_nothing_is_migrated(desk):
    (desk.parent / "backups").write_text("not a folder")
    books.change(desk, "DELETE FROM django_migrations WHERE app = 'ledger'")

    with pytest.raises(CommandError, match=r"Nothing was migrated; `.+ migrate --no-backup` migrates without one"):
        call_command("migrate", "ledger", fake=True, verbosity=0)

    assert check_books().migrations_missing == books.LEDGER_MIGRATIONS


def test_where_backups_are_off_a_migration_says_so(desk, settings):
    settings.BACKUPS_KEPT = 0
    said = StringIO()

    call_command("backup", "--before-migrate", stdout=said)

    assert said.getvalue() == "Migrating without a backup: HOSTDESK_BACKUPS_KEPT is 0.\n"
    assert not (desk.parent / "backups").exists()


def test_nothing_happened_yet_is_backed_up_too(desk):
    assert make_backup().last == LastAct()


def test_a_server_that_does_not_answer_costs_the_backup(desk):
    with books.unreachable(), pytest.raises(BackupFailed, match=r"^No backup was made: connection"):
        make_backup()
