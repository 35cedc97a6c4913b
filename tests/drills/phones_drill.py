"""Thirty phones ask for news every three seconds, as their pages do, while a host records an act a second."""

import json
import re
import sqlite3
import statistics
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from html import unescape
from itertools import cycle
from pathlib import Path
from typing import Any

from hostdesk.base.site.idempotency_keys import new_key
from ledger.money.words import Means
from reservations.players.queries import player_named
from tests import desk
from tests.browser.scenes import Scene
from tests.device import Device
from tests.drills.drill import Drill, Found
from tests.drills.warm_desk import WarmDesk, warm_desk

PHONES, ASKS_EVERY = 30, 3.0  # seconds
HELD_EVERY, HELD = 20, 0.3  # seconds; how often another program has the books for itself, and for how long
PULSE = re.compile(r'hx-get="(/own/\d+/since/[^"]*)"')


def answered(seconds: int) -> Found:
    """Record an act a second for so many seconds."""
    return _answered(seconds, "")


def answered_without_patience(seconds: int) -> Found:
    """Do so at a desk that waits for no other program."""
    return _answered(seconds, "waits_for_nobody")


def show() -> None:
    """Make a night with thirty players and their phones in this process' books, and print their numbers."""
    scene = Scene()
    names = [f"Player {number:02}" for number in range(PHONES)]
    scene.knows("Ann", *names)
    night = scene.opens("mike")
    for name in names:
        scene.buy(night, name, 1000, pay=Means.CASH)
    phones = [(player_named(name).number, scene.players_session(name)) for name in names]
    print(json.dumps({"night": night.pk, "phones": phones, "session": scene.session()}))


def _answered(seconds: int, how: str) -> Found:
    with tempfile.TemporaryDirectory() as name:
        folder = desk.laid_out(Path(name))
        code = "from tests.drills import phones_drill; phones_drill.show()"
        said, _ = desk.start(folder, 8000, "shell", "--no-imports", "-c", code).communicate(timeout=600)
        made = json.loads(said.splitlines()[-1])
        with warm_desk(folder) as warm:
            warm.serve(how)
            over, asked, statuses = threading.Event(), list[float](), Counter[int]()
            with ThreadPoolExecutor(PHONES) as pool:
                phones = [
                    pool.submit(_asks, warm, number, session, over, asked, statuses)
                    for number, session in made["phones"]
                ]
                took = _posted(warm, made, seconds, statuses)
                over.set()
            for each in phones:
                each.result()
        locked = (folder / "log").read_text(encoding="utf-8").count("locked")
        with closing(sqlite3.connect(folder / "hostdesk.sqlite3")) as books:
            (recorded,) = books.execute("SELECT COUNT(*) FROM reservations_act WHERE kind = 'buy_in'").fetchone()
    faults = sum(number for status, number in statuses.items() if status >= 500)
    lost = PHONES + seconds - recorded
    figure = (
        f"{seconds:,} acts, at most one a second, p95 {_slow(took)} ms; {len(asked):,} questions of {PHONES} phones, "
        f"p95 {_slow(asked)} ms: {lost} lost, {locked} × locked, {faults} × 5xx"
    )
    came = set(statuses) <= {200, 204, 303} and statuses[303] == seconds and len(asked) >= PHONES
    return Found(figure, came and (lost, locked, faults) == (0, 0, 0))


def _asks(
    warm: WarmDesk, number: int, session: str, over: threading.Event, asked: list[float], statuses: Counter[int]
) -> None:
    """Open a player's own page, and ask for news at the address that the page and then each answer gives."""
    with closing(Device(warm.port, session)) as device:
        device.until_open()
        status, page = device.ask("GET", f"/own/{number}/")
        statuses[status] += 1
        address, wait = "", ASKS_EVERY * (number % PHONES) / PHONES
        while found := PULSE.search(page.decode()) or address:
            address = found if isinstance(found, str) else unescape(found[1])
            is_over = over.wait(wait)
            begun, wait = time.monotonic(), ASKS_EVERY
            status, page = device.ask("GET", address)
            asked.append(time.monotonic() - begun)
            statuses[status] += 1
            if is_over:
                return


def _posted(warm: WarmDesk, made: dict[str, Any], seconds: int, statuses: Counter[int]) -> list[float]:
    """Record an act a second, now and then while another program has the books; return the seconds that each took."""
    took, numbers = [], cycle(number for number, _ in made["phones"])
    with (
        closing(Device(warm.port, made["session"])) as device,
        closing(
            sqlite3.connect(warm.folder / "hostdesk.sqlite3", isolation_level=None, check_same_thread=False)
        ) as other,
    ):
        device.until_open()
        start = time.monotonic()
        for second in range(seconds):
            time.sleep(max(0.0, start + second - time.monotonic()))
            if second % HELD_EVERY == 0:
                other.execute("BEGIN IMMEDIATE")
                threading.Timer(HELD, other.execute, ["ROLLBACK"]).start()
            begun = time.monotonic()
            said = {"key": new_key(), "amount": "5.00", "pay": "cash", "again": "yes"}
            path = f"/nights/{made['night']}/tonight/players/{next(numbers)}/buy-in/"
            statuses[device.post(path, said)] += 1
            took.append(time.monotonic() - begun)
        time.sleep(HELD)
    return took


def _slow(took: list[float]) -> int:
    """Return the 95th percentile, in milliseconds."""
    return round(statistics.quantiles(took, n=20)[-1] * 1000) if len(took) > 1 else 0


DRILLS = [
    Drill(
        "thirty phones ask while a host records, and nobody is turned away",
        answered,
        answered_without_patience,
        rounds=600,
        short=2,
        sister="tests/hostdesk/base/site/test_connections_server.py::test_twenty_phones_keep_nobody_out",
    )
]
