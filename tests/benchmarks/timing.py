"""How long things take, side by side."""

import statistics
import time
from collections.abc import Callable, Sequence

Line = dict[str, str | float]


def seconds(todo: Callable[[], object]) -> float:
    """Return how long one call takes."""
    start = time.perf_counter()
    todo()
    return time.perf_counter() - start


def side_by_side(rounds: int, todo: Callable[[], object], against: Callable[[], object]) -> tuple[float, float]:
    """Return the median seconds of both, called in turns so that what slows the machine slows both."""
    todo(), against()
    pairs = [(seconds(todo), seconds(against)) for _ in range(rounds)]
    return statistics.median(ours for ours, _ in pairs), statistics.median(theirs for _, theirs in pairs)


def ratio_line(name: str, against: str, times: Sequence[float]) -> Line:
    """Return the line of a ratio, with both times in milliseconds."""
    ours, theirs = times
    return {
        "benchmark": name,
        "against": against,
        "ratio": round(ours / theirs, 2),
        "ms": round(ours * 1000, 3),
        "against_ms": round(theirs * 1000, 3),
    }
