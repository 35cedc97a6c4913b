"""The copies in the second place: the times of copying, their content, and a place that is away or broken."""

import os
import signal
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings

from hostdesk.base.site.rounds import SECOND_PLACE, Round, known
from hostdesk.safekeeping.backups.commands import BackupFailed, back_up_after_close, check_file, content_of
from hostdesk.safekeeping.backups.queries import last_act
from hostdesk.safekeeping.backups.restore_commands import Comparison, RestoreFailed
from hostdesk.safekeeping.second_place import queries
from hostdesk.safekeeping.second_place.commands import (
    choose_folder,
    copy_if_due,
    keep_recipient,
    read_back,
    restore_copy,
)
from hostdesk.safekeeping.second_place.copies import Copy
from hostdesk.safekeeping.second_place.queries import PlaceFault
from hostdesk.safekeeping.second_place.sheet_key import lock, new_key, public_half, unlock
from reservations.acts.kept_head import KeptHead, keep_in
from reservations.acts.problems import SetAside
from tests.faults.fresh_process import in_processes
from tests.hostdesk.safekeeping.backups import books
from tests.hostdesk.safekeeping.second_place.conftest import KEY

NOW = datetime(2026, 11, 21, 3, 42, 5, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
OTHER = "AGE-SECRET-KEY-1KHAYWYPYNVPQUTRT9DZVDUPHAFVHW47GUNGY5TLWTRSXY9RJ7CRQM2J3VX"


def names(folder: Path) -> list[str]:
    """Return the names of the files in a folder."""
    return sorted(path.name for path in folder.iterdir())


def opened(copy: Path, beside: Path) -> Path:
    """Open a copy with the key on paper, and return its books."""
    plain = beside / "opened.sqlite3"
    with copy.open("rb") as locked, plain.open("wb") as file:
        unlock(locked, file, KEY)
    return plain


def told(now: datetime = NOW) -> str:
    """Return the reason why the place takes no copy now."""
    with pytest.raises(SetAside) as aside:
        copy_if_due(now)
    return aside.value.words()["the copy"]


def test_a_copy_holds_the_books_and_only_the_key_on_paper_opens_it(played, stick, tmp_path):
    copy_if_due(NOW)

    (name,) = names(stick)
    assert name == f"hostdesk-20261121T034205Z-act38-{last_act().head[:12]}.sqlite3.age"
    assert b"SQLite" not in (stick / name).read_bytes()
    plain = opened(stick / name, tmp_path)
    assert check_file(plain).last == last_act()
    assert content_of(plain) == content_of(played)


def test_a_copy_is_read_back_where_nothing_says_what_the_computer_keeps_in_memory(played, stick, monkeypatch):
    monkeypatch.setattr("sys.platform", "freebsd14")

    copy_if_due(NOW)

    assert len(names(stick)) == 1


def test_nothing_readable_stays_behind(played, stick, tmp_path):
    copy_if_due(NOW)

    assert names(tmp_path) == ["backups", "hostdesk.sqlite3", "recipient", "second-place"]
    assert names(tmp_path / "backups") == [".lock"]
    assert queries.last_good().copy == Copy(NOW, 38, last_act().head[:12], ".sqlite3")


@pytest.mark.parametrize("missing", ["BACKUP_TO", "recipient"])
def test_nothing_is_copied_before_there_are_a_place_and_a_key(played, stick, settings, tmp_path, missing):
    settings.BACKUP_TO = None if missing == "BACKUP_TO" else stick
    if missing == "recipient":
        (tmp_path / "recipient").write_text("age1 is what the dog left of it\n")

    copy_if_due(NOW)

    assert names(stick) == []


def test_the_key_of_the_environment_comes_first(played, stick, settings, tmp_path):
    (tmp_path / "recipient").unlink()
    settings.BACKUP_RECIPIENT = public_half(KEY)

    copy_if_due(NOW)

    assert content_of(opened(stick / names(stick)[0], tmp_path)) == content_of(played)


def test_a_new_key_locks_the_copies_from_then_on(played, stick, tmp_path):
    copy_if_due(NOW)
    keep_recipient(public_half(new_key()))
    books.add_player(1)

    copy_if_due(LATER)

    first, second = names(stick)
    assert content_of(opened(stick / first, tmp_path))
    with pytest.raises(Exception, match="another recovery sheet"):
        opened(stick / second, tmp_path)


def test_the_next_copy_waits_until_something_was_recorded_and_some_time_has_passed(played, stick):
    copy_if_due(NOW)
    copy_if_due(LATER)
    books.add_player(1)
    copy_if_due(NOW + timedelta(minutes=59))
    made = len(names(stick))

    copy_if_due(LATER)

    assert [made, [name.split("-")[2] for name in names(stick)]] == [1, ["act38", "act39"]]


def test_a_close_wakes_the_round(played, stick):
    waiting = Round(SECOND_PLACE, lambda *_: None, every=60, patience=60)

    with known(waiting):
        back_up_after_close()

    assert waiting.woken.is_set()


def test_a_stick_that_was_pulled_out_is_told_and_gone_on_with(played, stick):
    stick.rmdir()
    said = told()
    stick.mkdir()

    copy_if_due(NOW)

    assert said.startswith(f"{stick} is not there. Is the stick plugged in")
    assert len(names(stick)) == 1


def test_another_empty_stick_gets_a_copy_at_once(played, stick):
    copy_if_due(NOW)
    (stick / names(stick)[0]).unlink()

    copy_if_due(NOW + timedelta(minutes=1))

    assert len(names(stick)) == 1


def test_a_share_that_is_no_longer_mounted_gets_no_copy(played, share, stick, settings):
    copy_if_due(NOW)
    kept = queries.last_good()
    # The folder of the mount point lies on the disk of the books.
    settings.BACKUP_TO = stick
    text = queries.memory_of_place().read_text().replace(str(share), str(stick))
    queries.memory_of_place().write_text(text)

    said = told(LATER)

    assert (kept.elsewhere, names(stick)) == (True, [])
    assert "is the share mounted?" in said


def test_a_file_in_its_place_is_refused(played, stick):
    stick.rmdir()
    stick.write_text("a stick")

    assert told() == f"{stick} is a file: the copies need a folder."


def test_a_place_that_cannot_be_written_is_told(played, stick, settings):
    settings.BACKUP_TO = Path("/sys")  # not even root can make a file there

    assert told() == "/sys cannot be written. Make it writable for the user of the desk."


def test_what_reads_back_otherwise_is_no_copy(stick):
    written, once, books = stick / "hostdesk-abc.age.partial", new_key(), b"the books"
    with written.open("wb") as file:
        lock(BytesIO(books), file, [public_half(once)])
    read_back(written, once, sha256(books).digest())
    written.write_bytes(written.read_bytes()[:-1])

    with pytest.raises(PlaceFault, match="gives back something else than was written"):
        read_back(written, once, sha256(books).digest())


def dies_over_a_copy(step: str, folder: Path, stick: Path) -> None:
    """Copy the books of a folder to the stick, with a kill at that step."""
    settings.VAR, settings.HEAD, settings.BACKUP_TO, settings.BACKUP_RECIPIENT = folder, None, stick, ""
    setattr(os, step, lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
    copy_if_due(NOW)


@pytest.mark.long
@pytest.mark.sqlite  # another process opens the books
@pytest.mark.parametrize("step", ["fdopen", "posix_fadvise", "replace"])
def test_a_desk_that_is_killed_over_a_copy_leaves_no_half_one(played, stick, tmp_path, step):
    ended = in_processes(partial(dies_over_a_copy, step, played.parent, stick))

    left, copies = [path.suffixes for path in stick.iterdir()], queries.copies_in(stick)
    copy_if_due(NOW)

    (whole,) = queries.copies_in(stick)
    assert (ended, left, copies) == ([-signal.SIGKILL], [[".age", ".partial"]], [])
    assert content_of(opened(stick / whole.name, tmp_path)) == content_of(played)


def test_damaged_books_are_not_copied(played, stick):
    books.change(played, "UPDATE reservations_player SET name = 'Bob' WHERE number = 1")

    with pytest.raises(BackupFailed):
        copy_if_due(NOW)

    assert names(stick) == []


def old(act: int, head: str, days: int, hours: int = 0) -> str:
    """Return the name of a copy of that age."""
    return Copy(NOW - timedelta(days=days, hours=hours), act, head, ".sqlite3").name


def test_old_copies_of_these_books_go_and_nothing_else(played, stick, tmp_path):
    heads = {number: head[:12] for number, head in books.heads(played).items()}
    ours = [old(30, heads[30], 5), old(29, heads[29], 5, 1), old(28, heads[28], 5, 2)]
    others = [old(29, "0" * 12, 5, 1), old(28, "0" * 12, 5, 2), "photo.jpg", f"{ours[0]}.bak"]
    left, writing = "hostdesk-abc.age.partial", "hostdesk-def.age.partial"
    for name in (*ours, *others, left, writing):
        (stick / name).touch()
    os.utime(stick / left, (0, NOW.timestamp() - 25 * 3600))
    os.utime(stick / writing, (0, NOW.timestamp()))

    copy_if_due(NOW)

    new = queries.last_good().name
    assert names(stick) == sorted([ours[0], *others, writing, new])


def test_of_books_that_lost_their_end_no_old_copy_goes(played, stick, settings, tmp_path):
    heads = {number: head[:12] for number, head in books.heads(played).items()}
    copies = [old(30, heads[30], 5), old(29, heads[29], 5, 1)]
    for name in copies:
        (stick / name).touch()
    settings.HEAD = tmp_path / "head"
    keep_in(settings.HEAD, KeptHead(99, "0" * 64))

    copy_if_due(NOW)

    assert set(copies) < set(names(stick))


def test_an_old_copy_that_cannot_be_deleted_keeps_no_new_one_from_being_made(played, stick, caplog):
    heads = {number: head[:12] for number, head in books.heads(played).items()}
    (stick / old(30, heads[30], 5)).touch()
    (stick / old(29, heads[29], 5, 1)).mkdir()

    copy_if_due(NOW)

    assert "could not be deleted" in caplog.text
    assert queries.last_good().name in names(stick)


def nobody(_: Comparison) -> bool:
    """Fail if the command asks for agreement."""
    raise AssertionError


def test_a_copy_restores_on_an_empty_machine_which_goes_on_with_the_same_sheet(played, stick, settings, tmp_path):
    copy_if_due(NOW)
    settings.VAR = tmp_path / "another"
    with books.opened(settings.VAR / "hostdesk.sqlite3"):
        restored = restore_copy(stick / names(stick)[0], KEY, agree=nobody)

        assert restored.found.last == last_act()
    assert (last_act().number, queries.locks_for()) == (38, public_half(KEY))
    assert sorted(set(names(settings.VAR)) - {"hostdesk.sqlite3-journal"}) == [
        "hostdesk.sqlite3",
        "hostdesk.sqlite3.held",
        "recipient",
    ]


def test_an_old_sheet_does_not_become_that_of_a_desk_with_a_new_one(played, stick):
    copy_if_due(NOW)
    half = public_half(new_key())
    keep_recipient(half)

    restore_copy(stick / names(stick)[0], KEY, agree=nobody)

    assert queries.locks_for() == half


def cut(content: bytes) -> bytes:
    """Return a file without its end."""
    return content[:-20]


def changed(content: bytes) -> bytes:
    """Return a file with one changed byte."""
    return content[:50_000] + bytes([content[50_000] ^ 1]) + content[50_001:]


def same(content: bytes) -> bytes:
    """Return a file unchanged."""
    return content


@pytest.mark.parametrize(
    ("spoil", "key", "why"),
    [
        (same, OTHER, "made for another recovery sheet"),
        (changed, KEY, "damaged or cut off"),
        (cut, KEY, "damaged or cut off"),
    ],
)
def test_a_wrong_key_or_a_spoilt_copy_changes_nothing(played, stick, tmp_path, spoil, key, why):
    copy_if_due(NOW)
    copy = stick / names(stick)[0]
    copy.write_bytes(spoil(copy.read_bytes()))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    with pytest.raises(RestoreFailed, match=why):
        restore_copy(copy, key, agree=nobody)

    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_copy_that_is_not_there_is_told(stick):
    with pytest.raises(RestoreFailed, match="No such file"):
        restore_copy(stick / "hostdesk.age", KEY, agree=nobody)


def test_a_disk_gets_a_folder_of_the_desk_and_a_typed_folder_is_taken_as_it_is(sticks):
    choose_folder(disk=str(sticks), folder="")
    on_the_disk = queries.second_folder()
    (sticks / "mine").mkdir()

    choose_folder(disk="", folder=str(sticks / "mine"))

    assert (on_the_disk, queries.second_folder()) == (sticks / "hostdesk", sticks / "mine")


@pytest.mark.parametrize(
    ("disk", "folder", "reason"),
    [
        ("/media/ann/gone", "", "not there any more"),
        ("", "stick", "from the root on"),
        ("", "", "Choose a disk, or type a folder"),
    ],
)
def test_a_place_that_is_none_is_refused_and_nothing_is_kept(sticks, disk, folder, reason):
    with pytest.raises(PlaceFault, match=reason):
        choose_folder(disk=disk, folder=folder)

    assert queries.second_folder() is None
