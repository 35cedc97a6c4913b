"""Buying chips in the model of a night: from the bank and from each other, with cash, notes, THE BOOK and transfers.

The part of the model (see `night_model`) that says what an act of buying comes to. All amounts are int cents.
"""

from tests.ledger.model.night_model_facts import Effect, Faults, Outcome, opposite, together
from tests.ledger.model.night_model_lines import Line
from tests.ledger.model.night_model_notes import NightNotes

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
