"""What happens at the table without money: arrivals, levels, the big stack, notices, the last hand."""

from ledger.buy_in.rules import check_arrival, check_level
from ledger.entries.commands import record
from ledger.money.cents import check_cents
from ledger.night.queries import open_bank
from reservations.acts.commands import command, lock_desk
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.queries import Answer, Draft, known_act
from reservations.models import Night, Player
from reservations.players.queries import as_they_are_now


@command
def arrive(*, stamp: Stamp, night: Night, player: Player) -> Answer:
    """Note that a player has come. Refused for a guest without an inviter, in a house that asks for one."""
    lock_desk()
    draft = Draft(Kind.ARRIVE, stamp, {"player": player.number}, night)
    if known := known_act(draft):
        return known
    now = open_bank(night)
    answered_for = as_they_are_now(player).is_answered_for
    return record(draft, now, violations=check_arrival(player.name, now.terms, answered_for=answered_for))


@command
def raise_level(*, stamp: Stamp, night: Night, level: int) -> Answer:
    """Note that the blinds go up to ``level``, which opens the window of a house that has one.

    Raises ``Impossible`` for a level that the house does not have.
    """
    lock_desk()
    draft = Draft(Kind.LEVEL, stamp, {"level": level}, night)
    if known := known_act(draft):
        return known
    now = open_bank(night)
    return record(draft, now, violations=check_level(level, current=now.history.level, terms=now.terms))


@command
def estimate_big_stack(*, stamp: Stamp, night: Night, amount_cents: int) -> Answer:
    """Note the banker's estimate of the biggest stack."""
    lock_desk()
    check_cents(amount_cents)
    draft = Draft(Kind.BIG_STACK, stamp, {"amount": amount_cents}, night)
    if known := known_act(draft):
        return known
    return record(draft, open_bank(night))


@command
def give_notice(*, stamp: Stamp, night: Night, player: Player) -> Answer:
    """Note that a player has announced to leave."""
    lock_desk()
    draft = Draft(Kind.LEAVE_NOTICE, stamp, {"player": player.number}, night)
    if known := known_act(draft):
        return known
    return record(draft, open_bank(night))


@command
def play_last_hand(*, stamp: Stamp, night: Night) -> Answer:
    """Note that play is over: notice, windows, equal deals and "not before the end" are met from here."""
    lock_desk()
    draft = Draft(Kind.LAST_HAND, stamp, {}, night)
    if known := known_act(draft):
        return known
    return record(draft, open_bank(night))
