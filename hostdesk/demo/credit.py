"""How chips are paid for on one of the demo's nights, and what becomes of its notes. Pure.

Where a house takes nothing but cash there is nothing to choose, and the chance of the night is left alone.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from hostdesk.demo.bank import Bank, Paper
from hostdesk.demo.setting import Setting
from ledger.credit import CreditTerms, Debtor, check_credit
from ledger.terms import Means
from reservations.kinds import Kind

PAID_AT = (8, 17)
"""The steps at which somebody pays a note, the first time half of it."""
FOUND_AT = 10
PAID_WITH = {Means.CASH: 2, Means.NOTE: 5, Means.BOOK: 5}
"""How often chips are paid with what, where a house takes it all."""


class Credit:
    """Chooses what is paid with, and writes down what happens to notes with ``write``, which returns the act's key."""

    def __init__(self, setting: Setting, bank: Bank, chance: Random, write: Callable[..., str]) -> None:
        self._setting, self._bank, self._chance, self._write = setting, bank, chance, write
        self._has_halved = False

    def choose(self, name: str, cents: int) -> tuple[Means, dict[str, Any]]:
        """Choose what somebody pays so much with, and say how the act says so: cash where they may not owe that."""
        if not self._bank.terms.has_book:
            return Means.CASH, {"pay": Means.CASH}
        pay = self._chance.choices(list(PAID_WITH), list(PAID_WITH.values()))[0]
        if self._is_guest(name) and pay is Means.BOOK:
            pay = Means.NOTE
        if not self._may_owe(name, cents, pay):
            pay = Means.CASH
        return pay, {"pay": pay, "note": self._bank.next_note()} if pay is Means.NOTE else {"pay": pay}

    def _is_guest(self, name: str) -> bool:
        return bool(self._setting.people[name].brought_by)

    def _may_owe(self, name: str, cents: int, pay: Means) -> bool:
        person = self._setting.people[name]
        owed = self._bank.owed_cents(name) - self._setting.standings.get(name, 0)
        debtor = Debtor(name, not person.brought_by, owed, CreditTerms(person.limit_cents))
        return not person.refuses_credit and not check_credit(cents, pay, debtor)

    def go_on(self, step: int) -> None:
        """Let somebody pay a note now and then, or pay for chips otherwise than they first did."""
        if step in PAID_AT and (out := list(self._bank.out())):
            self._pay_some(self._chance.choice(out))
        if step == FOUND_AT and self._setting.quirks.found:
            self._find_cash()

    def _pay_some(self, note: Paper) -> None:
        whole, self._has_halved = self._has_halved, True
        self._redeem(note, note.out_cents if whole else note.out_cents // 2)

    def _redeem(self, note: Paper, cents: int) -> None:
        self._write(Kind.REDEEM_NOTE, note=note.name, amount=cents)
        self._bank.redeem(note, cents)

    def _find_cash(self) -> None:
        """Let the first whole note of a buy-in turn out to be cash."""
        note = next(note for note in self._bank.out() if note.is_whole and note.of)
        self._write(Kind.CHANGE_PAY, of=note.of, pay=Means.CASH)
        self._bank.redeem(note, note.out_cents)

    def settle(self) -> None:
        """Have the notes paid, charged to who brought the guest, and committed, until none is out."""
        if self._setting.quirks.lapses:
            self._let_lapse()
        for note in list(self._bank.out()):
            if self._chance.random() < 0.15:
                self._redeem(note, note.out_cents)
            elif inviter := self._setting.people[note.debtor].brought_by:
                self._write(Kind.NOTE_UNPAID, note=note.name)
                self._bank.charge(note, inviter)
        self._commit()

    def _let_lapse(self) -> None:
        """Have all notes paid but the last, which nobody enters in THE BOOK in time."""
        for note in list(self._bank.out())[:-1]:
            self._redeem(note, note.out_cents)
        self._write(Kind.LAPSE_NOTES)
        self._bank.lapse()

    def _commit(self) -> None:
        out = list(self._bank.out())
        if out:
            self._write(Kind.COMMIT_NOTES)
        for note in out:
            self._bank.charge(note, note.debtor)
