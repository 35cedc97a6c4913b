"""The bank of one of the demo's nights: its cash, its notes, and what the night writes into THE BOOK. Pure."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from ledger import payout
from ledger.notes import next_name
from ledger.payout import Papers, Part, Payout, Way
from ledger.terms import BankTerms, Means


@dataclass
class Paper:
    """A bank note and what is out of it; the bank holds it where there is no ``holder``.

    ``of`` is the key of the buy-in from the bank that it was written for; "" where it was written to another player.
    """

    name: str
    debtor: str
    face_cents: int
    out_cents: int
    holder: str = ""
    of: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether the bank holds it and nothing of it was paid."""
        return not self.holder and self.out_cents == self.face_cents


@dataclass
class Bank:
    """What the bank holds in cents, and the changes of THE BOOK by name: + it owes them from tonight."""

    terms: BankTerms
    drawer_cents: int
    notes: list[Paper] = field(default_factory=list)
    book: Counter[str] = field(default_factory=Counter)

    def next_note(self) -> str:
        """Return the name of the next note."""
        return next_name([note.name for note in self.notes])

    def out(self) -> Iterator[Paper]:
        """Give the notes that are out, in the order in which they were written."""
        return (note for note in self.notes if note.out_cents)

    def owed_cents(self, name: str) -> int:
        """Return what somebody owes from tonight, on notes and in THE BOOK; negative where they are owed."""
        return sum(note.out_cents for note in self.out() if note.debtor == name) - self.book[name]

    def take(self, pay: Means, payer: str, cents: int, *, key: str) -> None:
        """Take what is paid for chips of the bank by the buy-in of that key."""
        if pay is Means.CASH:
            self.drawer_cents += cents
        else:
            self._credit(pay, Paper(self.next_note(), payer, cents, cents, of=key))

    def pass_on(self, pay: Means, payer: str, payee: str, cents: int) -> None:
        """Let a player pay another one for chips."""
        if pay is not Means.CASH:
            self._credit(pay, Paper(self.next_note(), payer, cents, cents, holder=payee))

    def _credit(self, pay: Means, note: Paper) -> None:
        if pay is Means.NOTE:
            self.notes.append(note)
        else:
            self._book(note.debtor, note)

    def _book(self, debtor: str, note: Paper) -> None:
        self.book[debtor] -= note.out_cents
        if note.holder:
            self.book[note.holder] += note.out_cents

    def redeem(self, note: Paper, cents: int) -> None:
        """Let the debtor of a note pay so much of it in cash to whoever holds it."""
        note.out_cents -= cents
        if not note.holder:
            self.drawer_cents += cents

    def charge(self, note: Paper, debtor: str) -> None:
        """Write a note into THE BOOK as a debt of that player."""
        self._book(debtor, note)
        note.out_cents = 0

    def lapse(self) -> None:
        """Let what is out lose its value."""
        for note in self.out():
            note.out_cents = 0

    def pay_out(self, name: str, cents: int) -> tuple[Payout, bool]:
        """Pay a count, and say how, and whether it is in another way than by itself.

        What would be written to the player's credit is paid with a note of somebody else as far as one goes.
        """
        paid = self._usual(name, cents)
        note = self._to_hand_on(name, paid)
        if note is not None:
            rest = self._usual(name, cents - paid.odd_cents - note.out_cents)
            paid = Payout(paid.odd_cents, (Part(Way.NOTE, note.out_cents, note.name), *rest.parts))
        self._give(name, paid)
        return paid, note is not None

    def pay_pot(self, winner: str, cents: int) -> None:
        """Pay the final pot."""
        papers = Papers(has_book=self.terms.has_book)
        self._give(winner, payout.pay_out(cents, unit_cents=1, drawer_cents=self.drawer_cents, papers=papers))

    def close(self, banker: str) -> None:
        """Write to the banker's standing what is left, so that the night comes to nothing in all."""
        self.book[banker] -= self.book.total()

    def _usual(self, name: str, cents: int) -> Payout:
        own = {note.name: note.out_cents for note in self.out() if note.debtor == name and not note.holder}
        papers = Papers(own_notes=own, owes_tonight_cents=-self.book[name], has_book=self.terms.has_book)
        unit = self.terms.payout_unit_cents
        return payout.pay_out(cents, unit_cents=unit, drawer_cents=self.drawer_cents, papers=papers)

    def _to_hand_on(self, name: str, paid: Payout) -> Paper | None:
        credit = sum(part.cents for part in paid.parts if part.by == Way.BOOK) + min(0, self.book[name])
        fits = (note for note in self.out() if note.is_whole and note.debtor != name and note.out_cents <= credit)
        return next(fits, None)

    def _give(self, name: str, paid: Payout) -> None:
        notes = {note.name: note for note in self.notes}
        for part in paid.parts:
            if part.by == Way.CASH:
                self.drawer_cents -= part.cents
            elif part.by == Way.OWN_NOTE:
                notes[part.note].out_cents -= part.cents
            elif part.by == Way.NOTE:
                notes[part.note].holder = name
            else:
                self.book[name] += part.cents
