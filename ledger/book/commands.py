"""THE BOOK between nights: debts paid, an old book taken over, corrections, and how much somebody may owe."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from ledger.book.claim_queries import Claim, ClaimState, claim_called
from ledger.book.standing_queries import standing_of
from ledger.credit.rules import GuestOwes
from ledger.entries.commands import Movement, book_account, record_between_nights
from ledger.money.cents import check_cents, show_cents
from ledger.settle.fewest_payments import greedy
from reservations.acts.commands import command, lock_desk
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Malformed, Unknown
from reservations.acts.queries import Answer, Draft, check_not_merged, known_act
from reservations.models import Night, Player
from reservations.players.queries import as_they_are_now


@command
def pay_debt(*, stamp: Stamp, payer: Player, payee: Player, amount_cents: int, claim: str | None = None) -> Answer:
    """Record that ``payer`` has paid ``payee`` outside a night; ``claim`` is the key of the claim it confirms.

    Refused when it would leave a guest owing THE BOOK. Raises ``Impossible`` for somebody who pays themselves and for a
    claim of others or one that is confirmed already, ``Unknown`` for a claim that does not stand.
    """
    lock_desk()
    check_cents(amount_cents)
    fields: dict[str, Any] = {"payer": payer.number, "payee": payee.number, "amount": amount_cents}
    draft = Draft(Kind.PAYMENT, stamp, fields if claim is None else {**fields, "claim": claim})
    if known := known_act(draft):
        return known
    check_two(payer, payee)
    if claim is not None:
        _check_claim(claim, payer, payee)
    moved = Movement(book_account(payee.number), book_account(payer.number), amount_cents, payer.number)
    return record_between_nights(draft, [moved], violations=would_owe({payee: -amount_cents}))


def check_two(payer: Player, payee: Player) -> None:
    """Raise ``Impossible`` for somebody who would pay themselves."""
    if payer == payee:
        raise Impossible(f"{payer} cannot pay themselves.")


def standing_claim(key: str) -> Claim:
    """Return the claim of that key. Raises ``Unknown`` where none stands."""
    claim = claim_called(key)
    if claim is None:
        raise Unknown(f"There is no claim with the id {key}, or it was undone.")
    return claim


def _check_claim(key: str, payer: Player, payee: Player) -> None:
    claim = standing_claim(key)
    if (claim.payer, claim.payee) != (payer.number, payee.number):
        raise Impossible(f"The claim of act {claim.number} is not about {payer} and {payee}.")
    if claim.state is ClaimState.CONFIRMED:
        raise Impossible(f"The claim of act {claim.number} was confirmed already, by act {claim.answer}.")


@command
def take_over_balances(*, stamp: Stamp, standings: Mapping[Player, int], reason: str) -> Answer:
    """Take an old book over: signed cents by player, + it owes them. They add to what stands.

    Debtors are matched with creditors, largest first, then by number. Refused when a guest would owe. Raises
    ``Malformed`` for standings that are none or do not sum to zero, ``Merged`` for a player who is another by now.
    """
    lock_desk()
    said = [{"player": player.number, "balance": cents} for player, cents in standings.items()]
    draft = Draft(Kind.BALANCES, stamp, {"standings": said, "reason": reason})
    if known := known_act(draft):
        return known
    check_not_merged(player.number for player in standings)
    _check_sum(standings)
    moved = [
        Movement(book_account(each.payer), book_account(each.payee), each.cents, each.payer)
        for each in greedy([(player.number, cents) for player, cents in standings.items()])
    ]
    return record_between_nights(draft, moved, violations=would_owe(standings))


def _check_sum(standings: Mapping[Player, int]) -> None:
    if not any(standings.values()):
        raise Malformed("The balances are all zero: there is nothing to take over.")
    if total := sum(standings.values()):
        more = "owed to players" if total > 0 else "owed by players"
        raise Malformed(f"The balances have to sum to zero: {show_cents(abs(total))} more is {more}.")


@command
def correct_book(
    *, stamp: Stamp, debtor: Player, creditor: Player, amount_cents: int, reason: str, about: date | None = None
) -> Answer:
    """Correct THE BOOK: ``debtor`` owes that much more, ``creditor`` is owed it. No result of a night changes.

    ``about`` is the date of the night it is about. Refused when a guest would owe. Raises ``Impossible`` for one and
    the same player, ``Unknown`` where no bank was opened on that date.
    """
    lock_desk()
    check_cents(amount_cents)
    fields = {"debtor": debtor.number, "creditor": creditor.number, "amount": amount_cents, "reason": reason}
    draft = Draft(Kind.CORRECT, stamp, fields if about is None else {**fields, "about": about.isoformat()})
    if known := known_act(draft):
        return known
    if debtor == creditor:
        raise Impossible(f"{debtor} cannot owe themselves.")
    if about is not None and not Night.objects.exclude(rules=None).filter(date=about).exists():
        raise Unknown(f"No bank was opened on {about}: leave the night out, or give the date of one.")
    moved = Movement(book_account(debtor.number), book_account(creditor.number), amount_cents, debtor.number)
    return record_between_nights(draft, [moved], violations=would_owe({debtor: -amount_cents}))


def would_owe(changes: Mapping[Player, int]) -> tuple[GuestOwes, ...]:
    """Return the term that is broken where guests would owe THE BOOK after those changes, in signed cents."""
    names = tuple(_guests_owing(changes))
    return (GuestOwes(names),) if names else ()


def _guests_owing(changes: Mapping[Player, int]) -> Iterator[str]:
    for player, cents in changes.items():
        now = as_they_are_now(player)
        if cents < 0 and not now.regular and standing_of(now) + cents < 0:
            yield now.name


@command
def set_credit(
    *,
    stamp: Stamp,
    player: Player,
    limit_cents: int | None = None,
    hard: bool | None = None,
    refuses: bool | None = None,
) -> Answer:
    """Say how much a player may owe in all, whether nobody overrules that, and whether they want no credit at all.

    Only the fields given are set. Raises ``Malformed`` where none is.
    """
    lock_desk()
    given: dict[str, Any] = {"limit": limit_cents, "hard": hard, "refuses": refuses}
    given = {name: value for name, value in given.items() if value is not None}
    if not given:
        raise Malformed("Say a limit, whether it is hard, or whether they want no credit.")
    if limit_cents is not None:
        check_cents(limit_cents, zero=True)
    draft = Draft(Kind.CREDIT, stamp, {"player": player.number, **given})
    if known := known_act(draft):
        return known
    return record_between_nights(draft)
