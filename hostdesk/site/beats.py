"""When each of the desk's threads last did its round, so that one that has stopped is noticed."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

CLOCK, KEEPING_UP, E_MAIL = "the clock", "what is due", "the e-mail"
PATIENCE = {CLOCK: 30.0, KEEPING_UP: 90.0, E_MAIL: 240.0}
"""After how many seconds without a good round a thread counts as stopped; a slow mail server takes its time."""


@dataclass
class Beat:
    """A thread's last good round, in seconds of the machine's steady clock, and what went wrong since."""

    name: str
    well_at: float = field(default_factory=time.monotonic)
    fault: str = ""

    def note(self, fault: str) -> None:
        """Note the end of a round: what went wrong, or "" after a good one."""
        self.fault = fault
        if not fault:
            self.well_at = time.monotonic()

    @property
    def seconds_ago(self) -> int:
        """How long ago the last good round was."""
        return int(time.monotonic() - self.well_at)

    @property
    def has_stopped(self) -> bool:
        """Whether there was no good round for too long."""
        return self.seconds_ago > PATIENCE[self.name]


_BEATS: dict[str, Beat] = {}


@contextmanager
def beating(beat: Beat) -> Iterator[None]:
    """Let a thread's beat be seen until the end of the block."""
    _BEATS[beat.name] = beat
    try:
        yield
    finally:
        del _BEATS[beat.name]


def beats() -> tuple[Beat, ...]:
    """Return the beats of this process's threads; another process has its own, and a page server may have none."""
    return tuple(_BEATS.values())


def has_stopped(name: str) -> bool:
    """Tell whether a thread of this process has stopped."""
    return name in _BEATS and _BEATS[name].has_stopped
