"""Faults of disk, file, clock and line: a page that says so, nothing lost, and work again without a restart.

All faults hit one desk that is never restarted. The controls use a desk without its protections.
"""

import atexit
import html
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from functools import cache, partial
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urlencode

from tests import desk
from tests.browser.scenes import lay_out
from tests.browser.visit import Visit
from tests.device import Device
from tests.drills.drill import Drill, Found

Fault = Callable[[Visit], AbstractContextManager[None]]
PATIENCE = 120  # seconds; the desk waits for a locked database, and the machine may be busy
AN_HOUR, TOO_LONG = 3600, 60 * 24 * 3600  # seconds; after the longer time a sign-in is over
# Root may write everywhere unless it gives that right up.
LIKE_ANYBODY = ("setpriv", "--bounding-set=-all", "--inh-caps=-all") if os.geteuid() == 0 else ()
BOOKS = "hostdesk.sqlite3"
SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.drills.desk_settings"}


@cache
def a_desk(damage: str) -> Visit:
    """Return a desk with eight open nights that serves until this process ends; each ``damage`` has its own desk."""
    until_the_end = ExitStack()
    atexit.register(until_the_end.close)
    folder = Path(until_the_end.enter_context(tempfile.TemporaryDirectory()))
    return until_the_end.enter_context(_opened(folder, DRILL_DAMAGED=damage))


@contextmanager
def _opened(folder: Path, **settings: str) -> Iterator[Visit]:
    made = lay_out(folder, "nights")
    with desk.running(folder, under=LIKE_ANYBODY, **SETTINGS, **settings) as running:
        # A log that is never read would block the desk in the end.
        threading.Thread(target=lambda: list(running.process.stdout or ()), daemon=True).start()
        yield Visit(running, made)


def sent(visit: Visit, key: str, port: int = 0) -> tuple[int, str]:
    """Buy in for 10.00, through another port if one is named; return the status and the heading of the page.

    Return (0, "") if no answer came.
    """
    path = f"/nights/{visit.made['nights'][0]}/tonight/players/{visit.made['players'][0]}/buy-in/"
    form = urlencode({"key": key, "amount": "10.00", "pay": "cash", "again": "yes"})
    with closing(Device(port or visit.desk.port, visit.made["session"], patience=PATIENCE)) as device:
        # Behind another port the desk is still asked for by its own name, and its cookies are named by its own port.
        own = Device(visit.desk.port, visit.made["session"]).headers
        device.headers = {**own, "Host": f"127.0.0.1:{visit.desk.port}", "Connection": "close"}
        try:
            status, page = device.ask("POST", path, form)
        except (OSError, HTTPException):
            return 0, ""
    heading = re.search(r"<h1>(.*?)</h1>", page.decode())
    return status, html.unescape(heading[1]) if heading else ""


def visited(visit: Visit, path: str) -> int:
    """Return the status of a page."""
    with closing(Device(visit.desk.port, visit.made["session"], patience=PATIENCE)) as device:
        return device.ask("GET", path)[0]


def recorded(visit: Visit, keys: list[str]) -> list[int]:
    """Return the number of buy-ins with transfers in the books, for each key. Raises if the books are damaged."""
    with closing(sqlite3.connect(visit.desk.folder / BOOKS)) as books:
        ((well,),) = books.execute("PRAGMA quick_check")
        if well != "ok":
            raise sqlite3.DatabaseError(well)
        asked = (
            "SELECT COUNT(*) FROM reservations_act act WHERE key = ?"
            " AND EXISTS (SELECT 1 FROM ledger_transfer WHERE act_id = act.number)"
        )
        return [books.execute(asked, [key]).fetchone()[0] for key in keys]


def checked(visit: Visit) -> bool:
    """Tell whether `ledger_check` is silent."""
    process = desk.start(visit.desk.folder, visit.desk.port, "ledger_check")
    said, _ = process.communicate(timeout=PATIENCE)
    return process.returncode == 0 and not said


def new_keys(number: int) -> list[str]:
    """Return keys that no form has used yet."""
    return [f"drill-{os.urandom(10).hex()}" for _ in range(number)]


def told_and_back(headings: set[str], faults: list[Fault], rounds: int, damage: str = "") -> Found:
    """Send a form twice during a fault, and once more after it; the ``faults`` take turns.

    The promise holds if the page reported the fault under one of these headings, and each form is in the books once.
    """
    visit, keys, told, back = a_desk(damage), new_keys(rounds), 0, 0
    for turn, key in enumerate(keys):
        with faults[turn % len(faults)](visit):
            answers = [sent(visit, key) for _ in range(2)]
        told += sum(status == 503 and heading in headings for status, heading in answers)
        back += sent(visit, key)[0] == 303
    rows = recorded(visit, keys)
    figure = (
        f"{rounds} faults: {told} of {2 * rounds} pages said so, {rows.count(0)} forms lost, "
        f"{sum(row > 1 for row in rows)} doubled, {back} of {rounds} back without a restart"
    )
    is_whole = damage != "" or rounds == 1 or checked(visit)
    return Found(figure, (told, back, rows) == (2 * rounds, rounds, [1] * rounds) and is_whole)


# --- The disk


@contextmanager
def limited(visit: Visit) -> Iterator[None]:
    """Let no file grow, or be written beyond its beginning, as with a used-up quota."""
    pid = visit.desk.process.pid
    subprocess.run(["prlimit", "--pid", str(pid), "--fsize=8192:unlimited"], check=True)
    try:
        yield
    finally:
        subprocess.run(["prlimit", "--pid", str(pid), "--fsize=unlimited"], check=True)


@contextmanager
def without_rights(visit: Visit) -> Iterator[None]:
    """Take away the right to write the books and their journal."""
    files = [path for path in visit.desk.folder.glob(f"{BOOKS}*") if path.suffix != ".held"]
    for path in files:
        path.chmod(0o444)
    try:
        yield
    finally:
        for path in files:
            path.chmod(0o600)


@contextmanager
def put_back_by_another(visit: Visit) -> Iterator[None]:
    """Replace the books with a copy that the desk may only read, as after ``sudo cp``."""
    books = visit.desk.folder / BOOKS
    copy = books.with_suffix(".copy")
    shutil.copy(books, copy)
    copy.chmod(0o444)
    copy.rename(books)
    try:
        yield
    finally:
        books.chmod(0o600)


@contextmanager
def shut_folder(visit: Visit) -> Iterator[None]:
    """Close the folder of the books to everybody."""
    visit.desk.folder.chmod(0)
    try:
        yield
    finally:
        visit.desk.folder.chmod(0o700)


@contextmanager
def moved(visit: Visit) -> Iterator[None]:
    """Move the books away, and back."""
    books = visit.desk.folder / BOOKS
    books.rename(books.with_suffix(".elsewhere"))
    try:
        yield
    finally:
        books.unlink(missing_ok=True)  # the file that a damaged desk has made in its place
        books.with_suffix(".elsewhere").rename(books)


@contextmanager
def damaged_page(table: str, visit: Visit) -> Iterator[None]:
    """Overwrite the first page of a table with nonsense, and restore it."""
    with closing(sqlite3.connect(visit.desk.folder / BOOKS)) as books:
        asked = "SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_master WHERE name = ?"
        page, size = books.execute(asked, [table]).fetchone()
    with (visit.desk.folder / BOOKS).open("r+b") as file:
        whole = os.pread(file.fileno(), size, (page - 1) * size)
        counter = int.from_bytes(os.pread(file.fileno(), 4, 24), "big")
        os.pwrite(file.fileno(), b"\xa5" * size, (page - 1) * size)
        # A new counter of changes makes every connection read the file anew, not from memory.
        os.pwrite(file.fileno(), (counter + 1).to_bytes(4, "big"), 24)
        try:
            yield
        finally:
            os.pwrite(file.fileno(), whole, (page - 1) * size)
            os.pwrite(file.fileno(), (counter + 2).to_bytes(4, "big"), 24)


FIT = 200
"""The most forms that may fit into the room that the books already have; so many have never fitted."""
FULL = {"The disk is full", "The disk with the database does not answer as it should"}
READ_ONLY = {"The database cannot be written", "The disk with the database does not answer as it should"}
GONE = {"The database is gone from its place"}
DAMAGED = {"The database is damaged, or the file is not a database"}
LOCKED = {"Another program has locked the database"}
TABLES = ("reservations_act", "django_session", "ledger_transfer")


def disk_full(rounds: int) -> Found:
    """Fill a disk of 12 MB again and again, with the books on it; with one round, a limit stands in for the disk."""
    if rounds == 1:
        return told_and_back(FULL, [limited], 1)
    told, well, keys = 0, 0, list[str]()
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", place], check=True)
        try:
            with _opened(Path(place)) as visit:
                for _ in range(rounds):
                    with filled(Path(place, "ballast")):
                        # Forms that fit into the books' own room are recorded even on a full disk.
                        answers = [(303, "")]
                        while answers[-1] == (303, "") and len(answers) < FIT:
                            keys += new_keys(1)
                            answers.append(sent(visit, keys[-1]))
                        told += answers[-1] == (503, "The disk is full")
                        well += visited(visit, "/healthz") == 200
                    sent(visit, keys[-1])
                rows, is_whole = recorded(visit, keys), checked(visit)
        finally:
            subprocess.run(["umount", "-l", place], check=True)
    figure = (
        f"full {rounds} times: {told} times reported, {rows.count(0)} of {len(keys)} forms lost, "
        f"{sum(row > 1 for row in rows)} doubled, the monitor called it well {well} times"
    )
    return Found(figure, (told, well, rows, is_whole) == (rounds, 0, [1] * len(keys), True))


@contextmanager
def filled(ballast: Path) -> Iterator[None]:
    """Fill the disk with a file to the last byte."""
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"." * 4096)
    try:
        yield
    finally:
        ballast.unlink()


# --- A lock, the clock, the line


def locked(seconds: int, damage: str = "") -> Found:
    """Lock the books from another program for so many seconds, while four devices send their forms again and again."""
    visit, keys, told = a_desk(damage), new_keys(4), list[bool]()

    def press(key: str) -> None:
        while (answer := sent(visit, key))[0] != 303:
            told.append(answer[0] == 503 and answer[1] in LOCKED)
            time.sleep(0.2)

    with ThreadPoolExecutor(len(keys)) as devices:
        with closing(sqlite3.connect(visit.desk.folder / BOOKS, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            presses = [devices.submit(press, key) for key in keys]
            time.sleep(seconds)
        for each in presses:
            each.result()
    rows = recorded(visit, keys)
    figure = f"{seconds} s: {told.count(True)} of {len(told)} pages said so, {rows.count(1)} of {len(rows)} forms once"
    return Found(figure, all(told) and rows == [1] * len(rows))


def clock_jumps(rounds: int, by: int = AN_HOUR) -> Found:
    """Let the clock jump ahead and back again and again, and post each time; in full, also the clock of the process."""
    found = [_jumps(a_desk(DAMAGE if by > AN_HOUR else ""), rounds, by)]
    if rounds > 1:
        (library,) = Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")
        with tempfile.TemporaryDirectory() as folder:
            jump = Path(folder, "jump")
            jump.write_text("+0", "ascii")
            fake = {"LD_PRELOAD": str(library), "FAKETIME_TIMESTAMP_FILE": str(jump), "FAKETIME_NO_CACHE": "1"}
            with _opened(Path(folder), **fake, FAKETIME_DONT_FAKE_MONOTONIC="1") as visit:
                found.append(_jumps(visit, rounds, by))
    return Found("; ".join(each.figure for each in found), all(each.holds for each in found))


def _jumps(visit: Visit, rounds: int, by: int) -> Found:
    keys = new_keys(2 * rounds)
    try:
        statuses = []
        for turn, key in enumerate(keys):
            (visit.desk.folder / "jump").write_text(f"{by if turn % 2 == 0 else -by:+}", "ascii")
            statuses.append(sent(visit, key)[0])
    finally:
        (visit.desk.folder / "jump").write_text("+0", "ascii")
    rows, is_whole = recorded(visit, keys), rounds == 1 or checked(visit)
    with closing(sqlite3.connect(visit.desk.folder / BOOKS)) as books:
        ((gaps,),) = books.execute("SELECT MAX(number) - COUNT(*) FROM reservations_act")
    figure = f"{len(keys)} jumps by {by // 3600} h: {rows.count(1)} forms recorded once, {gaps} numbers left out"
    return Found(figure, (statuses, rows, gaps, is_whole) == ([303] * len(keys), [1] * len(keys), 0, True))


def answer_cut_off(rounds: int, *, same_key: bool = True) -> Found:
    """Cut the line after the commit and before the answer; the device sends again, with the same key."""
    visit, firsts = a_desk(""), new_keys(rounds)
    with _cutting_proxy(visit.desk.port) as (port, cuts):
        lost = []
        for first in firsts:
            cuts.set()
            lost.append(sent(visit, first, port)[0] == 0)
            cuts.clear()
            sent(visit, first if same_key else new_keys(1)[0], port)
    with closing(sqlite3.connect(visit.desk.folder / BOOKS)) as books:
        ((rows,),) = books.execute(
            "SELECT COUNT(*) FROM reservations_act WHERE number > (SELECT MIN(number) FROM reservations_act"
            f" WHERE key IN ({','.join('?' * rounds)})) - 1",
            firsts,
        )
    figure = f"{rounds} answers cut off, {lost.count(True)} never came: {rows} rows for {rounds} forms"
    return Found(figure, (lost.count(True), rows, recorded(visit, firsts)) == (rounds, rounds, [1] * rounds))


@contextmanager
def _cutting_proxy(desk_port: int) -> Iterator[tuple[int, threading.Event]]:
    """Pass requests on to a desk; while the event is set, hang up as soon as its answer begins."""
    cuts, is_over = threading.Event(), threading.Event()

    def serve(listening: socket.socket) -> None:
        while not is_over.is_set():
            here, _ = listening.accept()
            # A client that has hung up meanwhile gets no answer.
            with here, socket.create_connection(("127.0.0.1", desk_port), PATIENCE) as there, suppress(OSError):
                asked = here.recv(65536)
                if not asked:
                    continue
                while asked and b"\r\n\r\n" not in asked:
                    asked += here.recv(65536)
                head, _, body = asked.partition(b"\r\n\r\n")
                length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
                while length and len(body) < int(length[1]):
                    body += here.recv(65536)
                there.sendall(head + b"\r\n\r\n" + body)
                while (answer := there.recv(65536)) and not cuts.is_set():
                    here.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        serving = threading.Thread(target=serve, args=[listening], daemon=True)
        serving.start()
        try:
            yield port, cuts
        finally:
            is_over.set()
            socket.create_connection(("127.0.0.1", port)).close()
            serving.join(PATIENCE)


DAMAGE = "words, patience, own connection"
DRILLS = [
    Drill(
        "a full disk is reported, loses nothing, and is over without a restart",
        disk_full,
        partial(told_and_back, FULL, [limited], damage=DAMAGE),
        30,
        1,
    ),
    Drill(
        "books that cannot be written are reported, and work again without a restart",
        partial(told_and_back, READ_ONLY, [without_rights, put_back_by_another, shut_folder]),
        partial(told_and_back, READ_ONLY, [without_rights], damage=DAMAGE),
        60,
        1,
    ),
    Drill(
        "books that were moved away are reported, never made anew, and found again",
        partial(told_and_back, GONE, [moved]),
        partial(told_and_back, GONE, [moved], damage=DAMAGE),
        60,
        1,
    ),
    Drill(
        "a damaged page is reported, and nothing is half written",
        partial(told_and_back, DAMAGED, [partial(damaged_page, each) for each in TABLES]),
        partial(told_and_back, DAMAGED, [partial(damaged_page, TABLES[0])], damage=DAMAGE),
        60,
        1,
    ),
    Drill(
        "a lock held for 30 s is reported, and every form is recorded once",
        locked,
        partial(locked, damage=DAMAGE),
        30,
        1,
    ),
    Drill(
        "a clock that jumps by an hour both ways changes nothing", clock_jumps, partial(clock_jumps, by=TOO_LONG), 20, 1
    ),
    Drill(
        "an answer that is cut off after the commit is sent again and recorded once",
        answer_cut_off,
        partial(answer_cut_off, same_key=False),
        *(300, 3),
        sister="tests/browser/test_asking.py::test_a_payment_whose_answer_is_lost_is_sent_again_and_recorded_once",
    ),
]
