"""Bank notes and chips in the model of a night: writers and holders of notes, purchases and payouts of chips.

A note is known by the id of the act that wrote it. Its counters are `note ID@HOLDER`, with an empty HOLDER for the
bank; to write, pay, hand on or end a note, an act adds to these. All amounts are int cents.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.ledger.model.night_facts import Effect, Entry, Faults, NightTerms, Outcome, opposite, together
from tests.ledger.model.night_lines import Line

BANK = ""


@dataclass(frozen=True)
class Note:
    """A note as it was written; `key` is the id of the act that wrote it, `debtor` the key of a name."""

    key: str
    name: str
    debtor: str
    face: int

    def is_called(self, name: str) -> bool:
        """Tell whether that is its name, in upper or lower case."""
        return self.name.casefold() == name.casefold()


@dataclass(frozen=True)
class NoteState:
    """A note as it is now, with the names of players; the holder is "" for the bank, and None once the note ended."""

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
        """Return every note written in the night, reversed ones too, by the ids of the acts."""
        return {note.key: self._now(note, undone=entry.undone) for entry, note in self._written()}

    def notes_out(self) -> int:
        """Return the sum of the notes that are still out."""
        return sum(self._out(note) for note in self._notes())

    def astray(self) -> int:
        """Return the bank's cash and claims less its debts: zero, as long as no money is lost."""
        held = sum(self._at(note, BANK) for note in self._notes())
        has = self.drawer() + self.over_short() + held + sum(self.book().values())
        return has - self.chips_in_play() - self.final_pot() - self.float_owed()

    def names_out(self) -> list[str]:
        """Return the names of the notes that are out."""
        return [note.name for note in self._notes() if self._out(note)]

    def movers_of_notes(self) -> list[str]:
        """Return the ids of the acts that stand and moved a note."""
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
        """Return the acts that stand and moved the note, without undoings."""
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
        """Tell whether a later act moved a note of this one. Two payments of a note can be undone in either order."""
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

    def _commit_notes(self, line: Line) -> Outcome:
        out = self._all_or_one(line)
        if out is None:
            return {"impossible"}, {}
        faults: Faults = {"term"} if any(not self._people[note.debtor].regular for note in out) else set()
        return faults, together(*(self._into_the_book(note, note.debtor) for note in out))

    def _lapse_notes(self, line: Line) -> Outcome:
        out = self._all_or_one(line)
        return ({"impossible"}, {}) if out is None else (set(), together(*(self._lost(note) for note in out)))

    def _all_or_one(self, line: Line) -> list[Note] | None:
        """Return the notes that are out, or the one that the line names; None if that one is not out."""
        if line.get("note") is None:
            return [note for note in self._notes() if self._out(note)]
        one = self._called(line.get("note"))
        return [one] if one is not None and self._out(one) else None

    def _lost(self, note: Note) -> Effect:
        holder, out = self._holder(note), self._out(note)
        return together({f"note {note.key}@{holder}": -out}, {} if holder else {"borne": out})

    def _into_the_book(self, note: Note, debtor: str) -> Effect:
        holder, out = self._holder(note), self._out(note)
        owed = {f"book {holder}": -out} if holder else {}
        return together({f"note {note.key}@{holder}": -out, f"book {debtor}": out}, owed)


ON_CREDIT = ("note", "book")


class NightBuying(NightNotes):
    """Buy-ins, chip sales, and changes of the way a buy-in was paid."""

    def _buy_in(self, line: Line) -> Outcome:
        amount, player, stack = line.get("amount"), line.get("player"), line.get("stack")
        faults = self._means_faults(line, player, amount)
        if self._unanswered(line) or self._breaks_limits(line):
            faults.add("term")
        if stack is not None and stack > self.chips_in_play():
            faults.add("impossible")
        return faults, together({"chips": amount, f"bought {player}": amount}, _paid(line, player, amount))

    def _chip_sale(self, line: Line) -> Outcome:
        amount, buyer, seller = line.get("amount"), line.get("buyer"), line.get("seller")
        faults = self._means_faults(line, buyer, amount)
        if not self.house["chip_sales"]:
            faults.add("term")
        if buyer == seller or amount > self.chips_in_play():
            faults.add("impossible")
        changes = ({f"bought {buyer}": amount}, {f"received {seller}": amount})
        return faults, together(*changes, _paid(line, buyer, amount, seller))

    def _change_pay(self, line: Line) -> Outcome:
        bought = [before for before in self._standing("buy_in") if before.id == line.get("of")]
        if not bought:
            return {"impossible"}, {}
        changes = [before for before in self._standing("change_pay") if before.get("of") == line.get("of")]
        last, player, amount = (*bought, *changes)[-1], bought[0].get("player"), bought[0].get("amount")
        owed = amount if last.get("pay") in ON_CREDIT else 0
        faults = self._means_faults(line, player, amount - owed)
        if last.get("pay") == line.get("pay"):
            faults.add("impossible")
        return faults, together(_paid(line, player, amount), opposite(_paid(last, player, amount)))

    def _means_faults(self, line: Line, player: str, more: int) -> Faults:
        """Return the faults of a way to pay; on credit it adds ``more`` to the player's debt."""
        pay = line.get("pay")
        faults = self._credit_faults(player, pay, more) if pay in ON_CREDIT else set()
        if pay == "note" and self._called(line.get("note")):
            faults.add("impossible")
        if pay not in self.house["pays_with"]:
            faults.add("term")
        return faults

    def _credit_faults(self, key: str, pay: str, more: int) -> Faults:
        """Return the faults of adding ``more`` to a player's debt, by a note or to THE BOOK."""
        faults: Faults = {"impossible"} if self._owing.refuses(key) else set()
        limit = self._owing.limit(key, self.house)
        if limit is not None and self._owing.book[key] + self._owed_on_notes(key) + more > limit:
            faults.add("impossible" if self._owing.is_hard(key, self.house) else "term")
        if pay == "book" and not self._people[key].regular:
            faults.add("term")
        return faults


def _paid(line: Line, player: str, amount: int, seller: str = "") -> Effect:
    """Return the effect of a payment on the counters of the bank, or of the player who sells."""
    pay = line.get("pay")
    if pay == "note":
        return {f"note {line.id}@{seller}": amount}
    if pay == "book":
        return together({f"book {player}": amount}, {f"book {seller}": -amount} if seller else {})
    if seller:
        return {}
    return {"drawer": amount} if pay == "cash" else {"owed": -amount}


class NightPayout(NightBuying):
    """Cash-outs and the final pot."""

    def _cash_out(self, line: Line) -> Outcome:
        count, player = line.get("banker_count"), line.get("player")
        pays_odd_cents = self._pays_odd_cents(line.get("payout") or (), count)
        odd = 0 if pays_odd_cents else count % self.house["unit"]
        paid_out = self._in_order if line.get("payout") is None else self._by_hand
        faults, paid = paid_out(line, count - odd)
        if pays_odd_cents:
            faults.add("term")
        if self._too_early(line) or (count and not self._counters[f"bought {player}"]):
            faults.add("term")
        if line.get("player_count") != count:
            faults.add("counts")
        return faults, together({"chips": -count, "pot": odd, f"received {player}": count - odd}, paid)

    def _pays_odd_cents(self, parts: Sequence[tuple[str, int, str | None]], count: int) -> bool:
        """Tell whether a payout by hand pays a count with odd cents in full, the odd cents without coins."""
        unit = self.house["unit"]
        coinless = sum(amount for by, amount, _ in parts if by in ("book", "transfer"))
        total = sum(amount for _, amount, _ in parts)
        return bool(count % unit and coinless and total == count and (total - coinless) % unit == 0)

    def _in_order(self, line: Line, due: int) -> Outcome:
        player = line.get("player")
        owes = self._owes(player) if self._book_is_kept() else 0
        back, left = self._handed_back(player, due)
        struck = min(left, max(0, owes))
        faults, paid = self._cash_then_book(player, left - struck)
        return faults, together(back, {f"book {player}": -struck}, paid)

    def _handed_back(self, player: str, due: int, name: str | None = None) -> tuple[Effect, int]:
        """Hand back the player's notes at the bank, oldest first, or the named one; return the effect and the rest."""
        back: Effect = {}
        for note in self._notes():
            if note.debtor == player and (name is None or note.is_called(name)):
                part = min(due, self._at(note, BANK))
                back, due = together(back, {f"note {note.key}@": -part}), due - part
        return back, due

    def _cash_then_book(self, player: str, due: int) -> Outcome:
        cash = min(due, self.drawer())
        faults: Faults = {"impossible"} if cash < due and not self._book_is_kept() else set()
        return faults, {"drawer": -cash, f"book {player}": cash - due}

    def _by_hand(self, line: Line, due: int) -> Outcome:
        faults, effect, total = Faults(), Effect(), 0
        for by, amount, name in line.get("payout"):
            also, paid = self._part(by, amount, name, line.get("player"))
            faults, effect, total = faults | also, together(effect, paid), total + amount
        return faults | ({"impossible"} if total != due else set()), effect

    def _part(self, by: str, amount: int, name: str | None, player: str) -> Outcome:
        kept = self._book_is_kept()
        if by == "cash":
            return set(), {"drawer": -amount}
        if by == "transfer":
            return set() if "transfer" in self.house["pays_with"] else {"term"}, {"owed": amount}
        if by == "book":
            return set() if kept else {"term"}, {f"book {player}": -amount}
        if by == "own_note":
            back, left = self._handed_back(player, amount, name)
            return {"impossible"} if left else set(), back
        return self._handed_on(self._called(str(name)), amount, player)

    def _handed_on(self, note: Note | None, amount: int, player: str) -> Outcome:
        """Hand on a whole note of another player that the bank holds."""
        if note is None or note.debtor == player or self._at(note, BANK) != amount:
            return {"impossible"}, {}
        return set(), {f"note {note.key}@": -amount, f"note {note.key}@{player}": amount}

    def _final_pot(self, line: Line) -> Outcome:
        left, total = self.chips_in_play(), self.chips_in_play() + self.final_pot()
        if self.house["unit"] == 1 or self._holding_chips() or not total:
            return {"impossible"}, {}
        faults, paid = self._cash_then_book(line.get("winner"), total)
        if total % self.house["unit"]:
            faults.add("term")
        return faults, together({"chips": -left, "pot": left - total, f"received {line.get('winner')}": total}, paid)
