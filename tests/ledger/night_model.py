"""A model of one night's bank in plain Python, to compare the real bank with, act by act.

It shares no code and no way of keeping numbers with the real bank: there is no ledger of transfers, only five counters
of the night and two of each player. An act adds its effect to them, undoing it adds the opposite; everything that is no
number (notices, levels, who holds chips) is looked up in the acts that still stand. Cash and transfer only: whatever
needs a note or THE BOOK is answered "not built". All amounts are int cents.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from tests.ledger.night_model_facts import Effect, Entry, Person, limit
from tests.ledger.night_model_lines import NOT_BUILT, House, Line, LineError, read_line
from tests.ledger.night_model_terms import NightTerms

Answer = Literal["ok", "refused", "impossible", "known", "not built"]
# A term can be overruled by `ruling`, differing counts only by `count_ruling`, and the impossible never.
Fault = Literal["term", "counts", "impossible"]
Faults = set[Fault]
Outcome = tuple[Faults, Effect]

NEVER_REVERSED = ("player", "open", "close", "reverse")


class NightModel(NightTerms):
    """One night under one house. `apply` takes night-log acts in order; the readers say what is true now."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.last_faults: Faults = set()  # everything that spoke against the last act and no ruling took away

    # Taking an act

    def apply(self, act: Mapping[str, Any]) -> Answer:
        """Take one night-log act, or say why not and change nothing. Raises LineError for what is no act."""
        line = read_line(act)
        self.last_faults = set()
        known = self._known(line)
        if known is not None:
            self.last_faults = {"impossible"} if known == "impossible" else set()
            return known
        if not self._strangers(line) and _needs_notes_or_book(line):
            return "not built"
        faults, effect = self._outcome(line)
        self.last_faults = faults - ({"term"} if line.ruled else set()) - ({"counts"} if line.count_ruled else set())
        if "impossible" in self.last_faults:
            return "impossible"
        if self.last_faults:
            return "refused"
        self._record(line, effect)
        return "ok"

    def _known(self, line: Line) -> Answer | None:
        earlier = self._entry(line.id)
        if earlier is not None:
            same = (earlier.line.kind, earlier.line.content) == (line.kind, line.content)
            return "known" if same else "impossible"
        target = self._entry(line.get("of")) if line.kind == "reverse" else None
        return "known" if target is not None and target.undone else None

    def _outcome(self, line: Line) -> Outcome:
        opened = self._standing("open")
        if line.kind == "player":
            return self._player(line), {}
        if (line.kind == "open") == bool(opened):
            if opened:
                raise LineError("this model knows one night")
            return {"impossible"}, {}
        if line.night not in (None, *(before.id for before in opened)):
            raise LineError("this model knows one night")
        if self.closed or self._strangers(line):
            return {"impossible"}, {}
        faults, effect = getattr(self, f"_{line.kind}")(line)
        if any(self._counters[name] + effect.get(name, 0) < 0 for name in ("chips", "drawer", "pot")):
            faults = {*faults, "impossible"}
        return faults, effect

    def _strangers(self, line: Line) -> bool:
        named = [line.get(field) for field in ("player", "seller", "buyer", "banker", "winner")]
        return any(name is not None and name not in self._people for name in named)

    def _record(self, line: Line, effect: Effect) -> None:
        if line.kind == "player":
            self._remember(line)
        if line.kind == "reverse":
            self._undo(line)
        if line.kind == "close":
            self.closed = True
            self.borne_at_close = self.over_short()
        for name, change in effect.items():
            self._counters[name] += change
        self._entries.append(Entry(line, effect))

    def _undo(self, line: Line) -> None:
        for entry in self._entries:
            entry.undone = entry.undone or entry.line.id == line.get("of")

    # Players and the opening

    def _player(self, line: Line) -> Faults:
        if line.get("name") not in self._people and line.get("regular") is None:
            raise LineError("a new player is a regular or a guest")
        inviter = line.get("invited_by")
        answers = inviter is None or (inviter in self._people and self._people[inviter].regular)
        taken = any(person.mark == line.get("mark") for key, person in self._people.items() if key != line.get("name"))
        if not answers or inviter == line.get("name") or (line.get("mark") is not None and taken):
            return {"impossible"}
        return set()

    def _remember(self, line: Line) -> None:
        key = line.get("name")
        person = replace(self._people.get(key) or Person(line.shown, True, None), name=line.shown)
        said = {name: line.get(name) for name in ("regular", "invited_by", "mark") if line.get(name) is not None}
        self._people[key] = replace(person, **said)

    def _open(self, line: Line) -> Outcome:
        if line.get("house") != self.house["key"]:
            raise LineError(f"this model plays {self.house['key']}")
        small, big = line.get("small_blind"), line.get("big_blind")
        least, most = self._limits_at_opening(line)
        asked = (small, big, line.get("buy_in_min"), line.get("buy_in_max"))
        faults: Faults = self._banker_faults(line)
        house_small, house_big = self.house["blinds"] or (None, None)
        small, big = small or house_small, big or house_big
        incomplete = self.house["asked"] and None in asked
        upside_down = small is not None and big is not None and small > big
        if incomplete or upside_down or self._nothing_between(least or 1, most):
            faults.add("impossible")
        return faults, {"drawer": line.get("float"), "owed": line.get("float")}

    def _nothing_between(self, least: int, most: int | None) -> bool:
        step = self.house["multiple"] or 1
        return most is not None and most // step * step < least

    def _limits_at_opening(self, line: Line) -> tuple[int | None, int | None]:
        blinds = self.house["blinds"] if line.get("big_blind") is None else (0, line.get("big_blind"))
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
        if self._people[line.get("banker")].name == self.banker:
            faults.add("impossible")
        return faults, {}

    # What moves no money

    def _arrive(self, line: Line) -> Outcome:
        return self._unanswered(line), {}

    def _unanswered(self, line: Line) -> Faults:
        person = self._people[line.get("player")]
        inviter = person.invited_by
        alone = not person.regular and (inviter is None or not self._people[inviter].regular)
        return {"term"} if self.house["guests_answered_for"] and alone else set()

    def _leave_notice(self, _line: Line) -> Outcome:
        return set(), {}

    def _last_hand(self, _line: Line) -> Outcome:
        return set(), {}

    def _big_stack(self, _line: Line) -> Outcome:
        return set(), {}

    def _level(self, line: Line) -> Outcome:
        if not 1 <= line.get("level") <= len(self.house["levels"]):
            return {"impossible"}, {}
        levels = self._standing("level")
        current = levels[-1].get("level") if levels else 0  # the first level may be said, though it is played anyway
        return ({"term"} if line.get("level") <= current else set()), {}

    # Buying

    def _float(self, line: Line) -> Outcome:
        return set(), {"drawer": line.get("amount"), "owed": line.get("amount")}

    def _buy_in(self, line: Line) -> Outcome:
        faults = self._unanswered(line)
        stack = line.get("stack")
        if self._breaks_limits(line) or line.get("pay") not in self.house["pays_with"]:
            faults.add("term")
        if stack is not None and stack > self.chips_in_play():
            faults.add("impossible")
        amount, player = line.get("amount"), line.get("player")
        return faults, {"chips": amount, f"bought {player}": amount, **_paid_in(line.get("pay"), amount)}

    def _chip_sale(self, line: Line) -> Outcome:
        faults: Faults = set()
        amount, buyer, seller = line.get("amount"), line.get("buyer"), line.get("seller")
        if not self.house["chip_sales"] or line.get("pay") not in self.house["pays_with"]:
            faults.add("term")
        if buyer == seller or amount > self.chips_in_play():
            faults.add("impossible")
        return faults, {f"bought {buyer}": amount, f"received {seller}": amount}

    def _change_pay(self, line: Line) -> Outcome:
        bought = [before for before in self._standing("buy_in") if before.id == line.get("of")]
        if not bought:
            return {"impossible"}, {}
        changes = [before for before in self._standing("change_pay") if before.get("of") == line.get("of")]
        old, new, amount = (*bought, *changes)[-1].get("pay"), line.get("pay"), bought[0].get("amount")
        faults: Faults = set() if new in self.house["pays_with"] else {"term"}
        if old == new:
            faults.add("impossible")
        return faults, _together(_paid_in(new, amount), _opposite(_paid_in(old, amount)))

    # Leaving

    def _cash_out(self, line: Line) -> Outcome:
        count, player = line.get("banker_count"), line.get("player")
        odd = count % self.house["unit"]
        parts = line.get("payout")
        cash = sum(part[1] for part in parts if part[0] == "cash") if parts is not None else count - odd
        transfer = sum(part[1] for part in parts or () if part[0] == "transfer")
        faults: Faults = {"term"} if self._too_early(line) else set()
        if line.get("player_count") != count:
            faults.add("counts")
        if count and not self._counters[f"bought {player}"]:
            faults.add("term")
        if transfer and "transfer" not in self.house["pays_with"]:
            faults.add("term")
        if cash + transfer != count - odd:
            faults.add("impossible")
        paid = {"drawer": -cash, "owed": transfer, f"received {player}": count - odd}
        return faults, {"chips": -count, "pot": odd, **paid}

    def _final_pot(self, line: Line) -> Outcome:
        left, total = self.chips_in_play(), self.chips_in_play() + self.final_pot()
        if self.house["unit"] == 1 or self._holding_chips() or not total:
            return {"impossible"}, {}
        faults: Faults = {"term"} if total % self.house["unit"] else set()
        won = {"drawer": -total, f"received {line.get('winner')}": total}
        return faults, {"chips": -left, "pot": left - total, **won}

    # Reconciling

    def _declare_chips(self, line: Line) -> Outcome:
        more = (line.get("extra") or 0) - (line.get("missing") or 0)
        return set(), {"chips": more, "borne": more}

    def _count_drawer(self, line: Line) -> Outcome:
        over = line.get("counted") - self.drawer()
        return set(), {"drawer": over, "borne": -over}

    def _close(self, _line: Line) -> Outcome:
        ready = self.counted and not self.chips_in_play() and not self.final_pot()
        cleared = {name: -self._counters[name] for name in ("drawer", "owed", "borne")}
        return (set() if ready else {"impossible"}), cleared

    def _reverse(self, line: Line) -> Outcome:
        target = self._entry(line.get("of"))
        if target is None or target.line.kind in NEVER_REVERSED or self._built_upon(target.line):
            return {"impossible"}, {}
        return set(), _opposite(target.effect)

    def _built_upon(self, target: Line) -> bool:
        # What changes the means of a buy-in rests on the buy-in and on the change before it.
        changes = self._standing("change_pay")
        if target.kind == "change_pay":
            same = [change.id for change in changes if change.get("of") == target.get("of")]
            return same[-1] != target.id
        return any(change.get("of") == target.id for change in changes)


def _paid_in(pay: str, amount: int) -> Effect:
    return {"drawer": amount} if pay == "cash" else {"owed": -amount}


def _opposite(effect: Effect) -> Effect:
    return {name: -change for name, change in effect.items()}


def _together(*effects: Effect) -> Effect:
    return {name: sum(effect.get(name, 0) for effect in effects) for effect in effects for name in effect}


def _needs_notes_or_book(line: Line) -> bool:
    paid = (line.get("pay"), *(part[0] for part in line.get("payout") or ()))
    return line.kind in NOT_BUILT or any(means in ("note", "book", "own_note") for means in paid)
