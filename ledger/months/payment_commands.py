"""Record debts between nights as paid, claimed to be paid, disputed or forgiven."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from ledger.book import payment_queries
from ledger.book.changes import most_forgiven
from ledger.book.commands import would_owe
from ledger.entries.commands import Movement, book_account, record_between_nights
from ledger.money.cents import check_cents, show_cents, show_money
from ledger.months import queries
from ledger.months.plan_queries import claims_to_answer, has_request, payments_claimed
from ledger.standings.queries import standings
from reservations.acts.commands import command, note_fact, record_fact
from reservations.acts.fact_queries import FactDraft, Noted, fact_once
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Unknown, Unlikely
from reservations.acts.queries import Answer, Draft, act_once
from reservations.models import Fact, Player
from reservations.rsvps.due import is_quiet

ASK_AGAIN = timedelta(days=3)
"""The least time between two requests for the same payment."""


@command
def pay_debt(*, stamp: Stamp, payer: Player, payee: Player, amount_cents: int, claim: str | None = None) -> Answer:
    """Record that ``payer`` has paid ``payee`` outside a night; ``claim`` is the key of the claim it confirms.

    It confirms all of the claim, or a part. Refused if it leaves a guest owing THE BOOK. Raises ``Impossible`` for one
    and the same player, for a claim about others and for a claim that is confirmed in full; ``Unlikely`` for more than
    its rest and for a settled claim; ``Unknown`` for an unknown or undone claim.
    """
    check_cents(amount_cents)
    fields: dict[str, Any] = {"payer": payer.number, "payee": payee.number, "amount": amount_cents}
    draft = act_once(Draft(Kind.PAYMENT, stamp, fields if claim is None else {**fields, "claim": claim}))
    if payer == payee:
        raise Impossible(f"{payer} cannot pay themselves.")
    if claim is not None:
        recorded = payment_queries.payments_and_claims()
        found = _claim(claim, recorded)
        if (found.payer, found.payee) != (payer.number, payee.number):
            raise Impossible(f"The claim of act {found.number} is not about {payer} and {payee}.")
        if found.state is payment_queries.ClaimState.CONFIRMED:
            raise Impossible(f"The claim of act {found.number} was confirmed already, by act {found.answer}.")
        if amount_cents > found.left_cents and not stamp.as_it_was:
            raise Unlikely(
                f"{payer} says they paid {show_cents(found.left_cents)}: confirm that, and record more as a payment."
            )
        _check_not_settled(found, recorded, stamp, confirms=True)
    moved = Movement(book_account(payee.number), book_account(payer.number), amount_cents, payer.number)
    return record_between_nights(draft, [moved], violations=would_owe({payee: -amount_cents}))


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
        recorded = payment_queries.payments_and_claims()
        for claim in payment_queries.waiting_claims(payer.number, payee.number, recorded):
            if claim.left_cents == amount_cents:
                raise Unlikely(f"Act {claim.number} claims that already: {payee} has not answered yet.")
        plan, pair = queries.latest(), (recorded.people[payer.number], recorded.people[payee.number])
        due = [paid for paid in queries.progress(plan, recorded) if paid.between == pair] if plan else []
        if due and not any(paid.left_cents for paid in due):
            raise Unlikely(f"{payer} has nothing left to pay {payee} by the latest plan.")
    return record_between_nights(draft)


@command
def dispute_claim(*, stamp: Stamp, of: str, reason: str) -> Answer:
    """Dispute the claim with the key ``of``, with a reason.

    Raises ``Unknown`` for an unknown or undone claim, ``Impossible`` for an answered claim.
    """
    draft = act_once(Draft(Kind.DISPUTE, stamp, {"of": of, "reason": reason}))
    recorded = payment_queries.payments_and_claims()
    claim = _claim(of, recorded)
    if claim.state is payment_queries.ClaimState.CONFIRMED or claim.was_disputed:
        raise Impossible(f"The claim of act {claim.number} is {claim.state} already, by act {claim.answer}.")
    _check_not_settled(claim, recorded, stamp, confirms=False)
    return record_between_nights(draft)


def _check_not_settled(
    claim: payment_queries.Claim, recorded: payment_queries.PaymentsAndClaims, stamp: Stamp, *, confirms: bool
) -> None:
    """Raise ``Unlikely`` for a claim that a newer payment of its amount has settled, or payments of its plan."""
    if stamp.as_it_was:
        return
    if claim.state is payment_queries.ClaimState.SETTLED:
        raise Unlikely(f"The claim of act {claim.number} is settled already, by act {claim.answer}.")
    faults = [payment.why_over(claim, confirms=confirms) for payment in payments_claimed(claim.key, recorded)]
    if faults and all(faults):
        raise Unlikely(faults[0])


def _claim(key: str, recorded: payment_queries.PaymentsAndClaims) -> payment_queries.Claim:
    claim = payment_queries.claim_called(key, recorded)
    if claim is None:
        raise Unknown(f"There is no claim with the id {key}, or it was undone.")
    return claim


@command
def forgive_debt(*, stamp: Stamp, creditor: Player, debtor: Player, amount_cents: int, reason: str) -> Answer:
    """Record that ``creditor`` forgives ``debtor`` that part of the debt: no money moves, and it is no payment.

    Raises ``Impossible`` for one and the same player, while a claim of its payment waits, and for more than the debt
    between the two, by the latest plan and beyond it: see :func:`most_forgiven`.
    """
    check_cents(amount_cents)
    fields = {"creditor": creditor.number, "debtor": debtor.number, "amount": amount_cents, "reason": reason}
    draft = act_once(Draft(Kind.FORGIVE, stamp, fields))
    if creditor == debtor:
        raise Impossible(f"{debtor} cannot owe themselves.")
    if waiting := payment_queries.waiting_claims(debtor.number, creditor.number):
        raise Impossible(
            f"{debtor} says in act {waiting[0].number} that {show_cents(waiting[0].left_cents)} was paid: "
            "confirm or dispute that first."
        )
    two = {"creditor": creditor.number, "debtor": debtor.number}
    most_cents = most_forgiven(standings(), queries.still_open(), **two)
    if amount_cents > most_cents:
        most = f"{show_cents(most_cents)} can be forgiven at most" if most_cents else "nothing can be forgiven"
        raise Impossible(f"{debtor} does not owe {creditor} {show_cents(amount_cents)}: {most}.")
    moved = Movement(book_account(creditor.number), book_account(debtor.number), amount_cents, debtor.number)
    return record_between_nights(draft, [moved])


@command
def ask_to_pay(*, stamp: Stamp, payer: Player, payee: Player) -> Noted:
    """Ask a player to pay another the rest by the latest plan; a message follows the fact.

    Raises ``Impossible`` if nothing is left, while a claim waits, within `ASK_AGAIN` of the last time, and for a payer
    who has left the group and has no page.
    """
    pair = payer.number, payee.number
    left_cents = sum(due.cents for due in queries.still_open() if (due.payer, due.payee) == pair)
    draft = fact_once(FactDraft(FactKind.OWED, player=payer, content={"other": payee.number}), stamp)
    if not left_cents:
        raise Impossible(f"{payer} has nothing left to pay {payee} by the latest plan.")
    if waiting := payment_queries.waiting_claims(payer.number, payee.number):
        raise Impossible(f"{payer} says in act {waiting[0].number} that it is paid: confirm or dispute that first.")
    if payer.removed:
        raise Impossible(f"{payer} has left the group, and has no page here: send the text yourself.")
    if has_request(payer, payee, stamp.at - ASK_AGAIN):
        raise Impossible(f"{payer} was asked less than {ASK_AGAIN.days} days ago.")
    return note_fact(draft, stamp, f"{payer} is asked to pay {show_money(left_cents)}.", amount=show_money(left_cents))


def ask_about_claims(now: datetime) -> int:
    """Ask the receivers of payments claimed long ago whether the money came: once for every claim, and not at night.

    Return the number of facts. The desk is locked only if there is an old claim, which is then read again.
    """
    is_night = is_quiet(now, timezone.get_current_timezone_name())
    return 0 if is_night or not _without_question(now) else _ask_about_claims(now=now)


def _without_question(now: datetime) -> dict[str, payment_queries.Claim]:
    """Return the claims that have waited long and have no question yet, by the key of the fact to record."""
    keys = {f"asked-if-paid-{claim.number}": claim for _, claim, is_late in claims_to_answer(now) if is_late}
    known = {*Fact.objects.filter(key__in=keys).values_list("key", flat=True)} if keys else ()
    open_ = {key: claim for key, claim in keys.items() if key not in known}
    people = Player.objects.persons(claim.payee for claim in open_.values())
    # A player who has left the group has no page to answer on.
    return {key: claim for key, claim in open_.items() if not people[claim.payee].removed}


@command
def _ask_about_claims(*, now: datetime) -> int:
    claims = _without_question(now)
    people = Player.objects.persons(claim.payee for claim in claims.values())
    for key, claim in claims.items():
        content = {"other": claim.payer, "claim": claim.number}
        draft = FactDraft(FactKind.PAID, player=people[claim.payee], content=content)
        record_fact(draft, Stamp(key, now), {"amount": show_money(claim.left_cents)})
    return len(claims)
