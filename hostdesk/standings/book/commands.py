"""Import an old book with its new players, and settle a night at the table: checked once more with the desk locked."""

from collections.abc import Sequence

from hostdesk.standings.book.queries import NightBook, NightPayment, OldLine, night_book, payment_between
from hostdesk.standings.months.commands import PaymentStep
from ledger.book import commands as book_commands
from ledger.book.payment_queries import RecordedPayment
from ledger.money.cents import show_cents
from ledger.months import payment_commands
from ledger.months.queries import consolidation_of
from ledger.undoing import commands as undoing_commands
from reservations.acts.commands import atomic_batch
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible
from reservations.acts.queries import Answer, is_recorded
from reservations.models import Act, Night, Player
from reservations.players.commands import record_player
from reservations.players.queries import person_named, player_called

_NO_SUCH_PAYMENT = "This night has no such payment. Reload the page."


def import_old_book(*, stamp: Stamp, lines: Sequence[OldLine], reason: str) -> Answer:
    """Add new players as regulars and import the old book: all of it or nothing."""
    with atomic_batch():
        standings: dict[Player, int] = {}
        for line in lines:
            if player_called(line.name) is None:
                record_player(stamp=stamp.part(f"-{line.line}"), name=line.name, regular=True)
            standings[person_named(line.name)] = line.cents
        return book_commands.take_over_balances(stamp=stamp, standings=standings, reason=reason)


def settle_tonight(
    *, stamp: Stamp, night: Night, is_host: bool, step: str, payer: int, payee: int, amount: int | None, act: int | None
) -> Answer:
    """Record a payment between two players of a closed night, by number, or undo the one of that act.

    The same key is recorded once. Raises ``Impossible`` for more than the rest, once the night is part of a plan, and
    for a payment that another person recorded.
    """
    with atomic_batch():
        try:
            book = night_book(night)
        except ValueError as problem:
            raise Impossible("The night was reopened meanwhile: close it first.") from problem
        one = payment_between(book, payer, payee)
        if one is None:
            raise Impossible(_NO_SUCH_PAYMENT)
        if not is_recorded(stamp.key):
            _check_payment(book, one, amount if step == PaymentStep.PAY else None, act, by=stamp.by, is_host=is_host)
        if step == PaymentStep.PAY:
            two = [Player.objects.get(pk=number) for number in (one.proposed.payer, one.proposed.payee)]
            return payment_commands.pay_debt(stamp=stamp, payer=two[0], payee=two[1], amount_cents=amount or 0)
        paid = Act.objects.filter(number=act or 0, kind=Kind.PAYMENT).first()
        if paid is None:
            raise Impossible(_NO_SUCH_PAYMENT)
        return undoing_commands.reverse(stamp=stamp, of=paid.key, reason="a slip")


def may_undo(paid: RecordedPayment, *, by: str, is_host: bool) -> bool:
    """Tell whether a person may undo a payment at the night: the host any, a banker their own records."""
    return is_host or (paid.by == by and not paid.claim)


def _check_payment(
    book: NightBook, one: NightPayment, cents: int | None, act: int | None, *, by: str, is_host: bool
) -> None:
    """Raise ``Impossible`` for more cents than the rest; without cents, for an act that they may not undo."""
    plan = consolidation_of(book.consolidated) if book.consolidated else None
    if plan is not None:
        raise Impossible(
            f"This night is part of the plan of act {plan.number} by now ({plan.title}): "
            "what was not paid before is paid by that plan."
        )
    if cents is not None:
        if cents > one.left_cents:
            raise Impossible(f"{show_cents(one.left_cents)} of it is left to pay, not {show_cents(cents)}.")
        return
    paid = next((paid for paid in one.paid if paid.number == act), None)
    if paid is None:
        raise Impossible(_NO_SUCH_PAYMENT)
    if not may_undo(paid, by=by, is_host=is_host):
        raise Impossible(f"You did not record act {paid.number} here: only the host can undo it.")
