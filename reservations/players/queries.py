"""Players by name, by number, and as persons after merges; and facts read with the present persons.

It also sorts the names of a typed list by their fate.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Case, CharField, OuterRef, Subquery, Value, When
from django.db.models.functions import Cast, Concat

from reservations.acts.fact_queries import fact_value
from reservations.acts.facts import AT_THE_TABLE, FactKind, FactValue
from reservations.acts.kept_head import forgotten_in
from reservations.acts.kept_queries import ANY_NUMBER, KeptQuery, KeptRows
from reservations.acts.kinds import Kind
from reservations.acts.moments import kept_with_books, read_once
from reservations.acts.problems import Malformed, Unknown
from reservations.acts.queries import in_effect
from reservations.models import Act, Fact, Night, Player
from reservations.parsing.names import OF_A_FORGOTTEN, name_key, parse_name, shown_name, whole_number, whose
from reservations.players.people import Merges, People, as_merged


def player_named(name: str) -> Player:
    """Return the player with that name, present or old, in any spelling of case and accents. Raises ``Unknown``."""
    player = player_called(parse_name(name))
    if player is None:
        raise Unknown(f"No player is called {parse_name(name)}: add them first.")
    return player


def person_named(name: str) -> Player:
    """Return the person with that name, present or old, in any spelling of case and accents. Raises ``Unknown``."""
    return player_named(name).survivor


def player_called(name: str) -> Player | None:
    """Return the player with that name, present or old, or None."""
    key = name_key(name)
    player = Player.objects.filter(name_key=key).first()
    if player is None and (number := carried_names().get(key)) is not None:
        return Player.objects.get(pk=number)
    return player


def carried_names() -> dict[str, int]:
    """Return the owners of all names, present and old, by name key: for old logs a name keeps its player."""
    return {name_key(fields["name"]): number for number, fields in _player_acts()}


def persons_by_name() -> dict[str, int]:
    """Return the present person for every name, present or old, by name key."""
    people = people_at()
    return {key: people[number] for key, number in carried_names().items()}


class Roster:
    """The persons on the list of players: it finds a person by a name in a file, or by the host's choice for that name.

    ``numbers`` are their numbers by the key of every name, present or old.
    """

    def __init__(self) -> None:
        self.people = list(Player.objects.people().order_by("name_key"))
        self._by_number, self.numbers = {person.number: person for person in self.people}, persons_by_name()

    def called(self, name: str) -> Player | None:
        """Return the player with that name, present or old, or None."""
        return self._by_number.get(self.numbers.get(name_key(name), 0))

    def numbered(self, text: str) -> Player | None:
        """Return the person of the number in a form, or None."""
        return self._by_number.get(whole_number(text) or 0)


def player_names(numbers: Iterable[int]) -> dict[int, str]:
    return {**_names(frozenset(numbers))}


@read_once
def _names(numbers: frozenset[int]) -> dict[int, str]:
    return dict(Player.objects.filter(pk__in=numbers).values_list("number", "name"))


def names_as_of(number: int) -> dict[int, str]:
    """Return the names of all players by number, as written up to the act of that number.

    A forgotten player has their stand-in where the desk shows pages (`in_locale`).
    """
    return {player: shown_name(fields["name"]) for player, fields in _player_acts(until=number)}


def persons_names_as_of(number: int) -> dict[int, str]:
    """Return the names as :func:`names_as_of`; a duplicate has the name of the person it had been merged into."""
    names = names_as_of(number)
    return names | {duplicate: names[person] for duplicate, person in people_at(number).items()}


def marks_as_of(number: int) -> dict[int, str]:
    """Return the marks by player number, as written up to the act of that number."""
    marks = {player: fields["mark"] for player, fields in _player_acts(until=number) if "mark" in fields}
    return {player: mark for player, mark in marks.items() if mark}


def forgotten_names() -> dict[str, str]:
    """Return the stand-ins of forgotten players, by the key of every name they carried."""
    shown = dict(Player.objects.filter(forgotten=True).values_list("number", "name"))
    return {key: shown[number] for key, number in carried_names().items() if number in shown}


def to_forget_again() -> list[int]:
    """Return the numbers of forgotten players whose names an older backup has brought back."""
    numbers = forgotten_in(settings.HEAD) if settings.HEAD else set[int]()
    try:
        still = {*Player.objects.filter(number__in=numbers, forgotten=True).values_list("number", flat=True)}
    except DatabaseError:  # Books of an earlier version do not have this column, and nobody was forgotten in them.
        still = set[int]()
    return sorted(numbers - still)


def _player_acts(until: int | None = None) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield the player number and the fields of every ``player`` act, in order."""
    carried: dict[str, int] = {}
    acts = Act.objects.filter(night=None, kind=Kind.PLAYER).order_by("number")
    if until is not None:
        acts = acts.filter(number__lte=until)
    for act, content in acts.values_list("number", "content"):
        fields = json.loads(content)
        yield whose(act, fields, carried), fields


@kept_with_books
def people_at(until: int | None = None) -> People:
    """Return the persons of all players, by the merges as of the act of that number, or by the present ones."""
    return People.merged(merges_at(until).values())


def number_of_person(number: int) -> int:
    """Return the number of a player's present person; an unknown number is returned unchanged."""
    return people_at()[number]


def fields_by_person(contents: Iterable[str], *, until: int | None = None) -> list[Mapping[str, Any]]:
    """Return the fields of acts' contents, with persons for players as in :func:`people_at`."""
    people = people_at(until)
    return [people.in_fields(json.loads(content)) for content in contents]


_MERGES = KeptQuery(
    lambda: (
        Act.objects.filter(night=None, kind=Kind.MERGE)
        .order_by("number")
        .values_list("number", "reversed_by", "key", "content")
    )
)


@kept_with_books
def merges_at(until: int | None) -> dict[str, tuple[int, int]]:
    """Return the merges in effect, as in :func:`people_at`, by the key of their act: the duplicate and the person."""
    after = ANY_NUMBER if until is None else until
    return {
        key: _pair(content)
        for number, undone, key, content in _MERGES.all()
        if number <= after and (undone is None or undone > after)
    }


def players_and_merges() -> tuple[list[Player], dict[str, tuple[int, int]]]:
    """Return every person once, and the merges in effect as :func:`merges_at`, in one query."""
    fields = (Value('{"into":'), Cast("merged_into", CharField()), Value(',"player":'), Cast("number", CharField()))
    says = Case(When(merged_into__isnull=False, then=Concat(*fields, Value("}"))), output_field=CharField())
    merges = in_effect(Act.objects.filter(night=None, kind=Kind.MERGE, content=OuterRef("says"))).values("key")[:1]
    rows = Player.objects.annotate(says=says).annotate(merge=Case(When(says__isnull=False, then=Subquery(merges))))
    found: list[tuple[Player, str | None]] = [(player, getattr(player, "merge", None)) for player in rows]
    merged = {key: (player.number, player.merged_into_id or 0) for player, key in found if key is not None}
    return [player for player, key in found if key is None], merged


def _pair(content: str) -> tuple[int, int]:
    fields = json.loads(content)
    return fields["player"], fields["into"]


@dataclass(frozen=True)
class MergedSpan:
    """A duplicate and its person, by numbers: from the act ``since`` on, up to the act ``until``."""

    duplicate: int
    person: int
    since: int
    until: int | None


def merges_over_time() -> list[MergedSpan]:
    """Return the person and span of every duplicate: the answers of :func:`people_at` for all acts, in one query."""
    found = [(since, until, content) for since, until, _, content in _MERGES.all()]
    moments = sorted({moment for since, until, _ in found for moment in (since, until) if moment is not None})
    people_after = {
        moment: People.merged(
            _pair(text) for since, until, text in found if since <= moment and (until is None or until > moment)
        )
        for moment in moments
    }
    spans = []
    for duplicate in dict.fromkeys(number for people in people_after.values() for number in people):
        runs = groupby(moments, key=lambda moment: people_after[moment].get(duplicate))
        starts = [(person, next(run)) for person, run in runs]
        ends = [*(since for _, since in starts[1:]), None]
        spans += [
            MergedSpan(duplicate, person, since, until)
            for (person, since), until in zip(starts, ends, strict=True)
            if person is not None
        ]
    return spans


def ever_merged() -> list[tuple[int, int, bool]]:
    """Return all merges ever made, in order: the duplicate, the other player, and whether it was undone."""
    return [(*_pair(content), undone is not None) for _, undone, _, content in _MERGES.all()]


def same_person(player: Player) -> list[int]:
    """Return the numbers of the same person at present: the player's own first, then those merged into it."""
    return people_at().entries(player.number)


def mark_of(player: Player, people: People | None = None) -> str | None:
    """Return the mark that a player signs notes with, their own or that of a duplicate; None if there is none.

    ``people`` are the present persons, if they are read already.
    """
    entries = [] if player.mark else same_person(player) if people is None else people.entries(player.number)
    if len(entries) < 2:
        return player.mark
    of_duplicates = Player.objects.filter(pk__in=entries, mark__isnull=False)
    return of_duplicates.order_by("number").values_list("mark", flat=True).first()


def regulars() -> list[Player]:
    """Return all regulars by name, every person once: they can run a bank and answer for guests."""
    return list(Player.objects.people().filter(regular=True).order_by("name_key"))


def as_they_are_now(player: Player) -> Player:
    """Return the player read anew: under the lock, an earlier read may be out of date."""
    return Player.objects.select_related("merged_into").with_inviters().get(pk=player.pk)


def player_changes(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes that a ``player`` act with these fields makes in the player's row."""
    columns = {field: field for field in ("name", "regular", "mark", "removed")} | {"invited_by": "invited_by_id"}
    changes = {column: fields[field] for field, column in columns.items() if field in fields}
    return {**changes, "name_key": name_key(fields["name"]), "forgotten": False}


def facts_of_people(facts: Iterable[Fact], people: People | None = None) -> list[FactValue]:
    """Return recorded facts as values, with the present person for every player, or the person among ``people``."""
    people = people_at() if people is None else people
    return [people.in_fact(fact_value(fact)) for fact in facts]


@dataclass(frozen=True)
class NightFacts:
    """All facts of a night in order, read once for a whole page.

    ``recorded`` has them with the numbers of their time; ``merges`` are the merges in effect.
    """

    recorded: Sequence[FactValue]
    merges: Merges

    @property
    def newest(self) -> int:
        """The id of the newest fact; 0 without facts."""
        return self.recorded[-1].id if self.recorded else 0

    def coming(self) -> list[FactValue]:
        """Return the facts about coming, read with these merges."""
        return as_merged([fact for fact in self.recorded if fact.kind not in AT_THE_TABLE], self.merges)

    def of(self, kinds: Collection[FactKind] = AT_THE_TABLE) -> list[FactValue]:
        """Return the facts of these kinds, by default all at the table, with the present person for every player."""
        return [self._people.in_fact(fact) for fact in self.recorded if fact.kind in kinds]

    @cached_property
    def _people(self) -> People:
        return People.merged(self.merges.values())


_OF_NIGHT = KeptRows(lambda night: Fact.objects.filter(night=night).order_by("id"), -1)


def night_facts(night: Night, merges: Merges | None = None) -> NightFacts:
    """Read all facts of a night, in one query if ``merges`` is given."""
    facts = [fact_value(fact) for fact in _OF_NIGHT.objects(night.pk)]
    return NightFacts(facts, merges_at(None) if merges is None else merges)


MOST_NAMES, MOST_TEXT = 200, 20_000
"""How many names a list may have, and how many characters."""


@dataclass(frozen=True)
class ListedName:
    """One name of the list: its place among all of them, its line, its text, and a remark."""

    place: int
    line: int
    text: str
    remark: str = ""


@dataclass
class NameList:
    """The list, sorted by the fate of every name."""

    new: list[ListedName] = field(default_factory=list)
    known: list[ListedName] = field(default_factory=list)
    refused: list[ListedName] = field(default_factory=list)


def read_names(text: str) -> NameList:
    """Read names, one per line or separated by commas. Raises ``Malformed`` for more than 200 names."""
    lines = enumerate(text.splitlines(), start=1)
    written = [(line, piece.strip()) for line, pieces in lines for piece in pieces.split(",") if piece.strip()]
    if len(written) > MOST_NAMES:
        raise Malformed(f"{len(written)} names are too many: at most {MOST_NAMES} at once.")
    called = dict(Player.objects.values_list("number", "name"))
    forgotten = {*Player.objects.filter(forgotten=True).values_list("number", flat=True)}
    numbers = persons_by_name()
    people = {key: called[number] for key, number in numbers.items()}
    names, seen = NameList(), dict[str, int]()
    for place, (line, piece) in enumerate(written, start=1):
        try:
            name = parse_name(piece)
        except Malformed as problem:
            names.refused.append(ListedName(place, line, piece, str(problem)))
            continue
        key = name_key(name)
        if numbers.get(key) in forgotten:
            names.refused.append(ListedName(place, line, name, OF_A_FORGOTTEN.format(name)))
        elif key in people:
            remark = "" if name_key(people[key]) == key else f"now called {people[key]}"
            names.known.append(ListedName(place, line, name, remark))
        elif key in seen:
            names.refused.append(ListedName(place, line, name, f"Same name as in line {seen[key]}."))
        else:
            names.new.append(ListedName(place, line, name))
            seen[key] = line
    return names
