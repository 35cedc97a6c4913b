"""THE BOOK between nights: debts paid, claims of payments, corrections, an old book taken over."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from ledger.book.payment_queries import Claim, ClaimState, claim_called, waiting_claims
from ledger.credit.rules import guests_owe
from ledger.entries.commands import Movement, book_account, record_between_nights
from ledger.money.cents import check_cents, show_cents
from ledger.settle.fewest_payments import greedy
from ledger.standings.queries import standing_of
from reservations.acts.commands import command
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Malformed, RuleViolation, Unknown, Unlikely
from reservations.acts.queries import Answer, Draft, act_once, check_not_merged
from reservations.models import Night, Player
from reservations.parsing.days import day_of
from reservations.players.queries import as_they_are_now


@command
def pay_debt(*, stamp: Stamp, payer: Player, payee: Player, amount_cents: int, claim: str | None = None) -> Answer:
    """Record that ``payer`` has paid ``payee`` outside a night; ``claim`` is the key of the claim it confirms.

    It confirms all of the claim, or a part. Refused if it leaves a guest owing THE BOOK. Raises ``Impossible`` for one
    and the same player, for a claim about others and for one that is confirmed already, all of it; ``Unlikely`` for
    more than its rest; ``Unknown`` for a claim that is none or was undone.
    """
    check_cents(amount_cents)
    fields: dict[str, Any] = {"payer": payer.number, "payee": payee.number, "amount": amount_cents}
    draft = act_once(Draft(Kind.PAYMENT, stamp, fields if claim is None else {**fields, "claim": claim}))
    if payer == payee:
        raise Impossible(f"{payer} cannot pay themselves.")
    if claim is not None:
        said = _claim(claim)
        if (said.payer, said.payee) != (payer.number, payee.number):
            raise Impossible(f"The claim of act {said.number} is not about {payer} and {payee}.")
        if said.state is ClaimState.CONFIRMED:
            raise Impossible(f"The claim of act {said.number} was confirmed already, by act {said.answer}.")
        if amount_cents > said.left_cents and not stamp.as_it_was:
            raise Unlikely(
                f"{payer} says they paid {show_cents(said.left_cents)}: confirm that, and record more as a payment."
            )
    moved = Movement(book_account(payee.number), book_account(payer.number), amount_cents, payer.number)
    return record_between_nights(draft, [moved], violations=would_owe({payee: -amount_cents}))


@command
def take_over_balances(*, stamp: Stamp, standings: Mapping[Player, int], reason: str) -> Answer:
    """Import an old book: signed cents by player, + it owes them. They are added to the standings.

    Debtors are matched with creditors, largest first, then by number. Refused if a guest would owe. Raises
    ``Malformed`` if all balances are zero or their sum is not, ``Merged`` for a player who is merged into another.
    """
    said = [{"player": player.number, "balance": cents} for player, cents in standings.items()]
    draft = act_once(Draft(Kind.BALANCES, stamp, {"standings": said, "reason": reason}))
    check_not_merged(player.number for player in standings)
    if not any(standings.values()):
        raise Malformed("The balances are all zero: there is nothing to import.")
    if total := sum(standings.values()):
        more = "owed to players" if total > 0 else "owed by players"
        raise Malformed(f"The balances have to sum to zero: {show_cents(abs(total))} more is {more}.")
    moved = [
        Movement(book_account(each.payer), book_account(each.payee), each.cents, each.payer)
        for each in greedy([(player.number, cents) for player, cents in standings.items()])
    ]
    return record_between_nights(draft, moved, violations=would_owe(standings))


@command
def correct_book(
    *, stamp: Stamp, debtor: Player, creditor: Player, amount_cents: int, reason: str, about: date | None = None
) -> Answer:
    """Correct THE BOOK: ``debtor`` owes that much more, and ``creditor`` is owed it. No result of a night changes.

    ``about`` is the date of the night behind it. Refused if a guest would owe. Raises ``Impossible`` for one and the
    same player, ``Unknown`` if no bank was opened on that date.
    """
    check_cents(amount_cents)
    fields = {"debtor": debtor.number, "creditor": creditor.number, "amount": amount_cents, "reason": reason}
    draft = act_once(Draft(Kind.CORRECT, stamp, fields if about is None else {**fields, "about": about.isoformat()}))
    if debtor == creditor:
        raise Impossible(f"{debtor} cannot owe themselves.")
    if about is not None and not Night.objects.exclude(rules=None).filter(date=about).exists():
        raise Unknown(f"No bank was opened on {day_of(about)}: leave the night out, or give the date of one.")
    moved = Movement(book_account(debtor.number), book_account(creditor.number), amount_cents, debtor.number)
    return record_between_nights(draft, [moved], violations=would_owe({debtor: -amount_cents}))


def would_owe(changes: Mapping[Player, int]) -> tuple[RuleViolation, ...]:
    """Return the violation if guests would owe THE BOOK after those changes, in signed cents."""
    names = []
    for player, cents in changes.items():
        now = as_they_are_now(player)
        if cents < 0 and not now.regular and standing_of(now) + cents < 0:
            names.append(now.name)
    return (guests_owe(*names),) if names else ()


@command
def claim_payment(*, stamp: Stamp, payer: Player, payee: Player, amount_cents: int) -> Answer:
    """Claim that ``payer`` has paid ``payee``, unconfirmed.

    Raises ``Impossible`` for one and the same player, ``Unlikely`` while an equal claim waits between the two.
    """
    check_cents(amount_cents)
    draft = act_once(Draft(Kind.CLAIM, stamp, {"payer": payer.number, "payee": payee.number, "amount": amount_cents}))
    if payer == payee:
        raise Impossible(f"{payer} cannot pay themselves.")
    if not stamp.as_it_was:
        for each in waiting_claims(payer.number, payee.number):
            if each.left_cents == amount_cents:
                raise Unlikely(f"Act {each.number} claims that already: {payee} has not answered yet.")
    return record_between_nights(draft)


@command
def dispute_claim(*, stamp: Stamp, of: str, reason: str) -> Answer:
    """Dispute the claim with the key ``of``, with a reason.

    Raises ``Unknown`` for a claim that is none or was undone, ``Impossible`` for one that is answered already.
    """
    draft = act_once(Draft(Kind.DISPUTE, stamp, {"of": of, "reason": reason}))
    claim = _claim(of)
    if claim.state is ClaimState.CONFIRMED or claim.was_disputed:
        raise Impossible(f"The claim of act {claim.number} is {claim.state} already, by act {claim.answer}.")
    return record_between_nights(draft)


def _claim(key: str) -> Claim:
    claim = claim_called(key)
    if claim is None:
        raise Unknown(f"There is no claim with the id {key}, or it was undone.")
    return claim
