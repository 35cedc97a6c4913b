"""The clock of a night by its facts and acts, and its display at one moment."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

from ledger.bank.queries import BankNow, terms_of
from ledger.money.cents import show_cents
from ledger.terms.bank_terms import BankTerms, Blinds
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Kind
from reservations.clock.rules import ClockState, LevelTurn, PlayedLevel, fold_clock, followed, in_minutes, now_at, turns
from reservations.conduct.rules import KINDS, fold_conduct
from reservations.models import Act, Fact, Night
from reservations.players.queries import NightFacts, player_names
from reservations.tables.queries import table_facts

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FOREVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class NightClock:
    """The clock of a night whose house has levels: ``state`` is its last setting, None before its start.

    ``level`` is the present one by the acts, ``before`` the level before it (None if the blinds never went up: an act
    may record that level 1 begins), ``over_at`` the time of the last hand: the clock stops there.
    """

    seconds: int
    last: int
    state: ClockState | None
    level: int
    before: int | None
    over_at: datetime | None

    def now(self, at: datetime) -> ClockState | None:
        """Return the state of the clock at that moment; None before its start."""
        return self.state and now_at(self.state, self.seconds, self.last, self._until(at))

    def due(self, at: datetime) -> tuple[LevelTurn, ...]:
        """Return the turns up to that moment that no act has recorded yet."""
        past = turns(self.state, self.seconds, self.last, self._until(at)) if self.state else ()
        return tuple(turn for turn in past if turn.level > self.level)

    def _until(self, at: datetime) -> datetime:
        return at if self.over_at is None else min(at, self.over_at)


def night_clock(night: Night, terms: BankTerms, facts: NightFacts | None = None) -> NightClock | None:
    """Return the clock of a night under its terms; None if its house has no levels.

    ``facts`` are the night's facts, if they are read already.
    """
    if not terms.levels or terms.level_minutes is None:
        return None
    about = Act.objects.filter(night=night, kind__in=(Kind.LEVEL, Kind.LAST_HAND))
    acts = list(about.select_related("reversed_by").order_by("number"))
    not_undone = [act for act in acts if not hasattr(act, "reversed_by")]
    over_at = next((act.at for act in not_undone if act.kind == Kind.LAST_HAND), None)
    raised = [act for act in not_undone if act.kind == Kind.LEVEL]
    levels = [1, *(int(json.loads(act.content)["level"]) for act in raised)]
    # The level of the acts holds since the latest that raised the blinds, or since an undo after it: the undo of an
    # earlier one changed nothing about the level.
    latest = raised[-1].number if raised else 0
    since = [act.at for act in raised[-1:]]
    since += [act.reversed_by.at for act in acts if act.kind == Kind.LEVEL and act.number > latest]
    seconds, last = terms.level_minutes * 60, len(terms.levels)
    state = fold_clock(table_facts(night, FactKind.CLOCK) if facts is None else facts.of([FactKind.CLOCK]))
    if state and since:
        state = followed(state, PlayedLevel(levels[-1], max(since)), seconds, last)
    before = levels[-2] if raised and levels[-2] != levels[-1] else None
    return NightClock(seconds, last, state, levels[-1], before, over_at)


def nights_with_a_clock() -> list[Night]:
    """Return the open nights whose clock was ever started, in one query by the index of the facts."""
    started = Fact.objects.filter(player=None, kind=FactKind.CLOCK).values("night")
    return list(Night.objects.filter(pk__in=started, bank__closed=None).select_related("rules"))


def next_turn(now: datetime) -> datetime | None:
    """Return the time of the next turn of a clock of an open night; None without one."""
    found = []
    for night in nights_with_a_clock():
        clock = night_clock(night, terms_of(night.kept_rules))
        if clock and clock.state and clock.over_at is None:
            ahead = turns(clock.state, clock.seconds, clock.last, _FOREVER)
            found += [turn.due for turn in ahead if turn.due > now]
    return min(found, default=None)


@dataclass(frozen=True)
class CalledPlayer:
    """The player on whom the clock was called, and the end of their time."""

    name: str
    until: datetime


@dataclass(frozen=True)
class ClockNow:
    """The clock of a night at the aware moment ``at``, for pages and devices.

    ``clock`` is None if the house has no levels, ``state`` also before the start of the clock. ``stands`` is "running",
    "paused", "last" at the last level, where the blinds stay, or "waiting" before the start and after the end; only
    while it is running or paused there is time ``left``: in seconds, in milliseconds and as text in ``shown``.
    ``is_over``: the last hand was played, or the night is closed. ``all_blinds`` are those of all levels, for a device
    that must go on without the desk: "0.01 / 0.02|0.02 / 0.04".
    """

    facts: NightFacts = field(repr=False, compare=False)
    at: datetime
    clock: NightClock | None
    state: ClockState | None
    stands: str
    is_over: bool
    left: int | None
    left_ms: int | None
    shown: str
    level: int | None
    last: int
    next_level: int | None
    back_to: int | None
    blinds: Blinds | None
    next_blinds: Blinds | None
    blinds_before: Blinds | None
    all_blinds: str
    minutes: int | None
    length_ms: int

    @property
    def next_at(self) -> datetime | None:
        """The time at which the blinds go up next if the clock runs on; None while it stands."""
        return self.state.at + timedelta(seconds=self.state.left) if self.state and self.stands == "running" else None

    @cached_property
    def called(self) -> CalledPlayer | None:
        """The player on whom the clock was called; None without one, or after the end of the call."""
        call = fold_conduct(self.facts.of(KINDS)).call_at(self.at)
        return CalledPlayer(player_names([call.player])[call.player], call.until) if call else None

    def as_json(self) -> dict[str, Any]:
        """Return the data for a device that draws the clock, in milliseconds; times of a day count from 1970 in UTC."""
        call = self.called
        return {
            "now": _epoch_ms(self.at),
            "fact": self.state and self.state.fact,
            "running": self.stands == "running",
            "level": self.level,
            "last": self.last,
            "left": self.left_ms,
            "blinds": self.blinds and written(self.blinds),
            "next": self.next_blinds and written(self.next_blinds),
            "call": call and {"until": _epoch_ms(call.until), "who": call.name},
        }


def clock_now(bank: BankNow, at: datetime, facts: NightFacts, clock: NightClock | None = None) -> ClockNow:
    """Return the clock of a night at the aware moment ``at``, with the bank and the facts read then.

    With a ``clock`` that was read with them nothing more is read.
    """
    terms, clock = bank.terms, clock or night_clock(bank.night, bank.terms, facts)
    state, level, back_to = None, None, None
    if clock:
        state, level, back_to = clock.now(at), clock.level, clock.before
    if state:
        level = state.level
    last = len(terms.levels)
    following = None if level is None or level == last else level + 1
    is_over = bank.history.is_over or bank.bank.closed_id is not None
    stands, left, left_ms = "last" if level == last else "waiting", None, None
    if state and level != last and not is_over:
        stands, left = "running" if state.running else "paused", state.left
        passed = at - state.at if state.running else timedelta()
        left_ms = (timedelta(seconds=left) - passed) // timedelta(milliseconds=1)
    return ClockNow(
        *(facts, at, clock, state, stands, is_over, left, left_ms),
        "" if left is None else in_minutes(left),
        *(level, last, following, back_to),
        blinds=bank.blinds if level is None else terms.levels[level - 1],
        next_blinds=terms.levels[following - 1] if following else None,
        blinds_before=terms.levels[back_to - 1] if back_to else None,
        all_blinds="|".join(map(written, terms.levels)),
        minutes=terms.level_minutes,
        length_ms=clock.seconds * 1000 if clock else 0,
    )


def written(blinds: Blinds) -> str:
    """Write blinds for readers: "0.25 / 0.50"."""
    return f"{show_cents(blinds.small_cents)} / {show_cents(blinds.big_cents)}"


def _epoch_ms(at: datetime) -> int:
    return (at - _EPOCH) // timedelta(milliseconds=1)
