"""IDs: who has shown one and who has to; and the door list of a night, out of the books."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from hostdesk.door.door_list import DoorList, DoorNight, door_list
from hostdesk.guests.queries import arrears_now, arrived
from reservations.acts.fact_queries import said_by_people
from reservations.acts.facts import FactKind
from reservations.houses.queries import attendance_of
from reservations.models import Act, Fact, Night, Player, Rules
from reservations.nights.queries import zone_of
from reservations.players.queries import same_person
from reservations.rsvps.queries import facts_of, people_for, terms_of_night
from reservations.rsvps.rsvp_reducers import fold
from reservations.waiting_list.rules import line


@dataclass(frozen=True)
class IdSeen:
    """A player showed that they are old enough: on which day, to whom, and the birth date if it is kept."""

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
        born = fact.content.get("born")
        shown_on = date.fromisoformat(fact.content["on"])
        seen[fact.player or 0] = IdSeen(shown_on, fact.by, date.fromisoformat(born) if born else None)
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


def door_list_of(night: Night) -> DoorList:
    """Return the door list of a night; it has every fact up to the newest when it was begun."""
    newest, noted_at = Fact.objects.order_by("-pk").values_list("pk", "at").first() or (0, None)
    facts = [fact for fact in facts_of(night) if fact.id <= newest]
    terms, people = terms_of_night(night), people_for(night, arrears_now())
    rsvp_state = fold(facts, seats=night.seats, starts_at=night.starts_at)
    # The newest act tells who has come; there is none before the bank is open.
    act = Act.objects.filter(night=night).order_by("-number").values_list("number", flat=True).first() or 0
    door = DoorNight(
        house=night.house.name,
        day=night.date,
        zone=ZoneInfo(zone_of(night)),
        minimum_age=terms.minimum_age,
        ids=ids_seen(),
        came=arrived(night),
        fact_at=noted_at,
        fact=newest,
        act=act,
    )
    return door_list(rsvp_state, line(rsvp_state, people, terms), people, door)
