"""The plan of a results sheet: the players of its names, and its known, new or contradicted nights."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import StrEnum

from hostdesk.imports.results.sheets import Entry, Sheet, difference
from hostdesk.models import ImportedNight
from hostdesk.people.players.duplicates import alike
from ledger.money.cents import show_signed
from ledger.results.past_queries import NightThere, nights_there
from ledger.results.queries import played_nights, starting_cents
from reservations.models import Player
from reservations.parsing.days import day_of
from reservations.parsing.names import name_key
from reservations.players.queries import Roster

NEW = "new"
"""The choice for a name that is a new player's."""


@dataclass(frozen=True)
class NameIn:
    """A name in a sheet: its player, or the possible ones with the likeliest first, and the choice.

    ``person`` is None for an unknown name. ``choice`` is the number of a player, `NEW`, or "" for an open question.
    ``field`` is its name in a form.
    """

    text: str
    person: Player | None = None
    alike: tuple[Player, ...] = ()
    choice: str = ""

    @property
    def field(self) -> str:
        """Its name in a form."""
        return field_of(self.text)

    @property
    def who(self) -> str:
        """The identity of the person: a number, or the name of a new player."""
        if self.person is not None:
            return str(self.person.number)
        return name_key(self.text) if self.choice == NEW else self.choice


def totals_of(nights: Iterable[Sequence[tuple[str, int]]]) -> list[tuple[str, int, int]]:
    """Return the name, the number of nights and the net in cents of everybody, the highest net first.

    A night is names with cents; a name may be there twice.
    """
    nets, played = Counter[str](), Counter[str]()
    for night in nights:
        played.update({name for name, _ in night})
        for name, cents in night:
            nets[name] += cents
    return sorted(((name, played[name], net) for name, net in nets.items()), key=lambda each: (-each[2], each[0]))


def field_of(name: str) -> str:
    """Return the form's field for the choice of a name."""
    return f"who-{hashlib.sha256(name_key(name).encode()).hexdigest()[:12]}"


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
    entries: Sequence[Entry]
    state: DayState = DayState.NEW
    why: str = ""
    game: str = ""
    is_beside: bool = False

    @property
    def difference_cents(self) -> int:
        """The sum of wins less that of losses."""
        return difference(self.entries)


@dataclass(frozen=True)
class Plan:
    """The plan of a sheet: its names, its days, and faults of rows beside those of the sheet."""

    names: Sequence[NameIn]
    days: Sequence[DayIn]
    faults: tuple[tuple[int, str], ...] = ()
    people: Mapping[str, NameIn] = field(default_factory=dict)

    @property
    def known(self) -> list[NameIn]:
        """The known names."""
        return [each for each in self.names if each.person is not None]

    @property
    def asked(self) -> list[NameIn]:
        """The unknown names."""
        return [each for each in self.names if each.person is None]

    @property
    def to_post(self) -> list[DayIn]:
        """The new days."""
        return [each for each in self.days if each.state is DayState.NEW]

    @property
    def totals(self) -> list[tuple[str, int, int]]:
        """Everybody's totals in the new days, see `totals_of`."""
        names = {key: str(each.person or each.text) for key, each in self.people.items()}
        return totals_of([(names[name_key(each.name)], each.net_cents) for each in day.entries] for day in self.to_post)

    @property
    def may_be_beside(self) -> bool:
        """Whether a day is refused for a night that may be another game."""
        return any(each.state is DayState.REFUSED and each.is_beside for each in self.days)

    @property
    def known_days(self) -> int:
        """The number of known days."""
        return sum(each.state is DayState.KNOWN for each in self.days)

    @property
    def uneven(self) -> list[DayIn]:
        """The new days that do not sum to zero."""
        return [each for each in self.to_post if each.difference_cents]


def plan_of(sheet: Sheet, choices: Mapping[str, str], until: date | None = None, *, beside: bool = False) -> Plan:
    """Return the plan of a sheet with these choices, by `field_of` a name; ``until`` is the day of a start.

    ``beside``: nights of its days that have other results are other games.

    An unknown name is a new player's if no name is similar, and a question if one is.
    """
    roster, names = Roster(), []
    for text in sheet.names:
        person = roster.called(text)
        near = () if person else tuple(each for each in roster.people if alike(text, each.name))
        said = choices.get(field_of(text), "" if near else NEW)
        is_said = said == NEW or roster.numbered(said) is not None
        names.append(NameIn(text, person, near, said if is_said and person is None else ""))
    people = {name_key(each.text): each for each in names}
    faults = [(entry.row, _twice(entry, other)) for entry, other in _doubled(sheet, people)]
    nights = sheet.nights
    dated = [day for day, _ in nights if day is not None]
    there = nights_there(min(dated), max(dated)) if dated else {}
    found = [
        replace(_day_in(day, entries, people, there.get(day, []) if day else [], until, beside=beside), game=game)
        for (day, game), entries in nights.items()
    ]
    faults += [(each.entries[0].row, each.why) for each in found if each.state is DayState.REFUSED]
    return Plan(names, found, tuple(sorted(faults)), people)


def _doubled(sheet: Sheet, people: Mapping[str, NameIn]) -> list[tuple[Entry, Entry]]:
    """Return the entries of people who have another on that day, under another name, each with that one."""
    seen: dict[tuple[date | None, str, str], Entry] = {}
    found = []
    for each in sheet.entries:
        who = people[name_key(each.name)].who
        first = seen.setdefault((each.day, each.game, who), each) if who else each
        if first is not each:
            found.append((each, first))
    return found


def _twice(entry: Entry, other: Entry) -> str:
    on = f" on {day_of(entry.day)}" if entry.day else ""
    return f"{entry.name} and {other.name} (row {other.row}) are one person, with two results{on}."


def _day_in(
    day: date | None,
    entries: Sequence[Entry],
    people: Mapping[str, NameIn],
    there: list[NightThere],
    until: date | None,
    *,
    beside: bool,
) -> DayIn:
    """Return the state of a game; the night of ``there`` that it matches is removed."""
    here = {people[name_key(each.name)].who: each for each in entries}
    nets = {who: each.net_cents for who, each in here.items()}
    if day is None:
        known = {str(number): cents for number, cents in (starting_cents(until, until) if until else {}).items()}
        is_known = bool(nets) and all(known.get(who) == cents for who, cents in nets.items())
        return DayIn(day, entries, DayState.KNOWN if is_known else DayState.NEW)
    results = [{str(number): cents for number, cents in (each.results or {}).items()} for each in there]
    if nets in results:
        there.pop(results.index(nets))
        return DayIn(day, entries, DayState.KNOWN)
    if not there or (beside and all(each.results is not None for each in there)):
        return DayIn(day, entries)
    night, its = there[0], results[0]
    if night.results is None:
        return DayIn(day, entries, DayState.REFUSED, f"{day_of(day)}: the bank of that night at {night.house} is open.")
    differ = [each for who, each in here.items() if its.get(who) != each.net_cents]
    told = [
        f"{each.name} {show_signed(each.net_cents)}, there {_there(its.get(people[name_key(each.name)].who))}"
        for each in differ[:3]
    ]
    gone = len(its.keys() - here.keys())
    told += [f"{gone} there not in the sheet"] if gone else []
    more = f" and {len(differ) - 3} more" if len(differ) > 3 else ""
    why = f"{day_of(day)}: there is a night at {night.house} with other results ({'; '.join(told)}{more})."
    return DayIn(day, entries, DayState.REFUSED, why, is_beside=True)


def _there(cents: int | None) -> str:
    return "nothing" if cents is None else show_signed(cents)


@dataclass(frozen=True)
class Import:
    """The nights of one import: its first night by id, and the days of those in effect."""

    batch: int
    at: datetime
    days: tuple[date, ...]


def imports() -> list[Import]:
    """Return the imports with nights in effect, the latest first."""
    found: dict[int, list[ImportedNight]] = {}
    rows = (
        ImportedNight.objects.filter(night__in=played_nights()).select_related("night").order_by("-at", "night__date")
    )
    for each in rows:
        found.setdefault(each.batch_id, []).append(each)
    return [Import(batch, rows[0].at, tuple(each.night.date for each in rows)) for batch, rows in found.items()]
