"""File locks for one process at a time: two processes on this system, and the branches for Windows and macOS."""

import errno
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import ClassVar

import portalocker
import pytest

from reservations.acts import disk
from tests.other_systems import loaded_on

PROCESSES = multiprocessing.get_context("spawn")
FOR_LONG = [sys.executable, "-c", "import time; time.sleep(60)"]


def hold(path, has_it, may_go):
    """Lock the file until the event is set."""
    with disk.locked(path):
        has_it.set()
        may_go.wait()


def start_a_child_that_stays(path, pipe):
    """Lock the file, start a program that keeps running, and die."""
    with disk.locked(path):
        child = subprocess.Popen(FOR_LONG, close_fds=False)
        pipe.send(child.pid)
        os._exit(1)


def read(path, has_it, may_go):
    """Read from the books until the event is set."""
    with closing(sqlite3.connect(path, isolation_level=None)) as books:
        books.execute("BEGIN")
        books.execute("SELECT * FROM sqlite_master").fetchall()
        has_it.set()
        may_go.wait()


@contextmanager
def held_by_another(path, how=hold):
    """Let another process hold the file; yield the process and the event that makes it let go."""
    has_it, may_go = PROCESSES.Event(), PROCESSES.Event()
    holder = PROCESSES.Process(target=how, args=(path, has_it, may_go))
    holder.start()
    assert has_it.wait(60)
    try:
        yield holder, may_go
    finally:
        holder.kill()
        holder.join()


def wait_for(path):
    """Wait until the file can be locked."""
    with disk.locked(path):
        return True


def is_free(path):
    with disk.own_file(path) as file:
        return disk.try_lock(file)


def test_a_second_process_does_not_get_it_until_the_first_lets_go(tmp_path):
    path = tmp_path / "file"

    with held_by_another(path) as (holder, may_go):
        before = is_free(path)
        may_go.set()
        holder.join()

        assert (before, is_free(path)) == (False, True)


def test_a_second_process_waits_until_the_first_lets_go(tmp_path):
    path = tmp_path / "file"

    with held_by_another(path) as (_, may_go), ThreadPoolExecutor() as threads:
        waiting = threads.submit(wait_for, path)
        time.sleep(0.3)
        early = waiting.done()
        may_go.set()

        assert (early, waiting.result(60)) == (False, True)


def test_a_killed_process_holds_nothing(tmp_path):
    path = tmp_path / "file"

    with held_by_another(path) as (holder, _):
        holder.kill()
        holder.join()

        assert is_free(path)


def test_what_a_process_started_holds_nothing_after_it(tmp_path):
    path = tmp_path / "file"
    here, there = PROCESSES.Pipe()
    parent = PROCESSES.Process(target=start_a_child_that_stays, args=(path, there))
    parent.start()
    child = here.recv()
    parent.join()

    free = wait_for(path)  # a newly started child lets go a moment later

    os.kill(child, signal.SIGKILL)  # the child was still running
    assert free


def test_two_who_open_it_in_one_process_exclude_each_other(tmp_path):
    with disk.locked(tmp_path / "file"):
        assert not is_free(tmp_path / "file")
    assert is_free(tmp_path / "file")


def test_it_is_made_for_its_owner_alone_and_keeps_its_content(tmp_path):
    path = tmp_path / "file"
    with disk.locked(path) as file:
        file.write(b"one line\n")

    with disk.locked(path):
        pass

    assert (path.read_bytes(), oct(path.stat().st_mode)[-3:]) == (b"one line\n", "600")


def test_a_folder_that_is_gone_is_told(tmp_path):
    with pytest.raises(FileNotFoundError), disk.locked(tmp_path / "gone" / "file"):
        pass


def test_a_disk_without_locks_is_told(tmp_path, monkeypatch):
    def cannot(*_):
        raise OSError(errno.EOPNOTSUPP, "no locks here")

    monkeypatch.setattr(portalocker.portalocker, "LOCKER", cannot)

    with pytest.raises(OSError, match="No locks available"), disk.locked(tmp_path / "file"):
        pass


def test_who_waits_on_windows_asks_again_after_ten_seconds(tmp_path, monkeypatch):
    asked = []

    def after_ten_seconds(*_):
        asked.append("again")
        if len(asked) < 3:
            raise OSError(errno.EAGAIN, "resource deadlock avoided")

    monkeypatch.setattr(portalocker.portalocker, "LOCKER", after_ten_seconds)

    with disk.locked(tmp_path / "file"):
        assert len(asked) == 3


def test_books_are_unused_once_nobody_reads_them(tmp_path):
    path = tmp_path / "hostdesk.sqlite3"
    with closing(sqlite3.connect(path)) as books:
        books.execute("CREATE TABLE night (number)")

    with held_by_another(path, read) as (holder, may_go):
        with pytest.raises(BlockingIOError, match=r"Another program is using hostdesk\.sqlite3"), disk.unused(path):
            pass
        may_go.set()
        holder.join()

        with disk.unused(path):
            writes = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN EXCLUSIVE')"
            ran = subprocess.run([sys.executable, "-c", writes, path], capture_output=True, text=True, check=False)

    assert "database is locked" in ran.stderr


def test_only_its_owner_reads_a_file_that_others_have_no_right_to(tmp_path):
    path = tmp_path / "secret"
    path.touch(0o600)

    before = disk.others_can_read(path)
    path.chmod(0o640)

    assert (before, disk.others_can_read(path)) == (False, True)


@pytest.fixture
def on(monkeypatch):
    """Return a loader of the module as another system sees it, with that ``fcntl`` or none."""

    def load(platform, fcntl):
        monkeypatch.setitem(sys.modules, "fcntl", fcntl)
        return loaded_on(platform, disk, monkeypatch)

    return load


def test_windows_opens_no_folder_and_asks_no_mode(on, tmp_path, monkeypatch):
    (tmp_path / "file").touch(0o666)
    opened, real = [], os.open

    def noted(path, *rest):
        opened.append(path)
        return real(path, *rest)

    monkeypatch.setattr(os, "open", noted)

    windows = on("win32", None)
    windows.sync(tmp_path)
    windows.sync(tmp_path / "file")

    assert (opened, windows.others_can_read(tmp_path / "file")) == ([tmp_path / "file"], False)


def test_books_are_unused_on_windows_when_they_can_be_renamed(on, tmp_path, monkeypatch):
    path = tmp_path / "hostdesk.sqlite3"
    path.touch()
    windows = on("win32", None)

    with windows.unused(path):
        path.rename(tmp_path / "aside")

    def is_open(*_):
        raise PermissionError(errno.EACCES, "The process cannot access the file", str(path))

    path.touch()
    monkeypatch.setattr(os, "rename", is_open)
    with pytest.raises(BlockingIOError, match=r"Another program is using hostdesk\.sqlite3"), windows.unused(path):
        pass


def test_a_mac_is_asked_to_write_what_its_disk_keeps_in_memory(on, tmp_path):
    class Fcntl:
        F_FULLFSYNC = 51
        asked: ClassVar[list[int]] = []

        @classmethod
        def fcntl(cls, descriptor, what):
            os.fstat(descriptor)
            cls.asked.append(what)

    mac = on("darwin", Fcntl)
    (tmp_path / "file").touch()

    mac.sync(tmp_path / "file")
    mac.sync(tmp_path)

    assert Fcntl.asked == [51, 51]


def test_a_disk_of_a_mac_that_fails_is_a_fault(on, tmp_path):
    class Fcntl:
        F_FULLFSYNC = 51

        @staticmethod
        def fcntl(descriptor, what):
            raise OSError(errno.EIO, "Input/output error")

    mac = on("darwin", Fcntl)
    (tmp_path / "file").touch()

    with pytest.raises(OSError, match="Input/output error"):
        mac.sync(tmp_path / "file")


def test_a_share_on_the_network_cannot_be_asked_for_it_and_was_synced(on, tmp_path, monkeypatch):
    class Fcntl:
        F_FULLFSYNC = 51

        @staticmethod
        def fcntl(descriptor, what):
            raise OSError(errno.ENOTSUP, "Operation not supported")

    synced, real = [], os.fsync

    def noted(descriptor):
        real(descriptor)
        synced.append(Path("/proc/self/fd", str(descriptor)).readlink())

    monkeypatch.setattr(os, "fsync", noted)
    mac = on("darwin", Fcntl)
    (tmp_path / "file").touch()

    mac.sync(tmp_path / "file")

    assert synced == [tmp_path / "file"]
