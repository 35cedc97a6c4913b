"""A plain model of nights and their waiting lists, written from the rules of the house, not from the product.

It gets the facts in order, checks each of them (``Forbidden`` if the house does not allow it) and applies it.
:meth:`Model.owed` names the facts that should have followed and did not. Numbers are those of players and nights,
times are aware.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from reservations.acts.facts import FactValue
from reservations.houses.attendance_terms import Arrears, AttendanceTerms, MovesUp, Then

MINUTE = timedelta(minutes=1)


class Forbidden(AssertionError):
    """A fact that the rules of the house do not allow."""


@dataclass
class Party:
    """A player and their guests: their place, and the fact since which they have it."""

    place: str = ""
    size: int = 1
    asked: int = 0
    until: datetime | None = None
    favoured: bool = False
    pinned: int | None = None
    held: str = ""
    confirmed: bool = False
    came: bool = False
    moved_up: datetime | None = None
    gone: str = ""

    @property
    def sits(self) -> bool:
        return self.place == "seat" and self.gone not in ("excused", "no-show")

    @property
    def takes(self) -> int:
        return self.size if self.sits or self.place == "offered" else 0

    def leave(self) -> None:
        """Leave the seat or the line; a bump by the host stays on record."""
        self.place, self.size, self.until, self.pinned = "", 1, None, None
        self.confirmed, self.gone, self.favoured, self.moved_up = False, "", False, None


@dataclass
class LateNo:
    """A seat given up too late, at a house that clears this when others take the seat: the part still open."""

    fact: int
    player: int
    left: int
    full: bool


@dataclass
class Evening:
    """One night: its seats, its start, and the places of all players."""

    number: int
    seats: int
    start: datetime
    off: bool = False
    parties: dict[int, Party] = field(default_factory=dict)
    late: list[LateNo] = field(default_factory=list)
    asked_to_confirm: datetime | None = None
    called: datetime | None = None

    def of(self, player: int) -> Party:
        return self.parties.setdefault(player, Party())

    def taken(self) -> int:
        return sum(each.takes for each in self.parties.values())

    def free(self) -> int:
        return self.seats - self.taken()

    def offered(self) -> list[Party]:
        return [each for each in self.parties.values() if each.place == "offered"]

    def waiting(self) -> list[int]:
        return [player for player, each in self.parties.items() if each.place == "waiting"]


@dataclass
class Mark:
    """A strike and its state."""

    fact: int
    player: int
    night: int
    weight: int
    state: str = "counts"


@dataclass
class Ended:
    """A reservation that a strike ended, with the earlier place; its key is the fact that released the player."""

    strike: int
    night: int
    player: int
    before: Party


@dataclass
class Model:
    """A house, its players and its nights. ``owes`` holds the numbers of players with overdue debts."""

    terms: AttendanceTerms
    regulars: frozenset[int]
    nights: dict[int, Evening]
    owes: frozenset[int] = frozenset()
    strikes: list[Mark] = field(default_factory=list)
    to_strike: set[tuple[int, int]] = field(default_factory=set)
    to_release: set[tuple[int, int]] = field(default_factory=set)
    ended: dict[int, "Ended"] = field(default_factory=dict)
    to_give_back: set[int] = field(default_factory=set)

    def count(self, player: int) -> int:
        """Return a player's strikes that count, by weight."""
        return sum(
            each.weight
            for each in self.strikes
            if each.player == player and each.state == "counts" and not self.nights[each.night].off
        )

    def _reached(self, player: int) -> list[Then]:
        return [step.then for step in self.terms.steps if self.count(player) >= step.strikes]

    def barred(self, player: int) -> bool:
        out = self.terms.arrears == Arrears.OUT and player in self.owes
        return out or self.is_out(player)

    def _behind(self, player: int) -> bool:
        owing = self.terms.arrears == Arrears.BEHIND and player in self.owes
        return owing or Then.BEHIND in self._reached(player)

    def order(self, night: Evening) -> list[int]:
        """Return the waiting players: by the priorities of the house, then in order of asking, with the host's pins."""
        rest = sorted((one for one in night.waiting() if night.of(one).pinned is None), key=self._rank(night))
        pinned = [one for one in night.waiting() if night.of(one).pinned is not None]
        for one in sorted(pinned, key=lambda each: (night.of(each).pinned, -night.of(each).asked)):
            rest.insert((night.of(one).pinned or 1) - 1, one)
        return rest

    def _rank(self, night: Evening):
        def rank(player: int) -> tuple[object, ...]:
            mine = night.of(player)
            return (
                self.barred(player) or mine.held != "",
                not mine.favoured,
                self._behind(player),
                self.terms.regulars_first and player not in self.regulars,
                self.count(player) * self.terms.fewer_strikes_first,
                mine.asked,
            )

        return rank

    def could_sit(self, night: Evening, player: int) -> bool:
        """Tell whether a waiting player could have the free seats."""
        mine = night.of(player)
        return not self.barred(player) and not mine.held and mine.size <= night.free()

    def somebody_could(self, night: Evening, but: int = 0) -> bool:
        return any(self.could_sit(night, one) for one in night.waiting() if one != but)

    def by_themselves(self, night: Evening, at: datetime) -> str:
        """Say how the next in line gets a free seat at that time: "moved up", "offer", or "" for not at all."""
        if self.terms.moves_up == MovesUp.HOST or at >= night.start:
            return ""
        if self.terms.moves_up == MovesUp.AUTOMATIC and at < night.start - self.terms.cutoff_minutes * MINUTE:
            return "moved up"
        return "offer" if self.terms.offer_minutes else ""

    def answered(self, night: Evening, player: int, size: int, at: datetime, *, wait: bool, ruled: bool) -> str:
        """Return the result of a yes: "seat", "waiting", "Refused" or "Impossible"."""
        mine = night.of(player)
        if night.off:
            return "Impossible"
        over = mine.place == "offered" and mine.until is not None and at >= mine.until
        if self.barred(player) and not mine.place and not ruled:
            return "Refused"
        if mine.takes and not over:
            if size <= mine.size or (size - mine.size <= night.free() and not self.somebody_could(night)):
                return "seat"
            return "waiting" if wait else "Impossible"
        if mine.place == "waiting" or mine.held == "bumped" or at >= night.start or over:
            return "waiting"
        return "waiting" if size > night.free() or self.somebody_could(night) else "seat"

    def is_late(self, night: Evening, player: int, at: datetime) -> bool:
        """Tell whether a no is too late, could have come in time, and follows no strike for that night."""
        minutes = self.terms.late_change_minutes
        if minutes is None or night.start - at >= minutes * MINUTE or self.struck(night, player):
            return False
        learnt = [each for each in (night.of(player).moved_up, night.called) if each is not None]
        return not learnt or max(learnt) <= night.start - 2 * minutes * MINUTE

    def struck(self, night: Evening, player: int) -> bool:
        return any(
            (each.player, each.night) == (player, night.number) and each.state not in ("unmark", "moved")
            for each in self.strikes
        )

    def falls_away(self, strike: int, at: datetime) -> None:
        """Plan to give back what a strike ended, unless another strike keeps the player out or the night has begun."""
        for fact, each in self.ended.items():
            if each.strike == strike and not self.is_out(each.player) and at < self.nights[each.night].start:
                self.to_give_back.add(fact)

    def is_out(self, player: int) -> bool:
        return Then.REMOVED in self._reached(player)

    def owed(self, night: Evening, at: datetime) -> Iterator[str]:
        """Yield a sentence for every fact that should have followed by now on a night, and did not."""
        if night.off:
            return
        if self.by_themselves(night, at) and self.somebody_could(night):
            yield f"a seat is free at {at} and somebody waits for it"
        if any(each.place == "offered" and each.until and each.until <= at for each in night.parties.values()):
            yield "an offer is over"
        if at >= night.start and any(not (each.full and not each.left) for each in night.late):
            yield "a late no is not settled"
        if self.to_give_on(night, at):
            yield "a seat that nobody confirmed was not given on"

    def to_give_on(self, night: Evening, at: datetime) -> bool:
        """Tell whether an unconfirmed seat should go to a waiting player."""
        minutes = self.terms.release_minutes
        if minutes is None or not night.asked_to_confirm or not self.by_themselves(night, at):
            return False
        given = (self.terms.confirm_minutes or 0) - minutes
        if at < max(night.start - minutes * MINUTE, night.asked_to_confirm + given * MINUTE):
            return False
        if self.somebody_could(night):
            return False
        loose = sum(each.size for each in night.parties.values() if each.sits and not each.confirmed)
        able = [night.of(one).size for one in night.waiting() if not self.barred(one) and not night.of(one).held]
        return loose > 0 and bool(able) and min(able) <= night.free() + loose

    def check(self, right: bool, what: str, fact: FactValue) -> None:
        """Raise ``Forbidden`` if ``right`` is false."""
        if not right:
            raise Forbidden(f"{what}: {fact}")
