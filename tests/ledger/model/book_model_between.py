"""What happens between the nights, in the model of a ledger: debts paid, claims, an old book, corrections, credit.

The part of the model (see `book_model`) that judges acts of no night. All amounts are int cents.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from tests.ledger.model.night_model import NEVER_REVERSED
from tests.ledger.model.night_model_facts import Effect, Entry, Faults, Outcome, opposite, together
from tests.ledger.model.night_model_lines import Line
from tests.ledger.model.night_model_people import Credit, People


class BetweenNights:
    """THE BOOK as all acts so far have left it, and the acts that change it outside a night."""

    def __init__(self) -> None:
        self._people = People()
        self._owing = Credit(self._people)
        self._entries: list[Entry] = []
        self.plans: dict[str, set[tuple[str, str]]] = {}  # who pays whom by each consolidation, as it was found

    def _entry(self, key: object) -> Entry | None:
        return next((entry for entry in self._entries if entry.line.id == key), None)

    def _standing(self, *kinds: str) -> list[Line]:
        return [entry.line for entry in self._entries if entry.line.kind in kinds and not entry.undone]

    def _take(self, entry: Entry) -> None:
        self._entries.append(entry)
        self._owing.book.update(owed_by([entry.effect]))
        self._owing.said[:] = self._standing("credit")

    # The acts

    def _payment(self, line: Line) -> Outcome:
        faults, effect = self._moves(line, debtor=line.get("payee"), creditor=line.get("payer"))
        if line.get("claim") is not None:
            faults |= self._claim_faults(line)
        return faults, effect

    def _claim_faults(self, line: Line) -> Faults:
        claims = [claim for claim in self._standing("claim") if claim.id == line.get("claim")]
        ours = [claim for claim in claims if all(claim.get(who) == line.get(who) for who in ("payer", "payee"))]
        return {"impossible"} if not ours or line.get("claim") in self._confirmed() else set()

    def _confirmed(self) -> list[str]:
        return [payment.get("claim") for payment in self._standing("payment")]

    def _claim(self, line: Line) -> Outcome:
        return ({"impossible"} if line.get("payer") == line.get("payee") else set()), {}

    def _dispute(self, line: Line) -> Outcome:
        claims = [claim.id for claim in self._standing("claim")]
        answered = [*self._confirmed(), *(dispute.get("of") for dispute in self._standing("dispute"))]
        open_still = line.get("of") in claims and line.get("of") not in answered
        return (set() if open_still else {"impossible"}), {}

    def _credit(self, _line: Line) -> Outcome:
        return set(), {}

    def _correct(self, line: Line) -> Outcome:
        faults, effect = self._moves(line, debtor=line.get("debtor"), creditor=line.get("creditor"))
        if line.get("about") not in (None, *(opening.get("date") for opening in self._standing("open"))):
            faults.add("impossible")
        return faults, effect

    def _moves(self, line: Line, *, debtor: str, creditor: str) -> Outcome:
        """Let the debtor owe THE BOOK so much more, and the creditor so much less."""
        amount = line.get("amount")
        faults: Faults = {"impossible"} if debtor == creditor else set()
        if self._would_owe(debtor, amount):
            faults.add("term")
        return faults, together({f"book {debtor}": amount}, {f"book {creditor}": -amount})

    def _would_owe(self, key: str, more: int) -> bool:
        """Whether a guest would owe THE BOOK."""
        return more > 0 and not self._people[key].regular and self._owing.book[key] + more > 0

    def _balances(self, line: Line) -> Outcome:
        standings = line.get("standings")
        named = [key for key, _ in standings]
        if any(key not in self._people for key in named) or len(set(named)) < len(named):
            return {"impossible"}, {}
        nothing = not any(cents for _, cents in standings)
        faults: Faults = {"impossible"} if nothing or sum(cents for _, cents in standings) else set()
        if any(self._would_owe(key, -cents) for key, cents in standings):
            faults.add("term")
        return faults, {f"book {key}": -cents for key, cents in standings}

    def _reverse(self, line: Line) -> Outcome:
        target = self._entry(line.get("of"))
        if target is None or target.line.kind in NEVER_REVERSED or self._rested_on(target):
            return {"impossible"}, {}
        return set(), opposite(target.effect)

    def _rested_on(self, target: Entry) -> bool:
        """Whether a claim was answered, or a consolidation built upon: those acts have to be undone first."""
        if target.line.kind == "consolidate":
            later = [entry for entry in self._entries[self._entries.index(target) :] if not entry.undone]
            pairs = [(entry.line.get("payer"), entry.line.get("payee")) for entry in later]
            months = [entry for entry in later if entry.line.kind == "consolidate"]
            return len(months) > 1 or any(pair in self.plans[target.line.id] for pair in pairs)
        disputed = [dispute.get("of") for dispute in self._standing("dispute")]
        return target.line.kind == "claim" and target.line.id in (*self._confirmed(), *disputed)


def owed_by(effects: Iterable[Effect]) -> Counter[str]:
    """What everybody owes THE BOOK by these effects, - what it owes them, by key."""
    owed = Counter[str]()
    for effect in effects:
        owed.update({name.removeprefix("book "): cents for name, cents in effect.items() if name.startswith("book ")})
    return owed


def matched(standings: Mapping[str, int]) -> list[tuple[str, str, int]]:
    """Who owes THE BOOK what it owes whom: always the largest debt and the largest credit left, of equals the first."""
    left, pairs = Counter(standings), []
    while any(left.values()):
        debtor, creditor = min(left, key=lambda each: left[each]), max(left, key=lambda each: left[each])
        part = min(-left[debtor], left[creditor])
        left.update({debtor: part, creditor: -part})
        pairs.append((debtor, creditor, part))
    return pairs
