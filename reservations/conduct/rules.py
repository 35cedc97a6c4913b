"""Conduct at the table: jumped bets, warnings, rulings, and the clock called on a player. Pure.

Undone facts are left out. The bank terms have the price of a jumped bet: here the penalties are only counted.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from reservations.acts.facts import FactKind, Facts

KINDS = (FactKind.CONDUCT, FactKind.CALL, FactKind.RULED, FactKind.TAKE_BACK)
"""The kinds of facts that conduct is read from."""

SHOWN_AFTER = timedelta(minutes=1)
"""A call that was not ended is shown for so long after its time is up."""


class ConductKind(StrEnum):
    JUMPED = "jumped bet"
    WARNED = "warning"


class Decider(StrEnum):
    """The author of a ruling (ericn and mike, *Conduct and rulings*)."""

    HOST = "the host"
    TABLE = "the table"


@dataclass(frozen=True)
class Call:
    """A call of the clock on a player: their hand is dead if they have not acted by ``until``."""

    fact: int
    player: int
    until: datetime


@dataclass(frozen=True)
class Conduct:
    """The conduct on one night: the facts in their order, and the ``call`` that is not ended yet."""

    jumps: Facts = ()
    warnings: Facts = ()
    rulings: Facts = ()
    calls: Facts = ()
    call: Call | None = None

    def is_warned(self, warnings: int) -> bool:
        """Tell whether that many warnings were given tonight, to any players: the next jumped bet costs money."""
        return len([jump for jump in self.jumps if jump.outcome["warning"]]) >= warnings

    @property
    def penalties(self) -> Mapping[int, int]:
        """The number of penalties of players, by number, in the order of their first ones."""
        return Counter(jump.player or 0 for jump in self.jumps if not jump.outcome["warning"])

    def call_at(self, now: datetime) -> Call | None:
        """Return the call on display at that moment: a call that is not ended, until a minute after its time is up."""
        return self.call if self.call and now < self.call.until + SHOWN_AFTER else None

    def running_at(self, now: datetime) -> Call | None:
        """Return the call whose time is not up at that moment."""
        return self.call if self.call and now < self.call.until else None


def fold_conduct(facts: Facts) -> Conduct:
    """Return the conduct by these facts of a night, in the order of their record."""
    undone = {fact.about for fact in facts if fact.kind == FactKind.TAKE_BACK}
    stands = [fact for fact in facts if fact.id not in undone]
    of_conduct = [fact for fact in stands if fact.kind == FactKind.CONDUCT]
    of_calls, call = [fact for fact in stands if fact.kind == FactKind.CALL], None
    if of_calls and of_calls[-1].about is None:
        last = of_calls[-1]
        call = Call(last.id, last.player or 0, datetime.fromisoformat(last.outcome["until"]))
    jumps = tuple(fact for fact in of_conduct if fact.content["what"] == ConductKind.JUMPED)
    warnings = tuple(fact for fact in of_conduct if fact.content["what"] == ConductKind.WARNED)
    rulings = tuple(fact for fact in stands if fact.kind == FactKind.RULED)
    return Conduct(jumps, warnings, rulings, tuple(fact for fact in of_calls if fact.about is None), call)
