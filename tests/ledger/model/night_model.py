"""A model of one night's bank in plain Python, to compare the real bank with, act by act.

It shares neither code nor bookkeeping with the real bank: it has no ledger of transfers, only counters of the night, of
each player and of each note. An act adds its effect to them, and undoing it adds the opposite. Everything that is no
number (notices, levels, holders of chips) is looked up in the acts that still stand. All amounts are int cents. The
acts of all nights, and those between nights, go through `book_model`.
"""

from datetime import date

from tests.ledger.model.night_chips import NightPayout
from tests.ledger.model.night_facts import Effect, Entry, Faults, Outcome, limit, opposite
from tests.ledger.model.night_houses import Blinds
from tests.ledger.model.night_lines import Line

NEVER_REVERSED = ("player", "open", "close", "reverse")
DATED = ("arrive", "buy_in", "chip_sale", "leave_notice", "last_hand", "cash_out")
FIGURES = ("small_blind", "big_blind", "buy_in_min", "buy_in_max")


class NightModel(NightPayout):
    """One night in one house. `judge` returns the outcome of an act, `record` takes it."""

    def judge(self, line: Line) -> Outcome:
        """Return the faults of an act of the night, and its effect on the counters."""
        if self.closed:
            return {"impossible"}, {}
        outcome: Outcome = getattr(self, f"_{line.kind}")(line)
        faults, effect = outcome
        held = [name for name in effect if name in ("chips", "drawer", "pot") or name.startswith("note ")]
        if any(self._counters[name] + effect[name] < 0 for name in held):
            faults = {*faults, "impossible"}
        if line.kind in DATED and not -1 <= (line.at.date() - self.date).days <= 7:
            faults = {*faults, "impossible"}
        return faults, effect

    def record(self, entry: Entry) -> None:
        """Take an act that was judged."""
        if entry.line.kind == "close":
            self.closed = True
            self.borne_at_close = self.over_short()
        self._counters.update(entry.effect)
        self._entries.append(entry)

    @property
    def date(self) -> date:
        """The date of the night."""
        opened: date = self._entries[0].line.get("date")
        return opened

    # The opening

    def _open(self, line: Line) -> Outcome:
        house_small, house_big = self.house["blinds"] or (None, None)
        small, big = line.get("small_blind") or house_small, line.get("big_blind") or house_big
        faults = {*self._banker_faults(line), *self._figure_faults(line, small, big)}
        return faults, {"drawer": line.get("float"), "owed": line.get("float")}

    def _stakes(self, line: Line) -> Outcome:
        house_small, house_big = self.house["blinds"] or (None, None)
        small, big = line.get("small_blind") or house_small, line.get("big_blind") or house_big
        own = [line.get(name) for name in FIGURES]
        faults: Faults = {"impossible"} if own == [self._own_figure(name) for name in FIGURES] else set()
        if self._standing("level"):
            # The level sets the blinds.
            small, big = self.blinds or (None, None)
            moved = any(line.get(name) not in (None, self._own_figure(name)) for name in FIGURES[:2])
            faults |= {"impossible"} if moved else set()
        sold: Faults = {"term"} if self._standing("buy_in") else set()
        return {*faults, *sold, *self._figure_faults(line, small, big)}, {}

    def _figure_faults(self, line: Line, small: int | None, big: int | None) -> Faults:
        least, most = self._limits_of(line, None if big is None else (0, big))
        incomplete = self.house["asked"] and None in [line.get(name) for name in FIGURES]
        upside_down = small is not None and big is not None and small > big
        return {"impossible"} if incomplete or upside_down or self._nothing_between(least or 1, most) else set()

    def _nothing_between(self, least: int, most: int | None) -> bool:
        step = self.house["multiple"] or 1
        return most is not None and most // step * step < least

    def _limits_of(self, line: Line, blinds: Blinds | None) -> tuple[int | None, int | None]:
        least = limit(self.house["minimum"], self.house["minimum_big_blinds"], blinds)
        most = limit(self.house["maximum"], self.house["maximum_big_blinds"], blinds)
        return line.get("buy_in_min") or least, line.get("buy_in_max") or most

    def _banker_faults(self, line: Line) -> Faults:
        guest = not self._people[line.get("banker")].regular
        return {"impossible"} if self.house["has_book"] and guest else set()

    def _hand_over(self, line: Line) -> Outcome:
        faults = self._banker_faults(line)
        if self.house["one_banker"]:
            faults.add("term")
        if line.get("banker") == self._banker():
            faults.add("impossible")
        return faults, {}

    # Acts that move no money

    def _arrive(self, line: Line) -> Outcome:
        faults: Faults = {"term"} if self._unanswered(line) else set()
        return (faults | {"impossible"} if self._is_here(line.get("player")) else faults), {}

    def _leave_notice(self, line: Line) -> Outcome:
        return ({"impossible"} if self._notices(line.get("player")) else set()), {}

    def _last_hand(self, _line: Line) -> Outcome:
        return ({"impossible"} if self._standing("last_hand") else set()), {}

    def _big_stack(self, _line: Line) -> Outcome:
        return set(), {}

    def _level(self, line: Line) -> Outcome:
        if not 1 <= line.get("level") <= len(self.house["levels"]):
            return {"impossible"}, {}
        levels = self._standing("level")
        current = levels[-1].get("level") if levels else 0  # level 1 may be recorded, though a night starts on it
        return ({"term"} if line.get("level") <= current else set()), {}

    # Reconciling

    def _float(self, line: Line) -> Outcome:
        return set(), {"drawer": line.get("amount"), "owed": line.get("amount")}

    def _declare_chips(self, line: Line) -> Outcome:
        more = (line.get("extra") or 0) - (line.get("missing") or 0)
        return set(), {"chips": more, "borne": more}

    def _count_drawer(self, line: Line) -> Outcome:
        over = line.get("counted") - self.drawer()
        return set(), {"drawer": over, "borne": -over}

    def _close(self, _line: Line) -> Outcome:
        ready = self.counted and not self.chips_in_play() and not self.final_pot() and not self.notes_out()
        rest = self.float_owed() - self.over_short() - self.drawer()
        cleared: Effect = {name: -self._counters[name] for name in ("drawer", "owed", "borne")}
        faults: Faults = set() if ready else {"impossible"}
        if rest < 0 and not self._people[self._banker()].regular:
            faults.add("term")
        return faults, {**cleared, f"book {self._banker()}": -rest}

    def _reverse(self, line: Line) -> Outcome:
        target = self._entry(line.get("of"))
        if target is None or target.line.kind in NEVER_REVERSED:
            return {"impossible"}, {}
        built_upon = self._built_upon(target.line) or self._moved_on(target)
        return {"impossible"} if built_upon else set(), opposite(target.effect)

    def _built_upon(self, target: Line) -> bool:
        if target.kind == "stakes":
            standing = [line.id for line in self._standing("stakes", "buy_in")]
            sold = {line.id for line in self._standing("buy_in")}
            return target.id in standing and not sold.isdisjoint(standing[standing.index(target.id) :])
        # A change of pay rests on its buy-in and on the change before it.
        changes = self._standing("change_pay")
        if target.kind == "change_pay":
            same = [change.id for change in changes if change.get("of") == target.get("of")]
            return same[-1] != target.id
        return any(change.get("of") == target.id for change in changes)
