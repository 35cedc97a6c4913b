"""A part of the demo's night log as it is written: keys in their order, a clock that only goes on. Pure."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from hostdesk.night_logs.night_log import Line
from reservations.kinds import Kind, Stamp

KEYS = "demo-"
"""What the key of every act of the demo begins with."""


@dataclass
class Log:
    """The lines of a night so far. ``now`` is in UTC; ``by`` runs the bank; ``name`` is for the keys."""

    name: str
    now: datetime
    by: str
    lines: list[Line] = field(default_factory=list)

    def write(self, kind: Kind, *, ruling: str = "", count_ruling: str = "", **fields: Any) -> str:
        """Write down what happens now, and return its key."""
        key = f"{KEYS}{self.name}-{len(self.lines) + 1:03}"
        stamp = Stamp(key, self.now, by=self.by, ruling=ruling, count_ruling=count_ruling)
        self.lines.append(Line(kind, stamp, None, fields))
        return key

    def wait(self, seconds: int) -> None:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)

    def wait_until(self, moment: datetime) -> None:
        """Let time pass until that moment, if it is still to come."""
        self.now = max(self.now, moment)
