"""Copies of the books in the second place: checked, locked for the key on paper, and read back."""

import hashlib
import logging
import os
import secrets
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, cast

from django.conf import settings

from hostdesk.base.site.environment import BadSetting, read_second_place
from hostdesk.safekeeping.backups.commands import checked_copy
from hostdesk.safekeeping.backups.queries import HEAD_SHOWN, own_suffix
from hostdesk.safekeeping.backups.restore_commands import Comparison, Restored, RestoreFailed, restore
from hostdesk.safekeeping.second_place import queries
from hostdesk.safekeeping.second_place.copies import Copy, Recorded, is_due, to_delete
from hostdesk.safekeeping.second_place.queries import LastGood, PlaceFault
from hostdesk.safekeeping.second_place.sheet_key import CannotOpen, lock, new_key, public_half, unlock
from reservations.acts.disk import sync
from reservations.acts.head_queries import kept_head_fault
from reservations.acts.problems import SetAside

PARTIAL = ".age.partial"
LEFT_AFTER = 24 * 3600
"""Seconds after which an unfinished file was left by a desk that was killed, and not by one that is writing."""

log = logging.getLogger(__name__)


def copy_if_due(now: datetime, _goes_on: object = None) -> None:
    """Put a copy into the second place if one is due; do nothing without a place, or for books in memory.

    A place that is away, full or broken is set aside (``SetAside``): the next round looks there again as soon as after
    a good one. Raises ``BackupFailed`` for books that fail their check, and ``DatabaseError``.
    """
    folder, recipient = queries.second_folder(), queries.locks_for()
    if folder is None or not recipient or own_suffix() is None:
        return
    books, last = queries.recorded(), queries.last_good()
    try:
        if queries.look_at(folder, last):
            marks, made = (last.marks, last.copy) if last else (None, None)
        else:
            marks, made = None, None
        if is_due(now, books, marks, made):
            put_copy(now, folder, recipient, books)
    except PlaceFault as fault:
        raise SetAside({"the copy": fault}) from None


def put_copy(now: datetime, folder: Path, recipient: str, books: Recorded) -> LastGood:
    """Write a copy of the books into the folder, read it back, and thin the old ones there.

    Beside the key on paper, the copy is locked for one that this process forgets afterwards: by it the desk reads the
    file in the place back, to the last byte, though it cannot open any copy later. Raises `PlaceFault` and
    ``BackupFailed``; there is then no new file, and the old ones are untouched.
    """
    once = new_key()
    # Nobody can see this file: it has no name, and ends with the process.
    with tempfile.TemporaryFile(dir=settings.VAR) as locked:
        with checked_copy() as (unfinished, found, suffix), unfinished.open("rb") as plain:
            digest = hashlib.file_digest(plain, "sha256").digest()
            plain.seek(0)
            lock(plain, cast(BinaryIO, locked), [recipient, public_half(once)])
        copy = Copy(now.replace(microsecond=0), found.last.number, found.last.head[:HEAD_SHOWN], suffix)
        with queries.place_faults(folder):
            size = _write(cast(BinaryIO, locked), folder, copy, once, digest)
            kept = LastGood(str(folder), copy.name, size, books.marks, queries.is_elsewhere(folder))
    _remember(queries.memory_of_place(), kept.as_text())
    # If the books lost their end, no new copy replaces an old one, which may still have it.
    if not kept_head_fault():
        _thin(now, folder, copy)
    return kept


class _Digest:
    """A file that keeps only the digest of its content."""

    def __init__(self) -> None:
        self.sum = hashlib.sha256()

    def write(self, some: bytes) -> int:
        self.sum.update(some)
        return len(some)

    def flush(self) -> None:
        """Do nothing."""


def _write(locked: BinaryIO, folder: Path, copy: Copy, once: str, digest: bytes) -> int:
    """Write it under another name, sync it, read it back from the disk, and name it; return its size in bytes."""
    locked.seek(0)
    # For writing alone, and closed before it is read: programs that carry a folder to a place like S3 often do no more.
    partial = folder / f"hostdesk-{secrets.token_hex(8)}{PARTIAL}"
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            size = sum(file.write(some) for some in iter(lambda: locked.read(1 << 20), b""))
            file.flush()
            os.fsync(file.fileno())
            # The computer's own cache of the file proves nothing about the disk.
            if sys.platform == "linux":
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        read_back(partial, once, digest)
        partial.replace(folder / copy.name)
        with suppress(OSError):  # some shares cannot sync a folder
            sync(folder)
    finally:
        partial.unlink(missing_ok=True)
    return size


def read_back(path: Path, once: str, digest: bytes) -> None:
    """Open the file in the place, to the last byte. Raises `PlaceFault` if it differs from the written one."""
    read = _Digest()
    with path.open("rb") as written, suppress(CannotOpen):
        unlock(written, cast(BinaryIO, read), once)
    if read.sum.digest() != digest:
        raise PlaceFault(
            f"{path.parent} gives back something else than was written: the disk or share is faulty. Use another one."
        )


def _thin(now: datetime, folder: Path, newest: Copy) -> None:
    """Delete old copies of these books, and files that a killed desk left unfinished; nothing else in the folder."""
    try:
        ours = [copy for copy in queries.of_these_books(queries.copies_in(folder)) if copy.suffix == newest.suffix]
        before = now.timestamp() - LEFT_AFTER
        unfinished = [path for path in folder.glob(f"hostdesk-*{PARTIAL}") if path.stat().st_mtime < before]
        for path in [*(folder / copy.name for copy in to_delete(now, ours, [newest])), *unfinished]:
            path.unlink(missing_ok=True)
    except OSError as fault:
        log.warning("An old copy in the second place could not be deleted: %s", fault)


def restore_copy(file: Path, key: str, *, agree: Callable[[Comparison], bool]) -> Restored:
    """Open a copy with the key on paper, and restore the backup in it as `restore` does; nothing of it stays beside it.

    A desk that has no key yet goes on with the one of this sheet. Raises `RestoreFailed`, and ``AlreadyHeld`` while a
    server has the database; a wrong key and a copy that is damaged or cut off are refused before anything is written.
    """
    try:
        Path(settings.VAR).mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=settings.VAR, prefix=".opened-") as beside:
            backup = Path(beside, file.name.removesuffix(".age"))
            with file.open("rb") as locked, backup.open("wb") as plain:
                unlock(locked, plain, key)
            restored = restore(backup, agree=agree)
    except CannotOpen as fault:
        raise RestoreFailed(f"{file} was not restored, and the books here are unchanged: {fault}.") from None
    except OSError as fault:
        raise RestoreFailed(f"Not restored: {fault.strerror or fault} ({file}).") from None
    if not queries.locks_for():
        keep_recipient(public_half(key))
    return restored


def choose_folder(*, disk: str, folder: str) -> None:
    """Keep copies from now on in a folder of its own on a ``disk``, which is made there, or else in a ``folder``.

    Raises `PlaceFault` for a disk that was pulled out, and for a folder that is none, is away or cannot be written.
    """
    if disk and disk not in [known.folder for known in queries.disks()]:
        raise PlaceFault(f"{disk} is not there any more. Plug it in again, or choose another one.")
    try:
        typed = read_second_place({"That": folder}, "That", var=Path(settings.VAR))
    except BadSetting as bad:
        raise PlaceFault(str(bad)) from None
    place = Path(disk, "hostdesk") if disk else typed
    if place is None:
        raise PlaceFault("Choose a disk, or type a folder like /media/ann/STICK/hostdesk.")
    with queries.place_faults(place):
        if disk:
            place.mkdir(exist_ok=True)
        queries.look_at(place, None)
        tempfile.TemporaryFile(dir=place).close()
    _remember(queries.chosen_file(), f"{place}\n")


def keep_recipient(recipient: str) -> None:
    """Lock every copy from now on for this public half of a key. Earlier copies stay unchanged."""
    _remember(queries.recipient_file(), f"{recipient}\n")


def _remember(path: Path, text: str) -> None:
    """Write a small file, whole or not at all."""
    partial = path.with_name(f".{path.name}.partial")
    partial.write_text(text, encoding="utf-8")
    sync(partial)
    partial.replace(path)
    sync(path.parent)
