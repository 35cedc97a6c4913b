"""What the panels of tables show: who sits where, who could move, and what is called for at the moment."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from hostdesk.tables.queries import present_tonight
from hostdesk.tonight.queries import Tonight
from reservations.acts.facts import FactKind
from reservations.acts.problems import Impossible
from reservations.houses.seating_terms import SeatingTerms
from reservations.models import Fact
from reservations.tables.balancing import WishState, has_to_be_asked, imbalance, wishes_of
from reservations.tables.positions import blinds_without_small
from reservations.tables.queries import seating_of, seating_terms_of
from reservations.tables.rules import merged, must_merge, must_split, split_sizes
from reservations.tables.seats import MoveReason, Moves, Present, Seating, Spot

_FEWEST_FOR_TWO = 4
_NOWHERE = Spot(1_000, 0)


@dataclass(frozen=True)
class PlayerAtTables:
    """Somebody at the tables, and their seat where they have one."""

    number: int
    name: str
    spot: Spot | None = None
    is_banker: bool = False


@dataclass(frozen=True)
class ButtonSeat:
    """A seat, and whose it is; nobody's without a name."""

    seat: int
    name: str = ""


@dataclass(frozen=True)
class Destination:
    """Where somebody goes; nowhere, where they have no seat then."""

    name: str
    to: Spot | None


@dataclass(frozen=True)
class ButtonWas:
    """Where the button of a table was when somebody said so last."""

    seat: int
    name: str
    at: datetime


@dataclass(frozen=True)
class ButtonAsked:
    """A table whose button is asked for: its seats, and where the button was.

    ``dead`` are the seats at which it can be with a dead small blind after it: somebody has left the seat of that.
    """

    table: int
    seats: tuple[ButtonSeat, ...]
    was: ButtonWas | None = None
    dead: tuple[ButtonSeat, ...] = ()


@dataclass(frozen=True)
class NightTables:
    """The tables of a night with those who are here, and the names of everybody.

    ``asks_button``: two tables became one, and nobody has drawn for its button or said where it is.
    """

    seating: Seating
    present: Present
    terms: SeatingTerms
    names: Mapping[int, str]
    asks_button: bool = False

    def person(self, number: int) -> PlayerAtTables:
        """Return somebody."""
        return PlayerAtTables(number, self.names[number], self.seating.spots.get(number), number == self.present.banker)

    def people(self) -> list[PlayerAtTables]:
        """Return everybody who is here, by their seats; who has none comes at the end."""
        seated = sorted(self.seating.spots, key=lambda number: self.seating.spots[number])
        return [self.person(number) for number in [*seated, *self.seating.standing(self.present.here)]]

    def sitting(self, table: int) -> list[PlayerAtTables]:
        """Return who sits at a table, by seat."""
        return [self.person(number) for number in self.seating.sitting(table).values()]

    def goes(self, moves: Moves) -> list[Destination]:
        """Return moves with names, by the seats they lead to; who has none then comes at the end."""
        found = [Destination(self.names[number], spot) for number, spot in moves]
        return sorted(found, key=lambda each: each.to or _NOWHERE)

    def ask_for_button(self, table: int) -> ButtonAsked:
        """Return the question where the button of a table is."""
        sitting = self.seating.sitting(table)
        chairs = [ButtonSeat(seat, self._name_at(sitting, seat)) for seat in range(1, self.seating.seats(table) + 1)]
        button = self.seating.buttons.get(table)
        # Who drew for it before anybody had a seat has it, but nobody knows where that is.
        seen = button is not None and button.seat > 0
        was = ButtonWas(button.seat, self._name_at(sitting, button.seat), button.at) if button and seen else None
        away_too = self.terms.away_dealt_in
        dealt_in, left = self.seating.dealt_in(table, away_too=away_too), self.seating.left(table, away_too=away_too)
        been = [chair for chair in chairs if chair.seat in dealt_in or chair.seat in left]
        dead = [chair for chair in been if blinds_without_small(chair.seat, dealt_in, left, len(chairs))]
        return ButtonAsked(table, tuple(chairs), was, tuple(dead))

    def _name_at(self, sitting: Mapping[int, int], seat: int) -> str:
        return self.names[sitting[seat]] if seat in sitting else ""

    def unknown_button(self, now: datetime) -> ButtonAsked | None:
        """Return the first of the tables whose button has to be asked for; None if all are known."""
        tables = self.seating.numbers()
        unknown = (table for table in tables if has_to_be_asked(self.seating, table, self.terms, now))
        return next((self.ask_for_button(table) for table in unknown), None)

    def drawing(self, table: int) -> int:
        """Return how many draw for the button of a table: who sits there, or all who are here where nobody does yet."""
        return self.seating.count(table) if self.seating.spots else len(self.present.here)

    def wishes(self) -> tuple[WishState, ...]:
        """Return the wishes for another table, the oldest first."""
        return wishes_of(self.seating, self.terms)


def tables_of(tonight: Tonight) -> NightTables:
    """Read the tables of a night that is on."""
    present = present_tonight(tonight)
    seating = seating_of(tonight.night).only(present)
    asks_button = False
    if seating.spots and not seating.buttons and seating.tables == 1:
        merges = Fact.objects.filter(night=tonight.night, kind=FactKind.MOVE, content__contains=MoveReason.MERGE.value)
        taken_back = Fact.objects.filter(night=tonight.night, kind=FactKind.TAKE_BACK).values("about")
        asks_button = merges.exclude(pk__in=taken_back).exists()
    return NightTables(seating, present, seating_terms_of(tonight.night), tonight.names, asks_button)


@dataclass(frozen=True)
class SplitPlan:
    """One table that becomes two: how many are here, how many stay and how many move, and whether it ``can_be``.

    ``why_not`` says why it is not called for; where it can be, the host may still overrule that.
    """

    count: int
    stay: int
    move: int
    people: list[PlayerAtTables]
    can_be: bool
    why_not: str = ""

    @property
    def is_called_for(self) -> bool:
        """Whether so many are here."""
        return not self.why_not


def split_plan(tables: NightTables) -> SplitPlan:
    """Return what a split would be."""
    count = len(tables.present.here)
    stay, move = split_sizes(count)
    can_be = tables.seating.tables == 1 and count >= _FEWEST_FOR_TWO
    why_not = ""
    if tables.seating.tables > 1:
        why_not = f"There are {tables.seating.tables} tables already."
    elif not must_split(tables.seating, tables.present, tables.terms):
        here = f"{are(count)} here, and all play at one table" if count else "Nobody is here yet"
        why_not = f"{here}. It is split when {tables.terms.split_at} are here."
    return SplitPlan(count, stay, move, tables.people(), can_be, why_not)


@dataclass(frozen=True)
class MergePlan:
    """Two tables that become one at ``at`` people or fewer, whether they ``can_be``, and where people would sit.

    ``why_not`` says why it is not called for; where it can be, the host may still overrule that.
    """

    left: str
    at: int
    can_be: bool = False
    goes: tuple[Destination, ...] = ()
    why_not: str = ""

    @property
    def is_called_for(self) -> bool:
        """Whether so few are left."""
        return not self.why_not


def merge_plan(tables: NightTables) -> MergePlan:
    """Return what a merge would be, the seats given first come, first served."""
    left, at = f"{are(len(tables.present.here))} left", tables.terms.merge_at
    if tables.seating.tables == 1:
        return MergePlan(left, at, why_not="There is one table already.")
    try:
        goes = tables.goes(merged(tables.seating, tables.present))
    except Impossible as problem:
        return MergePlan(left, at, why_not=str(problem))
    called_for = must_merge(tables.seating, tables.present, tables.terms)
    why_not = "" if called_for else f"{left}: two tables become one at {at} or fewer."
    return MergePlan(left, at, can_be=True, goes=tuple(goes), why_not=why_not)


def are(count: int) -> str:
    """Say how many people are somewhere: "1 is", "12 are"."""
    return f"{count} is" if count == 1 else f"{count} are"


def stands(tables: NightTables) -> str:
    """Say how many sit at each table, where no imbalance is."""
    counts = [tables.seating.count(table) for table in tables.seating.numbers()]
    if len(counts) == 1:
        return "There is one table tonight."
    if imbalance(tables.seating) is None and len(set(counts)) == 1:
        return f"{counts[0]} at each table."
    return " and ".join(f"{count} at table {table}" for table, count in enumerate(counts, 1)) + "."
