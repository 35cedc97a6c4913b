"""The clock of a night as its facts and acts have it, and all that a page or a screen shows of it at one moment."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

from ledger.money.cents import show_cents
from ledger.night.queries import BankNow
from ledger.terms.bank_terms import BankTerms, Blinds
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Kind
from reservations.clock.rules import ClockState, LevelTurn, PlayedLevel, fold_clock, followed, in_minutes, now_at, turns
from reservations.conduct.queries import conduct_of
from reservations.models import Act, Fact, Night
from reservations.players.queries import player_names
from reservations.tables.queries import table_facts

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class NightClock:
    """The clock of a night whose house has levels: ``state`` is how it was last moved, nothing before its start.

    ``level`` is what the acts say is being played, ``before`` the level that the latest of them ended (none where the
    blinds never went up), ``over_at`` when the last hand was played: the clock stops there.
    """

    seconds: int
    last: int
    state: ClockState | None
    level: int
    before: int | None
    over_at: datetime | None

    def now(self, at: datetime) -> ClockState | None:
        """Return what the clock shows at that moment; nothing before its start."""
        return self.state and now_at(self.state, self.seconds, self.last, self._until(at))

    def due(self, at: datetime) -> tuple[LevelTurn, ...]:
        """Return the turns up to that moment that no act tells of yet."""
        past = turns(self.state, self.seconds, self.last, self._until(at)) if self.state else ()
        return tuple(turn for turn in past if turn.level > self.level)

    def _until(self, at: datetime) -> datetime:
        return at if self.over_at is None else min(at, self.over_at)


def night_clock(night: Night, terms: BankTerms) -> NightClock | None:
    """Return the clock of a night under the terms it is played under; nothing where its house has no levels."""
    if not terms.levels or terms.level_minutes is None:
        return None
    seconds, last = terms.level_minutes * 60, len(terms.levels)
    state, acts = fold_clock(table_facts(night, FactKind.CLOCK)), _acts_about(night)
    played = _played(acts)
    if state and played:
        state = followed(state, played, seconds, last)
    over = next((act.at for act in acts if act.kind == Kind.LAST_HAND and not _is_undone(act)), None)
    raised = [1, *map(level_of, _standing(acts))]
    return NightClock(seconds, last, state, raised[-1], raised[-2] if len(raised) > 1 else None, over)


def _acts_about(night: Night) -> list[Act]:
    about = Act.objects.filter(night=night, kind__in=(Kind.LEVEL, Kind.LAST_HAND))
    return list(about.select_related("reversed_by").order_by("number"))


def standing_levels(night: Night) -> list[Act]:
    """Return the acts by which the blinds went up and that stand, in their order."""
    return _standing(_acts_about(night))


def _standing(acts: Sequence[Act]) -> list[Act]:
    return [act for act in acts if act.kind == Kind.LEVEL and not _is_undone(act)]


def level_of(act: Act) -> int:
    """Return the level that an act lets the blinds go up to."""
    return int(json.loads(act.content)["level"])


def _is_undone(act: Act) -> bool:
    return hasattr(act, "reversed_by")


def _played(acts: Sequence[Act]) -> PlayedLevel | None:
    """Return the level that the acts leave and since when; nothing where none was ever about a level."""
    last = next(iter(reversed(_standing(acts))), None)
    # The undoing of an act that was not the latest changed nothing about the level.
    above = [act for act in acts if act.kind == Kind.LEVEL and (last is None or act.number > last.number)]
    since = [act.reversed_by.at for act in above] + ([last.at] if last else [])
    return PlayedLevel(level_of(last) if last else 1, max(since)) if since else None


def nights_with_a_clock() -> list[Night]:
    """Return the nights that are open and whose clock was ever started, in one query by the index of the facts."""
    started = Fact.objects.filter(player=None, kind=FactKind.CLOCK).values("night")
    return list(Night.objects.filter(pk__in=started, bank__closed=None).select_related("rules"))


@dataclass(frozen=True)
class CalledPlayer:
    """On whom the clock was called, and until when they may think."""

    name: str
    until: datetime


@dataclass(frozen=True)
class ClockNow:
    """The clock of a night at the moment ``at``, and what else is counted down there.

    ``clock`` is nothing where the house has no levels, ``state`` before the start of the clock.
    """

    bank: BankNow
    at: datetime
    clock: NightClock | None

    @cached_property
    def state(self) -> ClockState | None:
        """What the clock shows."""
        return self.clock.now(self.at) if self.clock else None

    @property
    def level(self) -> int | None:
        """The level that is played; none where the house has no levels."""
        if self.state:
            return self.state.level
        return self.clock.level if self.clock else None

    @property
    def last(self) -> int:
        """The number of the last level, 0 where the house has none."""
        return len(self.bank.terms.levels)

    @property
    def is_last(self) -> bool:
        """Whether the last level is played: the blinds stay."""
        return self.level == self.last

    @property
    def is_over(self) -> bool:
        """Whether the clock has stopped for good: the last hand was played, or the night is closed."""
        return self.bank.history.is_over or self.bank.bank.closed_id is not None

    @property
    def is_running(self) -> bool:
        """Whether it counts down at the moment."""
        return self.state is not None and self.state.running and self.left is not None

    @property
    def is_paused(self) -> bool:
        """Whether it stands and can go on."""
        return self.left is not None and not self.is_running

    @property
    def stands(self) -> str:
        """How it stands, in one word for pages and devices: running, paused, last, or waiting for somebody."""
        if self.is_last:
            return "last"
        if self.left is None:
            return "waiting"
        return "running" if self.is_running else "paused"

    @property
    def left(self) -> int | None:
        """The seconds that are left of the level; none before the start, at the last level and after the end."""
        return None if self.state is None or self.is_last or self.is_over else self.state.left

    @property
    def left_ms(self) -> int | None:
        """The same in milliseconds: exactly what is left at the moment, where the clock runs."""
        if self.state is None or self.left is None:
            return None
        passed = self.at - self.state.at if self.is_running else timedelta()
        return (timedelta(seconds=self.left) - passed) // timedelta(milliseconds=1)

    @property
    def shown(self) -> str:
        """What is left, as a clock shows it: "12:41"."""
        return "" if self.left is None else in_minutes(self.left)

    @property
    def blinds(self) -> Blinds | None:
        """The blinds of the level, else those of the night."""
        return self.bank.blinds if self.level is None else self.bank.terms.levels[self.level - 1]

    @property
    def next_blinds(self) -> Blinds | None:
        """Those of the level after it; none after the last."""
        return None if self.level is None or self.is_last else self.bank.terms.levels[self.level]

    @property
    def next_level(self) -> int | None:
        """The level after it; none after the last."""
        return None if self.level is None or self.is_last else self.level + 1

    @property
    def back_to(self) -> int | None:
        """The level that was played before it; none where the blinds have not gone up."""
        return self.clock.before if self.clock else None

    @property
    def blinds_before(self) -> Blinds | None:
        """The blinds of the level that was played before it; none where they have not gone up."""
        return None if self.back_to is None else self.bank.terms.levels[self.back_to - 1]

    @property
    def minutes(self) -> int | None:
        """How many minutes a level lasts."""
        return self.bank.terms.level_minutes

    @property
    def length_ms(self) -> int:
        """How long a level lasts, in milliseconds."""
        return self.clock.seconds * 1000 if self.clock else 0

    @property
    def all_blinds(self) -> str:
        """The blinds of all levels, for a device that has to go on without the desk: "0.01 / 0.02|0.02 / 0.04"."""
        return "|".join(map(written, self.bank.terms.levels))

    @cached_property
    def called(self) -> CalledPlayer | None:
        """On whom the clock was called, where nobody has ended that."""
        call = conduct_of(self.bank.night).call_at(self.at)
        return CalledPlayer(player_names([call.player])[call.player], call.until) if call else None

    def as_json(self) -> dict[str, Any]:
        """Return what a device needs to draw the clock; times in milliseconds, those of a day since 1970 in UTC."""
        state, blinds, after, call = self.state, self.blinds, self.next_blinds, self.called
        return {
            "now": _epoch_ms(self.at),
            "fact": state and state.fact,
            "running": self.is_running,
            "level": self.level,
            "last": self.last,
            "left": self.left_ms,
            "blinds": blinds and written(blinds),
            "next": after and written(after),
            "call": call and {"until": _epoch_ms(call.until), "who": call.name},
        }


def clock_now(bank: BankNow, at: datetime) -> ClockNow:
    """Return the clock of a night at the aware moment ``at``, with the bank as it was read then."""
    return ClockNow(bank, at, night_clock(bank.night, bank.terms))


def written(blinds: Blinds) -> str:
    """Write blinds for people: "0.25 / 0.50"."""
    return f"{show_cents(blinds.small_cents)} / {show_cents(blinds.big_cents)}"


def _epoch_ms(at: datetime) -> int:
    return (at - _EPOCH) // timedelta(milliseconds=1)
