"""Chips for money: buy-ins, chip sales between players, and changes of payment."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.timezone import localtime

from ledger.bank.history import RecordedAct
from ledger.bank.notes import NoteNow
from ledger.bank.queries import BankNow, bank_once
from ledger.buy_in import rules
from ledger.buy_in.own_limit_queries import check_own_limits
from ledger.chips.colours import count
from ledger.credit.exposure_queries import debtor_of
from ledger.credit.rules import ON_CREDIT, check_credit
from ledger.entries.commands import Movement, account_of, note_to_write, payment_fields, record
from ledger.models import AccountKind
from ledger.money.cents import check_cents, show_cents
from ledger.money.words import Means
from reservations.acts.commands import command
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, RuleViolation
from reservations.acts.queries import Answer
from reservations.models import Night, Player
from reservations.rsvps.door_queries import turned_away


@command
def buy_in(
    *,
    stamp: Stamp,
    night: Night,
    player: Player,
    amount_cents: int,
    pay: Means,
    note: str | None = None,
    stack_cents: int | None = None,
    busted_at: datetime | None = None,
    unmet: Sequence[RuleViolation] = (),
) -> Answer:
    """Sell chips from the bank to a player; the second time it is a rebuy, with ``stack_cents`` in front of them.

    ``unmet`` are rules of the door that a page finds broken; ``busted_at`` is the time at which the player lost the
    last chips, if a page asks. A payment by note writes a note of that name. Raises ``Malformed`` for a note without a
    name, ``NoteTaken`` for a taken name, ``NoCredit`` for a debtor without credit, ``OwnLimitReached`` for an amount
    over the player's own limit, ``Impossible`` for a stack of more than all chips.
    """
    check_cents(amount_cents)
    content = {"player": player.number, "amount": amount_cents, **payment_fields(pay, note)}
    if stack_cents is not None:
        check_cents(stack_cents, zero=True)
        content["stack"] = stack_cents
    draft, now = bank_once(Kind.BUY_IN, stamp, content, night)
    in_play = now.balances.chips_cents
    if stack_cents is not None and stack_cents > in_play:
        in_front, chips = show_cents(stack_cents), show_cents(in_play)
        raise Impossible(f"{player} cannot have {in_front} in front: {chips} of chips are in play.")
    player_now = now.person(player.number)
    check_own_limits(amount_cents, buyer=player_now, now=now, at=stamp.at)
    is_rebuy = now.history.of(player.number).last_buy_cents is not None
    buyer = rules.Buyer(player.name, is_rebuy, stack_cents, player_now.is_answered_for)
    violations = rules.check_buy_in(amount_cents, pay=pay, buyer=buyer, terms=now.terms, limits=now.limits)
    if busted_at is not None:
        at, level_at = stamp.at, now.history.level_at
        late = rules.check_rebuy_time(player.name, localtime(busted_at), at=at, level_at=level_at, terms=now.terms)
        violations = (*late, *violations)
    away = rules.check_admission(player.name, turned_away(now.night, people=now.people).get(player.number, ""))
    # The sentence never offers an amount that another rule refuses.
    by_amount = not away and all(violation.term in (*rules.ABOUT_AMOUNTS, rules.MEANS) for violation in violations)
    can_buy = rules.allowance(buyer=buyer, terms=now.terms, limits=now.limits) if violations and by_amount else ""
    on_credit = check_credit(amount_cents, pay, debtor_of(now, player_now)) if pay in ON_CREDIT else ()
    wrote = note_to_write(now, draft.content.get("note"), player.number, amount_cents)
    paid, chips_account = account_of(pay, now, player.number), now.accounts[AccountKind.CHIPS]
    bought = Movement(paid, chips_account, amount_cents, player.number, wrote.number if wrote else None)
    violations = (*away, *unmet, *violations, *on_credit)
    return record(draft, now, [bought], wrote=wrote, violations=violations, allowed=str(can_buy))


@command
def sell_chips(
    *,
    stamp: Stamp,
    night: Night,
    seller: Player,
    buyer: Player,
    amount_cents: int,
    pay: Means,
    note: str | None = None,
    unmet: Sequence[RuleViolation] = (),
) -> Answer:
    """Record chips sold by one player to another, without multiples and limits. The seller holds the note.

    ``unmet`` are rules of the door that the page finds broken.

    Raises ``Impossible`` if a player sells to themselves, or more chips than are in play, or by ``transfer``, and the
    errors of :func:`buy_in` for notes, credit and the buyer's own limits.
    """
    check_cents(amount_cents)
    content = {"seller": seller.number, "buyer": buyer.number, "amount": amount_cents, **payment_fields(pay, note)}
    draft, now = bank_once(Kind.CHIP_SALE, stamp, content, night)
    if pay == Means.TRANSFER:
        raise Impossible("A transfer goes to the banker's own account, and the banker is no party to a chip sale.")
    if seller == buyer:
        raise Impossible(f"{seller} cannot sell chips to themselves.")
    if amount_cents > now.balances.chips_cents:
        amount, in_play = show_cents(amount_cents), show_cents(now.balances.chips_cents)
        raise Impossible(f"{seller} cannot sell {amount}: {in_play} of chips are in play.")
    check_own_limits(amount_cents, buyer=buyer, now=now, at=stamp.at, from_bank=False)
    # Only credit needs their debts.
    on_credit = check_credit(amount_cents, pay, debtor_of(now, now.person(buyer.number))) if pay in ON_CREDIT else ()
    wrote = note_to_write(now, draft.content.get("note"), buyer.number, amount_cents)
    chips, number = now.accounts[AccountKind.CHIPS], wrote.number if wrote else None
    legs = [
        Movement(account_of(pay, now, buyer.number), chips, amount_cents, buyer.number, number),
        Movement(chips, account_of(pay, now, seller.number), amount_cents, seller.number, number),
    ]
    away = rules.check_admission(buyer.name, turned_away(now.night, people=now.people).get(buyer.number, ""))
    violations = (*away, *unmet, *rules.check_chip_sale(pay, now.terms), *on_credit)
    return record(draft, now, legs, wrote=wrote, violations=violations)


@command
def give_others(*, stamp: Stamp, night: Night, of: str, chips: Mapping[str, int]) -> Answer:
    """Record the chips, by colour, handed out for the buy-in with the key ``of``, if not the proposed ones.

    Raises ``Impossible`` if that buy-in does not stand or the chips do not make its amount, ``Malformed`` for other
    colours.
    """
    draft, now = bank_once(Kind.GAVE_OTHERS, stamp, {"of": of, "chips": {**chips}}, night)
    bought, worth = now.history.buy_in(of), count(now.terms.chips, chips)
    if bought is None:
        raise Impossible(f"{of} is not a buy-in of this night that stands.")
    if worth != bought.content["amount"]:
        came_to, paid = show_cents(worth), show_cents(bought.content["amount"])
        raise Impossible(f"These chips come to {came_to}, and act {bought.number} sold {paid}.")
    return record(draft, now)


@command
def play_behind(*, stamp: Stamp, night: Night, player: Player, amount_cents: int) -> Answer:
    """Record a player's cash behind their chips, declared before looking at the cards. It is not the bank's money."""
    check_cents(amount_cents)
    draft, now = bank_once(Kind.PLAY_BEHIND, stamp, {"player": player.number, "amount": amount_cents}, night)
    return record(draft, now, violations=rules.check_play_behind(now.terms))


@command
def change_pay(*, stamp: Stamp, night: Night, of: str, pay: Means, note: str | None = None) -> Answer:
    """Change the recorded payment of the buy-in with the key ``of``.

    Raises ``Impossible`` if that buy-in does not stand, for its present payment, if the drawer holds too little, or if
    its note is no longer whole in the bank, and the errors of :func:`buy_in` for notes and credit.
    """
    draft, now = bank_once(Kind.CHANGE_PAY, stamp, {"of": of, **payment_fields(pay, note)}, night)
    changed = now.history.buy_in(of)
    if changed is None:
        raise Impossible(f"{of} is not a buy-in of this night that stands.")
    before = now.history.means_of(changed)
    if before == pay:
        raise Impossible(f"Act {changed.number} is paid by {pay} already.")
    cents, player = changed.content["amount"], now.person(changed.content["player"])
    given_back = _given_back(changed, before, cents, now)
    owed = debtor_of(now, player)
    if before in ON_CREDIT:
        owed = replace(owed, owed_cents=owed.owed_cents - cents)
    wrote = note_to_write(now, draft.content.get("note"), player.number, cents)
    note_moved = wrote or given_back
    moved = Movement(
        account_of(pay, now, player.number),
        account_of(before, now, given_back.debtor if given_back else player.number),
        cents,
        player.number,
        note_moved.number if note_moved else None,
    )
    violations = (*rules.check_means(pay, now.terms), *check_credit(cents, pay, owed))
    return record(draft, now, [moved], wrote=wrote, violations=violations)


def _given_back(changed: RecordedAct, before: Means, cents: int, now: BankNow) -> NoteNow | None:
    """Return the note that paid for the buy-in, which goes back to its debtor; None for other means."""
    if before is Means.CASH and cents > now.balances.drawer_cents:
        raise Impossible(f"The drawer holds {show_cents(now.balances.drawer_cents)}, not {show_cents(cents)}.")
    if before is not Means.NOTE:
        return None
    wrote = [changed.number, *(change.number for change in now.history.changes_of(changed.key))]
    note = next(note for note in reversed(now.notes) if note.act in wrote)
    if note.holder is not None or note.out_cents != note.face_cents:
        out = show_cents(note.out_cents)
        raise Impossible(f"The note {note.name} is not whole in the bank any more: {out} of it are out.")
    return note
