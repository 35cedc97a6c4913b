"""Files and texts that grow: no input takes more than two seconds or a hundred megabytes.

Each door gets one thing of a growing size, in a process with limited memory and time: the figure is the largest cost,
and the power of the size with which time grew, where it could be measured.
"""

import math
import resource
import statistics
import time
from functools import partial
from pathlib import Path

from hostdesk.rules.houses import toml_text
from tests.drills.attacks import attack
from tests.drills.drill import Drill, Found
from tests.drills.growing import DOORS, brought
from tests.drills.inside import Inside

SECONDS, MEGABYTES, POWER = 2.0, 100, 1.7
PATIENCE, ROOM = 20, 800_000_000  # seconds and bytes after which the process ends, to spare the machine
MEASURED = 0.1  # seconds; shorter times do not tell how time grows
STEPS = (256, 64, 16, 4, 1)

Cost = tuple[int, float, float, int]
"""The size, the seconds and megabytes that it took, and the status of the answer, 0 without one."""


def grown(inside: Inside, steps: int, *, door: str, thing: str, damaged: bool) -> list[Cost]:
    """Send the growing thing in so many steps, the largest last."""
    if damaged:
        toml_text._MOST_DEPTH = 10**9
    resource.setrlimit(resource.RLIMIT_AS, (_now("VmSize") + ROOM,) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
    make, largest = DOORS[door].grows[thing]
    found = list[Cost]()
    brought(inside, DOORS[door], b"")  # the first request of a process has costs of its own
    for size in (largest // step for step in STEPS[-steps:]):
        made = make(size)
        sent = made if isinstance(made, bytes) else made.encode()
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # resets the peak of its memory
        before, begun = _now("VmRSS"), time.process_time()
        status = brought(inside, DOORS[door], sent)
        found.append((size, time.process_time() - begun, (_now("VmHWM") - before) / 1_000_000, status))
    return found


def _now(what: str) -> int:
    """Return the amount that the process has of a kind of memory, in bytes."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith(f"{what}:")).split()[1]) * 1024


def bounded(things: int, *, damaged: bool = False) -> Found:
    """Let so many things grow, and compare their costs with the promise."""
    pairs = [(door, thing) for door, each in DOORS.items() for thing in each.grows][:things]
    most_seconds, most_megabytes, steepest, wrong = 0.0, 0.0, 0.0, list[str]()
    for door, thing in pairs:
        try:
            costs = attack("tests.drills.growth_drill:grown", len(STEPS), door=door, thing=thing, damaged=damaged)
        except RuntimeError as ended:
            wrong.append(f"{thing} of {door}: {str(ended).strip().splitlines()[-1]:.80}")
            continue
        seconds, megabytes = max(each[1] for each in costs), max(each[2] for each in costs)
        power = _power(costs)
        most_seconds, most_megabytes = max(most_seconds, seconds), max(most_megabytes, megabytes)
        steepest = max(steepest, power)
        if seconds > SECONDS or megabytes > MEGABYTES or power > POWER or any(each[3] >= 500 for each in costs):
            wrong.append(f"{thing} of {door}: {seconds:.1f} s, {megabytes:.0f} MB, size to the power of {power:.1f}")
    figure = (
        f"{len(pairs)} things at {len({door for door, _ in pairs})} doors: at most {most_seconds:.1f} s and "
        f"{most_megabytes:.0f} MB, time as size to the power of {steepest:.1f}"
    )
    return Found(f"{figure} ({'; '.join(wrong)})" if wrong else figure, not wrong)


def _power(costs: list[Cost]) -> float:
    """Return the power of the size with which time grew, by a line through the logarithms; 0 if times are short."""
    points = [(math.log(size), math.log(seconds)) for size, seconds, *_ in costs if seconds > MEASURED and size]
    if len(points) < 3:
        return 0.0
    return statistics.linear_regression(*zip(*points, strict=True)).slope


DRILLS = [
    Drill(
        "what is brought in takes two seconds and a hundred megabytes at most, however large",
        bounded,
        partial(bounded, damaged=True),
        sum(len(door.grows) for door in DOORS.values()),
        1,
    )
]
