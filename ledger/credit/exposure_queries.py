"""Debts of tonight and in all: the facts for judging credit, and the bank's exposure."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ledger.bank.notes import NoteNow
from ledger.bank.queries import BankNow
from ledger.credit.rules import CreditTerms, Debtor
from ledger.standings.queries import standing_of, standings
from ledger.terms.bank_terms import BankTerms
from reservations.acts.kinds import Kind
from reservations.acts.moments import read_once
from reservations.acts.queries import in_effect
from reservations.models import Act, Player
from reservations.players.queries import fields_by_person, same_person

_LIMIT = ("limit", "hard")


@dataclass(frozen=True)
class Exposure:
    """A player's debts by number: on tonight's notes, to THE BOOK from tonight alone, and in all (− is owed).

    Amounts in cents; ``terms`` are the player's limits.
    """

    player: int
    notes_cents: int
    book_cents: int
    owed_cents: int
    terms: CreditTerms


def debtor_of(now: BankNow, player: Player) -> Debtor:
    """Return the facts of a player who is about to owe; ``player`` as read under the lock."""
    owed = _notes_out(now.notes)[player.number] - standing_of(player)
    return Debtor(player.name, player.regular, owed, credit_of(player, now.terms))


def credit_of(player: Player, terms: BankTerms | None = None) -> CreditTerms:
    """Return a person's credit terms: their own limit, else that of a house with those ``terms``, if given."""
    of_house = CreditTerms(terms.credit_limit_cents, terms.credit_is_hard) if terms else CreditTerms()
    return _folded(credit_fields(), player.number, of_house)


@read_once
def credit_fields() -> list[Mapping[str, object]]:
    """Return the acts in effect about credit limits, in order, with the present persons."""
    acts = in_effect(Act.objects.filter(night=None, kind=Kind.CREDIT)).order_by("number")
    return fields_by_person(acts.values_list("content", flat=True))


def _folded(of_all: Iterable[Mapping[str, object]], person: int, house: CreditTerms) -> CreditTerms:
    latest: dict[str, object] = {}
    for fields in of_all:
        if fields["player"] == person:
            latest |= fields
    limit, hard = latest.get("limit"), latest.get("hard")
    is_hard = bool(hard) if hard is not None else house.hard and not isinstance(limit, int)
    return CreditTerms(limit if isinstance(limit, int) else house.limit_cents, is_hard, bool(latest.get("refuses")))


def credit_acts(player: Player) -> Iterator[Act]:
    """Yield the acts in effect about a player's credit, or a duplicate's, the newest first."""
    numbers = same_person(player)
    for act in in_effect(Act.objects.filter(night=None, kind=Kind.CREDIT)).order_by("-number"):
        if json.loads(act.content)["player"] in numbers:
            yield act


def sets_limit(act: Act) -> bool:
    """Tell whether a credit act sets or drops a limit."""
    return any(field in json.loads(act.content) for field in _LIMIT)


def exposures(now: BankNow) -> list[Exposure]:
    """Return all players with notes out or a standing from tonight, largest debt first.

    Players whom THE BOOK owes are included: only all of them together sum to the bank's credit.
    """
    notes, book = _notes_out(now.notes), now.owed_tonight
    balances = standings()
    contents, found = credit_fields(), []
    of_house = CreditTerms(now.terms.credit_limit_cents, now.terms.credit_is_hard)
    for number in {*notes, *book}:
        terms, owed_cents = _folded(contents, number, of_house), notes[number] - balances.get(number, 0)
        found.append(Exposure(number, notes[number], book.get(number, 0), owed_cents, terms))
    return sorted(found, key=lambda debtor: (-debtor.notes_cents - debtor.book_cents, debtor.player))


def exposed_cents(now: BankNow) -> int:
    """Return the bank's outstanding credit of tonight, in cents: the sum its drawer lacks for it.

    That is the notes that the bank itself holds, and the debts of all players together to THE BOOK from tonight. Debts
    between players there cancel out, and credit given for chips is taken off; never below zero.
    """
    held = sum(note.out_cents for note in now.notes if note.holder is None)
    return max(0, held + sum(now.owed_tonight.values()))


def _notes_out(notes: Iterable[NoteNow]) -> Counter[int]:
    out: Counter[int] = Counter()
    for note in notes:
        if note.is_out:
            out[note.owed_by] += note.out_cents
    return out
