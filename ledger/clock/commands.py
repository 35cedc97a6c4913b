"""The commands of a night's clock, and the acts that raise the blinds when it turns.

The clock is kept as facts, its levels as acts of the night like those that the banker posts by hand. The commands raise
``Impossible`` for a night that is not open, in a house without levels and once the last hand was played, and
``FactTaken`` for a key that belongs to other content.
"""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

from ledger.bank.queries import BankNow, open_bank, terms_of
from ledger.clock.queries import NightClock, night_clock, nights_with_a_clock, written
from ledger.entries.commands import record
from ledger.models import Bank
from ledger.night.rules import check_level
from reservations.acts.commands import command, note_fact, one_by_one
from reservations.acts.fact_queries import FactDraft, Noted, fact_once
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible
from reservations.acts.queries import Draft, in_effect, is_recorded
from reservations.clock.rules import ClockPress, ClockState, LevelTurn, in_minutes
from reservations.models import Act, Fact, Night

BY = "the clock"
"""Who lets the blinds go up when the clock turns."""

LONGEST = 24 * 60 * 60
"""The most seconds that can be left of a level."""

_SET_BACK = "the clock was set back"


@dataclass(frozen=True)
class _ClockSetting:
    """A clock that is about to be set; ``was`` is its state at that moment, None before its start."""

    draft: FactDraft
    stamp: Stamp
    bank: BankNow
    clock: NightClock
    was: ClockState | None

    @property
    def started(self) -> ClockState:
        """The state of the clock. Raises ``Impossible`` before its start."""
        if self.was is None:
            raise Impossible("The clock has not been started.")
        return self.was

    @property
    def counting(self) -> ClockState:
        """The state of the clock. Raises ``Impossible`` before its start, and at the last level, which has no time."""
        self.check_counts(self.started.level)
        return self.started

    def check_counts(self, level: int) -> None:
        """Raise ``Impossible`` for the last level, which has no time."""
        if level == self.clock.last:
            raise Impossible(f"Level {level} is the last: the blinds stay as they are.")

    def note(self, level: int, left: int, remark: str, *, running: bool, **more: Any) -> Noted:
        """Record the state of the clock from now on."""
        return note_fact(self.draft, self.stamp, remark, level=level, left=left, running=running, **more)

    def act(self, draft: Draft) -> None:
        """Record the act that goes with it, under the same key. Raises ``Impossible`` if an act has that key."""
        if is_recorded(draft.stamp.key):
            raise Impossible("This form has been used already: load the page again.")
        record(draft, self.bank)

    def named(self, level: int) -> str:
        """Name a level with its blinds: "Level 4, 0.05 / 0.10"."""
        return f"Level {level}, {written(self.bank.terms.levels[level - 1])}"


def _setting(stamp: Stamp, night: Night, do: ClockPress, **content: int) -> _ClockSetting:
    """Read the clock that is about to be set, once every turn that is due by then was posted."""
    draft = fact_once(FactDraft(FactKind.CLOCK, night=night, content={"do": do.value, **content}), stamp)
    bank = open_bank(night)
    clock = _clock_of(bank)
    if bank.history.is_over:
        raise Impossible("The last hand has been played: the clock has stopped.")
    if _post(clock.due(stamp.at), bank):
        bank = open_bank(night)
        clock = _clock_of(bank)
    return _ClockSetting(draft, stamp, bank, clock, clock.now(stamp.at))


def _clock_of(bank: BankNow) -> NightClock:
    clock = night_clock(bank.night, bank.terms)
    if clock is None:
        raise Impossible("This house has no levels, so no clock.")
    return clock


@command
def start_clock(*, stamp: Stamp, night: Night) -> Noted:
    """Start the clock with the present level, or let it go on after a pause.

    Raises ``Impossible`` while it runs, and at the last level.
    """
    on = _setting(stamp, night, ClockPress.START)
    if on.was is None:
        on.check_counts(on.clock.level)
        return on.note(on.clock.level, on.clock.seconds, f"The clock runs: {on.named(on.clock.level)}.", running=True)
    was = on.counting
    if was.running:
        raise Impossible("The clock runs already.")
    return on.note(was.level, was.left, f"The clock runs on: {in_minutes(was.left)} left.", running=True)


@command
def pause_clock(*, stamp: Stamp, night: Night) -> Noted:
    """Pause the clock. Raises ``Impossible`` if it does not run, and at the last level."""
    on = _setting(stamp, night, ClockPress.PAUSE)
    was = on.counting
    if not was.running:
        raise Impossible("The clock is paused already.")
    return on.note(was.level, was.left, f"The clock is paused with {in_minutes(was.left)} left.", running=False)


@command
def add_time(*, stamp: Stamp, night: Night, seconds: int) -> Noted:
    """Lengthen the level by those seconds; shorten it if they are negative.

    Raises ``Impossible`` if no time would be left, or more than a day, and at the last level.
    """
    on = _setting(stamp, night, ClockPress.ADD, seconds=seconds)
    was = on.counting
    left = was.left + seconds
    if left < 1:
        raise Impossible(f"Only {in_minutes(was.left)} is left: let the blinds go up instead.")
    if left > LONGEST:
        raise Impossible("No level lasts longer than a day.")
    change = f"{in_minutes(abs(seconds))} {'more' if seconds > 0 else 'less'}"
    return on.note(was.level, left, f"{change}: {in_minutes(left)} left.", running=was.running)


@command
def next_level(*, stamp: Stamp, night: Night, level: int) -> Noted:
    """Raise the blinds to ``level`` now; the clock has a whole level before it, and stays paused if it was.

    Raises ``Impossible`` before the start of the clock, for a level that is over, is played now, or does not exist.
    """
    on = _setting(stamp, night, ClockPress.NEXT, level=level)
    was = on.started
    if check_level(level, current=was.level, terms=on.bank.terms):
        raise Impossible(f"Level {was.level} is being played: the blinds have gone up already.")
    on.act(Draft(Kind.LEVEL, stamp, {"level": level}, night))
    before = {"level": was.level, "left": was.left}
    whole = 0 if level == on.clock.last else on.clock.seconds
    return on.note(level, whole, f"{on.named(level)}.", running=was.running, was=before)


@command
def previous_level(*, stamp: Stamp, night: Night, level: int) -> Noted:
    """Go back from ``level``, the present one: the act that raised the blinds to it is undone.

    The level before gets its remaining time if it was cut short, else its whole time. Raises ``Impossible`` before the
    start of the clock, if another level is being played, and if the blinds never went up.
    """
    on = _setting(stamp, night, ClockPress.BACK, level=level)
    was = on.started
    if was.level != level:
        raise Impossible(f"Level {was.level} is being played, not level {level}: check before you go back.")
    before, left = on.clock.before, on.clock.seconds
    if before is None:
        raise Impossible("The blinds have not gone up yet: there is no level to go back to.")
    latest = in_effect(Act.objects.filter(night=night, kind=Kind.LEVEL)).latest("number")
    on.act(Draft(Kind.REVERSE, stamp, {"of": latest.key, "reason": _SET_BACK}, night, latest))
    cut_short = Fact.objects.filter(key=latest.key, kind=FactKind.CLOCK).first()
    if cut_short and (was_then := json.loads(cut_short.outcome)["was"])["level"] == before:
        left = int(was_then["left"]) or left
    return on.note(before, left, f"Back to level {before}: {in_minutes(left)} left.", running=was.running)


def turn_due(now: datetime) -> int:
    """Raise the blinds in every open night whose clock has turned by ``now``; return the number of levels.

    An act has the time at which its level was due, however late it is recorded. Without a started clock it is one
    query. A fault in one night does not stop the clocks of other nights; ``SetAside`` is raised at the end.
    """
    return one_by_one(
        (f"the clock of the {night}", partial(_turn_if_due, night, now)) for night in nights_with_a_clock()
    )


def _turn_if_due(night: Night, now: datetime) -> int:
    clock = night_clock(night, terms_of(night.kept_rules))
    return _turn(night=night, now=now) if clock is not None and clock.due(now) else 0


@command
def _turn(*, night: Night, now: datetime) -> int:
    # Checked again under the lock: another device may have posted it, or closed the night.
    if not Bank.objects.filter(night=night, closed=None).exists():
        return 0
    bank = open_bank(night)
    return _post(_clock_of(bank).due(now), bank)


def _post(due: tuple[LevelTurn, ...], bank: BankNow) -> int:
    for turn in due:
        # Every server uses the same key, so a turn is never posted twice.
        key = f"clock.{bank.night.uid.hex}.{turn.level}.{turn.due.astimezone(UTC):%Y%m%d%H%M%S%f}"
        record(Draft(Kind.LEVEL, Stamp(key, turn.due, BY), {"level": turn.level}, bank.night), open_bank(bank.night))
    return len(due)
