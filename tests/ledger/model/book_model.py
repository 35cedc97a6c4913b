"""A model of a whole ledger in plain Python: the nights, THE BOOK, and the acts between nights.

The model of a night (see `night_model`) judges its acts; their effects on THE BOOK are read from it. This model shares
no code with the real ledger. All amounts are int cents.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Literal
from zoneinfo import ZoneInfo

from tests.ledger.model.night_chips import NoteState
from tests.ledger.model.night_facts import Credit, Effect, Entry, Faults, Outcome, People, opposite, together
from tests.ledger.model.night_houses import House
from tests.ledger.model.night_lines import OF_A_NIGHT, Line, balance, key_of, read_line
from tests.ledger.model.night_model import NEVER_REVERSED, NightModel


class BetweenNights:
    """THE BOOK after all acts so far, and the acts that change it outside a night."""

    def __init__(self) -> None:
        self._people = People()
        self._owing = Credit(self._people)
        self._entries: list[Entry] = []
        self.plans: dict[str, dict[tuple[str, str], int]] = {}  # by consolidation: the desk's cents by payer and payee

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
        left = sum(claim.get("amount") for claim in ours) - self._came()[line.get("claim")]
        over = not ours or line.get("amount") > left or self._is_settled(ours[0], confirms=True)
        return {"impossible"} if over else set()

    def _confirmed(self) -> list[str]:
        """Return the ids of the claims that are paid in full."""
        came = self._came()
        return [claim.id for claim in self._standing("claim") if came[claim.id] >= claim.get("amount")]

    def _came(self) -> Counter[object]:
        """Return the cents that were paid on each claim, by its id."""
        came = Counter[object]()
        for payment in self._standing("payment"):
            came[payment.get("claim")] += payment.get("amount")
        return came

    def _is_settled(self, claim: Line, *, confirms: bool) -> bool:
        """Tell whether a newer payment of its amount, or payments by its plan or the newest one, settled a claim."""
        if claim.id not in self._left()[0]:
            return True
        pair, months = (claim.get("payer"), claim.get("payee")), self._months()
        for month, after in reversed([*zip(months, [*months, None][1:], strict=True)]):
            if pair not in self.plans[month.line.id] or claim not in self._since(month, after, "claim"):
                continue
            if self._is_paid(pair, month, after):
                return True
            newest = months[-1]
            owed = {two: self._is_paid(two, newest, None) for two in self.plans[newest.line.id] if two[0] == pair[0]}
            is_past = after is not None and bool(owed)
            return is_past and (all(owed.values()) or (confirms and owed.get(pair, False)))
        return False

    def _months(self) -> list[Entry]:
        return [entry for entry in self._entries if entry.line.kind == "consolidate" and not entry.undone]

    def _is_paid(self, pair: tuple[str, str], month: Entry, after: Entry | None) -> bool:
        paid = [each for each in self._since(month, after, "payment") if (each.get("payer"), each.get("payee")) == pair]
        came: int = sum(each.get("amount") for each in paid)
        return self.plans[month.line.id][pair] <= came

    def _since(self, month: Entry, after: Entry | None, kind: str) -> list[Line]:
        """Return the acts of a kind after the end of a month, as they stood when the next month was consolidated."""
        entries = self._entries[: None if after is None else self._entries.index(after)]
        undone = [entry.line.get("of") for entry in entries if entry.line.kind == "reverse"]
        late = entries[entries.index(month) :]
        return [
            entry.line
            for entry in entries
            if entry.line.kind == kind and entry.line.id not in undone
            if entry in late or entry.line.at.astimezone(ZONE).date() > month.line.get("until")
        ]

    def _waiting(self) -> list[tuple[str, str, int]]:
        """Return payer, payee and amount of the claims without an answer."""
        left, disputed = self._left()
        return [each for key, each in left.items() if key not in disputed]

    def _left(self) -> tuple[dict[str, tuple[str, str, int]], set[str]]:
        """Return the rest of each claim, and the disputed ones; a payment of the same amount removes the oldest."""
        left, disputed = dict[str, tuple[str, str, int]](), set[str]()
        for line in self._standing("claim", "dispute", "payment"):
            if line.kind == "claim":
                left[line.id] = (line.get("payer"), line.get("payee"), line.get("amount"))
            elif line.kind == "dispute":
                disputed.add(line.get("of"))
            else:
                self._answered(left, disputed, line)
        return left, disputed

    def _answered(self, left: dict[str, tuple[str, str, int]], disputed: set[str], payment: Line) -> None:
        named, paid = payment.get("claim"), (payment.get("payer"), payment.get("payee"), payment.get("amount"))
        others = [key for key, each in left.items() if each == paid and key != named and (not named or key in disputed)]
        for key in others[:1]:
            del left[key]
        if named in left:
            left[named] = (*paid[:2], left[named][2] - payment.get("amount"))
            if not left[named][2]:
                del left[named]

    def _claim(self, line: Line) -> Outcome:
        said, newest = (line.get("payer"), line.get("payee"), line.get("amount")), self._months()[-1:]
        is_paid = any(said[:2] in self.plans[each.line.id] and self._is_paid(said[:2], each, None) for each in newest)
        return ({"impossible"} if said[0] == said[1] or said in self._waiting() or is_paid else set()), {}

    def _dispute(self, line: Line) -> Outcome:
        claims = {claim.id: claim for claim in self._standing("claim")}
        answered = [*self._confirmed(), *(dispute.get("of") for dispute in self._standing("dispute"))]
        claim = claims.get(line.get("of"))
        open_still = claim is not None and claim.id not in answered and not self._is_settled(claim, confirms=False)
        return (set() if open_still else {"impossible"}), {}

    def _credit(self, _line: Line) -> Outcome:
        return set(), {}

    def _correct(self, line: Line) -> Outcome:
        faults, effect = self._moves(line, debtor=line.get("debtor"), creditor=line.get("creditor"))
        if line.get("about") not in (None, *(opening.get("date") for opening in self._standing("open"))):
            faults.add("impossible")
        return faults, effect

    def _moves(self, line: Line, *, debtor: str, creditor: str) -> Outcome:
        """Add the amount to the debtor's debt to THE BOOK, and take it off the creditor's."""
        amount = line.get("amount")
        faults: Faults = {"impossible"} if debtor == creditor else set()
        if self._would_owe(debtor, amount):
            faults.add("term")
        return faults, together({f"book {debtor}": amount}, {f"book {creditor}": -amount})

    def _would_owe(self, key: str, more: int) -> bool:
        """Tell whether a guest would owe THE BOOK."""
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
        """Tell whether other acts answer a claim or build on a consolidation, and have to be undone first."""
        if target.line.kind == "consolidate":
            later = [entry for entry in self._entries[self._entries.index(target) :] if not entry.undone]
            pairs = [(entry.line.get("payer"), entry.line.get("payee")) for entry in later]
            months = [entry for entry in later if entry.line.kind == "consolidate"]
            return len(months) > 1 or any(pair in self.plans[target.line.id] for pair in pairs)
        disputed = [dispute.get("of") for dispute in self._standing("dispute")]
        named = [payment.get("claim") for payment in self._standing("payment")]
        return target.line.kind == "claim" and target.line.id in (*named, *disputed)


def owed_by(effects: Iterable[Effect]) -> Counter[str]:
    """Return the players' debts to THE BOOK from these effects, by key; below zero if it owes them."""
    owed = Counter[str]()
    for effect in effects:
        owed.update({name.removeprefix("book "): cents for name, cents in effect.items() if name.startswith("book ")})
    return owed


def matched(standings: Mapping[str, int]) -> list[tuple[str, str, int]]:
    """Pair debtors with creditors: always the largest debt and the largest credit left, of equals the first."""
    left, pairs = Counter(standings), []
    while any(left.values()):
        debtor, creditor = min(left, key=lambda each: left[each]), max(left, key=lambda each: left[each])
        part = min(-left[debtor], left[creditor])
        left.update({debtor: part, creditor: -part})
        pairs.append((debtor, creditor, part))
    return pairs


Answer = Literal["ok", "refused", "impossible", "known"]
ZONE = ZoneInfo("America/New_York")
NAMING = ("player", "seller", "buyer", "banker", "winner", "payer", "payee", "debtor", "creditor", "hub")


class BookModel(BetweenNights):
    """A ledger. `apply` takes night-log acts in order; the readers return its present state."""

    def __init__(self, *houses: House) -> None:
        self.last_faults: Faults = set()  # the faults of the last act that no ruling overruled
        self.nights: dict[str, NightModel] = {}
        self._houses = {house["key"]: house for house in houses}
        self._selected = ""
        super().__init__()

    # Reading

    @property
    def night(self) -> NightModel:
        """The night of the acts that name none; before the first opening an empty one."""
        unopened = NightModel(next(iter(self._houses.values())), self._owing)
        return self.nights.get(self._selected, unopened)

    @property
    def selected(self) -> str:
        """The id of its opening, "" before the first one."""
        return self._selected

    def acts(self) -> int:
        """Return the number of recorded acts."""
        return len(self._entries)

    def keys(self, *kinds: str) -> list[str]:
        """Return the ids of the acts that stand, of these kinds or of all."""
        entries = [entry for entry in self._entries if not entry.undone]
        return [entry.line.id for entry in entries if not kinds or entry.line.kind in kinds]

    def is_of_a_night(self, act: Mapping[str, Any]) -> bool:
        """Tell whether an act, other than an opening, belongs to a night."""
        return bool(self._selected) and act["act"] in OF_A_NIGHT and act["act"] != "open"

    def in_order(self, standings: Mapping[str, str]) -> dict[str, int]:
        """Return standings in cents by name, in the order in which the players were first named."""
        said = {key_of(player): balance(cents) for player, cents in standings.items()}
        return {person.name: said[key] for key, person in self._people.items() if key in said}

    def plan(self, key: str, payments: Iterable[tuple[str, str, int]]) -> None:
        """Take over the payments of a consolidation, as this model finds no plans."""
        self.plans[key] = {(key_of(payer), key_of(payee)): cents for payer, payee, cents in payments}

    def claims(self) -> list[dict[str, str]]:
        """Return the standing claims that are not paid in full, as fields of a payment that would confirm them."""
        claims = [claim for claim in self._standing("claim") if claim.id not in self._confirmed()]
        return [
            {
                **{who: self._people[claim.get(who)].name for who in ("payer", "payee")},
                "amount": f"{claim.get('amount') / 100:.2f}",
                "claim": claim.id,
            }
            for claim in claims
        ]

    def register(self) -> list[NoteState]:
        """Return every note ever written, in the order of the register: a note's number is its place."""
        written = {key: note for night in self.nights.values() for key, note in night.notes().items()}
        return [written[entry.line.id] for entry in self._entries if entry.line.id in written]

    def standings(self, on: date | None = None) -> dict[str, int]:
        """Return what THE BOOK owes each player, by name; below zero if they owe it, left out if zero."""
        owes = owed_by(entry.effect for entry in self._entries if on is None or self._counts_on(entry, on))
        return {person.name: -owes[key] for key, person in self._people.items() if owes[key]}

    def _counts_on(self, entry: Entry, on: date) -> bool:
        if entry.night is None:
            return entry.line.at.astimezone(ZONE).date() <= on
        night = self.nights[entry.night]
        return night.closed and night.date <= on

    def _consolidate(self, line: Line) -> Outcome:
        until, before = line.get("until"), self._standing("consolidate")
        too_late = until > line.at.astimezone(ZONE).date()
        again = bool(before) and until <= before[-1].get("until")
        return ({"impossible"} if too_late or again or not self.standings(until) else set()), {}

    # Taking an act

    def apply(self, act: Mapping[str, Any]) -> Answer:
        """Take one night-log act, or refuse it and change nothing. Raises LineError for a line that is no act."""
        line = read_line(act)
        self.last_faults = set()
        opening = self._opening_of(line)
        known = self._known(line, opening)
        if known is not None:
            self.last_faults = {"impossible"} if known == "impossible" else set()
            return known
        faults, effect = self._outcome(line, opening)
        self.last_faults = faults - ({"term"} if line.ruled else set()) - ({"counts"} if line.count_ruled else set())
        if "impossible" in self.last_faults:
            return "impossible"
        if self.last_faults:
            return "refused"
        self._record(Entry(line, effect, opening))
        return "ok"

    def _opening_of(self, line: Line) -> str | None:
        """Return the id of the opening of an act's night; None for an act outside a night."""
        if line.kind == "open":
            return line.id
        if line.kind == "reverse":
            target = self._entry(line.get("of"))
            return target.night if target else None
        return (line.night or self._selected) if line.kind in OF_A_NIGHT else None

    def _known(self, line: Line, opening: str | None) -> Answer | None:
        earlier = self._entry(line.id)
        if earlier is not None:
            same = (earlier.line.kind, earlier.line.content, earlier.night) == (line.kind, line.content, opening)
            if same and line.kind == "open":
                self._selected = line.id
            return "known" if same else "impossible"
        target = self._entry(line.get("of")) if line.kind == "reverse" else None
        return "known" if target is not None and target.undone else None

    def _outcome(self, line: Line, opening: str | None) -> Outcome:
        if line.kind == "player":
            return ({"impossible"} if not self._people.can_be(line) else set()), {}
        if any(line.get(field) not in (None, *self._people) for field in NAMING):
            return {"impossible"}, {}
        if line.kind == "open":
            return NightModel(self._houses[line.get("house")], self._owing).judge(line)
        if opening is not None:
            return self.nights[opening].judge(line) if opening in self.nights else ({"impossible"}, {})
        outcome: Outcome = getattr(self, f"_{line.kind}")(line)
        return outcome

    def _record(self, entry: Entry) -> None:
        line = entry.line
        if line.kind == "player":
            self._people.remember(line)
        if line.kind == "reverse":
            for each in self._entries:
                each.undone = each.undone or each.line.id == line.get("of")
        if line.kind == "open":
            self.nights[line.id] = NightModel(self._houses[line.get("house")], self._owing)
            self._selected = line.id
        if entry.night is not None:
            self.nights[entry.night].record(entry)
        self._take(entry)
