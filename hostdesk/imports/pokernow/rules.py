"""The conditions for booking an online game in a house, and its figures. Amounts in cents."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from hostdesk.imports.pokernow.aliases import Given
from hostdesk.imports.pokernow.reading import Evening, Sitting, figures_of
from ledger.cash_out.payout import PayoutPart, odd_of
from ledger.money.cents import MOST_CENTS, show_cents
from ledger.money.words import Means
from ledger.terms.bank_terms import BankTerms, Blinds
from ledger.terms.limits import night_limits

WHOLE_FILE = 1
"""The line named for faults of no single row."""


@dataclass(frozen=True)
class ImportWishes:
    """The host's wishes for posting ledgers: the house, and the players.

    The ``banker`` defaults to the first player of an evening, the ``day`` to that of the first start. A ``reason``
    allows nets that do not sum to zero; the ``bearer`` takes the bank over then before it is closed. Both are names.
    ``settled``: everything was paid long ago, so no debt is left.
    """

    house: str
    given: Given = field(default_factory=Given)
    day: date | None = None
    banker: str = ""
    reason: str = ""
    bearer: str = ""
    settled: bool = False


def pays_with(terms: BankTerms, wishes: ImportWishes) -> Means:
    """Return the means of online play: THE BOOK if the house has it and nothing is settled yet, else cash."""
    return Means.BOOK if terms.has_book and not wishes.settled else Means.CASH


def paid_out(back_cents: int, terms: BankTerms, means: Means) -> list[PayoutPart] | None:
    """Return the payout of a sitting with odd cents: in THE BOOK, or in cash with the coins by transfer.

    None for the order of paying out.
    """
    odd = odd_of(back_cents, terms.payout_unit_cents)
    if not odd or means == Means.BOOK:
        return [PayoutPart(means, back_cents)] if odd else None
    in_notes = [PayoutPart(means, back_cents - odd)] if back_cents > odd else []
    return [*in_notes, PayoutPart(Means.TRANSFER, odd)]


def odd_cents(sittings: Sequence[Sitting], terms: BankTerms, *, house: str) -> Iterator[tuple[str, int, str]]:
    """Yield the faults, by file and line, of odd cents that cannot be paid.

    THE BOOK takes odd cents; in cash a house that pays whole dollars has none.
    """
    unit_cents = 1 if terms.has_book else terms.payout_unit_cents
    for sitting in sittings:
        cents = (sitting.bought_cents, sitting.back_cents)
        if any(odd_of(amount, unit_cents) for amount in cents):
            yield sitting.file, sitting.line, f"{house} pays whole dollars, and this is {figures_of(*cents)}."


def undeclared(evenings: Sequence[Evening]) -> Iterator[tuple[str, int, str]]:
    """Yield the faults, by file and line, of evenings whose nets do not sum to zero."""
    for evening in evenings:
        if difference := evening.difference_cents:
            what = "more came back than was bought" if difference > 0 else "less came back than was bought"
            sentence = f"the nets sum to {show_cents(difference)}, {what}: --declare REASON books it."
            bearer = "It is nobody's result; --declare-to NAME says who bears it."
            yield evening.files[0], WHOLE_FILE, f"{sentence} {bearer}"


def declared(evening: Evening, wishes: ImportWishes, *, banker: str, has_book: bool) -> tuple[str, int, str]:
    """Return the remark on a declared difference, by file and line: its sum, and the player who bears it."""
    difference, bearer = evening.difference_cents, wishes.bearer or banker
    what, bears = ("extra", "bears") if difference > 0 else ("missing", "keeps")
    sentence = f"the nets sum to {show_cents(difference)}, declared {what} ({wishes.reason}): nobody's result."
    if wishes.bearer:
        sentence += f" {bearer}, who takes the bank over, {bears} it."
    elif has_book:
        sentence += f" {bearer}, the banker, {bears} it in THE BOOK; --declare-to NAME chooses somebody else."
    else:
        sentence += " It is over/short of the bank."
    return evening.files[0], WHOLE_FILE, sentence


def open_figures(sittings: Sequence[Sitting], terms: BankTerms) -> dict[str, int]:
    """Return the figures that the house leaves to the night: the extreme buy-ins of the game, and the least blinds.

    They keep the house's limits and multiples. The file has no blinds; online play is booked under a ruling, so that
    nothing depends on them.
    """
    bought = [sitting.bought_cents for sitting in sittings if sitting.bought_cents] or [1]
    blinds = Blinds(1, 1) if terms.blinds_at_opening else terms.blinds or next(iter(terms.levels), None)
    fixed, step = night_limits(terms, blinds=blinds), terms.multiple_cents or 1
    figures: dict[str, int] = {}
    if terms.blinds_at_opening:
        figures |= {"small_blind": 1, "big_blind": 1}
    if terms.minimum and terms.minimum.at_opening:
        least = min(*bought, fixed.maximum_cents or MOST_CENTS)
        figures["buy_in_min"] = max(least - least % step, step)
    if terms.maximum and terms.maximum.at_opening:
        most = max(*bought, fixed.minimum_cents or 1)
        figures["buy_in_max"] = -(-most // step) * step
    return figures
