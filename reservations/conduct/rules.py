"""How people behave at the table: jumped bets, warnings, rulings, and the clock called on somebody. Pure.

What was taken back is left out. What a jumped bet costs is the bank's to say: here the penalties are only counted.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from reservations.acts.facts import FactKind, Facts, Said

KINDS = (FactKind.CONDUCT, FactKind.CALL, FactKind.RULED, FactKind.TAKE_BACK)
"""The kinds of facts that conduct is read from."""

SHOWN_AFTER = timedelta(minutes=1)
"""A call that nobody ended is shown so long after its time is up."""


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
    """That somebody bet before their turn; ``warning`` where that was only warned of, else it cost them the penalty."""

    fact: int
    player: int
    at: datetime
    by: str
    warning: bool


@dataclass(frozen=True)
class GivenWarning:
    """That somebody was warned, in these words, of how they behave."""

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
    """That the clock was called on somebody: their hand is dead when they have not acted by ``until``."""

    fact: int
    player: int
    at: datetime
    by: str
    until: datetime


@dataclass(frozen=True)
class Conduct:
    """How people behaved on one night, in the order in which it was noted; ``call`` is the one that nobody ended."""

    jumps: Sequence[Jump] = ()
    warnings: Sequence[GivenWarning] = ()
    rulings: Sequence[Ruling] = ()
    calls: Sequence[Call] = ()
    call: Call | None = None

    def is_warned(self, warnings: int) -> bool:
        """Tell whether so many warnings of the session were given, whoever they were for: the next jumped bet costs."""
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
    back = {fact.about for fact in facts if fact.kind == FactKind.TAKE_BACK}
    conduct = Conduct()
    for fact in facts:
        if fact.id not in back and (step := _STEPS.get(fact.kind)):
            conduct = step(conduct, fact)
    return conduct


def _behaved(conduct: Conduct, fact: Said) -> Conduct:
    player = fact.player or 0
    if fact.content["what"] == ConductKind.JUMPED:
        jump = Jump(fact.id, player, fact.at, fact.by, fact.outcome["warning"])
        return replace(conduct, jumps=(*conduct.jumps, jump))
    warned = GivenWarning(fact.id, player, fact.at, fact.by, fact.reason)
    return replace(conduct, warnings=(*conduct.warnings, warned))


def _ruled(conduct: Conduct, fact: Said) -> Conduct:
    said = fact.content
    ruling = Ruling(fact.id, fact.at, fact.by, said["dispute"], said["decision"], Decider(said["decider"]))
    return replace(conduct, rulings=(*conduct.rulings, ruling))


def _called(conduct: Conduct, fact: Said) -> Conduct:
    if fact.about is not None:
        return replace(conduct, call=None)
    call = Call(fact.id, fact.player or 0, fact.at, fact.by, datetime.fromisoformat(fact.outcome["until"]))
    return replace(conduct, calls=(*conduct.calls, call), call=call)


_STEPS: Mapping[FactKind, Callable[[Conduct, Said], Conduct]] = {
    FactKind.CONDUCT: _behaved,
    FactKind.RULED: _ruled,
    FactKind.CALL: _called,
}
