"""Ten phones ask for the last seat of a night at the same moment, again and again, at a desk that serves."""

import json
import sqlite3
import tempfile
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.utils import timezone

from hostdesk.base.site.idempotency_keys import new_key
from tests import desk
from tests.browser.reservation_scenes import a_house, a_night
from tests.browser.scenes import Scene
from tests.device import Device
from tests.drills.drill import Drill, Found
from tests.drills.warm_desk import WarmDesk, warm_desk
from tests.reservations.friday import one

TEN = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gil", "Hal", "Ivy", "Jo")


def raced(rounds: int) -> Found:
    """Race for the last seat so many times."""
    return _raced(rounds, "")


def raced_unlocked(rounds: int) -> Found:
    """Race at a desk without its lock."""
    return _raced(rounds, "two_look_before_one_writes")


def show(nights: int) -> None:
    """Make so many nights with one seat each in this process' books, and print their numbers and ten phones."""
    scene = Scene()
    scene.knows(*TEN)
    house, first = a_house("friday", "The Friday game"), timezone.now() + timedelta(days=60)
    made = [a_night(house, first + timedelta(hours=hours), seats=1).pk for hours in range(nights)]
    phones = [(one(name).number, scene.players_session(name)) for name in TEN]
    print(json.dumps({"nights": made, "phones": phones}))


def _raced(rounds: int, how: str) -> Found:
    with tempfile.TemporaryDirectory() as name:
        folder = desk.laid_out(Path(name))
        code = f"from tests.drills import last_seat_drill; last_seat_drill.show({rounds})"
        said, _ = desk.start(folder, 8000, "shell", "--no-imports", "-c", code).communicate(timeout=600)
        with warm_desk(folder) as warm:
            warm.serve(how)
            statuses = _asked(warm, json.loads(said.splitlines()[-1]))
        with closing(sqlite3.connect(folder / "hostdesk.sqlite3")) as books:
            rows = books.execute("SELECT night_id, outcome FROM reservations_fact WHERE kind = 'answer' ORDER BY id")
            places: dict[int, list[str]] = {}
            for night, outcome in rows:
                places.setdefault(night, []).append(json.loads(outcome)["place"])
    wanted = ["seat"] + ["waiting"] * (len(TEN) - 1)
    overbooked = sum(each.count("seat") > 1 for each in places.values())
    faults = sum(number for status, number in statuses.items() if status >= 500)
    right = sum(each == wanted for each in places.values())
    figure = (
        f"{rounds:,} races of ten: {right:,} with one seated and nine waiting, {overbooked} overbooked, {faults} × 5xx"
    )
    return Found(figure, (right, statuses) == (rounds, {303: rounds * len(TEN)}))


def _asked(warm: WarmDesk, made: dict[str, Any]) -> Counter[int]:
    """Let ten phones answer each night at the same moment, and return the number of answers of each status."""
    statuses: Counter[int] = Counter()
    start = threading.Barrier(len(TEN))

    def phone(number: int, session: str) -> None:
        with closing(Device(warm.port, session)) as device:
            device.until_open()
            for night in made["nights"]:
                start.wait(300)
                statuses[device.post(f"/own/{number}/nights/{night}/answer/", {"key": new_key(), "answer": "yes"})] += 1

    with ThreadPoolExecutor(len(TEN)) as pool:
        for each in [pool.submit(phone, number, session) for number, session in made["phones"]]:
            each.result()
    return statuses


DRILLS = [
    Drill(
        "of ten who ask for the last seat at once one gets it",
        raced,
        raced_unlocked,
        rounds=1_000,
        short=2,
        sister="tests/faults/test_seat_races.py",
    )
]
