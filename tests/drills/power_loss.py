"""Record a desk's writes, cut the power after every write, and open each state that the disk may have then.

``python -m tests.drills.power_loss SESSION PATH IMAGES SYNCHRONOUS`` prints the counts for so many images as JSON. The
books are those of HOSTDESK_VAR.
"""

import json
import random
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from io import StringIO
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from django.test import Client

from hostdesk.base.site.idempotency_keys import new_key
from reservations.acts.kept_head import KeptHead, keep_in
from tests.drills.recorded_writes import JOURNAL, MAIN, Acknowledged, Event, Sync, Truncate, Write, recorded

SECTOR, CHECK_EVERY, IMAGES_OF_AN_ACT = 512, 50, 250
SUFFIXES = {MAIN: "", JOURNAL: "-journal"}
BOOKS = ("reservations_act", "ledger_transfer", "reservations_fact", "reservations_night", "reservations_desk")
Change = Write | Truncate
Files = dict[int, bytes]


@dataclass
class Disk:
    """The files that are on the disk for certain, and the writes since then, in order."""

    files: Files
    unsynced: list[Change] = field(default_factory=list)

    def take(self, event: Change | Sync) -> None:
        """Add a write, or sync a file to the disk."""
        if isinstance(event, Sync):
            settled = [each for each in self.unsynced if each.file == event.file]
            self.files = after(self.files, settled)
            self.unsynced = [each for each in self.unsynced if each.file != event.file]
        else:
            self.unsynced.append(event)


def after(files: Files, changes: Sequence[Change]) -> Files:
    """Return the files after these changes; a gap between the end of a file and a later write is zeros."""
    changed = {file: bytearray(content) for file, content in files.items()}
    for each in changes:
        content = changed.setdefault(each.file, bytearray())
        if isinstance(each, Truncate):
            del content[each.size :]
        else:
            content.extend(bytes(max(0, each.place - len(content))))
            content[each.place : each.place + len(each.data)] = each.data
    return {file: bytes(content) for file, content in changed.items()}


def nothing(unsynced: list[Change], _chance: random.Random) -> list[Change]:
    """Keep no write since the last sync."""
    return unsynced[:0]


def all_but_one(unsynced: list[Change], chance: random.Random) -> list[Change]:
    """Keep all writes but one, even those after it."""
    gone = chance.randrange(len(unsynced))
    return unsynced[:gone] + unsynced[gone + 1 :]


def some(unsynced: list[Change], chance: random.Random) -> list[Change]:
    """Keep some of the writes."""
    return [each for each in unsynced if chance.random() < 0.5]


def some_sectors(unsynced: list[Change], chance: random.Random) -> list[Change]:
    """Keep some sectors of the writes."""
    return [each for change in unsynced for each in _pieces(change) if chance.random() < 0.5]


def torn(unsynced: list[Change], chance: random.Random) -> list[Change]:
    """Keep the beginning or the end of the last write, cut in the middle of a sector."""
    *before, last = unsynced
    if isinstance(last, Truncate):
        return before
    cut = chance.randrange(len(last.data))
    half = Write(last.file, last.place, last.data[:cut])
    return [*before, half if chance.random() < 0.5 else Write(last.file, last.place + cut, last.data[cut:])]


def _pieces(change: Change) -> Iterator[Change]:
    if isinstance(change, Truncate):
        yield change
        return
    place, end = change.place, change.place + len(change.data)
    while place < end:
        stop = min(end, (place // SECTOR + 1) * SECTOR)
        yield Write(change.file, place, change.data[place - change.place : stop - change.place])
        place = stop


WAYS: tuple[Callable[[list[Change], random.Random], list[Change]], ...]
WAYS = (nothing, all_but_one, some, some_sectors, torn)


def record(session: str, path: str, acts: int) -> tuple[Files, list[Event]]:
    """Buy in so many times as a browser does; return the files before that, and all events on them."""
    books = Path(connection.settings_dict["NAME"])
    there = {file: Path(f"{books}{suffix}") for file, suffix in SUFFIXES.items()}
    before = {file: each.read_bytes() for file, each in there.items() if each.exists()}
    client = Client(SERVER_NAME="127.0.0.1")
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    with recorded() as events:
        for _ in range(acts):
            answer = client.post(path, {"key": new_key(), "amount": "5.00", "pay": "cash", "again": "yes"})
            if answer.status_code != 303:
                raise RuntimeError(f"{path} answered {answer.status_code}")
            with closing(sqlite3.connect(f"{books.as_uri()}?mode=ro&vfs=unix", uri=True)) as reader:
                query = "SELECT number, head FROM reservations_act ORDER BY number DESC LIMIT 1"
                events.append(Acknowledged(*reader.execute(query).fetchone()))
        connections.close_all()
    if not any(isinstance(event, Write) for event in events):
        raise RuntimeError("No write was recorded.")
    return before, events


@dataclass(frozen=True)
class Image:
    """A possible state of the disk after a cut, and the number of acts that were acknowledged before it."""

    files: Files
    acknowledged: int


def images(before: Files, events: Sequence[Event], many: int) -> Iterator[Image]:
    """Yield so many images: every prefix of the events, and each prefix with some of its writes missing."""
    chance = random.Random(many)
    written = sum(not isinstance(event, Acknowledged) for event in events)
    every = max(1, written * (len(WAYS) + 1) // many)  # takes fewer cuts if there are more cuts than images
    while many > 0:
        disk, acknowledged, cut = Disk(before), 0, 0
        for event in events:
            if isinstance(event, Acknowledged):
                acknowledged += 1
                continue
            disk.take(event)
            cut += 1
            if cut % every:
                continue
            ways = [way(disk.unsynced, chance) for way in WAYS] if disk.unsynced else []
            for kept in [disk.unsynced, *ways][:many]:
                yield Image(after(disk.files, kept), acknowledged)
                many -= 1


def opened(image: Image, folder: Path, states: Sequence[str], heads: Sequence[KeptHead], *, check: bool) -> str:
    """Open an image as the desk does, and return the fault of the books: "" if they are right."""
    books = folder / "image.sqlite3"
    for file, suffix in SUFFIXES.items():
        Path(f"{books}{suffix}").unlink(missing_ok=True)
        if file in image.files:
            Path(f"{books}{suffix}").write_bytes(image.files[file])
    try:
        with closing(sqlite3.connect(f"{books.as_uri()}?mode=rw", uri=True)) as rolled_back:
            rolled_back.executescript(connection.settings_dict["OPTIONS"]["init_command"])
            whole = rolled_back.execute("PRAGMA integrity_check").fetchall()
            state = _state(rolled_back)
    except sqlite3.DatabaseError:
        return "damaged"
    if whole != [("ok",)]:
        return "damaged"
    if state not in states:
        return "half an act"
    if states.index(state) < image.acknowledged:
        return "lost"
    if check:
        settings.HEAD = folder / "head"
        keep_in(settings.HEAD, heads[image.acknowledged - 1] if image.acknowledged else None)
        connection.settings_dict["NAME"] = str(books)
        said = StringIO()
        try:
            call_command("ledger_check", stdout=said)
        except SystemExit:
            return f"ledger_check: {said.getvalue()}"
        finally:
            connections.close_all()  # the next image is another file
    return ""


def _state(books: sqlite3.Connection) -> str:
    """Return a digest of every cell of the books."""
    rows = [books.execute(f"SELECT * FROM {table} ORDER BY rowid").fetchall() for table in BOOKS]
    return sha256(repr(rows).encode()).hexdigest()


def _states(before: Files, events: Sequence[Event], folder: Path) -> list[str]:
    """Return the digests of the books before the first act and after each act, from the writes, without a power cut."""
    files, states, place = before, [], 0
    for until in [0, *(number + 1 for number, event in enumerate(events) if isinstance(event, Acknowledged))]:
        files = after(files, [each for each in events[place:until] if isinstance(each, Write | Truncate)])
        place = until
        for file, suffix in SUFFIXES.items():
            (folder / f"state{suffix}").write_bytes(files.get(file, b""))
        with closing(sqlite3.connect(folder / "state")) as books:
            states.append(_state(books))
    return states


def main(session: str, path: str, many: int, synchronous: str) -> None:
    """Record, cut, open and count."""
    django.setup()
    options = connection.settings_dict["OPTIONS"]
    options["init_command"] = options["init_command"].replace("synchronous=EXTRA", f"synchronous={synchronous}")
    before, events = record(session, path, max(2, many // IMAGES_OF_AN_ACT))
    states = _states(before, events, settings.VAR)
    heads = [KeptHead(event.number, event.head) for event in events if isinstance(event, Acknowledged)]
    if len(set(states)) != len(heads) + 1:
        raise RuntimeError("The acts cannot be told from what was written.")

    came = Counter[str]()
    for number, image in enumerate(images(before, events, many)):
        came[opened(image, settings.VAR, states, heads, check=number % CHECK_EVERY == 0)] += 1
    print(json.dumps({"acts": len(heads), "writes": sum(isinstance(each, Write) for each in events), "came": came}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4])
