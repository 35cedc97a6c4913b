"""A host who gives credit: the verbs of a night with bank notes and THE BOOK, each beside the paper of what is owed."""

from datetime import date
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.books import money
from tests.browser.debts import Debts, signed
from tests.browser.host import Host


class Lender(Host):
    """The host, with a paper that knows of debts."""

    books: Debts

    def __init__(self, page: Page, books: Debts) -> None:
        super().__init__(page, books)

    def lists(self, origin: str, *names: str) -> None:
        """Put regulars on the list of players."""
        self.page.goto(f"{origin}/players/add/")
        self.page.get_by_label("Names").fill("\n".join(names))
        self.hand.button("Review")
        self.hand.button(f"Add {len(names)} regulars")
        expect(self.page.get_by_role("status")).to_be_visible()

    def opens_the_bank(self, origin: str, day: date) -> None:
        """Open the bank of a night of that day at mike's."""
        self.page.goto(f"{origin}/nights/plan/")
        self.page.get_by_label("Date").fill(day.isoformat())
        self.page.get_by_label("House").select_option("mike")
        self.hand.button("Plan")
        self.hand.link("Open the bank")
        self.page.get_by_label("Float").fill(str(self.books.float_cents // 100))
        self.hand.button("Open the bank")
        expect(self.page.get_by_text("No players yet.")).to_be_visible()
        self.agrees()

    def sells_for(self, means: str, name: str, amount: str) -> None:
        """Sell chips to somebody whose panel is open, for cash or in THE BOOK."""
        with self.recording(taps=3):
            self._asks_for(amount, means)
            self.hand.button(f"Buy in {amount}.00")
            cents = int(amount) * 100
            if means == "cash":
                self.books.buys(name, cents)
            else:
                self.books.buys_by_book(name, cents)

    def sells_on_note(self, name: str, amount: str, note: str, mark: str, *, kind: str = "Buy in") -> None:
        """Sell chips for a note; the mark is the one that is proposed, or the debtor's own."""
        self._asks_for(amount, "note")
        expect(self.page.get_by_label("Note", exact=True)).to_have_value(note)
        self._signs(mark)
        with self.recording(taps=1):
            self.hand.button(f"{kind} {amount}.00")
            self.books.buys_on_note(name, int(amount) * 100, note, mark)
        self._tells_the_note(mark)

    def welcomes_guest(self, name: str, *, of: str) -> None:
        """Let somebody come whom a regular has brought along."""
        self.books.came.append(name)
        self.hand.link("Add player")
        self.hand.writes("Name", name)
        self.hand.tap(self.panel.get_by_text("A guest…", exact=True))
        self.hand.tap(self.panel.get_by_text("New guest", exact=True))
        self.page.get_by_label("Invited by").select_option(of)
        self.hand.button("Add")
        expect(self.panel.locator("h2")).to_have_text(name)
        self.agrees()

    def lets_sell(self, seller: str, buyer: str, amount: str, note: str, mark: str) -> None:
        """Let a player sell chips to another for a note, which the seller holds then."""
        with self.from_tonight(taps=5):
            self.opens(seller)
            self.hand.link("Sell chips to…")
            self.hand.tap(self.panel.get_by_text(buyer, exact=True))
            self.hand.types(amount)
            self._pays_with("note")
            self.hand.button(f"Record the sale {amount}.00")
            self.books.sells_for_note(seller, buyer, int(amount) * 100, note, mark)
        self._tells_the_note(mark)

    def undoes_the_note(self, note: str) -> None:
        """Undo the buy-in that was recorded last, and with it the note."""
        self.books.voids(note)
        with self.from_tonight(taps=2):
            self.hand.tap(self.page.locator(".act").first.get_by_role("link"))
            self.hand.button("Undo it")

    def looks_at_credit(self) -> None:
        """Open what is owed tonight."""
        self.hand.tap(self.page.locator("#to-credit"))
        expect(self.panel.locator("h2")).to_have_text("Credit tonight")

    def reads_owing(self) -> dict[str, list[str]]:
        """Return who owes, and the amounts beside each name."""
        said: list[list[str]] = self.panel.locator(".owing li").evaluate_all(
            "all => all.map(each => [...each.querySelectorAll('.owing-name, .num')].map(one => one.innerText))"
        )
        return {name: amounts for name, *amounts in said}

    def reads_notes(self) -> list[list[str]]:
        """Return what is said of each note of tonight."""
        return [note.split("\n") for note in self.panel.locator(".note-line").all_inner_texts()]

    def opens_note(self, number: int) -> None:
        """Go to a note of tonight."""
        self.looks_at_credit()
        self.hand.tap(self.panel.locator(".note-line", has_text=f"No. {number}"))
        expect(self.panel.locator("h2")).to_have_text(f"Note No. {number}")

    def is_paid_a_part(self, number: int, amount: str) -> None:
        """Take cash for a part of a note."""
        one = self.books.notes[number - 1]
        self.opens_note(number)
        with self.recording(taps=1):
            self.hand.types(amount)
            self.hand.button(f"Pay {amount}.00")
            self.books.pays(one.name, int(amount) * 100)

    def charges(self, number: int, inviter: str) -> None:
        """A guest cannot pay: the note goes to the inviter, which is said before it is done."""
        self.hand.tap(self.panel.get_by_role("link", name=f"Cannot pay: goes to {inviter}"))
        before = self.books.standing(inviter)
        self.books.charges(self.books.notes[number - 1].name, inviter)
        expect(self.panel.locator("dd.num")).to_have_text([signed(before), signed(self.books.standing(inviter))])
        self.hand.button(f"Charge {inviter}")
        expect(self.panel.get_by_role("status")).to_be_visible()

    def counts(self, name: str, amount: str) -> None:
        """Count a player's chips once: what would be paid is shown."""
        self.opens(name)
        self.hand.link("Cash out")
        expect(self.panel.locator("h2")).to_contain_text("cashes out")
        self.hand.types(amount)
        self.hand.button("Counts match")
        expect(self.panel.get_by_role("heading", name="To pay: ")).to_be_visible()

    def chooses(self, *, book: str, hands_on: str) -> None:
        """Pay a part in THE BOOK, and hand a note on."""
        self.hand.tap(self.panel.get_by_text("Change the payout…", exact=True))
        self.page.get_by_label("In THE BOOK").fill(book)
        self.hand.tap(self.panel.locator("label.choice", has_text=hands_on))
        self.hand.button("Preview")

    def pays(self, name: str, cents: int, *lines: str, **how: Any) -> None:
        """Pay what is shown, line by line, for so many cents of chips; ``how`` is as the paper takes it."""
        expect(self.paid_lines).to_have_text([*lines])
        before, due = self.books.drawer, cents - cents % 100
        with self.recording(taps=1):
            self.books.is_paid(name, cents, **how)
            self.hand.button(_button(due, before - self.books.drawer))

    def goes_to_the_closing(self) -> None:
        """Go on with the closing from the panel of a note."""
        self.hand.link("Continue closing")

    @property
    def paid_lines(self) -> Locator:
        """How a cash-out is paid."""
        return self.panel.get_by_label("How it is paid", exact=True).get_by_role("listitem")

    def _asks_for(self, amount: str, means: str) -> None:
        self.hand.types(amount)
        self._pays_with(means)

    def _pays_with(self, means: str) -> None:
        self.hand.tap(self.panel.get_by_role("radiogroup", name="Paid").get_by_text(means, exact=True))

    def _signs(self, mark: str) -> None:
        asked = self.page.get_by_label("Mark", exact=True)
        if asked.count():
            expect(asked).to_have_value(mark)
        else:
            expect(self.panel.locator(".if-note-mark")).to_have_text(f"signed {mark}")

    def _tells_the_note(self, mark: str) -> None:
        number = len(self.books.notes)
        expect(self.panel.get_by_role("status")).to_contain_text(f"Bank note No. {number}")
        expect(self.panel.get_by_role("status")).to_contain_text(f"signed {mark}")


def _button(due_cents: int, cash_cents: int) -> str:
    """Return what the button says that pays: how much cash goes out of what is due."""
    if cash_cents == due_cents:
        return f"Pay ${money(due_cents)}"
    return f"Pay ${money(cash_cents)} in cash of ${money(due_cents)}" if cash_cents else "Record, no cash"
