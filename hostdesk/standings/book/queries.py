"""The content of the pages of THE BOOK: standings, its acts between nights, an old book, and THE BOOK after a night.

After a night: its change for every player, and the fewest payments that settle it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ledger.bank.queries import last_act
from ledger.book.balances_file import Balance
from ledger.book.changes import Change
from ledger.book.payment_queries import Forgiving, RecordedPayment, payments_and_claims
from ledger.book.queries import night_changes
from ledger.models import Bank
from ledger.months.queries import consolidations
from ledger.results.closed_queries import AsOf, as_of
from ledger.settle.fewest_payments import Payment, settle
from ledger.settle.picture import PaymentsPicture, payments_picture
from ledger.standings.queries import standings
from reservations.models import Act, Night, Player
from reservations.parsing.names import name_key
from reservations.players.queries import Roster, people_at, persons_names_as_of


class StandingAfterNight(NamedTuple):
    """A player's standing at the close, its change by the night and its change since then, in signed cents."""

    number: int
    name: str
    change_cents: int
    after_cents: int
    since_cents: int

    @property
    def before_cents(self) -> int:
        """The standing without the night."""
        return self.after_cents - self.change_cents

    @property
    def now_cents(self) -> int:
        """The present standing."""
        return self.after_cents + self.since_cents


class NightPayment(NamedTuple):
    """A payment that settles a part of the night, with the payments and waivers since the close."""

    proposed: Payment[int]
    payer: str
    payee: str
    paid: tuple[RecordedPayment, ...]
    forgiven: tuple[Forgiving, ...] = ()

    @property
    def left_cents(self) -> int:
        """The sum still to pay."""
        return max(0, self.proposed.cents - sum(payment.cents for payment in (*self.paid, *self.forgiven)))


class NightBook(NamedTuple):
    """THE BOOK as the act ``closed`` left it; ``consolidated`` is the act whose plan includes the night, if any."""

    closed: int
    touched: list[StandingAfterNight]
    others: list[StandingAfterNight]
    payments: list[NightPayment]
    sentence: str
    consolidated: int | None

    @property
    def picture(self) -> PaymentsPicture:
        """The picture of the payments."""
        return payments_picture([Payment(due.payer, due.payee, due.proposed.cents) for due in self.payments])

    @property
    def is_settled(self) -> bool:
        """Whether nothing of it is left to pay."""
        return not any(payment.left_cents for payment in self.payments)

    @property
    def has_moved_on(self) -> bool:
        """Whether a standing has changed since the close."""
        return any(line.since_cents for line in (*self.touched, *self.others))


def night_book(night: Night) -> NightBook:
    """Return the effect of a closed night on THE BOOK, kept until the next act. Raises ``ValueError`` for others."""
    closed = Bank.objects.filter(pk=night.pk).values_list("closed", flat=True).first()
    if closed is None:
        raise ValueError("The night is not closed.")
    return _kept(as_of(last_act()), night, closed)


@lru_cache(maxsize=32)
def _kept(_: AsOf, night: Night, closed: int) -> NightBook:
    changes, names = night_changes(night), persons_names_as_of(Act.objects.latest("number").number)
    # The standings of the close, under the numbers of then, are those of the present persons.
    after, now = people_at().sums(standings(seen=closed).items()), standings()
    lines = []
    for number in {*changes, *after, *now}:
        then = after.get(number, 0)
        lines.append(StandingAfterNight(number, names[number], changes.get(number, 0), then, now.get(number, 0) - then))
    lines.sort(key=lambda line: (line.name.casefold(), line.name))
    taken = next((one.number for one in consolidations() if one.number > closed and one.until >= night.date), None)
    plan, recorded = settle(changes), payments_and_claims()
    paid, forgiven = recorded.payments(closed, taken), recorded.forgivings(closed, taken)
    payments = [
        NightPayment(
            proposed=payment,
            payer=names[payment.payer],
            payee=names[payment.payee],
            paid=tuple(one for one in paid if (one.payer, one.payee) == (payment.payer, payment.payee)),
            forgiven=tuple(one for one in forgiven if (one.payer, one.payee) == (payment.payer, payment.payee)),
        )
        for payment in plan.payments
    ]
    touched = [line for line in lines if line.change_cents]
    others = [line for line in lines if not line.change_cents]
    return NightBook(closed, touched, others, payments, plan.sentence, consolidated=taken)


def payment_between(book: NightBook, payer: int, payee: int) -> NightPayment | None:
    """Return the payment of a night from one player to another, by number, or None."""
    pair = (payer, payee)
    return next((due for due in book.payments if (due.proposed.payer, due.proposed.payee) == pair), None)


@dataclass(frozen=True)
class OldLine(Change):
    """One line; ``player`` is None if the name is new, ``remark`` is about the name."""

    line: int
    player: Player | None = None
    remark: str = ""


class OldBook(NamedTuple):
    """All its lines; ``faults`` are, by line, repeated players."""

    lines: tuple[OldLine, ...]
    faults: tuple[tuple[int, str], ...]

    @property
    def unknown(self) -> list[OldLine]:
        """The lines of names that are not on the list of players."""
        return [line for line in self.lines if line.player is None]

    @property
    def total_cents(self) -> int:
        """The sum of the lines: zero, in a book without a mistake."""
        return sum(line.cents for line in self.lines)

    @property
    def before_cents(self) -> int:
        """The sum of its players' present standings."""
        return sum(line.before_cents for line in self.lines)

    @property
    def after_cents(self) -> int:
        """The sum after the import."""
        return self.before_cents + self.total_cents


def old_book(balances: Sequence[Balance]) -> OldBook:
    """Return the lines with their players, in a fixed number of queries."""
    roster, now = Roster(), standings()
    lines, faults, first = [], [], dict[int, OldLine]()
    for balance in balances:
        player = roster.called(balance.name)
        if player is None:
            lines.append(OldLine(balance.name, 0, balance.cents, balance.line))
            continue
        remark = "" if player.name_key == name_key(balance.name) else f"now called {player}"
        line = OldLine(balance.name, now.get(player.number, 0), balance.cents, balance.line, player, remark)
        lines.append(line)
        before = first.setdefault(player.number, line)
        if before is not line:
            faults.append((line.line, f"{line.name} is the same player as {before.name} in line {before.line}."))
    return OldBook(tuple(lines), tuple(faults))
