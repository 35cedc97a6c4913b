"""Claims that a debt has been paid, which move nothing, and their disputes."""

from ledger.book.claim_queries import ClaimState
from ledger.book.commands import check_two, standing_claim
from ledger.entries.commands import record_between_nights
from ledger.money.cents import check_cents
from reservations.acts.commands import command, lock_desk
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible
from reservations.acts.queries import Answer, Draft, known_act
from reservations.models import Player


@command
def claim_payment(*, stamp: Stamp, payer: Player, payee: Player, amount_cents: int) -> Answer:
    """Say that ``payer`` has paid ``payee``, who has still to confirm it.

    Raises ``Impossible`` for somebody who would pay themselves.
    """
    lock_desk()
    check_cents(amount_cents)
    draft = Draft(Kind.CLAIM, stamp, {"payer": payer.number, "payee": payee.number, "amount": amount_cents})
    if known := known_act(draft):
        return known
    check_two(payer, payee)
    return record_between_nights(draft)


@command
def dispute_claim(*, stamp: Stamp, of: str, reason: str) -> Answer:
    """Say that the claim with the key ``of`` is not true, and why.

    Raises ``Unknown`` for a claim that does not stand, ``Impossible`` for one that is confirmed or disputed already.
    """
    lock_desk()
    draft = Draft(Kind.DISPUTE, stamp, {"of": of, "reason": reason})
    if known := known_act(draft):
        return known
    claim = standing_claim(of)
    if claim.state is not ClaimState.OPEN:
        raise Impossible(f"The claim of act {claim.number} is {claim.state} already, by act {claim.answer}.")
    return record_between_nights(draft)
