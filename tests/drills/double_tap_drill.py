"""Double taps on a real server: two requests of one form, sent at the same moment, record once."""

import sqlite3
import tempfile
import threading
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import cycle, islice, product
from pathlib import Path

from tests.browser.visit import Visit, visiting
from tests.device import Device
from tests.drills.drill import Drill, Found

AT_ONCE = 4  # pairs: the server has eight threads


def under_one_key(pairs: int) -> Found:
    """Tap each form twice, as it is on the page: both taps carry its key."""
    return _tapped_twice(pairs, keys_of_a_form=1)


def under_two_keys(pairs: int) -> Found:
    """Tap each form twice as if forms had no key: each tap has one of its own."""
    return _tapped_twice(pairs, keys_of_a_form=2)


def _tapped_twice(many: int, *, keys_of_a_form: int) -> Found:
    """Send so many pairs of taps, both at the same moment, and count the acts in the books afterwards."""
    with tempfile.TemporaryDirectory() as folder, visiting(Path(folder), "nights") as visit:
        with closing(Device(visit.desk.port, visit.made["session"])) as device:
            keys = device.keys(many * keys_of_a_form)
        pairs = [*zip(keys[:many], keys[-many:], strict=True)]
        statuses = _taps(visit, pairs)
        with closing(sqlite3.connect(visit.desk.folder / "hostdesk.sqlite3")) as books:
            recorded = {key for (key,) in books.execute("SELECT key FROM reservations_act WHERE kind = 'buy_in'")}
    lost = sum(recorded.isdisjoint(pair) for pair in pairs)
    doubled = len(recorded) - (many - lost)
    faults = sum(number for status, number in statuses.items() if status >= 500)
    figure = f"{many:,} pairs: {doubled} doubled, {lost} lost, {faults} × 5xx"
    return Found(figure, (doubled, lost, statuses) == (0, 0, {303: 2 * many}))


def _taps(visit: Visit, pairs: Sequence[tuple[str, str]]) -> Counter[int]:
    """Tap under both keys of each pair at once, in turn for every player of eight nights; return the statuses."""
    places = islice(cycle(product(visit.made["nights"], visit.made["players"])), len(pairs))
    forms = [*zip(places, pairs, strict=True)]
    statuses: Counter[int] = Counter()

    def finger(barrier: threading.Barrier, hand: int, tap: int) -> None:
        with closing(Device(visit.desk.port, visit.made["session"])) as device:
            for (night, player), keys in forms[hand::AT_ONCE]:
                barrier.wait(300)
                said = {"key": keys[tap], "amount": "10.00", "pay": "cash", "again": "yes"}
                statuses[device.post(f"/nights/{night}/tonight/players/{player}/buy-in/", said)] += 1

    with ThreadPoolExecutor(2 * AT_ONCE) as fingers:
        barriers = [threading.Barrier(2) for _ in range(AT_ONCE)]
        taps = [fingers.submit(finger, barrier, hand, tap) for hand, barrier in enumerate(barriers) for tap in (0, 1)]
        for each in taps:
            each.result()
    return statuses


DRILLS = [Drill("a form that is sent twice at once is recorded once", under_one_key, under_two_keys, 10_000, 8)]
