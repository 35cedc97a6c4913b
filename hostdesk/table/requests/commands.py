"""A player's request to the banker, and its withdrawal; the banker's acceptance, or a refusal with a word."""

from collections.abc import Callable
from typing import Any

from django.utils.timezone import localtime

from ledger.bank.queries import bank_of
from ledger.buy_in.own_limit_queries import own_room_cents
from ledger.money.cents import show_cents
from ledger.night.requests import REQUEST_KINDS, Ended, PlayerRequest, Wanted, fold_requests, may_ask_for
from reservations.acts.commands import atomic_batch, command, note_fact
from reservations.acts.fact_queries import FactDraft, Noted, fact_once
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Malformed, Unknown
from reservations.acts.queries import Answer, check_not_merged, is_recorded
from reservations.models import Fact, Night, Player
from reservations.players.queries import night_facts

_ALREADY = {
    Wanted.REBUY: "You have asked for chips already",
    Wanted.CASH_OUT: "You have asked to cash out already",
    Wanted.LEAVE: "You have said already that you leave",
}


@command
def ask(*, stamp: Stamp, night: Night, player: Player, wanted: Wanted, amount_cents: int | None = None) -> Noted:
    """Send a request while a night is played; the amount is for chips alone.

    Raises ``Impossible`` for a wish that is impossible now or waits for an answer already, and for more chips than the
    player's own limits allow; ``Malformed`` for chips without an amount.
    """
    cents = amount_cents if wanted is Wanted.REBUY else None
    content = {"wanted": wanted.value, "amount": cents}
    draft = fact_once(FactDraft(FactKind.REQUEST, night=night, player=player, content=content), stamp)
    check_not_merged([player.number])
    now = bank_of(night)
    if now.bank.closed_id is not None:
        raise Impossible("The night is over: the bank is closed.")
    for request in fold_requests(night_facts(night, now.merges).of(REQUEST_KINDS)):
        if (request.player, request.wanted) == (player.number, wanted) and request.is_open(now.history):
            raise Impossible(f"{_ALREADY[wanted]}, at {localtime(request.at):%H:%M}. The banker sees it.")
    if wanted not in may_ask_for(player.number, now.history, ()):
        raise Impossible("That cannot be asked now. Tell the banker.")
    if wanted is Wanted.REBUY:
        if not cents:
            raise Malformed("Say for how much.")
        room = own_room_cents(player.number, now=now, at=stamp.at)
        if room is not None and cents > room:
            left = f"{show_cents(room)} more at most tonight" if room else "no more chips tonight"
            raise Impossible(f"You allowed yourself {left}. Nobody was told that you asked.")
    remark = "The banker sees it. It is done when the banker has recorded it."
    return note_fact(draft, stamp, remark, act=now.last.number)


@command
def end_request(*, stamp: Stamp, night: Night, wish: int, how: Ended, word: str = "") -> Noted:
    """Decline an open request, or withdraw one's own. Raises the errors of ``open_request``."""
    fact = Fact.objects.filter(pk=wish, night=night, kind=FactKind.REQUEST).select_related("player").first()
    if fact is None:
        raise Unknown("That is not asked for.")
    content = {"how": how.value}
    draft = FactDraft(FactKind.REQUEST_OVER, night=night, player=fact.player, about=fact, reason=word, content=content)
    fact_once(draft, stamp)
    open_request(night, wish)
    remark = "You asked for it no more." if how is Ended.WITHDRAWN else f"Declined: {draft.player} is told."
    return note_fact(draft, stamp, remark)


def accept(*, stamp: Stamp, night: Night, wish: int, run: Callable[..., Answer], **facts: Any) -> Answer:
    """Run the command of a request while it is open: checked with the desk locked.

    The same key is recorded once. Raises the errors of ``open_request`` and of the command.
    """
    with atomic_batch():
        if not is_recorded(stamp.key):
            open_request(night, wish)
        return run(stamp=stamp, night=night, **facts)


def open_request(night: Night, wish: int) -> PlayerRequest:
    """Return an open request of a night. Raises ``Unknown`` for none, ``Impossible`` if it is over."""
    now = bank_of(night)
    for request in fold_requests(night_facts(night, now.merges).of(REQUEST_KINDS)):
        if request.fact == wish and request.ended is not None and request.ended_at is not None:
            name = now.names[request.player]
            who = f"{name} has withdrawn it" if request.ended is Ended.WITHDRAWN else "It was declined"
            raise Impossible(f"{who}, at {localtime(request.ended_at):%H:%M}. Nothing new was recorded.")
        if request.fact == wish and request.has_happened(now.history):
            raise Impossible("It is done already, perhaps from another tablet. Nothing new was recorded.")
        if request.fact == wish and now.bank.closed_id is None:
            return request
    raise Unknown("That is not asked for any more.")
