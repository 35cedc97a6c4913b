"""An evening with notes and THE BOOK, and what is booked between evenings: every act goes through the commands."""

from datetime import date
from typing import Any

from hostdesk.nights.commands import open_night
from ledger.book import commands as book_commands
from ledger.book.standing_queries import standings
from ledger.buy_in import commands as buy_in_commands
from ledger.cash_out import commands as cash_out_commands
from ledger.cash_out.payout import PayoutMeans, PayoutPart
from ledger.money.cents import format_cents, parse_cents
from ledger.months import commands as months_commands
from ledger.night.queries import bank_of, book_tonight
from ledger.notes import commands as notes_commands
from ledger.notes.register_queries import note_called
from ledger.notes.rules import NoteNow
from ledger.terms.bank_terms import Means
from reservations.acts.queries import Answer
from reservations.players.queries import player_named, player_names
from tests.stories.evening import Evening


class BookEvening(Evening):
    """An evening of a house that takes notes and keeps THE BOOK. Notes go by name, "n1" for instance."""

    def __init__(self, house: str = "mike", **figures: str) -> None:
        super().__init__(house, **figures)

    def writes(self, name: str, amount: str, note: str, **said: str) -> Answer:
        """Sell chips to a player for a note."""
        return self._posts(
            buy_in_commands.buy_in,
            said,
            player=player_named(name),
            amount_cents=parse_cents(amount),
            pay=Means.NOTE,
            note=note,
        )

    def sells_for(self, note: str, seller: str, buyer: str, amount: str, **said: str) -> Answer:
        """Let one player sell chips to another for a note, which the seller holds then."""
        return self._posts(
            buy_in_commands.sell_chips,
            said,
            seller=player_named(seller),
            buyer=player_named(buyer),
            amount_cents=parse_cents(amount),
            pay=Means.NOTE,
            note=note,
        )

    def paid_by_note(self, note: str, of: Answer, **said: str) -> Answer:
        """Say that a buy-in was paid with a note."""
        return self._posts(buy_in_commands.change_pay, said, of=of.act.key, pay=Means.NOTE, note=note)

    def redeems(self, note: str, amount: str, **said: str) -> Answer:
        """Let the debtor pay a note in cash."""
        return self._posts(notes_commands.redeem_note, said, note=note, amount_cents=parse_cents(amount))

    def charges_inviter(self, note: str, **said: str) -> Answer:
        """Let a guest's note go to their inviter."""
        return self._posts(notes_commands.charge_inviter, said, note=note)

    def commits(self, **said: str) -> Answer:
        """Write the notes that are out into THE BOOK."""
        return self._posts(notes_commands.commit_notes, said)

    def lapses(self, **said: str) -> Answer:
        """Let the notes that are out lose their value."""
        return self._posts(notes_commands.lapse_notes, said)

    def pays_out(self, name: str, count: str, *parts: tuple[str, str] | tuple[str, str, str], **said: str) -> Answer:
        """Cash a player out by these parts: way, amount and, where there is one, the note."""
        return self._posts(
            cash_out_commands.cash_out,
            said,
            player=player_named(name),
            player_count_cents=parse_cents(count),
            banker_count_cents=parse_cents(count),
            parts=[PayoutPart(PayoutMeans(way), parse_cents(amount), *note) for way, amount, *note in parts],
        )

    def pays_debt(self, payer: str, payee: str, amount: str, *, claim: Answer | None = None, **said: str) -> Answer:
        """Let one player pay another what stands in THE BOOK."""
        return book_commands.pay_debt(
            stamp=self.stamp(**said),
            payer=player_named(payer),
            payee=player_named(payee),
            amount_cents=parse_cents(amount),
            claim=claim.act.key if claim else None,
        )

    def claims(self, payer: str, payee: str, amount: str, **said: str) -> Answer:
        """Let somebody say that they have paid another."""
        return book_commands.claim_payment(
            stamp=self.stamp(**said),
            payer=player_named(payer),
            payee=player_named(payee),
            amount_cents=parse_cents(amount),
        )

    def disputes(self, claim: Answer, reason: str = "nothing came", **said: str) -> Answer:
        """Say that a claim is not true."""
        return book_commands.dispute_claim(stamp=self.stamp(**said), of=claim.act.key, reason=reason)

    def takes_over(self, reason: str = "the old book", ruling: str = "", **balances: str) -> Answer:
        """Take an old book over, by name; a minus for who owes it."""
        cents = {player_named(name): _signed(text) for name, text in balances.items()}
        return book_commands.take_over_balances(stamp=self.stamp(ruling=ruling), standings=cents, reason=reason)

    def corrects(self, debtor: str, creditor: str, amount: str, *, about: date | None = None, **said: str) -> Answer:
        """Correct THE BOOK."""
        return book_commands.correct_book(
            stamp=self.stamp(**said),
            debtor=player_named(debtor),
            creditor=player_named(creditor),
            amount_cents=parse_cents(amount),
            reason="counted wrongly",
            about=about,
        )

    def credit(self, name: str, *, limit: str | None = None, **said: Any) -> Answer:
        """Say how much a player may owe."""
        cents = None if limit is None else parse_cents(limit, zero=True)
        return book_commands.set_credit(stamp=self.stamp(), player=player_named(name), limit_cents=cents, **said)

    def consolidates(self, until: date, hub: str = "", key: str = "") -> Answer:
        """Consolidate up to that day."""
        return months_commands.consolidate(stamp=self.stamp(key), until=until, hub=player_named(hub) if hub else None)

    def opens_on(self, day: date, *, house: str = "mike", banker: str = "Ann") -> None:
        """Open another night, which the acts to come are of."""
        opening = open_night(stamp=self.stamp(), house=house, date=day, banker=player_named(banker), float_cents=20000)
        assert opening.act.night is not None
        self.opening, self.night = opening, opening.act.night

    def ends(self, drawer: str) -> None:
        """Count the drawer and close."""
        self.counts_drawer(drawer)
        self.closes()

    def note(self, name: str) -> NoteNow:
        """Return a note of the night as it stands."""
        return note_called(bank_of(self.night).notes, name)

    def notes(self) -> dict[str, tuple[str, str]]:
        """Return the notes of the night: what is out of each, and its state."""
        return {note.name: (format_cents(note.out_cents), note.state.value) for note in bank_of(self.night).notes}

    def owes_tonight(self) -> dict[str, str]:
        """Return what each player owes THE BOOK from tonight, by name."""
        owes = book_tonight(self.night)
        names = player_names(owes)
        return {names[player]: format_cents(cents) for player, cents in owes.items()}


def book(on: date | None = None) -> dict[str, str]:
    """Return THE BOOK by name: + it owes them."""
    found = standings(on)
    names = player_names(found)
    return {names[player]: format_cents(cents) for player, cents in found.items()}


def _signed(text: str) -> int:
    cents = parse_cents(text.removeprefix("-"), zero=True)
    return -cents if text.startswith("-") else cents
