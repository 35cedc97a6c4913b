"""What a cash-out would be, worked out by the rules that will record it, with nothing recorded yet."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from hostdesk.tonight import Tonight
from ledger import payout
from ledger.cash import Denomination, denominations, hand_out
from ledger.leaving import broken_by, leaving_of, payout_of
from ledger.payout import DrawerShort, Part
from ledger.queries import Result, results
from ledger.terms import Means
from reservations.models import Player
from reservations.problems import BrokenTerm, Refused

Parts = tuple[Part, ...] | None

_ANY_CHIPS = 1
"""One cent: what is still to come is the same for any number of chips."""


@dataclass(frozen=True)
class Preview:
    """A cash-out before it is recorded. Amounts in cents.

    ``parts`` are as ``payout.Part``; ``short`` says what the drawer lacks for the cash among them. ``result_cents`` is
    of the whole night, with this cash-out in it.
    """

    counted_cents: int
    odd_cents: int
    parts: tuple[Part, ...]
    pieces: tuple[tuple[Denomination, int], ...]
    short: str
    broken: tuple[BrokenTerm, ...]
    allowed: str
    remark: str
    result_cents: int

    @property
    def due_cents(self) -> int:
        """What is to be paid."""
        return self.counted_cents - self.odd_cents

    def refused(self, house: str) -> Refused | None:
        """Return what the house will say to it; nothing where it agrees."""
        return Refused(self.broken, self.allowed, house) if self.broken else None


def still_to_come(tonight: Tonight, player: Player, at: datetime) -> str:
    """Say what has to happen before the player can cash out; "" where they can now."""
    leaving = leaving_of(tonight.now, player, _ANY_CHIPS, at, round_played=False)
    return payout.still_to_come(leaving, terms=tonight.now.terms)


def preview_of(
    tonight: Tonight,
    player: Player,
    counted_cents: int,
    ways: Callable[[int], Parts],
    *,
    at: datetime,
    round_played: bool,
    currency: str,
) -> Preview:
    """Work a cash-out out; ``ways`` gives the parts of what is due, or nothing for the order of paying out.

    Raises ``MoreThanInPlay`` and ``DoesNotAddUp``, and what ``ways`` raises. A drawer that holds too little is told.
    """
    odd = payout.odd_of(counted_cents, tonight.now.terms.payout_unit_cents)
    parts = ways(counted_cents - odd)
    leaving = leaving_of(tonight.now, player, counted_cents, at, round_played=round_played)
    paid, short = _paid(tonight, player, counted_cents, parts)
    cash = sum(part.cents for part in paid if part.by is Means.CASH)
    before = results(tonight.night).get(player.number, Result())
    return Preview(
        counted_cents=counted_cents,
        odd_cents=odd,
        parts=paid,
        pieces=hand_out(cash, denominations(currency)),
        short=short,
        broken=broken_by(leaving, parts, tonight.now),
        allowed=payout.still_to_come(leaving, terms=tonight.now.terms),
        remark=payout.remark(leaving, terms=tonight.now.terms),
        result_cents=before.result_cents + counted_cents - odd,
    )


def _paid(tonight: Tonight, player: Player, counted_cents: int, parts: Parts) -> tuple[tuple[Part, ...], str]:
    try:
        return payout_of(tonight.now, player, counted_cents, parts).parts, ""
    except DrawerShort as problem:
        due = counted_cents - payout.odd_of(counted_cents, tonight.now.terms.payout_unit_cents)
        return parts or (Part(Means.CASH, due),), str(problem)
