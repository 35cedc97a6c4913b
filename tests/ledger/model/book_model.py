"""A model of a whole ledger in plain Python: the nights, THE BOOK, and what happens between the nights.

The acts of a night are judged by its own model (see `night_model`); what they leave in THE BOOK is read out of it. It
shares no code with the real ledger. All amounts are int cents.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Literal
from zoneinfo import ZoneInfo

from tests.ledger.model.book_model_between import BetweenNights, owed_by
from tests.ledger.model.night_model import NightModel
from tests.ledger.model.night_model_facts import Entry, Faults, Outcome
from tests.ledger.model.night_model_houses import House
from tests.ledger.model.night_model_lines import OF_A_NIGHT, Line, read_line
from tests.ledger.model.night_model_notes import NoteState
from tests.ledger.model.night_model_values import balance, key_of

Answer = Literal["ok", "refused", "impossible", "known"]
ZONE = ZoneInfo("America/New_York")
NAMING = ("player", "seller", "buyer", "banker", "winner", "payer", "payee", "debtor", "creditor", "hub")


class BookModel(BetweenNights):
    """A ledger. `apply` takes night-log acts in order; the readers say what is true now."""

    def __init__(self, *houses: House) -> None:
        self.last_faults: Faults = set()  # everything that spoke against the last act and no ruling took away
        self.nights: dict[str, NightModel] = {}
        self._houses = {house["key"]: house for house in houses}
        self._selected = ""
        super().__init__()

    # Reading

    @property
    def night(self) -> NightModel:
        """The night that acts are of which name none; before the first opening one that nothing has happened in."""
        unopened = NightModel(next(iter(self._houses.values())), self._owing)
        return self.nights.get(self._selected, unopened)

    @property
    def selected(self) -> str:
        """The id of its opening, "" before the first one."""
        return self._selected

    def acts(self) -> int:
        """How many acts were recorded."""
        return len(self._entries)

    def keys(self, *kinds: str) -> list[str]:
        """The ids of the acts that stand, of these kinds or of all."""
        entries = [entry for entry in self._entries if not entry.undone]
        return [entry.line.id for entry in entries if not kinds or entry.line.kind in kinds]

    def is_of_a_night(self, act: Mapping[str, Any]) -> bool:
        """Whether an act is one of a night."""
        return bool(self._selected) and act["act"] in OF_A_NIGHT and act["act"] != "open"

    def in_order(self, standings: Mapping[str, str]) -> dict[str, int]:
        """Standings in cents by name, players in the order in which they were first named."""
        said = {key_of(player): balance(cents) for player, cents in standings.items()}
        return {person.name: said[key] for key, person in self._people.items() if key in said}

    def plan(self, key: str, payments: Iterable[tuple[str, str, int]]) -> None:
        """Take over who is to pay whom by a consolidation, which is not for this model to find."""
        self.plans[key] = {(key_of(payer), key_of(payee)) for payer, payee, _ in payments}

    def claims(self) -> list[dict[str, str]]:
        """The claims that stand and that no payment has confirmed, as fields of the payment that would."""
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
        """Every note ever written, in the order of the register, whose numbers are their places in it."""
        written = {key: note for night in self.nights.values() for key, note in night.notes().items()}
        return [written[entry.line.id] for entry in self._entries if entry.line.id in written]

    def standings(self, on: date | None = None) -> dict[str, int]:
        """What THE BOOK owes each player, - what they owe it, by name; those with nothing left out."""
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
        """Take one night-log act, or say why not and change nothing. Raises LineError for what is no act."""
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
        """The id of the opening of the night that an act belongs to."""
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
