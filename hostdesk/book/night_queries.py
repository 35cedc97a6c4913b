"""THE BOOK after a night: what the night changed for each player, and the fewest payments that settle it."""

from dataclasses import dataclass

from ledger.book.claim_queries import RecordedPayment, payments_and_claims
from ledger.book.queries import night_changes
from ledger.book.standing_queries import standings
from ledger.months.queries import consolidations
from ledger.night.queries import bank_of
from ledger.settle.fewest_payments import Payment, settle
from reservations.models import Act, Night
from reservations.players.queries import people_at, persons_names_as_of


@dataclass(frozen=True)
class StandingAfterNight:
    """A player's standing at the close of a night, and by how much the night had changed it, in signed cents.

    ``since_cents`` is how it has changed after the close.
    """

    number: int
    name: str
    change_cents: int
    after_cents: int
    since_cents: int

    @property
    def before_cents(self) -> int:
        """Their standing without the night."""
        return self.after_cents - self.change_cents

    @property
    def now_cents(self) -> int:
        """Their standing now."""
        return self.after_cents + self.since_cents


@dataclass(frozen=True)
class NightPayment:
    """A payment that settles a part of the night, and what has been paid of it since the close."""

    proposed: Payment[int]
    payer: str
    payee: str
    paid: tuple[RecordedPayment, ...]

    @property
    def left_cents(self) -> int:
        """What is still to be paid of it."""
        return max(0, self.proposed.cents - sum(each.cents for each in self.paid))


@dataclass(frozen=True)
class NightBook:
    """THE BOOK as a night left it, which the act ``closed`` has closed.

    ``consolidated``: the consolidation whose plan includes the night, by its act; None if there is none yet.
    """

    closed: int
    touched: list[StandingAfterNight]
    others: list[StandingAfterNight]
    payments: list[NightPayment]
    sentence: str
    consolidated: int | None

    @property
    def is_settled(self) -> bool:
        """Whether all of it has been paid."""
        return not any(each.left_cents for each in self.payments)

    @property
    def has_moved_on(self) -> bool:
        """Whether a standing has changed since the close."""
        return any(each.since_cents for each in (*self.touched, *self.others))


def night_book(night: Night) -> NightBook:
    """Return what a closed night did to THE BOOK.

    Raises ``Impossible`` if no bank was opened, and ``ValueError`` while it is open.
    """
    closed = bank_of(night).bank.closed_id
    if closed is None:
        raise ValueError("The night is not closed.")
    changes, names = night_changes(night), persons_names_as_of(Act.objects.latest("number").number)
    # The standings of the close, under the numbers of then, are those of the people of now.
    after, now = people_at().sums(standings(seen=closed).items()), standings()
    lines = [
        StandingAfterNight(
            number=number,
            name=names[number],
            change_cents=changes.get(number, 0),
            after_cents=after.get(number, 0),
            since_cents=now.get(number, 0) - after.get(number, 0),
        )
        for number in {*changes, *after, *now}
    ]
    lines.sort(key=lambda each: (each.name.casefold(), each.name))
    taken = next((each.number for each in consolidations() if each.number > closed and each.until >= night.date), None)
    plan, paid = settle(changes), payments_and_claims().payments(closed, taken)
    payments = [
        NightPayment(
            proposed=each,
            payer=names[each.payer],
            payee=names[each.payee],
            paid=tuple(one for one in paid if (one.payer, one.payee) == (each.payer, each.payee)),
        )
        for each in plan.payments
    ]
    return NightBook(
        closed=closed,
        touched=[each for each in lines if each.change_cents],
        others=[each for each in lines if not each.change_cents],
        payments=payments,
        sentence=plan.sentence,
        consolidated=taken,
    )


def payment_between(book: NightBook, payer: int, payee: int) -> NightPayment | None:
    """Return the payment of a night from one player to another, by number; None if there is none."""
    pair = (payer, payee)
    return next((each for each in book.payments if (each.proposed.payer, each.proposed.payee) == pair), None)
