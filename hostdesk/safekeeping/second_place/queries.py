"""The second place as the desk knows it: its folder, its key, the last good copy, and the records beyond that.

Pages never look into the folder itself: a share that does not answer would hold them up. The desk's round looks there,
and keeps its last findings in ``second-place``, in the desk's own folder.
"""

import errno
import json
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import psutil
from django.conf import settings
from django.db.models import Max

from hostdesk.safekeeping.backups.queries import HEAD_SHOWN, last_act
from hostdesk.safekeeping.second_place.copies import Copy, Recorded, copy_named
from hostdesk.safekeeping.second_place.sheet_key import is_public_half
from ledger.models import Bank
from reservations.acts.problems import Problem
from reservations.models import Act, Fact, Rules

_OF_THE_SYSTEM = ("/boot", "/efi", "/System")
"""Where systems mount their own disks."""
_GOES_ON = "The desk goes on by itself when it is back."


class PlaceFault(Problem):
    """The second place cannot be used now; the sentence gives the reason, and the remedy."""


class LastGood(NamedTuple):
    """The last copy that was written there and read back: its folder, its file, its size in bytes.

    ``marks`` is the extent of the books in it. ``elsewhere``: the folder was on another disk than the books.
    """

    folder: str
    name: str
    size: int
    marks: tuple[int, str, int, int]
    elsewhere: bool

    @property
    def copy(self) -> Copy | None:
        """The copy by its name."""
        return copy_named(self.name)

    def as_text(self) -> str:
        """Return it in the form of its file."""
        return json.dumps(self._asdict())


class Disk(NamedTuple):
    """A disk that can take copies: the folder under which it is mounted, its name, and its free space."""

    folder: str
    name: str
    size: str


def disks() -> list[Disk]:
    """Return the disks in this computer that the desk can write to, without the one of the books and the system's own.

    Shares are not among them: one that does not answer would hold up the page.
    """
    found = list[Disk]()
    for disk in psutil.disk_partitions(all=False):
        folder = Path(disk.mountpoint)
        with suppress(OSError):  # it is pulled out at this moment
            if is_elsewhere(folder) and os.access(folder, os.W_OK) and not disk.mountpoint.startswith(_OF_THE_SYSTEM):
                free = psutil.disk_usage(disk.mountpoint).free // 1_000_000
                size = f"{free // 1000} GB" if free >= 1000 else f"{free} MB"
                found.append(Disk(disk.mountpoint, folder.name or disk.mountpoint, size))
    return found


def chosen_file() -> Path:
    """Return the file that keeps the folder which a host has chosen."""
    return Path(settings.VAR, "second-place-folder")


def second_folder() -> Path | None:
    """Return the folder of the copies: that of the environment, else the one that a host has chosen; None for none."""
    if settings.BACKUP_TO is not None or settings.DEMO:
        return settings.BACKUP_TO and Path(settings.BACKUP_TO)
    with suppress(OSError, ValueError):
        return Path(chosen_file().read_text(encoding="utf-8").removesuffix("\n"))
    return None


def memory_of_place() -> Path:
    """Return the file that keeps the last good copy."""
    return Path(settings.VAR, "second-place")


def recipient_file() -> Path:
    """Return the file that keeps the public half of the key."""
    return Path(settings.VAR, "recipient")


def locks_for() -> str:
    """Return the public half of the key that copies are locked for; "" before there is one."""
    if settings.BACKUP_RECIPIENT:
        return str(settings.BACKUP_RECIPIENT)
    try:
        kept = recipient_file().read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""
    return kept if is_public_half(kept) else ""


def last_good() -> LastGood | None:
    """Return the last good copy in the present folder; None for none, or if its file cannot be read."""
    try:
        kept = json.loads(memory_of_place().read_text(encoding="utf-8"))
        found = LastGood(**{**kept, "marks": tuple(kept["marks"])})
    except (OSError, ValueError, TypeError, LookupError):
        return None
    return found if found.folder == str(second_folder()) and found.copy else None


def recorded() -> Recorded:
    """Return the extent of the books."""
    last = last_act()
    counted = ((Fact, "pk"), (Rules, "pk"), (Bank, "closed"))
    fact, rules, closed = (model.objects.aggregate(newest=Max(field))["newest"] or 0 for model, field in counted)
    is_open = Bank.objects.filter(closed=None).exists()
    return Recorded(last.number, last.head[:HEAD_SHOWN], fact, rules, closed, is_open)


def look_at(folder: Path, last: LastGood | None) -> bool:
    """Look into the folder, and return whether the last good copy is still there. Raises `PlaceFault`.

    The desk never makes the folder: with a stick pulled out it would lie on the computer's own disk.
    """
    with place_faults(folder):
        if not stat.S_ISDIR(folder.stat().st_mode):
            raise PlaceFault(f"{folder} is a file: the copies need a folder.")
        if last is not None and last.elsewhere and not is_elsewhere(folder):
            raise PlaceFault(
                f"{folder} was on another disk, and now lies on that of the books: is the share mounted? {_GOES_ON}"
            )
        return last is not None and Path(folder, last.name).is_file()


def is_elsewhere(folder: Path) -> bool:
    """Tell whether the folder is on another disk or share than the desk's own folder. Raises ``OSError``."""
    return folder.stat().st_dev != Path(settings.VAR).stat().st_dev


@contextmanager
def place_faults(folder: Path) -> Iterator[None]:
    """Raise `PlaceFault` for a fault of the machine: the trouble with the place, and the remedy."""
    try:
        yield
    except OSError as fault:
        sentence = f"does not answer as it should ({fault.strerror or fault}). {_GOES_ON}"
        if isinstance(fault, FileNotFoundError):
            sentence = f"is not there. Is the stick plugged in, or the share mounted? {_GOES_ON}"
        elif isinstance(fault, PermissionError) or fault.errno == errno.EROFS:
            sentence = "cannot be written. Make it writable for the user of the desk."
        elif fault.errno in (errno.ENOSPC, errno.EDQUOT):
            sentence = "is full. Make room there: the desk deletes only old copies of its own, and goes on by itself."
        raise PlaceFault(f"{folder} {sentence}") from None


def copies_in(folder: Path) -> list[Copy]:
    """Return the copies in the folder, of any desk, without files of other names. Raises ``OSError``."""
    return [copy for name in os.listdir(folder) if (copy := copy_named(name))]


def newest_in(folder: Path) -> Path:
    """Return the newest copy in a folder. Raises `PlaceFault` if there is none."""
    with place_faults(folder):
        copies = copies_in(folder)
    if not copies:
        raise PlaceFault(f"{folder} has no copy: their names begin with hostdesk- and end with .age.")
    return folder / max(copies).name


def of_these_books(copies: Iterable[Copy]) -> list[Copy]:
    """Return the copies of these books by number and head: another desk may keep its own in the same folder."""
    every = list(copies)
    acts = Act.objects.filter(number__in={copy.act for copy in every}).values_list("number", "head")
    heads = {number: head[:HEAD_SHOWN] for number, head in acts}
    return [copy for copy in every if heads.get(copy.act) == copy.head]


def waiting_since(last: Copy | None) -> datetime | None:
    """Return the time of the first act beyond the last copy; None if it holds all of them."""
    is_ours = last is not None and of_these_books([last]) == [last]
    further = Act.objects.filter(number__gt=last.act if last is not None and is_ours else 0)
    return further.order_by("number").values_list("recorded_at", flat=True).first()
