"""The door: arrivals, seen IDs, players who are too young, and players who were turned away."""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime

from reservations.acts.fact_queries import fact_value
from reservations.acts.facts import FactKind, FactValue
from reservations.acts.kept_queries import KeptRows
from reservations.acts.kinds import Kind
from reservations.acts.moments import read_once
from reservations.acts.queries import in_effect
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.houses.queries import attendance_of
from reservations.models import Act, Fact, Night, Player, Rules
from reservations.parsing.names import name_key, shown_name
from reservations.players.people import People
from reservations.players.queries import facts_of_people, people_at, persons_by_name, same_person
from reservations.rsvps.queries import has_started, rsvp_state_of, terms_of_night
from reservations.rsvps.rsvp_state import Rsvp, RsvpState, not_come

EVER_SHOWN_ID = Fact.objects.filter(night=None, kind=FactKind.ID_SEEN)
"""The IDs that were ever seen."""
_COMING = (Kind.ARRIVE, Kind.BUY_IN)
_AT_THE_DOOR = (FactKind.CAME, FactKind.TURNED_AWAY)


@dataclass(frozen=True)
class IdSeen:
    """A player's proof of age: its day, the person who saw it, and the newest kept birth date."""

    on: date
    by: str
    born: date | None


def id_seen(player: Player) -> IdSeen | None:
    """Return a player's last proof of age, or None."""
    return next(iter(ids_seen(same_person(player)).values()), None)


def ids_seen(numbers: Collection[int] | None = None) -> dict[int, IdSeen]:
    """Return the last proof of age of players by number; only of ``numbers`` if given.

    ``numbers`` must include all entries of their players.
    """
    facts = Fact.objects.filter(kind=FactKind.ID_SEEN)
    seen: dict[int, IdSeen] = {}
    for fact in facts_of_people(facts if numbers is None else facts.filter(player__in=numbers)):
        number, born = fact.player or 0, fact.content.get("born")
        before = seen[number].born if number in seen else None
        shown_on = date.fromisoformat(fact.content["on"])
        seen[number] = IdSeen(shown_on, shown_name(fact.by), date.fromisoformat(born) if born else before)
    return seen


def minimum_ages() -> list[int]:
    """Return the minimum ages in the present rules of the houses, the lowest first, without repetition."""
    newest = {rules.house_id: rules for rules in Rules.objects.order_by("version")}
    ages = (attendance_of(rules).minimum_age for rules in newest.values())
    return sorted({age for age in ages if age is not None})


def why_no_id(seen: IdSeen | None, age: int | None, day: date) -> str:
    """Return the reason for an ID check in a house with that minimum age; "" if none is needed."""
    if age is None:
        return ""
    if seen is None:
        return "ID not seen"
    return "" if seen.born is None or is_old_enough(seen.born, age, day) else f"under {age} by their birth date"


def is_old_enough(born: date, age: int, day: date) -> bool:
    """Tell whether a player has that age on a day; for a player born on 29 February, a year is complete on 1 March."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day)) >= age


def no_id_of(player: Player, night: Night) -> str:
    """Return the reason for a player's ID check on a night; "" if none is needed."""
    age = terms_of_night(night).minimum_age
    return "" if age is None else why_no_id(id_seen(player), age, night.date)


@read_once
def turned_away_facts(night: int) -> list[Fact]:
    """Return the facts about turning away of a night, by its id."""
    return _TURNED_AWAY.objects(night)


_TURNED_AWAY = KeptRows(lambda night: Fact.objects.filter(night=night, kind=FactKind.TURNED_AWAY).order_by("id"), -1)


def turned_away(
    night: Night,
    terms: AttendanceTerms | None = None,
    *,
    people: People | None = None,
    facts: Iterable[FactValue] | None = None,
) -> dict[int, str]:
    """Return the players who may not come in to a night, by number, with the reason.

    They were turned away, or are too young by a kept birth date. ``terms`` are those of the night, ``people`` the
    present persons, and ``facts`` those about turning away, if they are read already.
    """
    age, found = (terms or terms_of_night(night)).minimum_age, dict[int, str]()
    if age is not None:
        seen = ids_seen().items()
        found = {number: why for number, kept in seen if (why := why_no_id(kept, age, night.date))}
    if facts is None:
        facts = facts_of_people(turned_away_facts(night.pk), people)
    latest = {fact.player or 0: fact for fact in facts}
    return found | {number: fact.reason for number, fact in latest.items() if fact.content["on"]}


def arrived(night: Night) -> dict[int, datetime]:
    """Return the first arrival of every player of a night, by number: at the door or at the table."""
    return arrived_on([night])[night.pk]


def arrived_on(nights: Iterable[Night], facts: Iterable[FactValue] | None = None) -> dict[int, dict[int, datetime]]:
    """Return the arrivals of nights by night id, as :func:`arrived`; in two queries.

    ``facts`` are those about coming, as recorded, if they are read already; then it is one query.
    """
    found: dict[int, dict[int, datetime]] = {night.pk: {} for night in nights}
    if facts is None:
        facts = map(fact_value, Fact.objects.filter(night__in=list(found), kind__in=_AT_THE_DOOR).order_by("id"))
    at_the_door = (fact for fact in facts if fact.kind in _AT_THE_DOOR and fact.night in found)
    latest = {(fact.night or 0, fact.player or 0): fact for fact in at_the_door}
    seen = [(*whom, fact.at) for whom, fact in latest.items() if fact.content.get("came")]
    acts = in_effect(Act.objects.filter(night__in=list(found), kind__in=_COMING)).order_by("number")
    rows = acts.values_list("night", "at", "content")
    seen += [(night or 0, json.loads(content)["player"], at) for night, at, content in rows]
    people = people_at()
    for night, player, at in sorted(seen, key=lambda arrival: arrival[2]):
        found[night].setdefault(people[player], at)
    return found


def known_guests(rsvp_state: RsvpState) -> dict[str, int]:
    """Return the numbers of players who have, or had, the name of a guest, by name key."""
    keys = {name_key(name) for rsvp in rsvp_state.rsvps.values() for name in rsvp.guests}
    carried = persons_by_name() if keys else {}
    return {key: carried[key] for key in keys & carried.keys()}


def is_due(rsvp: Rsvp, night: Night, now: datetime) -> bool:
    """Tell whether a player with a seat should be here: the night has begun, and their own time has passed."""
    return has_started(night, now) and (rsvp.expected_at is None or now >= rsvp.expected_at)


def not_accounted_for(night: Night, now: datetime) -> int:
    """Return the number of players with a seat and without an outcome once the night has begun.

    "Late" is no outcome: the player stays in the count until they come.
    """
    return sum(is_due(rsvp, night, now) for rsvp in not_come(rsvp_state_of(night), arrived(night), now))
