"""The requests of a night on their pages: for the banker who answers, and for their player."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from hostdesk.table.open_night.queries import PlayerTonight, Tonight, tonight_of
from ledger.buy_in.own_limit_queries import own_room_cents
from ledger.buy_in.rules import Allowance
from ledger.money.words import Means, beforehand
from ledger.night.requests import REQUEST_KINDS, Ended, PlayerRequest, Wanted, fold_requests, may_ask_for
from reservations.models import Night
from reservations.players.queries import night_facts

_SHOWN_FOR = timedelta(minutes=15)


@dataclass(frozen=True)
class OpenRequest:
    """An open request for the banker.

    Chips are paid by ``pay``, unless the banker changes it. ``asks_more``: the house's rules need more fields than
    that.
    """

    request: PlayerRequest
    name: str
    is_rebuy: bool
    pay: Means | None
    asks_more: bool


def open_requests(tonight: Tonight) -> list[OpenRequest]:
    """Return the open requests of a night, in the order of their sending."""
    history, found = tonight.now.history, list[OpenRequest]()
    if not tonight.is_open:
        return []
    for request in fold_requests(tonight.facts.of(REQUEST_KINDS)):
        if request.is_open(history):
            bought = [act for act in history.of(request.player).bought if act.kind == "buy_in"]
            pay = beforehand(tonight.means)
            asks_more = pay is None or bool(bought and tonight.now.terms.rebuy_needs_stack)
            found.append(OpenRequest(request, tonight.now.names[request.player], bool(bought), pay, asks_more))
    return found


def open_requests_on(night: Night) -> list[OpenRequest]:
    """Return the open requests of a night whose bank is open; without any, in one query."""
    return open_requests(tonight_of(night)) if night_facts(night, {}).of(REQUEST_KINDS) else []


@dataclass(frozen=True)
class OwnRequests:
    """A player's open requests, those declined a moment ago, and the possible ones.

    ``usual_cents`` is their usual buy-in, ``can_buy`` the amounts within the house's and their own limits.
    """

    waiting: Sequence[PlayerRequest]
    declined: Sequence[PlayerRequest]
    may_ask: Sequence[Wanted]
    is_rebuy: bool
    usual_cents: int | None
    can_buy: Allowance


def own_requests(tonight: Tonight, number: int, now: datetime) -> OwnRequests:
    """Return the requests of one player of an open night."""
    history = tonight.now.history
    mine = [request for request in fold_requests(tonight.facts.of(REQUEST_KINDS)) if request.player == number]
    waiting = [request for request in mine if request.is_open(history)]
    sitting = tonight.player(number) or PlayerTonight(number, tonight.now.names[number])
    can_buy = replace(tonight.allowance_for(sitting, None), name="you")
    room = own_room_cents(number, now=tonight.now, at=now)
    if room is not None:
        can_buy = replace(can_buy, most_cents=room if can_buy.most_cents is None else min(room, can_buy.most_cents))
    lately = [request for request in mine if request.ended_at and now - request.ended_at < _SHOWN_FOR]
    declined = [one for one in lately if one.ended is Ended.DECLINED and not one.has_happened(history)]
    may_ask = may_ask_for(number, history, [request.wanted for request in waiting])
    is_rebuy, usual_cents = sitting.last_buy_cents is not None, tonight.usual_for(sitting)
    return OwnRequests(waiting, declined, may_ask, is_rebuy, usual_cents, can_buy)
