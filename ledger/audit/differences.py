"""What a count of the drawer or of the chips is off by, and which mistakes would explain it.

Pure. All amounts are cents. Reading of the sign, once and for both places: *difference = what is there − what the
books expect*. The books are what is mended, so a mistake explains a difference when putting it right changes what the
books expect by exactly the difference, sign and all:

* in the drawer the books expect the float, the buy-ins and the notes paid in cash, less what went out in cash;
* of chips they expect all buy-ins, less all cash-outs. Chips that never came back are −, too many that came back +.

So a buy-in recorded twice leaves both places short, a cash-out recorded twice leaves them over, and so does a buy-in
that was never written down. A sale from player to player changes neither.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from ledger.cash_out.rules import odd_of
from ledger.terms.bank_terms import Colour, Means
from reservations.acts.kinds import Kind


class Place(StrEnum):
    """Where a count is off."""

    DRAWER = "drawer"
    CHIPS = "chips"


ADDS: dict[Place, dict[str, int]] = {
    Place.DRAWER: {
        Kind.OPEN: 1,
        Kind.FLOAT: 1,
        Kind.BUY_IN: 1,
        Kind.REDEEM_NOTE: 1,
        Kind.CASH_OUT: -1,
        Kind.FINAL_POT: -1,
    },
    Place.CHIPS: {Kind.BUY_IN: 1, Kind.CASH_OUT: -1, Kind.DECLARE_CHIPS: 1},
}
"""Whether the books expect more at a place after an act of a kind, or less."""


@dataclass(frozen=True)
class Entry:
    """An act of the night that stands, ``at`` in the time zone it is told in.

    ``cents`` is what was typed: of a cash-out the banker's count; chips declared missing are negative. ``player`` is a
    name. ``not_cash_cents`` of it did not go through the drawer, but by transfer, on notes, or in THE BOOK.
    """

    number: int
    kind: str
    at: datetime
    cents: int
    player: str = ""
    not_cash_cents: int = 0


@dataclass(frozen=True)
class UnpaidNote:
    """A note that the bank held and that nobody paid in cash, as far as the books know, with what was left of it.

    ``ended_by`` is the act that ended it otherwise, nothing while it is out.
    """

    name: str
    debtor: str
    cents: int
    ended_by: int | None


@dataclass(frozen=True)
class Difference:
    """What a count is off by (+ more there than the books expect, − less), and what there is to look through.

    Acts that a count which agreed has confirmed may be left out of ``entries``. The rest is the house's: its usual
    buy-in, its colours, the unit it pays out in, and what it takes beside cash; and the notes nobody paid in cash.
    """

    place: Place
    cents: int
    entries: Sequence[Entry]
    usual_cents: int | None = None
    colours: Sequence[Colour] = ()
    payout_unit_cents: int = 1
    not_in_cash: Sequence[Means] = ()
    unpaid_notes: Sequence[UnpaidNote] = ()

    def of_kind(self, *kinds: Kind) -> list[Entry]:
        """Return the entries of those kinds in the order of their numbers."""
        return sorted((each for each in self.entries if each.kind in kinds), key=lambda each: each.number)

    def is_explained(self, entry: Entry, true_cents: int = 0) -> bool:
        """Tell whether all would agree had the entry been about ``true_cents``; 0 is for undoing it."""
        return self._expected(entry, true_cents) - self._expected(entry, entry.cents) == self.cents

    def cash_of(self, entry: Entry) -> int:
        """Return what went into or out of the drawer for the entry."""
        return self._cash(entry, entry.cents)

    def _expected(self, entry: Entry, cents: int) -> int:
        moved = cents if self.place == Place.CHIPS else self._cash(entry, cents)
        return ADDS[self.place].get(entry.kind, 0) * moved

    def _cash(self, entry: Entry, cents: int) -> int:
        # Odd cents of a cash-out stay in chips until the final pot.
        unit = self.payout_unit_cents if entry.kind == Kind.CASH_OUT else 1
        nothing_in_cash = 0 < entry.cents - odd_of(entry.cents, unit) <= entry.not_cash_cents
        return 0 if nothing_in_cash else max(cents - odd_of(cents, unit) - entry.not_cash_cents, 0)
