"""Who may come in at the door: IDs seen, players who are too young, and players who were turned away."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from reservations.acts.fact_queries import said_by_people
from reservations.acts.facts import FactKind, Said
from reservations.acts.kept_queries import KeptQuery
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.houses.queries import attendance_of
from reservations.models import Fact, Night, Player, Rules
from reservations.parsing.names import shown_name
from reservations.players.queries import same_person
from reservations.rsvps.merged_players import People
from reservations.rsvps.queries import terms_of_night

EVER_SHOWN_ID = Fact.objects.filter(night=None, kind=FactKind.ID_SEEN)
"""The IDs that were ever seen."""


@dataclass(frozen=True)
class IdSeen:
    """A player showed that they are old enough: on which day, to whom, and the newest birth date that is kept."""

    on: date
    by: str
    born: date | None


def id_seen(player: Player) -> IdSeen | None:
    """Return when a player last showed their ID; None if never."""
    return next(iter(ids_seen(same_person(player)).values()), None)


def ids_seen(numbers: Collection[int] | None = None) -> dict[int, IdSeen]:
    """Return when each player last showed their ID, by number, without those who never did; only ``numbers`` if given.

    With ``numbers`` they are all entries of the players they are of.
    """
    facts = Fact.objects.filter(kind=FactKind.ID_SEEN)
    seen: dict[int, IdSeen] = {}
    for fact in said_by_people(facts if numbers is None else facts.filter(player__in=numbers)):
        number, born = fact.player or 0, fact.content.get("born")
        before = seen[number].born if number in seen else None
        shown_on = date.fromisoformat(fact.content["on"])
        seen[number] = IdSeen(shown_on, shown_name(fact.by), date.fromisoformat(born) if born else before)
    return seen


def ages_asked() -> list[int]:
    """Return the minimum ages of the houses as their rules are now, the lowest first and each once."""
    newest = {rules.house_id: rules for rules in Rules.objects.order_by("version")}
    ages = (attendance_of(rules).minimum_age for rules in newest.values())
    return sorted({age for age in ages if age is not None})


def why_no_id(seen: IdSeen | None, age: int | None, day: date) -> str:
    """Say why an ID has to be looked at in a house with that minimum age; "" if there is no need."""
    if age is None:
        return ""
    if seen is None:
        return "ID not seen"
    return "" if seen.born is None or is_old_enough(seen.born, age, day) else f"under {age} by their birth date"


def is_old_enough(born: date, age: int, day: date) -> bool:
    """Tell whether a player is that many years old on a day; born on 29 February, a year is complete on 1 March."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day)) >= age


def no_id_of(player: Player, night: Night) -> str:
    """Say why a player's ID has to be looked at on a night; "" if there is no need."""
    age = terms_of_night(night).minimum_age
    return "" if age is None else why_no_id(id_seen(player), age, night.date)


_TURNED_AWAY = KeptQuery(lambda night: Fact.objects.filter(night=night, kind=FactKind.TURNED_AWAY).order_by("id"), -1)


def turned_away(
    night: Night,
    terms: AttendanceTerms | None = None,
    *,
    people: People | None = None,
    facts: Iterable[Said] | None = None,
) -> dict[int, str]:
    """Return who may not come in to a night, by number, and why: turned away, or too young by a birth date kept.

    ``terms`` are those of the night, ``people`` who everybody is, and ``facts`` those about being turned away, if they
    are read already.
    """
    age, found = (terms or terms_of_night(night)).minimum_age, dict[int, str]()
    if age is not None:
        seen = ids_seen().items()
        found = {number: why for number, each in seen if (why := why_no_id(each, age, night.date))}
    if facts is None:
        facts = said_by_people(_TURNED_AWAY.all(night.pk), people)
    latest = {fact.player or 0: fact for fact in facts}
    return found | {number: fact.reason for number, fact in latest.items() if fact.content["on"]}
