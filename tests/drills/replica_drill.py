"""A league's two PostgreSQL servers: the one that writes is killed in the middle of posts, and the other takes over."""

import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPException
from itertools import count
from pathlib import Path
from typing import Any

from tests import desk
from tests.browser.scenes import fill
from tests.device import Device
from tests.drills.drill import Drill, Found
from tests.replica import Pair, running_pair

TABLETS = 4
ACTS = 8
"""The fewest acts that are acknowledged between two kills."""
STANDS_STILL = 0.3  # seconds without an act, after the line is cut and before the kill
PATIENCE = 60.0  # seconds
RECORDED, TRY_AGAIN = "303", "503"
_BUY_INS = "SELECT key FROM reservations_act WHERE key LIKE 'tablet-%' ORDER BY number"


class Tablet(threading.Thread):
    """Posts buy-ins one after the other, each under its key again and again until it is acknowledged."""

    def __init__(self, name: str, port: int, session: str, player: str) -> None:
        super().__init__(name=name, daemon=True)
        self.port, self.session, self.player = port, session, player
        self.told: list[str] = []
        self.answers: Counter[str] = Counter()
        self.is_over = threading.Event()

    def run(self) -> None:
        """Post until it is over; the last one is acknowledged too."""
        numbers = count()
        while not self.is_over.is_set():
            key = f"tablet-{self.name}-{next(numbers):06}"
            while self._answer(key) != RECORDED:
                time.sleep(0.05)
            self.told.append(key)

    def _answer(self, key: str) -> str:
        said = {"key": key, "amount": "10.00", "pay": "cash", "again": "yes"}
        try:
            with closing(Device(self.port, self.session, patience=PATIENCE)) as device:
                answer = str(device.post(f"{self.player}buy-in/", said))
        except (OSError, HTTPException) as fault:
            answer = type(fault).__name__
        self.answers[answer] += 1
        return answer


@dataclass(frozen=True)
class Evening:
    """Two desks on one pair of servers, and the tablets that post at them."""

    pair: Pair
    folder: Path
    settings: dict[str, str]
    tablets: Sequence[Tablet]

    def told(self) -> list[str]:
        """Return the keys that were acknowledged so far."""
        return [key for tablet in self.tablets for key in [*tablet.told]]

    def goes_on(self, acts: int, patience: float = PATIENCE) -> bool:
        """Wait until so many more acts are acknowledged, or none was for so many seconds; tell whether they were."""
        before = told = len(self.told())
        until = time.monotonic() + patience
        while told < before + acts and time.monotonic() < until:
            time.sleep(0.01)
            if len(self.told()) > told:
                told, until = len(self.told()), time.monotonic() + patience
        return told >= before + acts

    def keys(self) -> list[str]:
        """Return the keys of the buy-ins in the books, by the numbers of their acts."""
        return [key for (key,) in self.pair.first.ask(_BUY_INS)]

    def ends(self) -> None:
        """Let every tablet end once its last act is acknowledged."""
        for tablet in self.tablets:
            tablet.is_over.set()
        for tablet in self.tablets:
            tablet.join(PATIENCE)

    def checked(self) -> str:
        """Return what ``ledger_check`` says: "" if all is right."""
        process = desk.start(self.folder, 8000, "ledger_check", **self.settings)
        said, _ = process.communicate(timeout=PATIENCE)
        return said or ("" if process.returncode == 0 else "it failed")


@contextmanager
def evening(*, waits_for_second: bool) -> Iterator[Evening]:
    """Run two servers and two desks, and let tablets post until the end of the block."""
    with ExitStack() as ends:
        pair = ends.enter_context(running_pair(waits_for_second=waits_for_second))
        settings = {"DATABASE_URL": pair.address, "HOSTDESK_SECRET_KEY": "of both desks " * 4}
        folders = [Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="desk-"))) for _ in range(2)]
        desks = [ends.enter_context(desk.running(folders[0], **settings))]
        made: dict[str, Any] = fill(folders[0], "nights", **settings)
        desks.append(ends.enter_context(desk.running(folders[1], **settings)))
        for each in desks:
            # Its log must not fill the pipe.
            threading.Thread(target=each.process.communicate, daemon=True).start()
        places = [f"/nights/{night}/tonight/players/{made['players'][0]}/" for night in made["nights"][:TABLETS]]
        tablets = [
            Tablet(str(number), desks[number % 2].port, made["session"], place) for number, place in enumerate(places)
        ]
        one = Evening(pair, folders[0], settings, tablets)
        for tablet in tablets:
            tablet.start()
        try:
            yield one
        finally:
            one.ends()


def waited_for(kills: int) -> Found:
    """Kill a server that answers only once the other one has the act too."""
    return _killed(kills, waits_for_second=True)


def not_waited_for(kills: int) -> Found:
    """Kill a server that answers at once, as it does without ``synchronous_standby_names``."""
    return _killed(kills, waits_for_second=False)


def _killed(kills: int, *, waits_for_second: bool) -> Found:
    """Kill the server that writes, let the other one take over, and the next one follow, so many times.

    Before every second kill, the line to the other server is cut. From then on, no act should be acknowledged.
    """
    lost, longest, faults = set[str](), 0.0, Counter[str]()
    with evening(waits_for_second=waits_for_second) as one:
        for kill in range(kills):
            if not one.goes_on(ACTS):
                raise TimeoutError(f"Nothing is recorded any more: {[tablet.answers for tablet in one.tablets]}")
            if kill % 2 == 0:
                one.pair.cut_the_line()
                one.goes_on(ACTS, STANDS_STILL)
            begun = time.monotonic()
            one.pair.fail_over()
            told = one.told()
            lost |= {*told} - {*one.keys()}
            one.pair.follow()
            one.goes_on(1)
            longest = max(longest, time.monotonic() - begun)
            faults.update(filter(None, [one.checked()]))
        one.ends()
        keys, told = one.keys(), one.told()
        lost |= {*told} - {*keys}
        doubled = len(keys) - len({*keys} & {*told})
        last, acts = one.pair.first.ask("SELECT max(number), count(*) FROM reservations_act")[0]
    answers = sum((tablet.answers for tablet in one.tablets), Counter[str]())
    others = {answer: times for answer, times in answers.items() if answer not in (RECORDED, TRY_AGAIN)}
    figure = (
        f"{kills} kills, {len(told)} acknowledged: {len(lost)} lost, {doubled} doubled, {last - acts} numbers missing, "
        f"{len(faults)} faults found by ledger_check, {answers[TRY_AGAIN]} times asked to try again, {others or 'no'} "
        f"other answers, recording again at most {longest:.0f} s after a kill"
    )
    return Found(figure, not (lost or doubled or last - acts or faults or others))


DRILLS = [
    Drill(
        "no act that was acknowledged is lost or doubled where PostgreSQL's standby takes over",
        *(waited_for, not_waited_for),
        rounds=50,
        short=1,
        sister="tests/faults/test_replica.py",
    )
]
