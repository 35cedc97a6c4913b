"""The rounds of the desk and their state, so that no round stops unnoticed.

`hostdesk.front.serving.due_worker.supervised` runs them. A view that records work for a round may wake it.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

CLOCK, KEEPING_UP, SERIES, CLAIMS = "the clock", "what is due", "the nights of series", "the payments to confirm"
E_MAIL, MAILBOX, BACKUP = "the e-mail", "the mailbox", "the backup"
SECOND_PLACE = "the second place"

A_JUMP = 600  # seconds; a smaller jump is an ordinary correction

HEALTH = "/healthz"
"""Where a monitor asks how the desk is."""

Work = Callable[[datetime, Callable[[], bool]], object]
"""One round: it takes the time, and a function that tells it before every longer step whether to go on."""


@dataclass
class Round:
    """A job that repeats after a number of seconds. All times are seconds of the machine's steady clock.

    After a failed round the wait doubles, up to ``patience``; after so many seconds without a good round it
    counts as stopped.
    """

    name: str
    work: Work
    every: float
    patience: float
    well_at: float = field(default_factory=time.monotonic)
    next_at: float = field(default_factory=time.monotonic)
    failed: int = 0
    """Failed rounds in a row."""
    fault: str = ""
    """The last fault, kept also after it is over."""
    fault_at: float = 0.0
    set_aside: Mapping[str, str] = field(default_factory=dict)
    """The jobs that the last round left for later, with the reason."""
    is_over: bool = False
    woken: threading.Event = field(default_factory=threading.Event)
    """Once set, the next round begins at once."""

    def waits(self) -> bool:
        """Wait until the next round, or until it is woken; False once it is over."""
        self.woken.wait(max(0.0, self.next_at - time.monotonic()))
        self.woken.clear()
        return not self.is_over

    def note(self, fault: str, set_aside: Mapping[str, str]) -> None:
        """Note the end of a round: its fault, or "" after a good one, and the jobs it left for later."""
        now, self.set_aside = time.monotonic(), set_aside
        self.failed = self.failed + 1 if fault else 0
        if fault:
            self.fault, self.fault_at = fault, now
        else:
            self.well_at = now
        self.next_at = now + min(self.every * 2**self.failed, max(self.every, self.patience))

    def state(self) -> dict[str, Any]:
        """Return its state, in whole seconds, for ``/healthz`` and *Settings*."""
        now = time.monotonic()
        return {
            "seconds_since": int(now - self.well_at),
            "next_in": max(0, round(self.next_at - now)),
            "failed": self.failed,
            "fault": self.fault,
            "fault_seconds_ago": int(now - self.fault_at) if self.fault else None,
            "set_aside": dict(self.set_aside),
            "stopped": now - self.well_at > self.patience,
        }


_ROUNDS: dict[str, Round] = {}


@contextmanager
def known(*every: Round) -> Iterator[None]:
    """Let rounds be seen and woken until the end of the block."""
    _ROUNDS.update({round_.name: round_ for round_ in every})
    try:
        yield
    finally:
        for round_ in every:
            del _ROUNDS[round_.name]


def rounds() -> dict[str, dict[str, Any]]:
    """Return the state of this process's rounds by name; another process has its own, a page server may have none."""
    return {name: round_.state() for name, round_ in _ROUNDS.items()}


@dataclass
class WatchedClock:
    """The computer's clock beside its steady one.

    ``jump`` is the last jump of `A_JUMP` or more, forward or back (negative): the time after it, and the seconds.
    """

    ahead: float | None = None
    jump: tuple[datetime, int] | None = None

    def look(self, now: datetime, steady: float) -> None:
        """Note a jump since the last look."""
        before, self.ahead = self.ahead, now.timestamp() - steady
        if before is not None and abs(self.ahead - before) >= A_JUMP:
            self.jump = now, round(self.ahead - before)


def steady_clock() -> float:
    """Return seconds that no setting of the clock changes, and that go on during sleep if the system allows it."""
    seconds = time.monotonic()
    if sys.platform != "win32":
        seconds = time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
    return seconds


the_clock = WatchedClock()
"""The clock as this process has seen it."""


def has_stopped(name: str) -> bool:
    """Tell whether a round of this process has stopped."""
    return name in _ROUNDS and bool(_ROUNDS[name].state()["stopped"])


def wake(name: str) -> bool:
    """Start a round at once; False if another process runs it, in its own time."""
    if name not in _ROUNDS:
        return False
    _ROUNDS[name].woken.set()
    return True
