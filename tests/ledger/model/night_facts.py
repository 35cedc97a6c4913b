"""The state of a night in the model of its bank: counters of money and chips, and the acts so far.

This part of the model (see `night_model`) answers questions and takes no acts. All amounts are int cents.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal

from tests.ledger.model.night_houses import Blinds, House
from tests.ledger.model.night_lines import FIELDS, OF_A_NIGHT, Line, LineError


@dataclass(frozen=True)
class Person:
    """A player: the name as last written, the inviter of a guest, and the mark for notes."""

    name: str
    regular: bool
    invited_by: str | None
    mark: str | None = None


class People(dict[str, Person]):
    """All players by the key of their name, in the order in which they were first named."""

    def can_be(self, line: Line) -> bool:
        """Tell whether a `player` act is possible. Raises LineError if it says too little of a new player."""
        if line.get("name") not in self and line.get("regular") is None:
            raise LineError("a new player is a regular or a guest")
        inviter = line.get("invited_by")
        answers = inviter is None or (inviter in self and self[inviter].regular)
        return answers and inviter != line.get("name") and not self._taken(line)

    def _taken(self, line: Line) -> bool:
        others = [person for key, person in self.items() if key != line.get("name")]
        return line.get("mark") is not None and any(person.mark == line.get("mark") for person in others)

    def remember(self, line: Line) -> None:
        """Add the player of a `player` act, or update them."""
        key = line.get("name")
        person = replace(self.get(key) or Person(line.shown, True, None), name=line.shown)
        said = {name: line.get(name) for name in ("regular", "invited_by", "mark") if line.get(name) is not None}
        self[key] = replace(person, **said)

    def inviter(self, key: str) -> str | None:
        """Return the regular who answers for a guest now; None if there is none."""
        inviter = self[key].invited_by
        return inviter if inviter is not None and self[inviter].regular else None

    def by_place(self, keys: list[str]) -> Iterator[str]:
        """Yield these keys in the order in which they were first named."""
        yield from (key for key in self if key in keys)


@dataclass
class Credit:
    """The players' debts to THE BOOK by key, below zero if it owes them; and the `credit` acts that stand."""

    people: People
    book: Counter[str] = field(default_factory=Counter)
    said: list[Line] = field(default_factory=list)

    def _of(self, key: str, name: str) -> int | bool | None:
        values: list[int | bool | None] = [line.get(name) for line in self.said if line.get("player") == key]
        return next((value for value in reversed(values) if value is not None), None)

    def refuses(self, key: str) -> bool:
        """Tell whether a player wants no credit."""
        return bool(self._of(key, "refuses"))

    def limit(self, key: str, house: House) -> int | None:
        """Return the most that a player may owe in all: their own limit, else the house's."""
        own = self._of(key, "limit")
        return house["credit_limit"] if own is None else own

    def is_hard(self, key: str, house: House) -> bool:
        """Tell whether the limit cannot be overruled. The house's hardness applies to the house's limit alone."""
        own = self._of(key, "hard")
        return bool(own) if own is not None else house["credit_hard"] and self._of(key, "limit") is None


Effect = dict[str, int]
# A term can be overruled by `ruling`, differing counts only by `count_ruling`, and the impossible never.
Fault = Literal["term", "counts", "impossible"]
Faults = set[Fault]
Outcome = tuple[Faults, Effect]
TAKING_PART = {"arrive": "player", "buy_in": "player", "cash_out": "player", "final_pot": "winner"}


@dataclass
class Entry:
    """A recorded act, its effect on the counters, the opening of its night, and whether it was reversed since."""

    line: Line
    effect: Effect
    night: str | None = None
    undone: bool = False


@dataclass(frozen=True)
class State:
    """The state of a night: chips in play, drawer, float owed, over/short and final pot; (bought, received) by name.

    `book` is each player's debt to THE BOOK from the night, below zero if it owes them.
    """

    counters: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    results: dict[str, tuple[int, int]] = field(default_factory=dict)
    banker: str = ""
    closed: bool = False
    book: dict[str, int] = field(default_factory=dict)


class NightFacts:
    """Readers of a night's present state, and lookups in the acts that still stand."""

    def __init__(self, house: House, credit: Credit) -> None:
        self.house = house
        self.closed = False
        self.borne_at_close = 0  # over/short at the close; the banker bore what is above zero
        self._owing = credit
        self._people = credit.people
        self._entries: list[Entry] = []
        self._counters: Counter[str] = Counter()

    def chips_in_play(self) -> int:
        """Return the chips that are out."""
        return self._counters["chips"]

    def drawer(self) -> int:
        """Return the cash that should be in the drawer."""
        return self._counters["drawer"]

    def float_owed(self) -> int:
        """Return the bank's debt to the banker before over/short; below zero if the banker holds the bank's money."""
        return self._counters["owed"]

    def over_short(self) -> int:
        """Return the missing money, which the banker bears; below zero for a surplus, zero once the night closed."""
        return self._counters["borne"]

    def final_pot(self) -> int:
        """Return the odd chips that wait for the last hand."""
        return self._counters["pot"]

    def book(self) -> dict[str, int]:
        """Return the debts to THE BOOK from this night by name; below zero if it owes them, left out if zero."""
        return {person.name: owes for key, person in self._people.items() if (owes := self._owes(key))}

    def state(self) -> State:
        """Return all of that together."""
        return State(
            counters=(self.chips_in_play(), self.drawer(), self.float_owed(), self.over_short(), self.final_pot()),
            results={name: pair for name, pair in self.results().items() if any(pair)},
            banker=self.banker,
            closed=self.closed,
            book=self.book(),
        )

    def keys(self, *kinds: str) -> list[str]:
        """Return the ids of the acts that stand, of these kinds or of all."""
        return [entry.line.id for entry in self._entries if not entry.undone and entry.line.kind in (kinds or FIELDS)]

    def holding(self) -> list[str]:
        """Return the players who bought chips and have not cashed out since."""
        return sorted(self._people[key].name for key in self._holding_chips())

    def edges(self) -> list[int]:
        """Return amounts at which an answer may change: limits, multiples, and the chips and cash at hand."""
        limits = (self._least() or 1, self.house["multiple"] or 1)
        there = (self.chips_in_play(), self.drawer(), self.final_pot(), abs(self.float_owed()))
        return [*self.ceilings(), *limits, *there]

    def ceilings(self) -> list[int]:
        """Return the most that a player may buy, and buy again."""
        most = self._most() or 5000
        return [most, most * self.house["rebuy_percent"] // 100]

    def moments(self) -> list[datetime]:
        """Return the moments at which a notice is long enough or a window closes."""
        length = timedelta(seconds=self.house["notice"] or self.house["window"] or 0)
        return [line.at + length for line in self._standing("leave_notice", "level")]

    def results(self) -> dict[str, tuple[int, int]]:
        """Return (bought, received) of every player who takes part in the night, by name."""
        return {
            self._people[key].name: (self._counters[f"bought {key}"], self._counters[f"received {key}"])
            for key in self._taking_part()
        }

    @property
    def blinds(self) -> Blinds | None:
        """Small and big blind of the latest level; without a level, each is the night's own or else the house's."""
        levels = self._standing("level")
        if levels:
            return self.house["levels"][levels[-1].get("level") - 1]
        small, big = self.house["blinds"] or (None, None)
        small, big = self._own_figure("small_blind") or small, self._own_figure("big_blind") or big
        return None if small is None or big is None else (small, big)

    @property
    def banker(self) -> str:
        """The name of the player who has the drawer now, "" before the opening."""
        key = self._banker()
        return self._people[key].name if key else ""

    @property
    def counted(self) -> bool:
        """Whether the drawer has been counted since it last changed."""
        for entry in reversed(self._entries):
            if entry.line.kind == "count_drawer" and not entry.undone:
                return True
            if entry.effect.get("drawer"):
                return False
        return False

    # Looking at the acts so far

    def _entry(self, key: object) -> Entry | None:
        return next((entry for entry in self._entries if entry.line.id == key), None)

    def _standing(self, *kinds: str) -> list[Line]:
        return [entry.line for entry in self._entries if entry.line.kind in kinds and not entry.undone]

    def _owes(self, key: str) -> int:
        return self._counters[f"book {key}"]

    def _banker(self) -> str:
        lines = self._standing("open", "hand_over")
        return lines[-1].get("banker") if lines else ""

    def _taking_part(self) -> list[str]:
        keys: list[str] = []
        for line in self._standing(*TAKING_PART, "chip_sale"):
            named = (line.get("seller"), line.get("buyer")) if line.kind == "chip_sale" else ()
            keys += named or (line.get(TAKING_PART[line.kind]),)
        return list(dict.fromkeys(keys))

    def _holding_chips(self) -> set[str]:
        holding: set[str] = set()
        for line in self._standing("buy_in", "chip_sale", "cash_out"):
            if line.kind == "cash_out":
                holding.discard(line.get("player"))
            else:
                holding.add(line.get("buyer" if line.kind == "chip_sale" else "player"))
        return holding

    def _own_figure(self, field: str) -> int | None:
        said: list[int | None] = [line.get(field) for line in self._standing("open", "stakes")]
        return said[-1] if said else None

    def _least(self) -> int | None:
        own = self._own_figure("buy_in_min")
        return own or limit(self.house["minimum"], self.house["minimum_big_blinds"], self.blinds)

    def _most(self) -> int | None:
        own = self._own_figure("buy_in_max")
        most = own or limit(self.house["maximum"], self.house["maximum_big_blinds"], self.blinds)
        if own is not None or most is None or not self.house["or_big_stack"]:
            return most
        guesses: list[int] = [line.get("amount") for line in self._standing("big_stack")]
        return max([most, *guesses[-1:]])


def limit(amount: int | None, big_blinds: int | None, blinds: Blinds | None) -> int | None:
    """Return a limit in cents, from an amount or a number of big blinds."""
    return big_blinds * blinds[1] if big_blinds is not None and blinds is not None else amount


def together(*effects: Mapping[str, int]) -> Effect:
    """Return the sum of these effects."""
    return {name: sum(effect.get(name, 0) for effect in effects) for effect in effects for name in effect}


def opposite(effect: Mapping[str, int]) -> Effect:
    """Return the effect that undoes another one."""
    return {name: -change for name, change in effect.items()}


class NightTerms(NightFacts):
    """Checks of an act against the limits and times of the house, from the acts that stand."""

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
        if self.house["equal_deals"] and not line.get("dealt"):
            return True
        at_the_end = self.house["at_the_end"] and not self.house["equal_deals"]
        return bool(count) and (at_the_end or self._without_notice(line) or self._outside_window(line))

    def _without_notice(self, line: Line) -> bool:
        if self.house["notice"] is None or line.get("round_played"):
            return False
        given = self._notices(line.get("player"))
        return not any(line.at - at >= timedelta(seconds=self.house["notice"]) for at in given)

    def _notices(self, player: str) -> list[datetime]:
        given: list[datetime] = []
        for before in self._standing("leave_notice", "cash_out"):
            if before.get("player") == player:
                # Leaving uses up a notice: a player who comes back has to give another.
                given = [*given, before.at] if before.kind == "leave_notice" else []
        return given

    def _is_here(self, player: str) -> bool:
        """Tell whether the player took part tonight and has not cashed out since: only chips bring them back."""
        here = gone = False
        for line in self._standing(*OF_A_NIGHT):
            if player in (line.get("player"), line.get("seller"), line.get("buyer"), line.get("winner")):
                bought = line.kind == "buy_in" or player == line.get("buyer")
                here, gone = True, line.kind == "cash_out" or (gone and not bought)
        return here and not gone

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
        """Tell whether THE BOOK covers a short drawer: by the house, or since chips were bought on credit tonight."""
        owed = [line.get("pay") for line in self._standing("buy_in", "chip_sale", "change_pay")]
        return self.house["has_book"] or "note" in owed or "book" in owed
