"""Houses, and the terms of a version of their rules."""

import functools
import json
from collections.abc import Collection, Sequence

from django.db.models import Case, OuterRef, Q, QuerySet, Subquery, When

from reservations.acts.fact_queries import fact_value
from reservations.acts.facts import FactKind, FactValue
from reservations.acts.kept_queries import KeptRows
from reservations.acts.moments import kept_with_books, read_once
from reservations.acts.problems import Unknown
from reservations.houses.attendance_terms import AttendanceTerms, attendance_terms
from reservations.houses.seating_terms import SeatingTerms, seating_terms
from reservations.models import Fact, House, Rules
from reservations.parsing.names import name_key
from reservations.players.queries import facts_of_people, people_at


def house_called(text: str) -> House | None:
    """Return the house of that key, else of that name in any spelling, or None."""
    return House.objects.filter(key=text).first() or House.objects.filter(name_key=name_key(text)).first()


@read_once
def newest_rules_called(text: str) -> Rules:
    """Return the newest rules of the house of that key, else of that name in any spelling. Raises ``Unknown``."""
    called = Rules.objects.select_related("house").filter(Q(house__key=text) | Q(house__name_key=name_key(text)))
    rules = called.order_by(Case(When(house__key=text, then=0), default=1), "-version").first()
    if rules is None:
        raise Unknown(f"No house is called {text!r:.60}.")
    return rules


def houses_among(houses: Collection[int] | None) -> QuerySet[House]:
    """Return the houses with these ids; None: all."""
    return House.objects.all() if houses is None else House.objects.filter(pk__in=houses)


def rules_of(house: House, version: int | None) -> Rules:
    """Return that version of the house's rules, the newest for ``None``. Raises ``Unknown``."""
    if version is None:
        return house.newest()
    rules = house.versions.filter(version=version).first()
    if rules is None:
        raise Unknown(f"{house} has no version {version} of its rules; its newest is {house.newest().version}.")
    return rules


def accepted_by(house: House) -> dict[int, FactValue]:
    """Return the last acceptance of the rules by person's number; the fact has the version."""
    facts = facts_of_people(Fact.objects.filter(house=house, kind=FactKind.ACCEPT).order_by("id"))
    return {fact.player or 0: fact for fact in facts}


def informed_of(house: House, version: int) -> set[int]:
    """Return the numbers of the persons with news of a version of the rules."""
    facts, people = map(fact_value, Fact.objects.filter(house=house, kind=FactKind.RULES)), people_at()
    return {people[player] for fact in facts if fact.content["version"] == version for player in fact.outcome["told"]}


def answered_at(house: House) -> set[int]:
    """Return the numbers of the persons who have ever answered for a night of a house."""
    answers, people = Fact.objects.filter(night__house=house, kind=FactKind.ANSWER), people_at()
    return {people[number or 0] for number in answers.values_list("player", flat=True).distinct()}


def attendance_of(rules: Rules) -> AttendanceTerms:
    return _terms(rules.digest, rules.document)[0]


_VERSIONS = KeptRows(lambda: Rules.objects.order_by("house__name_key", "version"), related=("house",))


@kept_with_books
def all_versions() -> Sequence[Rules]:
    """Return every version of the rules of every house, with the house: by its name, then by version."""
    return _VERSIONS.objects()


def newest_terms() -> dict[int, AttendanceTerms]:
    """Return the present attendance terms of all houses by house id, in one query."""
    return {house: attendance_of(rules) for house, rules in {one.house_id: one for one in all_versions()}.items()}


def newest_versions() -> QuerySet[Rules]:
    """Return the newest version of the rules of every house."""
    latest = Rules.objects.filter(house=OuterRef("house")).order_by("-version").values("pk")[:1]
    return Rules.objects.filter(pk=Subquery(latest))


def seating_terms_of_rules(rules: Rules) -> SeatingTerms:
    return _terms(rules.digest, rules.document)[1]


@functools.lru_cache(maxsize=64)
def _terms(digest: str, document: str) -> tuple[AttendanceTerms, SeatingTerms]:
    read = json.loads(document)
    return attendance_terms(read), seating_terms(read)
