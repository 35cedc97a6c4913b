"""Timing of calls side by side, and the line of the result."""

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from tests.desk import ROOT

Line = dict[str, str | float]


def seconds(todo: Callable[[], object]) -> float:
    """Return the seconds of one call by the wall clock."""
    start = time.perf_counter()
    todo()
    return time.perf_counter() - start


def spent(todo: Callable[[], object]) -> float:
    """Return the processor time of one call in seconds, which other processes do not add to."""
    start = time.process_time()
    todo()
    return time.process_time() - start


def spent_by_python(*arguments: str, **environment: str) -> float:
    """Return the processor time in seconds of a new Python process with those arguments."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "hostdesk.settings", **environment}
    asked = [sys.executable, *arguments]
    return spent_by_children(lambda: subprocess.run(asked, cwd=ROOT, env=environment, capture_output=True, check=False))


def spent_by_children(todo: Callable[[], object]) -> float:
    """Return the processor time in seconds of the processes that a call starts and awaits."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    todo()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def side_by_side(rounds: int, todo: Callable[[], object], against: Callable[[], object]) -> tuple[float, float]:
    """Return the median processor time of both calls in seconds, by turns, so that a slow moment slows both."""
    todo(), against()
    pairs = [(spent(todo), spent(against)) for _ in range(rounds)]
    return statistics.median(ours for ours, _ in pairs), statistics.median(theirs for _, theirs in pairs)


def ratio_line(name: str, against: str, times: Sequence[float], at_most: float | None = None) -> Line:
    """Return the line of a ratio, with both times in milliseconds, and whether the ratio is small enough."""
    ours, theirs = times
    line: Line = {
        "benchmark": name,
        "against": against,
        "ratio": round(ours / theirs, 2),
        "ms": round(ours * 1000, 3),
        "against_ms": round(theirs * 1000, 3),
    }
    return line if at_most is None else line | {"at_most": round(at_most, 2), "holds": ours / theirs <= at_most}
