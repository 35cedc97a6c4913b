"""A cash-out: its facts, its violations, its planned and its recorded payment."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.timezone import localtime

from ledger.bank.queries import BankNow
from ledger.bank.register_queries import note_called
from ledger.cash_out import rules
from ledger.cash_out.payout import CREDITED, STRUCK_OUT, Payout, PayoutCredit, PayoutPart, pay_out, take_payout
from ledger.cash_out.rules import CashOutFacts
from ledger.credit.rules import ON_CREDIT
from ledger.models import AccountKind, Transfer
from ledger.money.cents import show_cents
from ledger.standings.queries import booked
from reservations.acts.facts import FactKind, FactValue
from reservations.acts.kinds import Kind
from reservations.acts.problems import Impossible, RuleViolation
from reservations.models import Act, Player
from reservations.players.queries import fields_by_person

IN_CASH = "in cash"
_PAID_BY = {AccountKind.DRAWER: IN_CASH, AccountKind.FLOAT: "by transfer", AccountKind.FINAL_POT: "into the final pot"}


@dataclass(frozen=True)
class OwnCount:
    """A player's count of their own chips, by name, in cents, and the time they typed it."""

    name: str
    cents: int
    at: datetime


def own_counts(now: BankNow, facts: Iterable[FactValue]) -> dict[int, OwnCount]:
    """Return the last own count of players with chips, by number.

    A count is over once the player has bought, sold or cashed out chips after it.
    """
    found = {
        fact.player: OwnCount(now.names[fact.player], fact.content["cents"], fact.at)
        for fact in facts
        if fact.kind == FactKind.OWN_COUNT and fact.player is not None
    }
    for kind in (Kind.BUY_IN, Kind.CHIP_SALE, Kind.CASH_OUT):
        for act in now.history.of_kind(kind) if found else ():
            moved = {act.content.get(role) for role in ("player", "seller", "buyer")}
            for number in [number for number, count in found.items() if number in moved and act.at > count.at]:
                del found[number]
    return {number: count for number, count in found.items() if now.history.of(number).holds_since is not None}


class MoreThanInPlay(Impossible):
    """A count of more chips than are out: some were counted wrong, never written down, or are not the bank's."""

    def __init__(self, name: str, count_cents: int, in_play_cents: int) -> None:
        self.extra_cents = count_cents - in_play_cents
        super().__init__(
            f"The banker counted {show_cents(count_cents)} for {name}, but {show_cents(in_play_cents)} is in play: "
            f"count again, or declare {show_cents(self.extra_cents)} extra first."
        )


def cash_out_facts(now: BankNow, player: Player, count_cents: int, at: datetime, **more: Any) -> CashOutFacts:
    """Return the facts of a cash-out at that moment, with times by the clock on the wall.

    ``more`` are the facts that the bank does not know.
    """
    so_far = now.history.of(player.number)
    return CashOutFacts(
        name=player.name,
        count_cents=count_cents,
        bought_cents=so_far.bought_cents,
        # A refusal uses the clock on the wall, whatever the offsets of the acts.
        at=localtime(at),
        notice_at=so_far.notice_at and localtime(so_far.notice_at),
        level_at=now.history.level_at,
        play_over=now.history.is_over,
        is_last_level=now.history.level == len(now.terms.levels),
        **more,
    )


def payout_of(now: BankNow, player: Player, count_cents: int, parts: Sequence[PayoutPart] | None) -> Payout:
    """Return the payout of a count, by ``parts`` where given.

    Raises ``MoreThanInPlay``, ``Unknown`` for a note of another night, and the errors of ``pay_out`` and
    ``take_payout``.
    """
    if count_cents > now.balances.chips_cents:
        raise MoreThanInPlay(player.name, count_cents, now.balances.chips_cents)
    unit, drawer = now.terms.payout_unit_cents, now.balances.drawer_cents
    credit = payout_credit(now, player)
    if parts is None:
        return pay_out(count_cents, unit_cents=unit, drawer_cents=drawer, credit=credit)
    named = [replace(part, note=note_called(now.notes, part.note).name) if part.note else part for part in parts]
    return take_payout(named, value_cents=count_cents, unit_cents=unit, drawer_cents=drawer, credit=credit)


def payout_credit(now: BankNow, player: Player) -> PayoutCredit:
    """Return the notes in the bank and tonight's debt that a payout to that player can use."""
    held = [note for note in now.notes if note.is_out and note.holder is None]
    own_notes = {note.name: note.out_cents for note in held if note.owed_by == player.number}
    others = {note.name: note.out_cents for note in held if note.owed_by != player.number}
    owes_tonight_cents = now.owed_tonight.get(player.number, 0) if now.has_book else 0
    return PayoutCredit(own_notes, others, owes_tonight_cents, now.has_book)


def cash_out_violations(
    facts: CashOutFacts, parts: Sequence[PayoutPart] | None, now: BankNow
) -> tuple[RuleViolation, ...]:
    """Return every violation of the cash-out, those of its payout last."""
    of_payout = rules.check_payout(parts or (), now.terms, ON_CREDIT if now.has_book else ())
    paid, unit = sum(part.cents for part in parts or ()), now.terms.payout_unit_cents
    whole = rules.check_whole_payout(paid, facts.count_cents, unit_cents=unit)
    return (*rules.check_cash_out(facts, terms=now.terms), *of_payout, *whole)


def how_paid(act: Act) -> list[tuple[str, int]]:
    """Return the parts of a recorded cash-out with their cents, in order; several of one kind are one sum."""
    sums: Counter[str] = Counter()
    paid = Transfer.objects.filter(act=act, debit__kind=AccountKind.CHIPS).select_related("credit", "note")
    moved, owed = [*paid.order_by("number")], 0
    if any(transfer.credit.kind == AccountKind.BOOK for transfer in moved):
        # The player's debt to THE BOOK from this night alone at the time of the act.
        [fields] = fields_by_person([act.content])
        before = Transfer.objects.filter(act__night=act.night, act__number__lt=act.number)
        owed = max(0, -booked(before)[fields["player"],])
    for transfer in moved:
        if transfer.credit.kind == AccountKind.BOOK:
            struck = min(owed, transfer.cents)
            owed -= struck
            sums += Counter({STRUCK_OUT: struck, CREDITED: transfer.cents - struck})  # This leaves out zeros.
        elif transfer.note is not None:
            back = transfer.credit.player_id == transfer.note.debtor_id
            sums[f"note {transfer.note.name} {'back' if back else 'handed on'}"] += transfer.cents
        else:
            sums[_PAID_BY[AccountKind(transfer.credit.kind)]] += transfer.cents
    return list(sums.items())
