"""The plan of a results sheet: the players of its names, and its known, new or contradicted nights."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from functools import cached_property

from hostdesk.imports.results.sheets import Sheet, SheetEntry
from hostdesk.imports.ways_in.queries import NameIn, names_in, totals_of
from hostdesk.rules.houses.queries import name_and_terms
from ledger.money.cents import show_signed
from ledger.results.closed_queries import NightThere, nights_there
from ledger.results.queries import starting_cents
from reservations.acts.problems import Faults
from reservations.parsing.days import day_of
from reservations.parsing.names import name_key
from reservations.players.queries import Roster


class DayState(StrEnum):
    """The states of a day of a sheet."""

    NEW = "new"
    KNOWN = "known already"
    REFUSED = "refused"


@dataclass(frozen=True)
class DayIn:
    """A game of a day in a sheet (None: starting results): its entries, its state, and the reason of a refusal.

    ``is_beside``: the desk has another night of that day.
    """

    day: date | None
    entries: Sequence[SheetEntry]
    state: DayState = DayState.NEW
    why: str = ""
    game: str = ""
    is_beside: bool = False

    @property
    def difference_cents(self) -> int:
        """The sum of wins less that of losses."""
        return sum(entry.net_cents for entry in self.entries)


@dataclass(frozen=True)
class Brings:
    """A sheet to post: read, with the players of its names by `field_of`, its house, and the host's options.

    ``reason`` declares nights that do not sum to zero, ``until`` is the last day of starting results. ``beside``:
    nights of its days that have other results are other games.
    """

    sheet: Sheet
    house: str
    choices: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""
    until: date | None = None
    beside: bool = False


@dataclass(frozen=True)
class SheetPlan:
    """The plan of a sheet: its people by `name_key`, its days, and its faults by row."""

    brings: Brings
    people: Mapping[str, NameIn]
    days: Sequence[DayIn]
    faults: Sequence[tuple[int, str]]

    @property
    def known(self) -> list[NameIn]:
        """The names that are players' here."""
        return [person for person in self.people.values() if person.person is not None]

    @property
    def unknown(self) -> list[NameIn]:
        """The unknown names."""
        return [person for person in self.people.values() if person.person is None]

    @property
    def to_post(self) -> list[DayIn]:
        """The new days."""
        return [day for day in self.days if day.state is DayState.NEW]

    @property
    def totals(self) -> list[tuple[str, int, int]]:
        """Everybody's totals in the new days, see `totals_of`."""
        names = {key: str(person.person or person.text) for key, person in self.people.items()}
        return totals_of([(names[name_key(one.name)], one.net_cents) for one in day.entries] for day in self.to_post)

    @property
    def may_be_beside(self) -> bool:
        """Whether a day is refused for a night that may be another game."""
        return any(day.state is DayState.REFUSED and day.is_beside for day in self.days)

    @property
    def known_days(self) -> int:
        """The number of known days."""
        return sum(day.state is DayState.KNOWN for day in self.days)

    @property
    def uneven(self) -> list[DayIn]:
        """The new days that do not sum to zero."""
        return [day for day in self.to_post if day.difference_cents]

    @cached_property
    def missing(self) -> Faults:
        """The host's missing answers by row: the day, the player of a name, the reason of a difference, the house."""
        sheet, missing = self.brings.sheet, Faults()
        first = min((entry.row for entry in sheet.entries), default=1)
        if sheet.open_day is not None:
            missing.add(first, "", "the dates can be read with the day first or the month first: say which.")
        if sheet.is_unit_open:
            fault = "the amounts are large and have no cents: say whether they count cents or whole units."
            missing.add(first, "", fault)
        if sheet.is_starting and self.brings.until is None:
            missing.add(first, "", "these results have no date: say up to which day players start with them.")
        for person in self.unknown:
            if not person.choice:
                row = min(entry.row for entry in sheet.entries if name_key(entry.name) == name_key(person.text))
                missing.add(row, person.text, f"is this {' or '.join(map(str, person.near))}, or somebody new?")
        for day in () if self.brings.reason else self.uneven:
            on = day_of(day.day) if day.day else "the starting results"
            fault = f"the results sum to {show_signed(day.difference_cents)}, not to zero: give a reason."
            missing.add(day.entries[0].row, on, fault)
        with missing.at(first):
            name_and_terms(self.brings.house)
        return missing


def plan_of(brings: Brings) -> SheetPlan:
    """Return the plan of a sheet.

    An unknown name is a new player's if no name is similar, and a question if one is.
    """
    sheet = brings.sheet
    people = {name_key(name.text): name for name in names_in(sheet.names, brings.choices, Roster())}
    faults = [*sheet.faults, *_doubled(sheet, people)]
    dated = [day for day, _ in sheet.nights if day is not None]
    there = nights_there(min(dated), max(dated)) if dated else {}
    days = [
        replace(_day_in(day, entries, people, there.get(day, []) if day else [], brings), game=game)
        for (day, game), entries in sheet.nights.items()
    ]
    faults += [(day.entries[0].row, day.why) for day in days if day.state is DayState.REFUSED]
    return SheetPlan(brings, people, days, sorted(set(faults)))


def _doubled(sheet: Sheet, people: Mapping[str, NameIn]) -> Iterator[tuple[int, str]]:
    """Yield the faults of entries whose players have another one on that day, under another name."""
    seen: dict[tuple[date | None, str, str], SheetEntry] = {}
    for entry in sheet.entries:
        who = people[name_key(entry.name)].who
        first = seen.setdefault((entry.day, entry.game, who), entry) if who else entry
        if first is not entry:
            on = f" on {day_of(entry.day)}" if entry.day else ""
            they = f"{entry.name} and {first.name} (row {first.row})"
            yield entry.row, f"{they} are one person, with two results{on}."


def _day_in(
    day: date | None,
    entries: Sequence[SheetEntry],
    people: Mapping[str, NameIn],
    there: list[NightThere],
    brings: Brings,
) -> DayIn:
    """Return the state of a game; the night of ``there`` that it matches is removed."""
    here = {people[name_key(entry.name)].who: entry for entry in entries}
    nets = {who: entry.net_cents for who, entry in here.items()}
    if day is None:
        until = brings.until
        known = {str(number): cents for number, cents in (starting_cents(until, until) if until else {}).items()}
        is_known = bool(nets) and all(known.get(who) == cents for who, cents in nets.items())
        return DayIn(day, entries, DayState.KNOWN if is_known else DayState.NEW)
    results = [{str(number): cents for number, cents in (night.results or {}).items()} for night in there]
    if nets in results:
        there.pop(results.index(nets))
        return DayIn(day, entries, DayState.KNOWN)
    if not there or (brings.beside and all(night.results is not None for night in there)):
        return DayIn(day, entries)
    night, its = there[0], results[0]
    if night.results is None:
        return DayIn(day, entries, DayState.REFUSED, f"{day_of(day)}: the bank of that night at {night.house} is open.")
    differ = [(who, entry) for who, entry in here.items() if its.get(who) != entry.net_cents]
    shown = {who: show_signed(cents) for who, cents in its.items()}
    texts = [
        f"{entry.name} {show_signed(entry.net_cents)}, there {shown.get(who, 'nothing')}" for who, entry in differ[:3]
    ]
    gone = len(its.keys() - here.keys())
    texts += [f"{gone} there not in the sheet"] if gone else []
    more = f" and {len(differ) - 3} more" if len(differ) > 3 else ""
    why = f"{day_of(day)}: there is a night at {night.house} with other results ({'; '.join(texts)}{more})."
    return DayIn(day, entries, DayState.REFUSED, why, is_beside=True)
