"""An evening with a clock for the tests: the levels of its house last 20 minutes, from 20:00 on."""

import json
from datetime import datetime
from typing import Any

from ledger.bank.queries import bank_of
from ledger.clock import commands as clock_commands
from ledger.clock.queries import ClockNow, clock_now
from reservations.acts.fact_queries import Noted
from reservations.models import Act, Fact
from reservations.players.queries import night_facts
from tests.stories.evening import Evening


class ClockEvening(Evening):
    """An evening in a house with eleven levels, and its clock."""

    def __init__(self, house: str = "hybrid") -> None:
        super().__init__(house)

    def starts_clock(self, **said: str) -> Noted:
        """Start the clock, or resume it."""
        return self._sets(clock_commands.start_clock, said)

    def pauses_clock(self, **said: str) -> Noted:
        """Pause the clock."""
        return self._sets(clock_commands.pause_clock, said)

    def next_level(self, level: int, **said: str) -> Noted:
        """Raise the blinds before their time."""
        return self._sets(clock_commands.next_level, said, level=level)

    def back_from(self, level: int, **said: str) -> Noted:
        """Go back to the level before."""
        return self._sets(clock_commands.previous_level, said, level=level)

    def adds_time(self, seconds: int, **said: str) -> Noted:
        """Make the level longer, or shorter."""
        return self._sets(clock_commands.add_time, said, seconds=seconds)

    def ticks(self) -> int:
        """Let the server look at the clock."""
        return clock_commands.turn_due(self.now)

    def clock(self, at: datetime | None = None) -> ClockNow:
        """Return the clock as it is now."""
        return clock_now(bank_of(self.night), at or self.now, night_facts(self.night))

    def shows(self) -> str:
        """Return the display of the clock, "4 12:41", and whether it is paused."""
        clock = self.clock()
        paused = " paused" if clock.stands == "paused" else ""
        return f"{clock.level} {clock.shown or clock.stands}{paused}"

    @property
    def played(self) -> int | None:
        """The level that is played, by the acts."""
        return bank_of(self.night).history.level

    def levels(self) -> list[str]:
        """Return the acts of levels and their undoings in order: "2 at 20:20:00 by the clock", "back at 20:22:00"."""
        acts = Act.objects.filter(night=self.night, kind__in=("level", "reverse")).order_by("number")
        return [_told(act, self.now) for act in acts]

    def facts(self) -> list[dict[str, Any]]:
        """Return the decisions about the clock, in order."""
        return [json.loads(outcome) for outcome in Fact.objects.order_by("pk").values_list("outcome", flat=True)]

    def _sets(self, command: Any, said: dict[str, str], **fields: Any) -> Noted:
        answer: Noted = command(stamp=self.stamp(**said), night=self.night, **fields)
        return answer


def _told(act: Act, now: datetime) -> str:
    what = json.loads(act.content)["level"] if act.kind == "level" else "back"
    by = f" by {act.by}" if act.by else ""
    return f"{what} at {act.at.astimezone(now.tzinfo):%H:%M:%S}{by}"
