"""The desk's own files on every system: one process at a time has a file, written data is on the disk, and only
their owner reads them.

Windows opens no folder, renames and deletes no open file, and a lock there keeps others from reading, too. There the
folder decides the readers of a file, not a mode. ``docs/systems.md`` lists the tests on every system.
"""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

import portalocker
from portalocker import LockFlags

if sys.platform != "win32":
    import fcntl

# The places in the file that SQLite locks for reading or writing: see "Locking" in its file format.
_FIRST_LOCK_BYTE, _LOCK_BYTES = 0x4000_0000, 512


def own_file(path: Path) -> FileIO:
    """Open a file for reading and writing, made for its owner alone if it is missing. Raises ``OSError``."""
    return FileIO(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+")


def try_lock(file: FileIO, how: LockFlags = LockFlags.EXCLUSIVE | LockFlags.NON_BLOCKING) -> bool:
    """Lock all others out of an open file, at once; False if another has it. Raises ``OSError``.

    Others are other processes, and other openings of the file in this process. The lock ends when the file is closed or
    the process ends in any way; programs started by the process do not hold it.
    """
    try:
        portalocker.lock(file, how)
    except portalocker.AlreadyLocked:
        return False
    except portalocker.LockException as fault:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK)) from fault
    return True


@contextmanager
def locked(path: Path) -> Iterator[FileIO]:
    """Open an `own_file`, and wait until no other holds it. Raises ``OSError``."""
    with own_file(path) as file:
        while not try_lock(file, LockFlags.EXCLUSIVE):
            pass  # Windows waits ten seconds at a time
        yield file


@contextmanager
def unused(path: Path) -> Iterator[None]:
    """Keep other programs away from a SQLite file; raises ``BlockingIOError`` while one uses it, and ``OSError``."""
    with own_file(path) as file:
        try:
            if sys.platform == "win32":
                file.close()
                path.rename(path)  # it does not rename a file that a program has open
            else:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, _LOCK_BYTES, _FIRST_LOCK_BYTE)
        except (BlockingIOError, PermissionError):
            raise BlockingIOError(errno.EAGAIN, f"Another program is using {path.name}: stop it first.") from None
        yield


def sync(path: Path) -> None:
    """Write a file, or the names in a folder, to the disk. Raises ``OSError``.

    Windows opens no folder, and writes the names of files by itself.
    """
    is_folder = path.is_dir()
    if is_folder and sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY if is_folder else os.O_RDWR)
    try:
        os.fsync(descriptor)
        if sys.platform == "darwin":
            # A Mac's disk may keep synced data in its own memory; a share on the network does not have this request.
            try:
                fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            except OSError as fault:
                if fault.errno not in (errno.ENOTSUP, errno.EINVAL, errno.ENOTTY):
                    raise
    finally:
        os.close(descriptor)


def others_can_read(path: Path) -> bool:
    """Tell whether the mode of a file lets others read or change it. Raises ``OSError``."""
    return sys.platform != "win32" and bool(path.stat().st_mode & 0o077)
