"""Chips in the model of a night: bought from the bank and from each other, counted, paid out, and the final pot.

The part of the model (see `night_model`) that says what buying and cashing out come to. All amounts are int cents.
"""

from tests.ledger.model.night_model_facts import Effect, Faults, Outcome, opposite, together
from tests.ledger.model.night_model_lines import Line
from tests.ledger.model.night_model_notes import BANK, NightNotes, Note

ON_CREDIT = ("note", "book")


class NightBuying(NightNotes):
    """Buy-ins, chip sales, and buy-ins that were paid otherwise than recorded."""

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
        """What speaks against paying so, which lets a player owe so much more where it is on credit."""
        pay = line.get("pay")
        faults = self._credit_faults(player, pay, more) if pay in ON_CREDIT else set()
        if pay == "note" and self._called(line.get("note")):
            faults.add("impossible")
        if pay not in self.house["pays_with"]:
            faults.add("term")
        return faults

    def _credit_faults(self, key: str, pay: str, more: int) -> Faults:
        """What speaks against somebody owing so much more, by a note or to THE BOOK."""
        faults: Faults = {"impossible"} if self._owing.refuses(key) else set()
        limit = self._owing.limit(key, self.house)
        if limit is not None and self._owing.book[key] + self._owed_on_notes(key) + more > limit:
            faults.add("impossible" if self._owing.is_hard(key, self.house) else "term")
        if pay == "book" and not self._people[key].regular:
            faults.add("term")
        return faults


def _paid(line: Line, player: str, amount: int, seller: str = "") -> Effect:
    """What a player's paying adds to the counters of the bank, or to those of the player who sells."""
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
