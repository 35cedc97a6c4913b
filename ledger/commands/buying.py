"""Chips for money: buy-ins, chip sales between players, and how a buy-in was paid."""

from typing import Any

from ledger import limits
from ledger.models import Account, AccountKind
from ledger.money import check_cents, show_cents
from ledger.queries import BankNow, open_bank
from ledger.recording import Movement, record
from ledger.terms import Means
from reservations.acts import Answer, Draft, known_act
from reservations.desk import command, lock_desk
from reservations.kinds import Kind, Stamp
from reservations.models import Night, Player
from reservations.problems import Impossible, NotBuilt
from reservations.queries import as_they_are_now

_PAID_INTO = {Means.CASH: AccountKind.DRAWER, Means.TRANSFER: AccountKind.FLOAT}


@command
def buy_in(
    *, stamp: Stamp, night: Night, player: Player, amount_cents: int, pay: Means, stack_cents: int | None = None
) -> Answer:
    """Sell chips from the bank to a player; the second time it is a rebuy, with ``stack_cents`` in front of them.

    Raises ``Impossible`` for a stack of more than all chips in play.
    """
    lock_desk()
    check_cents(amount_cents)
    content: dict[str, Any] = {"player": player.number, "amount": amount_cents, "pay": pay.value}
    if stack_cents is not None:
        check_cents(stack_cents, zero=True)
        content["stack"] = stack_cents
    draft = Draft(Kind.BUY_IN, stamp, content, night)
    if known := known_act(draft):
        return known
    check_built(pay)
    now = open_bank(night)
    paid_into = account_of(pay, now)
    _check_stack(player, stack_cents, now)
    answered_for = as_they_are_now(player).is_answered_for
    buyer = limits.Buyer(player.name, now.course.has_bought(player.number), stack_cents, answered_for)
    return record(
        draft,
        now,
        [Movement(paid_into, now.accounts[AccountKind.CHIPS], amount_cents, player.number)],
        broken=limits.check_buy_in(amount_cents, pay=pay, buyer=buyer, terms=now.terms, limits=now.limits),
        allowed=str(limits.allowance(buyer=buyer, terms=now.terms, limits=now.limits)),
    )


@command
def sell_chips(*, stamp: Stamp, night: Night, seller: Player, buyer: Player, amount_cents: int, pay: Means) -> Answer:
    """Record chips sold by one player to another; multiples and limits do not bind it.

    Raises ``Impossible`` when somebody sells to themselves, or more chips than are in play, or by ``transfer``.
    """
    lock_desk()
    check_cents(amount_cents)
    content = {"seller": seller.number, "buyer": buyer.number, "amount": amount_cents, "pay": pay.value}
    draft = Draft(Kind.CHIP_SALE, stamp, content, night)
    if known := known_act(draft):
        return known
    check_built(pay)
    now = open_bank(night)
    paid_with = account_of(pay, now)
    _check_sale(seller, buyer, amount_cents, pay, now)
    chips = now.accounts[AccountKind.CHIPS]
    return record(
        draft,
        now,
        [
            Movement(paid_with, chips, amount_cents, buyer.number),
            Movement(chips, paid_with, amount_cents, seller.number),
        ],
        broken=limits.check_chip_sale(pay, now.terms),
    )


@command
def change_pay(*, stamp: Stamp, night: Night, of: str, pay: Means) -> Answer:
    """Record that the buy-in with the key ``of`` was paid otherwise than recorded.

    Raises ``Impossible`` when no such buy-in stands, it is paid so already, or the drawer holds too little.
    """
    lock_desk()
    draft = Draft(Kind.CHANGE_PAY, stamp, {"of": of, "pay": pay.value}, night)
    if known := known_act(draft):
        return known
    check_built(pay)
    now = open_bank(night)
    changed = now.course.buy_in(of)
    if changed is None:
        raise Impossible(f"{of} is not a buy-in of this night that stands.")
    before = now.course.means_of(changed)
    if before == pay:
        raise Impossible(f"Act {changed.number} is paid by {pay} already.")
    cents = changed.content["amount"]
    if before == Means.CASH and cents > now.balances.drawer_cents:
        raise Impossible(f"The drawer holds {show_cents(now.balances.drawer_cents)}, not {show_cents(cents)}.")
    movement = Movement(account_of(pay, now), account_of(before, now), cents, changed.content["player"])
    return record(draft, now, [movement], broken=limits.check_means(pay, now.terms))


def check_built(*means: Means) -> None:
    """Raise ``NotBuilt`` for notes and THE BOOK: nothing else about such an act can be judged yet."""
    for each in means:
        if each not in _PAID_INTO:
            raise NotBuilt(f"Paying by {each} is not built yet: this version takes cash and transfers.")


def account_of(means: Means, now: BankNow) -> Account:
    """Return the account that money of these means goes into."""
    return now.accounts[_PAID_INTO[means]]


def _check_stack(player: Player, stack_cents: int | None, now: BankNow) -> None:
    in_play = now.balances.chips_cents
    if stack_cents is not None and stack_cents > in_play:
        raise Impossible(
            f"{player} cannot have {show_cents(stack_cents)} in front: {show_cents(in_play)} of chips are in play."
        )


def _check_sale(seller: Player, buyer: Player, amount_cents: int, pay: Means, now: BankNow) -> None:
    if pay == Means.TRANSFER:
        raise Impossible("A transfer goes to the banker's own account, and the banker is no party to a chip sale.")
    if seller == buyer:
        raise Impossible(f"{seller} cannot sell chips to themselves.")
    in_play = now.balances.chips_cents
    if amount_cents > in_play:
        raise Impossible(
            f"{seller} cannot sell {show_cents(amount_cents)}: {show_cents(in_play)} of chips are in play."
        )
