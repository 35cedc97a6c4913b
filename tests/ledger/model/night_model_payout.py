"""Leaving in the model of a night: the count, the order of paying out, payouts by hand, and the final pot.

The part of the model (see `night_model`) that says what a cash-out comes to. All amounts are int cents.
"""

from tests.ledger.model.night_model_buying import NightBuying
from tests.ledger.model.night_model_facts import Effect, Faults, Outcome, together
from tests.ledger.model.night_model_lines import Line
from tests.ledger.model.night_model_notes import BANK, Note


class NightPayout(NightBuying):
    """Cash-outs and the final pot."""

    def _cash_out(self, line: Line) -> Outcome:
        count, player = line.get("banker_count"), line.get("player")
        odd = count % self.house["unit"]
        paid_out = self._in_order if line.get("payout") is None else self._by_hand
        faults, paid = paid_out(line, count - odd)
        if self._too_early(line) or (count and not self._counters[f"bought {player}"]):
            faults.add("term")
        if line.get("player_count") != count:
            faults.add("counts")
        return faults, together({"chips": -count, "pot": odd, f"received {player}": count - odd}, paid)

    def _in_order(self, line: Line, due: int) -> Outcome:
        player = line.get("player")
        owes = self._owes(player) if self._book_is_kept() else 0
        back, left = self._handed_back(player, due)
        struck = min(left, max(0, owes))
        faults, paid = self._cash_then_book(player, left - struck)
        return faults, together(back, {f"book {player}": -struck}, paid)

    def _handed_back(self, player: str, due: int, name: str | None = None) -> tuple[Effect, int]:
        """Hand back the player's notes that the bank holds, oldest first, or the one called so; and what is left."""
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
        """Hand on a whole note of somebody else that the bank holds."""
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
