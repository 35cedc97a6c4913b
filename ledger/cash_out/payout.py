"""The payout for chips: the order of paying out, payouts by hand, and both in words.

Pure. All amounts are cents.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from ledger.money.cents import check_cents, show_cents
from ledger.money.words import Means
from reservations.acts.problems import Impossible, Malformed


class PayoutMeans(StrEnum):
    """The forms that chips turn into: the means of payment, and a player's own note, which is handed back."""

    CASH = "cash"
    TRANSFER = "transfer"
    BOOK = "book"
    OWN_NOTE = "own_note"
    NOTE = "note"


STRUCK_OUT, CREDITED = "struck out in THE BOOK", "to their credit in THE BOOK"
"""The two effects of a payout in THE BOOK: it first strikes out the player's debt from tonight."""

_COINLESS = (PayoutMeans.BOOK, PayoutMeans.TRANSFER)
_TEXTS = {
    PayoutMeans.CASH: "in cash",
    PayoutMeans.TRANSFER: "by transfer",
    PayoutMeans.OWN_NOTE: "note {} back",
    PayoutMeans.NOTE: "note {} handed on",
}


@dataclass(frozen=True)
class PayoutPart:
    """One part of a payout, more than zero; ``note`` is the name of the note it hands back or hands on."""

    by: PayoutMeans | Means
    cents: int
    note: str = ""

    def __post_init__(self) -> None:
        check_cents(self.cents)


@dataclass(frozen=True)
class PayoutCredit:
    """The notes and debts that a payout can use.

    ``own_notes`` and ``others`` are notes the bank holds, by name, oldest first, with their rests.
    ``owes_tonight_cents`` is the debt to THE BOOK from tonight alone. ``has_book``: whether THE BOOK is used tonight.
    """

    own_notes: Mapping[str, int] = field(default_factory=dict)
    others: Mapping[str, int] = field(default_factory=dict)
    owes_tonight_cents: int = 0
    has_book: bool = False


NO_CREDIT = PayoutCredit()


@dataclass(frozen=True)
class Payout:
    """The payment of a count: its odd cents, for the final pot, and the parts of the rest."""

    odd_cents: int
    parts: tuple[PayoutPart, ...]


@dataclass(frozen=True)
class ChosenPayout:
    """The chosen sums by means; ``None`` follows the order of paying out. ``hand_on``: names of notes."""

    notes_cents: int | None = None
    book_cents: int | None = None
    cash_cents: int | None = None
    transfer_cents: int | None = None
    hand_on: Sequence[str] = ()


@dataclass(frozen=True)
class PaidLine:
    """One line of a payout in words. ``of_cents``: the rest of a note of which only a part goes back, else None."""

    by: PayoutMeans
    text: str
    cents: int
    of_cents: int | None = None


class NotesShort(Impossible):
    """A payout hands back or hands on notes that the bank does not hold in this way."""


class DrawerShort(Impossible):
    """The drawer holds less than the cash of the payout; the sentence says what the banker must put in."""

    def __init__(self, cash_cents: int, drawer_cents: int) -> None:
        super().__init__(
            f"{show_cents(cash_cents)} are to be paid in cash and the drawer holds {show_cents(drawer_cents)}: "
            f"the banker must put in {show_cents(cash_cents - drawer_cents)} first."
        )


class DoesNotAddUp(Impossible):
    """The parts of a payout do not make its sum."""


def odd_of(value_cents: int, unit_cents: int) -> int:
    """Return the odd cents of a value, below the house's unit of payouts: they go into the final pot."""
    return value_cents % unit_cents


def pay_out(value_cents: int, *, unit_cents: int, drawer_cents: int, credit: PayoutCredit = NO_CREDIT) -> Payout:
    """Pay in the house's order (mike, *Notes and THE BOOK*).

    Odd cents into the final pot; the player's own notes, oldest first; their debt to THE BOOK from tonight; cash; and
    the rest to their credit in THE BOOK. Raises ``DrawerShort`` if there is no BOOK tonight and the drawer does not
    hold the rest.
    """
    odd = odd_of(value_cents, unit_cents)
    rest, parts = value_cents - odd, []
    for name, out in credit.own_notes.items():
        if back := min(rest, out):
            parts.append(PayoutPart(PayoutMeans.OWN_NOTE, back, name))
            rest -= back
    struck = min(rest, max(0, credit.owes_tonight_cents))
    rest -= struck
    if not credit.has_book and rest > drawer_cents:
        raise DrawerShort(rest, drawer_cents)
    cash = min(rest, drawer_cents)
    means = ((PayoutMeans.BOOK, struck), (PayoutMeans.CASH, cash), (PayoutMeans.BOOK, rest - cash))
    return Payout(odd, (*parts, *(PayoutPart(by, cents) for by, cents in means if cents)))


def take_payout(
    parts: Sequence[PayoutPart],
    *,
    value_cents: int,
    unit_cents: int,
    drawer_cents: int,
    credit: PayoutCredit = NO_CREDIT,
) -> Payout:
    """Accept a written payout, which must make the value less its odd cents.

    Own notes without a name are the oldest. THE BOOK and transfers take odd cents too, since they need no coins: a
    house's term against that is checked elsewhere. Raises ``DoesNotAddUp``, ``DrawerShort`` if its cash is more than
    the drawer holds, ``NotesShort`` for notes that the bank does not hold or hands on in part.
    """
    odd = odd_of(value_cents, unit_cents)
    total, coinless = sum(part.cents for part in parts), sum(part.cents for part in parts if part.by in _COINLESS)
    if coinless and total == value_cents and not odd_of(total - coinless, unit_cents):
        odd = 0
    due = value_cents - odd
    if total != due:
        paid = f"{show_cents(due)} is to be paid" + (f" and {show_cents(odd)} goes into the final pot" if odd else "")
        off = f"{show_cents(abs(total - due))} too {'much' if total > due else 'little'}"
        raise DoesNotAddUp(f"The payout comes to {show_cents(total)}, but {paid}: {off}.")
    cash = sum(part.cents for part in parts if part.by == PayoutMeans.CASH)
    if cash > drawer_cents:
        raise DrawerShort(cash, drawer_cents)
    handed_on = [part for part in parts if part.by == PayoutMeans.NOTE]
    for part in handed_on:
        out = credit.others.get(part.note)
        if out is None:
            raise NotesShort(f"The bank holds no note {part.note} of another player.")
        if out != part.cents or sum(handed.note == part.note for handed in handed_on) > 1:
            raise NotesShort(f"The note {part.note} is handed on whole: {show_cents(out)} of it are out.")
    return Payout(odd, tuple(_with_own_notes(parts, credit.own_notes)))


def _with_own_notes(parts: Sequence[PayoutPart], own_notes: Mapping[str, int]) -> Iterator[PayoutPart]:
    """Yield the parts with every own note by its name: the named ones unchanged, the oldest for the others."""
    left = dict(own_notes)
    for part in parts:
        if part.by == PayoutMeans.OWN_NOTE and part.note:
            left[part.note] = left.get(part.note, 0) - part.cents
            if left[part.note] < 0:
                raise NotesShort(f"The bank does not hold {show_cents(part.cents)} of an own note {part.note}.")
    for part in parts:
        if part.by != PayoutMeans.OWN_NOTE or part.note:
            yield part
            continue
        rest = part.cents
        for name in left:
            if back := min(rest, left[name]):
                left[name] -= back
                rest -= back
                yield replace(part, cents=back, note=name)
        if rest:
            wanted, out = show_cents(part.cents), show_cents(part.cents - rest)
            raise NotesShort(f"{wanted} of own notes are handed back, and the bank holds {out} of them.")


def chosen_parts(
    chosen: ChosenPayout, due_cents: int, *, credit: PayoutCredit, drawer_cents: int
) -> tuple[PayoutPart, ...]:
    """Return the parts of the sum due, own notes as one part and THE BOOK as one.

    If only cash was chosen THE BOOK takes the rest, and the other way round. Raises ``Malformed`` for more than is due,
    and for a note that the bank does not hold. The payout itself checks the rest.
    """
    names = dict.fromkeys(chosen.hand_on)
    if any(name not in credit.others for name in names):
        raise Malformed("The bank no longer holds that note: choose again.")
    handed_on = [PayoutPart(PayoutMeans.NOTE, credit.others[name], name) for name in names]
    transfer = chosen.transfer_cents or 0
    rest, notes = due_cents - transfer - sum(part.cents for part in handed_on), chosen.notes_cents
    if notes is None:
        left = rest - (chosen.book_cents or 0) - (chosen.cash_cents or 0)
        notes = max(0, min(left, sum(credit.own_notes.values())))
    cash, book = _cash_and_book(rest - notes, chosen, credit, drawer_cents)
    if min(cash, book) < 0:
        more = show_cents(-min(cash, book))
        raise Malformed(f"That is {more} more than the {show_cents(due_cents)} to be paid.")
    means = {
        PayoutMeans.OWN_NOTE: notes,
        PayoutMeans.BOOK: book,
        PayoutMeans.CASH: cash,
        PayoutMeans.TRANSFER: transfer,
    }
    return (*(PayoutPart(by, cents) for by, cents in means.items() if cents), *handed_on)


def _cash_and_book(rest_cents: int, chosen: ChosenPayout, credit: PayoutCredit, drawer_cents: int) -> tuple[int, int]:
    """Return the sums in cash and in THE BOOK."""
    cash, book = chosen.cash_cents, chosen.book_cents
    if not credit.has_book:
        return (rest_cents if cash is None else cash), book or 0
    if cash is None and book is None:
        struck = max(0, min(rest_cents, credit.owes_tonight_cents))
        cash = min(rest_cents - struck, drawer_cents)
    if cash is None:
        return rest_cents - (book or 0), book or 0
    return cash, rest_cents - cash if book is None else book


def in_words(parts: Sequence[PayoutPart], credit: PayoutCredit) -> tuple[PaidLine, ...]:
    """Return the lines of a payout; money for THE BOOK strikes out tonight's debt first, the rest is credit."""
    owed, lines = max(0, credit.owes_tonight_cents), []
    for part in parts:
        by = PayoutMeans(part.by)
        if by is PayoutMeans.BOOK:
            struck = min(owed, part.cents)
            owed -= struck
            texts = ((STRUCK_OUT, struck), (CREDITED, part.cents - struck))
            lines += [PaidLine(by, text, cents) for text, cents in texts if cents]
        else:
            out = credit.own_notes.get(part.note, part.cents) if by is PayoutMeans.OWN_NOTE else part.cents
            of_cents = None if out == part.cents else out
            lines.append(PaidLine(by, _TEXTS[by].format(part.note), part.cents, of_cents))
    return tuple(lines)


def plan_of(count_cents: int, parts: Sequence[PayoutPart]) -> str:
    """Return a count and its payment as the text of a field, to compare what a page showed."""
    return ",".join([str(count_cents), *(f"{part.by}:{part.cents}:{part.note}" for part in parts)])


def is_plain(parts: Sequence[PayoutPart]) -> bool:
    """Tell whether a payout is all cash and transfer, which needs no words."""
    return all(part.by in (PayoutMeans.CASH, PayoutMeans.TRANSFER) for part in parts)
