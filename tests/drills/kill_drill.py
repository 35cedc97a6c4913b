"""A desk that is killed again and again while four devices post, each pressing again until it gets an answer."""

import random
import shutil
import sqlite3
import statistics
import tempfile
import threading
import time
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPException
from itertools import cycle
from pathlib import Path
from typing import Any

from hostdesk.base.site.idempotency_keys import new_key
from tests import desk
from tests.browser.scenes import lay_out
from tests.device import Device
from tests.drills.drill import Drill, Found
from tests.drills.warm_desk import WarmDesk, warm_desk

DEVICES = 4
AT_MOST = 0.15  # seconds; the longest life of a desk after its first answer
PATIENCE = 120.0  # seconds; a desk that does not answer by then does not come back
AGAIN = 0.05  # seconds; how soon a device presses again
IN_FULL = 100
"""Every hundredth desk is started by ``manage.py``; every fourth dies between the commit and the answer."""
DIES = "dies_before_it_answers"


@dataclass
class Devices:
    """Four devices that post buy-ins until it is over. They press a form again under its key, or under a new one."""

    warm: WarmDesk
    session: str
    paths: list[str]
    same_key: bool
    over: threading.Event = field(default_factory=threading.Event)
    answered: threading.Event = field(default_factory=threading.Event)
    begun: float = 0.0
    forms: list[list[str]] = field(default_factory=list)
    """The keys under which each acknowledged form was sent."""
    again: int = 0
    others: list[int] = field(default_factory=list)
    """All other statuses that came."""

    def post(self, place: int) -> None:
        """Post one form after the other."""
        paths = cycle(self.paths[place::DEVICES])
        while not self.over.is_set():
            self.forms.append(self._pressed(next(paths)))

    def _pressed(self, path: str) -> list[str]:
        """Press until the form is acknowledged, and return its keys."""
        keys, said = [new_key()], {"amount": "5.00", "pay": "cash", "again": "yes"}
        device = Device(self.warm.port, self.session)
        while True:
            sent = time.monotonic()
            try:
                status = device.post(path, {**said, "key": keys[-1]})
            except (OSError, HTTPException):
                device.close()
                self.again += 1
                time.sleep(AGAIN)
                if not self.same_key:
                    keys.append(new_key())
                continue
            if sent > self.begun:
                self.answered.set()
            if status == 303:
                device.close()
                return keys
            self.others.append(status)


def killed(rounds: int) -> Found:
    """Kill a desk so many times, and count the acts in the books."""
    with tempfile.TemporaryDirectory() as folder:
        made = lay_out(Path(folder), "nights")
        with warm_desk(Path(folder)) as warm:
            return _killed(warm, made, rounds, same_key=True, serving=["", "", "", DIES])


def killed_where_it_may_lose(rounds: int) -> Found:
    """Kill desks that acknowledge too early, and let devices press again under new keys: acts get lost and doubled."""
    with tempfile.TemporaryDirectory() as folder:
        made = lay_out(Path(folder), "nights")
        with warm_desk(Path(folder)) as warm:
            lost = _killed(warm, made, rounds, same_key=True, serving=["answers_before_it_records"])
            doubled = _killed(warm, made, rounds, same_key=False, serving=[DIES])
    figure = f"acknowledged before the commit: {lost.figure}; a new key for every try: {doubled.figure}"
    return Found(figure, lost.holds or doubled.holds)


def _killed(warm: WarmDesk, made: dict[str, Any], rounds: int, *, same_key: bool, serving: list[str]) -> Found:
    chance, places = random.Random(rounds), [(night, player) for night in made["nights"] for player in made["players"]]
    paths = [f"/nights/{night}/tonight/players/{player}/buy-in/" for night, player in places]
    devices = Devices(warm, made["session"], paths, same_key)
    threads = [threading.Thread(target=devices.post, args=(place,), daemon=True) for place in range(DEVICES)]
    for each in threads:
        each.start()
    faults, seconds, in_full = [], [], []
    for number in range(1, rounds + 1):
        if number % IN_FULL == 0:
            in_full.append(_started_in_full(devices, chance))
        else:
            seconds.append(_started(devices, serving[number % len(serving)], chance))
        faults.append(_checked_aside(warm))
    devices.begun = time.monotonic()
    warm.serve()
    devices.over.set()
    for each in threads:
        each.join(PATIENCE)
    faults.append(warm.check())
    warm.kill()
    with closing(sqlite3.connect(warm.folder / "hostdesk.sqlite3")) as books:
        recorded = {key for (key,) in books.execute("SELECT key FROM reservations_act WHERE kind = 'buy_in'")}
    tried = [sum(key in recorded for key in keys) for keys in devices.forms]
    lost, doubled, found = tried.count(0), sum(times - 1 for times in tried if times), len([*filter(None, faults)])
    figure = (
        f"{rounds:,} kills, {len(tried):,} acknowledged, {devices.again:,} pressed again: {lost} lost, "
        f"{doubled} doubled, ledger_check found {found}; answers again after {statistics.median(seconds):.1f} s"
    )
    if in_full:
        figure += f" (at most {max(seconds):.1f}), from the command line after {statistics.median(in_full):.1f} s"
    is_over = not any(each.is_alive() for each in threads)
    return Found(figure, is_over and (lost, doubled, found, devices.others) == (0, 0, 0, []))


def _started(devices: Devices, how: str, chance: random.Random) -> float:
    """Start a desk, kill it some time after it has answered, and return how many seconds that answer took."""
    devices.answered.clear()
    devices.begun = time.monotonic()
    devices.warm.serve(how)
    took = _until_answered(devices)
    if how == DIES:
        devices.warm.wait()
    else:
        time.sleep(chance.uniform(0, AT_MOST))
        devices.warm.kill()
    return took


def _started_in_full(devices: Devices, chance: random.Random) -> float:
    """Do the same with a desk that is started as a host starts it."""
    devices.answered.clear()
    devices.begun = time.monotonic()
    with desk.running(devices.warm.folder, devices.warm.port, HOSTDESK_LISTEN="127.0.0.1"):
        took = _until_answered(devices)
        time.sleep(chance.uniform(0, AT_MOST))
    return took


def _until_answered(devices: Devices) -> float:
    if not devices.answered.wait(PATIENCE):
        log = (devices.warm.folder / "log").read_text(encoding="utf-8")
        raise TimeoutError(f"the desk did not come back: {log[-2000:]}")
    return time.monotonic() - devices.begun


def _checked_aside(warm: WarmDesk) -> str:
    """Return what ``ledger_check`` says of a copy of the books after the kill; the next desk finds the originals."""
    aside = warm.folder / "aside"
    aside.mkdir(exist_ok=True)
    for name in ("hostdesk.sqlite3", "hostdesk.sqlite3-journal", "head"):
        shutil.copy(warm.folder / name, aside)
    return warm.check(aside)


DRILLS = [Drill("what is acknowledged survives kill -9, and is there once", killed, killed_where_it_may_lose, 1_000, 1)]
