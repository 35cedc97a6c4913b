"""Which terms of the house an act of the night model breaks: the limits of buying, and the time to leave.

The part of the model (see `night_model`) that judges and changes nothing. All amounts are int cents.
"""

from datetime import datetime, timedelta

from tests.ledger.model.night_model_facts import NightFacts
from tests.ledger.model.night_model_lines import Line


class NightTerms(NightFacts):
    """What the limits and the times of the house say to an act, from the acts that stand."""

    def _breaks_limits(self, line: Line) -> bool:
        amount, multiple, least = line.get("amount"), self.house["multiple"], self._least()
        again = any(before.get("player") == line.get("player") for before in self._standing("buy_in"))
        if multiple is not None and amount % multiple:
            return True
        if (not again or self.house["rebuy"] == "busted") and least is not None and amount < least:
            return True
        return self._breaks_rebuy(amount, line.get("stack")) if again else self._too_much(amount)

    def _breaks_rebuy(self, amount: int, stack: int | None) -> bool:
        rule, most = self.house["rebuy"], self._most()
        if rule == "any time":
            return self._too_much(amount)
        if stack is None:
            return True
        if rule == "busted":
            return stack > 0 or self._too_much(amount)
        if rule == "below maximum" and most is not None and stack >= most:
            return True
        return self._too_much(stack + amount, self.house["rebuy_percent"])

    def _too_much(self, amount: int, percent: int = 100) -> bool:
        most = self._most()
        return most is not None and amount > most * percent // 100

    def _too_early(self, line: Line) -> bool:
        if self._standing("last_hand"):
            return False
        count = line.get("banker_count")
        if self.house["equal_deals"]:
            return True
        return bool(count) and (self.house["at_the_end"] or self._without_notice(line) or self._outside_window(line))

    def _without_notice(self, line: Line) -> bool:
        if self.house["notice"] is None or line.get("round_played"):
            return False
        given: list[datetime] = []
        for before in self._standing("leave_notice", "cash_out"):
            if before.get("player") == line.get("player"):
                # Leaving uses a notice up: who comes back has to give another one.
                given = [*given, before.at] if before.kind == "leave_notice" else []
        return not any(line.at - at >= timedelta(seconds=self.house["notice"]) for at in given)

    def _outside_window(self, line: Line) -> bool:
        if self.house["window"] is None:
            return False
        levels = self._standing("level")
        return not levels or line.at - levels[-1].at > timedelta(seconds=self.house["window"])

    def _unanswered(self, line: Line) -> bool:
        player = line.get("player")
        guest = not self._people[player].regular
        return self.house["guests_answered_for"] and guest and self._people.inviter(player) is None

    def _book_is_kept(self) -> bool:
        """Whether THE BOOK takes what the drawer does not hold: by the house, or since somebody may owe tonight."""
        owed = [line.get("pay") for line in self._standing("buy_in", "chip_sale", "change_pay")]
        return self.house["has_book"] or "note" in owed or "book" in owed
