"""How people behave at the table: jumped bets, warnings, rulings, and the clock called on a player. Pure.

What was undone is left out. The terms of the bank say what a jumped bet costs: here the penalties are only counted.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from reservations.acts.facts import FactKind, Facts

KINDS = (FactKind.CONDUCT, FactKind.CALL, FactKind.RULED, FactKind.TAKE_BACK)
"""The kinds of facts that conduct is read from."""

SHOWN_AFTER = timedelta(minutes=1)
"""A call that was not ended is shown for so long after its time is up."""


class ConductKind(StrEnum):
    """What a fact of conduct is about."""

    JUMPED = "jumped bet"
    WARNED = "warning"


class Decider(StrEnum):
    """Who made a ruling (ericn and mike, *Conduct and rulings*)."""

    HOST = "the host"
    TABLE = "the table"


@dataclass(frozen=True)
class Jump:
    """That a player bet before their turn: with a ``warning``, or else for the penalty."""

    fact: int
    player: int
    at: datetime
    by: str
    warning: bool


@dataclass(frozen=True)
class GivenWarning:
    """That a player was warned about their conduct, in these words."""

    fact: int
    player: int
    at: datetime
    by: str
    words: str


@dataclass(frozen=True)
class Ruling:
    """What was in dispute, what was decided, and by whom."""

    fact: int
    at: datetime
    by: str
    dispute: str
    decision: str
    decider: Decider


@dataclass(frozen=True)
class Call:
    """That the clock was called on a player: their hand is dead if they have not acted by ``until``."""

    fact: int
    player: int
    at: datetime
    by: str
    until: datetime


@dataclass(frozen=True)
class Conduct:
    """How people behaved on one night, in the order in which it was noted; ``call`` is the one not ended yet."""

    jumps: Sequence[Jump] = ()
    warnings: Sequence[GivenWarning] = ()
    rulings: Sequence[Ruling] = ()
    calls: Sequence[Call] = ()
    call: Call | None = None

    def is_warned(self, warnings: int) -> bool:
        """Tell whether so many warnings were given tonight, to whichever players: the next jumped bet costs."""
        return sum(jump.warning for jump in self.jumps) >= warnings

    @property
    def penalties(self) -> Mapping[int, int]:
        """How many penalties each player paid, by number, in the order in which they first did."""
        return Counter(jump.player for jump in self.jumps if not jump.warning)

    def call_at(self, now: datetime) -> Call | None:
        """Return the call to be shown at that moment: one that was not ended, and for a minute after its time is up."""
        return self.call if self.call and now < self.call.until + SHOWN_AFTER else None

    def running_at(self, now: datetime) -> Call | None:
        """Return the call whose time is not up at that moment."""
        return self.call if self.call and now < self.call.until else None


def fold_conduct(facts: Facts) -> Conduct:
    """Return how people behaved, by these facts of a night in the order in which they were recorded."""
    undone = {fact.about for fact in facts if fact.kind == FactKind.TAKE_BACK}
    jumps, warnings, rulings, calls = list[Jump](), list[GivenWarning](), list[Ruling](), list[Call]()
    call = None
    for fact in facts:
        player, content = fact.player or 0, fact.content
        if fact.id in undone:
            continue
        if fact.kind == FactKind.RULED:
            decider = Decider(content["decider"])
            rulings.append(Ruling(fact.id, fact.at, fact.by, content["dispute"], content["decision"], decider))
        elif fact.kind == FactKind.CONDUCT and content["what"] == ConductKind.JUMPED:
            jumps.append(Jump(fact.id, player, fact.at, fact.by, fact.outcome["warning"]))
        elif fact.kind == FactKind.CONDUCT:
            warnings.append(GivenWarning(fact.id, player, fact.at, fact.by, fact.reason))
        elif fact.kind == FactKind.CALL and fact.about is not None:
            call = None
        elif fact.kind == FactKind.CALL:
            call = Call(fact.id, player, fact.at, fact.by, datetime.fromisoformat(fact.outcome["until"]))
            calls.append(call)
    return Conduct(tuple(jumps), tuple(warnings), tuple(rulings), tuple(calls), call)
