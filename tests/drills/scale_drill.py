"""A Friday evening of many houses at once: a desk and a database each, on one PostgreSQL of this machine."""

import asyncio
import contextlib
import json
import os
import re
import socket
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import unescape
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests import desk
from tests.drills.drill import Drill, Found
from tests.replica import Server, running_server

PHONES = 3  # for each house; a table has ten, and each one costs as much again
ASKS_EVERY = 3.0  # seconds; as the pages tell devices to
ACT_EVERY = 15.0  # seconds; a real table takes four minutes
WARM = 1.5  # seconds for each house; the first page of a desk costs more than many later ones
WARM_AT_LEAST, QUIET, PLAY = 30.0, 30.0, 60.0  # seconds
PATIENCE = 60.0  # seconds
SHARE = 20
"""The connections that a house may need: eight threads answer, six or seven rounds run by themselves."""
WELL = {"GET 200", "GET 204", "POST 303"}
_BUY_INS = "SELECT key FROM reservations_act WHERE key LIKE 'house-%'"
PULSE = re.compile(r'id="pulse" hx-get="([^"]+)"')


def place_of(house: int) -> str:
    """Return the house's own address on this machine: all houses share one port, since there are too few ports."""
    return f"127.1.{house // 250}.{house % 250 + 1}"


@dataclass
class Told:
    """The answers to the devices, their waiting times in seconds, and the keys of the recorded acts by house."""

    answers: Counter[str] = field(default_factory=Counter)
    polls: list[float] = field(default_factory=list)
    forms: list[float] = field(default_factory=list)
    keys: dict[int, list[str]] = field(default_factory=dict)


class Browser:
    """A device of one house, with its connection."""

    def __init__(self, place: str, port: int, session: str, told: Told) -> None:
        self.place, self.port, self.told, token = place, port, told, "a" * 32
        self.headers = (
            f"Host: desk.test\r\nCookie: form{port}={token}; desk{port}={session}\r\n"
            f"X-CSRFToken: {token}\r\nHX-Trigger: pulse\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        )
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: str = "") -> tuple[int, str, float]:
        """Send a request; return the status, the page, and the seconds it took. The status is 0 if no answer came."""
        begun = time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                if self.streams is None:
                    self.streams = await asyncio.open_connection(self.place, self.port)
                reader, writer = self.streams
                writer.write(
                    f"{method} {path} HTTP/1.1\r\n{self.headers}Content-Length: {len(body)}\r\n\r\n{body}".encode()
                )
                head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                length = re.search(r"content-length: (\d+)", head)
                page = (await reader.readexactly(int(length[1]))).decode() if length else ""
                status = int(head.split()[1])
                if "connection: close" in head:
                    writer.close()
                    self.streams = None
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            status, page, self.streams = 0, "", None
        self.told.answers[f"{method} {status}"] += 1
        return status, page, time.monotonic() - begun

    async def asks(self, page: str, end: float) -> None:
        """Open a page and ask for news at the address that it gives, until ``end``."""
        pulse = ""
        while time.monotonic() < end:
            _, shown, took = await self.ask("GET", pulse or page)
            if pulse:
                self.told.polls.append(took)
            found = PULSE.search(shown)
            pulse = unescape(found[1]) if found else pulse
            await asyncio.sleep(ASKS_EVERY)

    async def plays(self, house: int, night: str, players: list[int], begin: float, end: float) -> None:
        """Post a buy-in and look at the page after it, again and again from ``begin`` to ``end``."""
        await asyncio.sleep(begin - time.monotonic())
        for number in count():
            if time.monotonic() > end:
                return
            key, form = f"house-{house:03}-{number:04}", f"{night}players/{players[number % len(players)]}/buy-in/"
            said = urlencode({"key": key, "amount": "10.00", "pay": "cash", "again": "yes"})
            status, _, took = await self.ask("POST", form, said)
            self.told.forms.append(took)
            if status == 303:
                self.told.keys.setdefault(house, []).append(key)
                await self.ask("GET", night)
            await asyncio.sleep(ACT_EVERY)


@dataclass(frozen=True)
class Houses:
    """The open houses: the processes of their desks, the server, and the numbers of the rows in each."""

    server: Server
    desks: list[int]
    port: int
    made: dict[str, Any]

    async def evening(self, told: Told) -> tuple[list[tuple[float, float, int, int]], list[int]]:
        """Let all devices of all houses come in, then only ask, then also send forms.

        Return the figures of :meth:`spent` and the number of answered questions at three moments: when the asking
        begins, when the forms begin, and at the end.
        """
        warm = max(WARM * len(self.desks), WARM_AT_LEAST)
        quiet = time.monotonic() + warm
        begin, end = quiet + QUIET, quiet + QUIET + PLAY
        night, tasks = f"/nights/{self.made['nights'][0]}/tonight/", []
        for house in range(len(self.desks)):
            place, later = place_of(house), house / len(self.desks)
            tablet = Browser(place, self.port, self.made["session"], told)
            hand = Browser(place, self.port, self.made["session"], told)
            tasks += [tablet.asks(night, end)]
            tasks += [hand.plays(house, night, self.made["players"], begin + later * ACT_EVERY, end)]
            for number in range(PHONES):
                seat = number % len(self.made["phones"])
                phone = Browser(place, self.port, self.made["phones"][seat], told)
                tasks += [phone.asks(f"/own/{self.made['players'][seat]}/", end)]
        devices = asyncio.gather(*(_later(task, warm * 3 / 4 * place / len(tasks)) for place, task in enumerate(tasks)))
        spent, answered = [], []
        for moment in (quiet, begin, end):
            await asyncio.sleep(moment - time.monotonic())
            spent.append(await asyncio.to_thread(self.spent))
            answered.append(len(told.polls))
        await devices
        return spent, answered

    def spent(self) -> tuple[float, float, int, int]:
        """Return the processor seconds of the desks and of PostgreSQL, its transactions, and the bytes of its log."""
        mine = [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if _parent(pid) == self._postmaster]
        wal, transactions = self.server.ask(
            "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn, sum(xact_commit + xact_rollback) FROM pg_stat_database"
        )[0]
        return sum(map(_ran, self.desks)), sum(map(_ran, mine)), int(transactions), int(wal)

    @property
    def _postmaster(self) -> int:
        return self.server.process.pid if self.server.process else 0


async def _later(task: Any, seconds: float) -> None:
    await asyncio.sleep(seconds)
    await task


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _ran(pid: int) -> float:
    """Return the seconds that all threads of a process have run."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def open_houses(houses: int, connections: int) -> Iterator[Houses]:
    """Open so many houses on a PostgreSQL with so many connections, each in the middle of the same night."""
    with (
        running_server(f"max_connections = {connections}\nshared_buffers = 256MB\n") as server,
        tempfile.TemporaryDirectory(prefix="houses-") as name,
    ):
        port = desk.free_port()
        # The desks are not the administrator, for whom PostgreSQL keeps some connections: the figures come over these.
        server.ask("CREATE ROLE desk LOGIN")
        server.ask("CREATE DATABASE house OWNER desk")
        settings = {
            "DATABASE_URL": f"postgres://desk@127.0.0.1:{server.port}/house",
            "HOSTDESK_LISTEN": "127.0.0.1",
            "HOSTDESK_BACKUPS_KEPT": "0",
        }
        _said(Path(name), port, settings, "migrate", "--verbosity=0")
        code = "from tests.drills import houses; houses.prepare()"
        made = json.loads(_said(Path(name), port, settings, "shell", "--no-imports", "-c", code).splitlines()[-1])
        for house in range(houses):
            server.ask(f"CREATE DATABASE house_{house} TEMPLATE house OWNER desk")
        told = f"{houses}, {made['nights'][0]}, {made['session']!r}"
        code = f"from tests.drills import houses; houses.serve({told})"
        process = desk.start(Path(name), port, "shell", "--no-imports", "-c", code, **settings)
        try:
            for line in process.stdout or ():
                if line.startswith("["):
                    break
            open_now = Houses(server, json.loads(line), port, made)
            for house in range(houses):
                _until_it_listens(place_of(house), port)
            yield open_now
        finally:
            process.terminate()
            process.wait()


def _until_it_listens(place: str, port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection((place, port), timeout=5):
            return
        time.sleep(0.1)
    raise TimeoutError(f"Nothing listens at {place}.")


def _said(folder: Path, port: int, settings: dict[str, str], *command: str) -> str:
    process = desk.start(folder, port, *command, **settings)
    said, _ = process.communicate(timeout=PATIENCE * 5)
    if process.returncode:
        raise RuntimeError(said)
    return said


def enough_connections(houses: int) -> Found:
    """Give every house the connections it needs."""
    return _friday(houses, 20 + houses * SHARE)


def too_few(houses: int) -> Found:
    """Give all houses together the connections of one: they are the first thing that many houses run out of."""
    return _friday(houses, SHARE)


def _friday(houses: int, connections: int) -> Found:
    """Let all houses play at once, and compare the answers with the books.

    First the devices only ask, then they send forms too: the difference is the cost of the forms.
    """
    told = Told()
    with open_houses(houses, connections) as open_now:
        (begun, quiet, played), (before, after, _) = asyncio.run(open_now.evening(told))
        asked = after - before
        keys = {house: {key for (key,) in open_now.server.ask(_BUY_INS, f"house_{house}")} for house in range(houses)}
        size = open_now.server.ask("SELECT pg_database_size('house_0')")[0][0]
    lost = sum(len({*told.keys.get(house, [])} - keys[house]) for house in keys)
    unknown = sum(len(keys[house] - {*told.keys.get(house, [])}) for house in keys)
    bad = {answer: times for answer, times in told.answers.items() if answer not in WELL}
    forms = len(told.forms)
    idle = [(then - first) / QUIET for first, then in zip(begun, quiet, strict=True)]
    extra = [then - first - each * PLAY for first, then, each in zip(quiet, played, idle, strict=True)]
    a_form = [each / max(forms, 1) for each in extra]
    figure = (
        f"{houses} houses with {houses * (PHONES + 1)} devices: {len(told.polls)} questions, {forms} forms; {lost} "
        f"lost, {unknown} unknown, {bad or 'no'} other answers; p95 {_p95(told.polls[before:])} ms a question, "
        f"{_p95(told.forms)} ms a form. A second in which all only ask ({asked / QUIET:.0f} questions): "
        f"{1000 * idle[0]:.0f} ms of the desks, {1000 * idle[1]:.0f} ms of PostgreSQL, {idle[2]:.0f} transactions, "
        f"{idle[3]:.0f} bytes of log. A form with the page after it: {1000 * a_form[0]:.0f} ms, "
        f"{1000 * a_form[1]:.0f} ms, {a_form[2]:.0f}, {a_form[3]:.0f} bytes. A house has {size / 1e6:.1f} MB"
    )
    return Found(figure, not (lost or unknown or bad) and forms > 0)


def _p95(seconds: list[float]) -> int:
    return round(1000 * statistics.quantiles([0.0, 0.0, *seconds], n=20)[-1])


DRILLS = [
    Drill(
        "the evenings of many houses on one PostgreSQL keep out of each other's way",
        *(enough_connections, too_few),
        rounds=20,
        short=4,
        sister="tests/faults/test_two_desks.py",
    )
]
