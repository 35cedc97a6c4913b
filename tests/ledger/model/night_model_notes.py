"""Bank notes in the model of a night: who wrote them, who holds them, what is still out, and the acts that say so.

A note is known by the id of the act that wrote it. What of it lies where is a counter, `note ID@HOLDER`, with nothing
behind the @ for the bank: written, paid, handed on and ended by adding to these. All amounts are int cents.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.ledger.model.night_model_facts import Effect, Entry, Faults, NightTerms, Outcome, together
from tests.ledger.model.night_model_lines import Line

BANK = ""


@dataclass(frozen=True)
class Note:
    """A note as it was written; `key` is the id of the act that wrote it, `debtor` the key of a name."""

    key: str
    name: str
    debtor: str
    face: int

    def is_called(self, name: str) -> bool:
        """Whether that is its name, however it is written."""
        return self.name.casefold() == name.casefold()


@dataclass(frozen=True)
class NoteState:
    """A note as it is now: names of people, "" for the bank, and no holder once it has ended."""

    name: str
    debtor: str
    face: int
    out: int
    holder: str | None
    state: str


ENDED_BY = {
    "redeem_note": "paid",
    "cash_out": "handed back",
    "commit_notes": "committed",
    "lapse_notes": "lapsed",
    "note_unpaid": "charged to the inviter",
    "change_pay": "paid otherwise",
}


class NightNotes(NightTerms):
    """The notes of a night, in the order in which they were written."""

    def notes(self) -> dict[str, NoteState]:
        """Every note ever written in the night, those whose act was reversed among them, by the ids of the acts."""
        return {note.key: self._now(note, undone=entry.undone) for entry, note in self._written()}

    def notes_out(self) -> int:
        """The sum of what is still out."""
        return sum(self._out(note) for note in self._notes())

    def astray(self) -> int:
        """What the bank has and is owed, less what it has to give: nothing, as long as no money is lost."""
        held = sum(self._at(note, BANK) for note in self._notes())
        has = self.drawer() + self.over_short() + held + sum(self.book().values())
        return has - self.chips_in_play() - self.final_pot() - self.float_owed()

    def names_out(self) -> list[str]:
        """The names of the notes that are out."""
        return [note.name for note in self._notes() if self._out(note)]

    def movers_of_notes(self) -> list[str]:
        """The ids of the acts that stand and moved a note."""
        touching = [entry.line.id for note in self._notes() for entry in self._touching(note)]
        return list(dict.fromkeys(touching))

    # Looking things up

    def _written(self) -> Iterator[tuple[Entry, Note]]:
        for entry in self._entries:
            line = entry.line
            if line.kind in ("buy_in", "chip_sale", "change_pay") and line.get("pay") == "note":
                bought = self._bought(line.get("of")) if line.kind == "change_pay" else line
                debtor = bought.get("buyer" if line.kind == "chip_sale" else "player")
                yield entry, Note(line.id, line.get("note"), debtor, bought.get("amount"))

    def _bought(self, key: str) -> Line:
        return next(entry.line for entry in self._entries if entry.line.id == key)

    def _notes(self) -> list[Note]:
        return [note for entry, note in self._written() if not entry.undone]

    def _called(self, name: str) -> Note | None:
        return next((note for note in self._notes() if note.is_called(name)), None)

    def _at(self, note: Note, holder: str) -> int:
        return self._counters[f"note {note.key}@{holder}"]

    def _out(self, note: Note) -> int:
        return sum(self._at(note, holder) for holder in (BANK, *self._people))

    def _owed_on_notes(self, key: str) -> int:
        return sum(self._out(note) for note in self._notes() if note.debtor == key)

    def _holder(self, note: Note) -> str:
        return next((key for key in self._people if self._at(note, key)), BANK)

    def _touching(self, note: Note) -> list[Entry]:
        """The acts that stand and moved the note, undoings left out."""
        start = f"note {note.key}@"
        return [
            entry
            for entry in self._entries
            if not entry.undone
            and entry.line.kind != "reverse"
            and any(name.startswith(start) and change for name, change in entry.effect.items())
        ]

    def _now(self, note: Note, *, undone: bool) -> NoteState:
        out, debtor = self._out(note), self._people[note.debtor].name
        if undone or not out:
            state = "void" if undone else ENDED_BY[self._touching(note)[-1].line.kind]
            return NoteState(note.name, debtor, note.face, out, None, state)
        holder = self._holder(note)
        return NoteState(note.name, debtor, note.face, out, self._people[holder].name if holder else "", "out")

    def _moved_on(self, target: Entry) -> bool:
        """Whether a later act has moved a note of this one. Of two payments of a note either can be undone first."""
        return any(self._moved_on_since(note, target) for note in self._notes())

    def _moved_on_since(self, note: Note, target: Entry) -> bool:
        touching = self._touching(note)
        if target not in touching:
            return False
        later = {entry.line.kind for entry in touching[touching.index(target) + 1 :]}
        return bool(later - {"redeem_note"} if target.line.kind == "redeem_note" else later)

    # The acts

    def _redeem_note(self, line: Line) -> Outcome:
        note, amount = self._called(line.get("note")), line.get("amount")
        if note is None or amount > self._out(note):
            return {"impossible"}, {}
        holder = self._holder(note)
        return set(), together({f"note {note.key}@{holder}": -amount}, {} if holder else {"drawer": amount})

    def _note_unpaid(self, line: Line) -> Outcome:
        note = self._called(line.get("note"))
        if note is None or not self._out(note) or self._people[note.debtor].regular:
            return {"impossible"}, {}
        inviter = self._people.inviter(note.debtor)
        if inviter is None:
            return {"impossible"}, {}
        return set(), self._into_the_book(note, inviter)

    def _commit_notes(self, _line: Line) -> Outcome:
        out = [note for note in self._notes() if self._out(note)]
        faults: Faults = {"term"} if any(not self._people[note.debtor].regular for note in out) else set()
        return faults, together(*(self._into_the_book(note, note.debtor) for note in out))

    def _lapse_notes(self, _line: Line) -> Outcome:
        return set(), together(*(self._lost(note) for note in self._notes() if self._out(note)))

    def _lost(self, note: Note) -> Effect:
        holder, out = self._holder(note), self._out(note)
        return together({f"note {note.key}@{holder}": -out}, {} if holder else {"borne": out})

    def _into_the_book(self, note: Note, debtor: str) -> Effect:
        holder, out = self._holder(note), self._out(note)
        owed = {f"book {holder}": -out} if holder else {}
        return together({f"note {note.key}@{holder}": -out, f"book {debtor}": out}, owed)
