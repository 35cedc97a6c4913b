"""The requests of players to the banker during a night, and their end. Pure.

A request does nothing by itself. It is over once it is declined or withdrawn, once its wish is recorded by anybody, and
at the end of the night.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from ledger.bank.history import NightHistory
from reservations.acts.facts import FactKind, Facts

REQUEST_KINDS = (FactKind.REQUEST, FactKind.REQUEST_OVER)


class Wanted(StrEnum):
    """The wishes that a player can send."""

    REBUY = "rebuy"
    CASH_OUT = "cash out"
    LEAVE = "leave"


class Ended(StrEnum):
    """The ends of a request without success."""

    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


_ENDED_BY = {
    Wanted.REBUY: ("buy_in", "chip_sale", "cash_out", "leave"),
    Wanted.CASH_OUT: ("cash_out",),
    Wanted.LEAVE: ("leave_notice", "cash_out"),
}
"""The kinds of acts of a player after which they do not ask for that any more."""


@dataclass(frozen=True)
class PlayerRequest:
    """A request of a player, by the id of its fact; ``cents`` of chips, None for a request without an amount.

    ``as_of`` is the number of the last act at the time of the request. ``word`` is the reason of a refusal, at
    ``ended_at``.
    """

    fact: int
    player: int
    wanted: Wanted
    cents: int | None
    at: datetime
    as_of: int
    ended: Ended | None = None
    ended_at: datetime | None = None
    word: str = ""

    def is_open(self, history: NightHistory) -> bool:
        """Whether it waits for an answer, after all the acts of its night."""
        return self.ended is None and not self.has_happened(history)

    def has_happened(self, history: NightHistory) -> bool:
        """Whether its wish was recorded since, or has become impossible."""
        if self.wanted is not Wanted.REBUY and history.of(self.player).holds_since is None:
            return True
        acts = (act for kind in _ENDED_BY[self.wanted] for act in history.of_kind(kind) if act.number > self.as_of)
        return any(self.player in (act.content.get("player"), act.content.get("buyer")) for act in acts)


def fold_requests(facts: Facts) -> list[PlayerRequest]:
    """Return the newest request of every kind of every player, in the order of the requests."""
    found = dict[tuple[int, Wanted], PlayerRequest]()
    for fact in facts:
        if fact.kind == FactKind.REQUEST:
            player, wanted = fact.player or 0, Wanted(fact.content["wanted"])
            found.pop((player, wanted), None)
            cents, as_of = fact.content["amount"], fact.outcome["act"]
            found[player, wanted] = PlayerRequest(fact.id, player, wanted, cents, fact.at, as_of)
        for place, request in found.items():
            if request.fact == fact.about:
                ended = Ended(fact.content["how"])
                found[place] = replace(request, ended=ended, ended_at=fact.at, word=fact.reason)
    return [*found.values()]


def may_ask_for(player: int, history: NightHistory, waiting: Collection[Wanted]) -> list[Wanted]:
    """Return the possible requests of a player with open requests for ``waiting``."""
    so_far = history.of(player)
    if player not in history.arrivals or so_far.left_by is not None:
        return []
    offered = [Wanted.REBUY]
    if so_far.holds_since is not None:
        offered += [Wanted.CASH_OUT] if so_far.notice_at else [Wanted.CASH_OUT, Wanted.LEAVE]
    return [wanted for wanted in offered if wanted not in waiting]
