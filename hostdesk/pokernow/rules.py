"""Whether an online game can be booked in a house, and with which figures of the night. Amounts in cents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from hostdesk.pokernow.reading import Sitting
from ledger.buy_in.rules import night_limits
from ledger.cash_out.payout import PayoutPart, odd_of
from ledger.money.cents import MOST_CENTS, show_cents
from ledger.money.words import Means
from ledger.terms.bank_terms import BankTerms, Blinds
from reservations.acts.problems import Faulty

WHOLE_FILE = 1
"""The line named for faults of no single row."""


@dataclass(frozen=True)
class OnlineGame:
    """A ledger to post: its sittings in order of their start, and the host's options.

    ``aliases`` are names by PokerNow's ids. The ``banker`` defaults to the first player, the ``day`` to that of the
    first start. A ``reason`` allows nets that do not sum to zero.
    """

    sittings: Sequence[Sitting]
    house: str
    day: date | None = None
    banker: str = ""
    aliases: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""


def difference_of(sittings: Sequence[Sitting]) -> int:
    """Return what came back beyond what was bought; negative if less came back."""
    return sum(sitting.back_cents - sitting.bought_cents for sitting in sittings)


def figures_of(bought_cents: int, back_cents: int) -> str:
    """Return the figures of a sitting in words."""
    return f"{show_cents(bought_cents)} bought and {show_cents(back_cents)} back"


def pays_with(terms: BankTerms) -> Means:
    """Return how online play is paid: by THE BOOK if the house has it, else in cash."""
    return Means.BOOK if terms.has_book else Means.CASH


def paid_out(back_cents: int, terms: BankTerms) -> list[PayoutPart] | None:
    """Return how a sitting is paid that ends in odd cents: all of it in THE BOOK. None for the order of paying out."""
    return [PayoutPart(Means.BOOK, back_cents)] if odd_of(back_cents, terms.payout_unit_cents) else None


def check_game(sittings: Sequence[Sitting], terms: BankTerms, *, house: str, reason: str) -> None:
    """Raise ``Faulty`` for nets that do not sum to zero without reason, and for odd cents that nobody can pay.

    THE BOOK takes odd cents; in cash a house that pays whole dollars has none.
    """
    unit_cents = 1 if terms.has_book else terms.payout_unit_cents
    faults = [
        (each.line, f"{house} pays whole dollars, and this is {figures_of(each.bought_cents, each.back_cents)}.")
        for each in sittings
        if odd_of(each.bought_cents, unit_cents) or odd_of(each.back_cents, unit_cents)
    ]
    difference = difference_of(sittings)
    if difference and not reason:
        what = "more came back than was bought" if difference > 0 else "less came back than was bought"
        sentence = f"the nets sum to {show_cents(difference)}, {what}: --declare REASON books it."
        faults.append((WHOLE_FILE, sentence))
    if faults:
        raise Faulty(sorted(faults))


def asked_figures(sittings: Sequence[Sitting], terms: BankTerms) -> dict[str, int]:
    """Return what the house leaves to the night: the smallest and largest buy-in of the game, and the least blinds.

    They keep the house's limits and multiples. The file has no blinds; online play is booked under a ruling, so that
    nothing depends on them.
    """
    bought = [sitting.bought_cents for sitting in sittings if sitting.bought_cents] or [1]
    blinds = Blinds(1, 1) if terms.blinds_asked else terms.blinds or next(iter(terms.levels), None)
    fixed, step = night_limits(terms, blinds=blinds), terms.multiple_cents or 1
    figures: dict[str, int] = {}
    if terms.blinds_asked:
        figures |= {"small_blind": 1, "big_blind": 1}
    if terms.minimum and terms.minimum.asked:
        least = min(*bought, fixed.maximum_cents or MOST_CENTS)
        figures["buy_in_min"] = max(least - least % step, step)
    if terms.maximum and terms.maximum.asked:
        most = max(*bought, fixed.minimum_cents or 1)
        figures["buy_in_max"] = -(-most // step) * step
    return figures
