"""The report of a consolidation, in cents (+ owed), as plain values: pages, papers and text show exactly these."""

from dataclasses import dataclass
from datetime import date

import segno

from ledger.settle.fewest_payments import Payment
from reservations.parsing.names import counted


@dataclass(frozen=True)
class MonthLine:
    """The change of a standing by one night, or one act of no night: signed cents, + THE BOOK owes the player more.

    ``act`` is its number, of a night that of the close; ``night`` is the night's id. ``result_cents`` is the player's
    result of that night, however it was paid; None for an act. ``late``: recorded for a period that had been
    consolidated already.
    """

    day: date
    text: str
    cents: int
    act: int
    night: int | None = None
    result_cents: int | None = None
    late: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether it is a night without an effect on THE BOOK that was recorded in time."""
        return self.night is not None and not self.cents and not self.late


@dataclass(frozen=True)
class PaidBy:
    """A way to pay the rest of a payment, in a line, and its QR code; None without one.

    ``has_amount``: the code carries the amount. ``is_swiss``: the code is a Swiss QR-bill, which has a cross.
    """

    words: str
    code: segno.QRCode | None = None
    has_amount: bool = False
    is_swiss: bool = False


@dataclass(frozen=True)
class PlanShare:
    """The other side of a payment, and its cents; ``place`` is its number in the plan.

    ``text`` is the text that the payment carries, ``ways`` are those to pay it; both are empty once it is settled.
    """

    name: str
    cents: int
    number: int = 0
    place: int = 0
    text: str = ""
    ways: tuple[PaidBy, ...] = ()


@dataclass(frozen=True)
class PlayerMonth:
    """A player's period: the standing carried over, the changes, and the payments of the plan.

    ``frozen_cents`` is the standing that the consolidation recorded. ``owing_since`` is the day of the oldest debt in
    it; None without a debt. ``stays_cents`` is a rest of the plan that is too small to pay.
    """

    number: int
    name: str
    carried_cents: int
    added: tuple[MonthLine, ...]
    frozen_cents: int
    pays: tuple[PlanShare, ...] = ()
    gets: tuple[PlanShare, ...] = ()
    owing_since: date | None = None
    stays_cents: int = 0

    @property
    def added_cents(self) -> int:
        return sum(line.cents for line in self.added)

    @property
    def changed(self) -> tuple[MonthLine, ...]:
        """The lines to show: all but the nights without an effect on THE BOOK."""
        return tuple(line for line in self.added if not line.is_settled)

    @property
    def settled(self) -> MonthLine | None:
        """The nights without an effect on THE BOOK as one line, with their results; None without any."""
        nights = [line for line in self.added if line.is_settled]
        text = f"and {counted(len(nights), 'night')} settled on the spot"
        won_cents = sum(night.result_cents or 0 for night in nights)
        return MonthLine(nights[-1].day, text, 0, 0, result_cents=won_cents) if nights else None

    @property
    def before_cents(self) -> int:
        """The standing before any payment: carried and added."""
        return self.carried_cents + self.added_cents

    @property
    def pays_cents(self) -> int:
        return sum(share.cents for share in self.pays)

    @property
    def gets_cents(self) -> int:
        return sum(share.cents for share in self.gets)

    @property
    def after_cents(self) -> int:
        """The standing after all payments: zero, or the sum that rolls into the next month."""
        return self.before_cents + self.pays_cents - self.gets_cents

    @property
    def adds_up(self) -> bool:
        """Whether the recorded standing is the sum of its lines, and the payments leave the remaining standing."""
        return self.before_cents == self.frozen_cents and self.after_cents == self.stays_cents


@dataclass(frozen=True)
class RolledPayment:
    """The rest of a payment of the plan before that rolls over into this one, after so many days."""

    payer: str
    payee: str
    left_cents: int
    paid_cents: int
    days: int
    forgiven_cents: int = 0


@dataclass(frozen=True)
class MonthReport:
    """A consolidation, or with ``is_preview`` a possible one: the standings and the payments that clear them.

    ``number`` is that of its act and ``head`` the chain's there (64 hex digits); of a preview, those of the last act it
    sees. ``alone_count`` is the fewest payments for its nights one by one. ``open_nights`` are those of the period that
    were open then; ``previous`` is the title of the one before. ``hub`` names the one or two hubs of all payments;
    ``least_cents`` is the least payment.
    """

    title: str
    until: date
    number: int
    seen: int
    head: str
    by: str
    previous: str
    people: tuple[PlayerMonth, ...]
    payments: tuple[Payment[str], ...]
    sentence: str
    hub: str
    nights_count: int
    alone_count: int
    open_nights: tuple[str, ...] = ()
    rolled: tuple[RolledPayment, ...] = ()
    is_preview: bool = False
    least_cents: int = 0

    @property
    def cents(self) -> int:
        return sum(payment.cents for payment in self.payments)

    @property
    def rolls(self) -> list[PlayerMonth]:
        """The players with a rest that rolls into the next month, as it is too small to pay."""
        return [person for person in self.people if person.stays_cents]

    @property
    def adds_up(self) -> bool:
        """Whether everybody's figures add up; they always should."""
        return all(person.adds_up for person in self.people)

    @property
    def compared(self) -> str:
        """The number of payments in the plan, beside that of its nights one by one."""
        count = counted(len(self.payments), "payment")
        if any(person.carried_cents for person in self.people):
            count += ", old debts included"
        if not self.nights_count:
            return f"{count}."
        if self.nights_count == 1:
            return f"{count}. Its one night, settled by itself, would have taken {self.alone_count}."
        return f"{count}. Its {self.nights_count} nights, each settled by itself, would have taken {self.alone_count}."
