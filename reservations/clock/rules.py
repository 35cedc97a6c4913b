"""The clock of the levels: its display at any moment, and the rise of the blinds (hybrid, stakes and the clock). Pure.

Nothing counts down anywhere: the display follows from the last change of the clock and the time since. So it is right
after a restart of the server, and after a tablet has slept. Times are aware and compared as instants in UTC, since the
wall clock of one zone jumps twice a year.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from reservations.acts.facts import FactKind, Facts


class ClockPress(StrEnum):
    """The changes of a clock."""

    START = "start"
    PAUSE = "pause"
    NEXT = "next"
    BACK = "back"
    ADD = "add"


@dataclass(frozen=True)
class ClockState:
    """A clock at one moment: ``left`` whole seconds of ``level``, and whether it runs on from there.

    ``fact`` is the id of the fact it follows from. At the last level nothing is left: the blinds stay.
    """

    level: int
    left: int
    at: datetime
    running: bool
    fact: int


@dataclass(frozen=True)
class LevelTurn:
    """The moment at which a level begins by the clock alone."""

    level: int
    due: datetime


@dataclass(frozen=True)
class PlayedLevel:
    """The level in the acts of the night, and its beginning."""

    level: int
    since: datetime


def fold_clock(facts: Facts) -> ClockState | None:
    """Return the clock after the last fact about it; None before its start."""
    last = next((fact for fact in reversed(facts) if fact.kind == FactKind.CLOCK), None)
    if last is None:
        return None
    was = last.outcome
    return ClockState(was["level"], was["left"], last.at.astimezone(UTC), was["running"], last.id)


def turns(state: ClockState, seconds_per_level: int, last_level: int, until: datetime) -> tuple[LevelTurn, ...]:
    """Return the beginnings of the levels above that of ``state``, up to ``until`` inclusive; [] while it stands."""
    if not state.running:
        return ()
    first, step = state.at.astimezone(UTC) + timedelta(seconds=state.left), timedelta(seconds=seconds_per_level)
    above = range(state.level + 1, last_level + 1)
    ahead = (LevelTurn(level, first + place * step) for place, level in enumerate(above))
    return tuple(turn for turn in ahead if turn.due <= until)


def now_at(state: ClockState, seconds_per_level: int, last_level: int, now: datetime) -> ClockState:
    """Return the clock moved on to ``now``, by whole seconds: its ``at`` is less than a second before.

    The last level stays, with nothing left.
    """
    level, since, left = state.level, state.at, state.left
    if past := turns(state, seconds_per_level, last_level, now):
        level, since, left = past[-1].level, past[-1].due, seconds_per_level
    if level >= last_level:
        return replace(state, level=level, left=0, at=since)
    if not state.running:
        return state
    # If the machine's clock was set back, no time has passed.
    passed = max(0, (now.astimezone(UTC) - since.astimezone(UTC)) // timedelta(seconds=1))
    return replace(state, level=level, left=left - passed, at=since + timedelta(seconds=passed))


def followed(state: ClockState, played: PlayedLevel, seconds_per_level: int, last_level: int) -> ClockState:
    """Return the clock after the acts: a level that was posted or undone by hand moves it.

    It then has the whole level before it. The acts decide even if they are dated before the clock was set: it was set
    by the acts of that time, which have changed since.
    """
    since = max(state.at.astimezone(UTC), played.since.astimezone(UTC))
    if played.level == now_at(state, seconds_per_level, last_level, since).level:
        return state
    return replace(state, level=played.level, left=seconds_per_level, at=since)


def in_minutes(seconds: int) -> str:
    """Write seconds as a clock shows them: 761 is 12:41, and 3661 is 1:01:01."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02}" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
