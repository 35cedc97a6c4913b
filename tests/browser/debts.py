"""What is owed, as somebody would keep it on paper beside the books of a night: bank notes, THE BOOK, and the month.

Nothing of the product's ledger is used. Amounts are in cents; in THE BOOK + is owed and − owes.
"""

from dataclasses import dataclass, field

from tests.browser.books import Books, Line, money

BANK = "the bank"


@dataclass
class PaperNote:
    """A bank note: whose it is, who holds it, and what became of it."""

    name: str
    mark: str
    debtor: str
    face: int
    holder: str = BANK
    out: int = 0
    state: str = "out"

    def ends(self, state: str) -> None:
        """Nothing is owed on it any more."""
        self.out, self.state = 0, state

    @property
    def told(self) -> str:
        """What stands below it among the notes of a night."""
        return f"of {money(self.face)}, held by {self.holder}" if self.out else f"{money(self.face)}, {self.state}"


@dataclass(frozen=True)
class Entry:
    """A line in THE BOOK; ``column`` is that of the night's report, "" for a payment."""

    name: str
    column: str
    cents: int


@dataclass
class Debts(Books):
    """The paper of a night with credit, its notes in the order of their numbers."""

    notes: list[PaperNote] = field(default_factory=list)
    book: list[Entry] = field(default_factory=list)

    def buys_on_note(self, name: str, cents: int, note: str, mark: str) -> None:
        """Chips from the bank for a note."""
        self.lines.append(Line(name, sold=cents, in_for=cents, result=-cents))
        self.notes.append(PaperNote(note, mark, name, cents, out=cents))

    def buys_by_book(self, name: str, cents: int) -> None:
        """Chips from the bank by way of THE BOOK."""
        self.lines.append(Line(name, sold=cents, in_for=cents, result=-cents))
        self.book.append(Entry(name, "chips", -cents))

    def sells_for_note(self, seller: str, buyer: str, cents: int, note: str, mark: str) -> None:
        """Chips from one player to another for a note, which the seller holds then."""
        self.sells(seller, buyer, cents)
        self.notes.append(PaperNote(note, mark, buyer, cents, holder=seller, out=cents))

    def voids(self, note: str) -> None:
        """The buy-in that wrote the note was a slip."""
        one = self.note(note)
        self.undoes(next(line for line in self.lines if (line.name, line.sold) == (one.debtor, one.face)))
        one.ends("void")

    def pays(self, note: str, cents: int) -> None:
        """Cash for a note that the bank holds."""
        one = self.note(note)
        one.out -= cents
        self.lines.append(Line(one.debtor, drawer=cents))

    def is_paid(self, name: str, cents: int, *, back: str = "", book: int = 0, on: str = "") -> None:
        """Chips for an own note that comes ``back``, as far as they go, ``book`` cents in THE BOOK, a note handed
        ``on``, and cash for the rest."""
        due = cents - cents % 100
        returned = min(self.note(back).out, due) if back else 0
        cash = due - returned - book - (self.note(on).out if on else 0)
        self.lines.append(Line(name, back=cents, drawer=-cash, final_pot=cents % 100, result=due, leaves=True))
        if back:
            self.note(back).out -= returned
        if book:
            self.book.append(Entry(name, "chips", book))
        if on:
            self.note(on).holder = name

    def charges(self, note: str, inviter: str) -> None:
        """A guest cannot pay: their inviter owes it."""
        one = self.note(note)
        self.book.append(Entry(inviter, "notes", -one.out))
        one.ends("charged to the inviter")

    def commits(self) -> None:
        """Every note that is still out goes into THE BOOK."""
        for one in self.notes:
            if one.out:
                self.book += [Entry(one.debtor, "notes", -one.out), Entry(one.holder, "notes", one.out)]
                one.ends("committed")

    def closes(self, banker: str) -> None:
        """The banker takes the drawer home against the float; THE BOOK evens out the rest."""
        self.book.append(Entry(banker, "bank", -self.total("drawer")))

    def settles(self, payer: str, payee: str, cents: int) -> None:
        """A payment from hand to hand."""
        self.book += [Entry(payer, "", cents), Entry(payee, "", -cents)]

    def note(self, name: str) -> PaperNote:
        """Find a note that stands."""
        return next(each for each in self.notes if each.name == name and each.state != "void")

    @property
    def drawer(self) -> int:
        """What is in the drawer."""
        return self.float_cents + self.total("drawer")

    def owes(self, name: str) -> int:
        """What somebody owes on notes and in THE BOOK."""
        return self.on_notes(name) - self.standing(name)

    def on_notes(self, name: str) -> int:
        """What is out of somebody's notes."""
        return sum(each.out for each in self.notes if each.debtor == name)

    @property
    def owing(self) -> dict[str, list[str]]:
        """What everybody owes from tonight, as the pages write it: in all, on notes, of it to players, in THE BOOK."""
        shares = {
            name: [max(0, self.owes(name)), self.on_notes(name), *self.to_players(name), abs(self.standing(name))]
            for name in self.came
        }
        return {
            name: [money(each) for each in all_of_it if each] for name, all_of_it in shares.items() if any(all_of_it)
        }

    def to_players(self, name: str) -> list[int]:
        """What is out of those of somebody's notes that players hold, by holder."""
        held: dict[str, int] = {}
        for each in self.notes:
            if each.debtor == name and each.holder != BANK:
                held[each.holder] = held.get(each.holder, 0) + each.out
        return [*held.values()]

    @property
    def out(self) -> int:
        """What is out of all notes."""
        return sum(each.out for each in self.notes)

    @property
    def exposed(self) -> int:
        """What the bank has given for credit: notes that it holds, and what all together owe THE BOOK from tonight."""
        held = sum(each.out for each in self.notes if each.holder == BANK)
        return max(0, held - sum(self.standing(name) for name in self.came))

    def standing(self, name: str) -> int:
        """Where somebody stands in THE BOOK."""
        return sum(each.cents for each in self.book if each.name == name)

    @property
    def standings(self) -> dict[str, int]:
        """Everybody who is not even, by name."""
        return {name: cents for name in sorted(self.came) if (cents := self.standing(name))}

    @property
    def into_the_book(self) -> list[list[str]]:
        """What the night did to everybody's standing, as its report writes it: chips, notes, the bank, and all."""
        return [
            [name, *(self._of(name, column) for column in ("chips", "notes", "bank")), signed(cents)]
            for name, cents in self.standings.items()
        ]

    def _of(self, name: str, column: str) -> str:
        cents = sum(each.cents for each in self.book if (each.name, each.column) == (name, column))
        return signed(cents) if cents else "–"

    def history(self, name: str) -> list[tuple[str, str]]:
        """Somebody's lines in THE BOOK with where they stood then, the newest first, as the pages write them."""
        amounts = [each.cents for each in self.book if each.name == name]
        return [(signed(cents), signed(sum(amounts[: at + 1]))) for at, cents in enumerate(amounts)][::-1]

    @property
    def plan(self) -> list[tuple[str, str, int]]:
        """Who pays whom, by name, where all is owed to one person: there is no other way then."""
        (payee,) = (name for name, cents in self.standings.items() if cents > 0)
        return [(name, payee, -cents) for name, cents in self.standings.items() if cents < 0]


def signed(cents: int) -> str:
    """Write a standing as the pages do."""
    return f"+{money(cents)}" if cents > 0 else money(cents).replace("-", "−")
