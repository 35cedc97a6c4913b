"""Eight devices post buy-ins at once, then one posts while thirty phones poll: on SQLite and on PostgreSQL."""

import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings
from django.db import connection, transaction
from django.test import Client

from hostdesk.base.site.idempotency_keys import new_key
from reservations.models import Night
from tests.benchmarks.buying_in import Bare
from tests.benchmarks.desk import full_night, signed_in
from tests.benchmarks.timing import Line, ratio_line, seconds
from tests.desk import ROOT, Desk, running
from tests.postgres import throwaway_server

DEVICES, PHONES = 8, 30
SECONDS = 5.0
"""How long the devices post."""
ROUNDS, TURN = 3, 2.5  # turns with phones and without, and seconds per turn
EVERY, ASKS_EVERY = 0.2, 3.0  # seconds between two posts of a device, and between two polls of a phone
A_POST, BY_THE_DISK = 4, 1.25
"""An act takes as long as so many bare posts at most; where the disk is slow, as so many bare inserts."""
APPENDS = 200
SPREAD, FOR_PHONES = 8, 1.1
OPTIONS: tuple[str, ...] = ()
"""More options for the run on PostgreSQL."""
TOKEN = re.compile('name="csrfmiddlewaretoken" value="([^"]+)"')
PULSE = re.compile(r'hx-get="(/nights/\d+/tonight/since/\d+/[^"]*)"')


def measure() -> Iterator[Line]:
    """Yield the acts a second beside the rate of the disk, the spread of their times, and the cost of phones."""
    night, client = full_night(), signed_in()
    folder, database = Path(os.environ["HOSTDESK_VAR"]), os.environ["DATABASE_URL"]
    named = {"DJANGO_SETTINGS_MODULE": "tests.benchmarks.settings", "DATABASE_URL": database}
    on = "PostgreSQL" if connection.vendor == "postgresql" else "SQLite"
    appended, inserted = APPENDS / seconds(partial(_append, folder)), APPENDS / seconds(_insert)
    with running(folder, **named) as desk:
        devices = [Device(desk, client, night, place) for place in range(DEVICES)]
        for device in devices:
            device.buy_in()  # The first buy-in of a device also pays for one-time reads.
        bare = _together([partial(device.until, time.monotonic() + SECONDS / 3, device.insert) for device in devices])
        took = _together([partial(device.until, time.monotonic() + SECONDS, device.buy_in) for device in devices])
        alone, among = _with_and_without_phones(desk, client, night, devices[0])
    times = SECONDS / len(took), 1 / inserted
    line = ratio_line(
        f"{DEVICES} devices post buy-ins, {on}",
        "bare inserts on one connection, same durability",
        times,
        max(A_POST * SECONDS / 3 / len(bare) / times[1], BY_THE_DISK),
    )
    yield line | {
        "acts_a_second": round(len(took) / SECONDS),
        "bare_posts_a_second": round(len(bare) / SECONDS * 3),
        "inserts_a_second": round(inserted),
        "appends_a_second": round(appended),
    }
    slow, usual = statistics.quantiles(took, n=20)[-1], statistics.median(took)
    yield ratio_line(f"slowest twentieth of those, {on}", "their median", (slow, usual), SPREAD)
    yield ratio_line(f"a buy-in while {PHONES} phones ask, {on}", "nobody asks", (among, alone), FOR_PHONES)
    if on == "SQLite":
        with throwaway_server() as address:
            arguments = ["-m", "tests.benchmarks", "crowding", "--database", address, *OPTIONS]
            ran = subprocess.run([sys.executable, *arguments], cwd=ROOT, stdout=subprocess.PIPE, check=False)
        lines = [*map(json.loads, ran.stdout.splitlines())]
        if not lines:
            raise RuntimeError("PostgreSQL was not measured.")
        yield from lines


def _append(folder: Path) -> None:
    """Append to a file ``APPENDS`` times and wait for the disk each time."""
    file = os.open(folder / "appended", os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
    for _ in range(APPENDS):
        os.write(file, bytes(4096))
        os.fsync(file)
    os.close(file)


def _insert() -> None:
    for _ in range(APPENDS):
        with transaction.atomic():
            Bare(cents=500).save(force_insert=True)


class Device:
    """A tablet of the host at a night, which posts for one player."""

    def __init__(self, desk: Desk, client: Client, night: Night, place: int) -> None:
        bought = night.acts.filter(kind="buy_in").order_by("number")[place]
        self.page = f"/nights/{night.pk}/tonight/players/{bought.transfers.get().player_id}/"
        found = TOKEN.search(client.get(self.page).content.decode())
        self.token = found[1] if found else ""
        # The names of the cookies contain the port.
        cookies = {settings.SESSION_COOKIE_NAME: f"desk{desk.port}", settings.CSRF_COOKIE_NAME: f"form{desk.port}"}
        self.cookie = "; ".join(f"{cookies[name]}={each.value}" for name, each in client.cookies.items())
        self.connection = http.client.HTTPConnection("127.0.0.1", desk.port, timeout=60)

    def until(self, end: float, todo: Callable[[], object]) -> list[float]:
        """Repeat the call until that moment, and return the seconds of each call."""
        took = []
        while time.monotonic() < end:
            took.append(seconds(todo))
        return took

    def buy_in(self) -> None:
        self._post(f"{self.page}buy-in/", again="yes", amount="5.00")

    def insert(self) -> None:
        self._post("/bare/insert/", cents="500")

    def _post(self, url: str, **fields: str) -> None:
        body = urlencode({**fields, "key": new_key(), "csrfmiddlewaretoken": self.token})
        self.ask("POST", url, body)

    def ask(self, method: str, url: str, body: str = "") -> str:
        """Send a request and return the body. Raises ``RuntimeError`` for a refusal or a server error."""
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        self.connection.request(method, url, body, headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        if answer.status not in ((303,) if body else (200, 204)):
            raise RuntimeError(f"{url} answered {answer.status}")
        return text


class Phones:
    """Devices that show the night and, as its page tells them to, poll every few seconds until the end."""

    def __init__(self, desk: Desk, client: Client, night: Night) -> None:
        self.over, found = threading.Event(), PULSE.search(client.get(f"/nights/{night.pk}/tonight/").content.decode())
        self.first = unescape(found[1]) if found else ""
        self.devices = [Device(desk, client, night, place % DEVICES) for place in range(PHONES)]
        self.threads = [threading.Thread(target=self.asks, args=each) for each in enumerate(self.devices)]

    def __enter__(self) -> None:
        for thread in self.threads:
            thread.start()

    def __exit__(self, *_: object) -> None:
        self.over.set()
        for thread in self.threads:
            thread.join()

    def asks(self, place: int, device: Device) -> None:
        url, wait = self.first, ASKS_EVERY * place / PHONES
        while not self.over.wait(wait):
            found, wait = PULSE.search(device.ask("GET", url)), ASKS_EVERY
            url = unescape(found[1]) if found else url


def _with_and_without_phones(desk: Desk, client: Client, night: Night, device: Device) -> tuple[float, float]:
    """Return the mean seconds of a buy-in without phones and while phones poll, measured in turns."""
    alone, among = [], []
    for _ in range(ROUNDS):
        alone += _steadily(device)
        with Phones(desk, client, night):
            among += _steadily(device)
    return statistics.mean(alone), statistics.mean(among)


def _steadily(device: Device) -> list[float]:
    took, end = [], time.monotonic() + TURN
    while time.monotonic() < end:
        took.append(seconds(device.buy_in))
        time.sleep(max(0.0, EVERY - took[-1]))
    return took


def _together(tasks: list[Callable[[], list[float]]]) -> list[float]:
    """Run the tasks at the same time, and return all their results in one list."""
    with ThreadPoolExecutor(len(tasks)) as pool:
        return [took for done in [pool.submit(task) for task in tasks] for took in done.result()]
