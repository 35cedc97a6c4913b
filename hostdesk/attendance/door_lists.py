"""The door list of a night out of the books: answers, the waiting list as it stands, and who has come already."""

from zoneinfo import ZoneInfo

from hostdesk.coming.reserving import arrears_now, arrived
from reservations.door_list import Door, DoorList, door_list
from reservations.models import Act, Fact, Night
from reservations.nights import zone_of
from reservations.roll_steps import fold
from reservations.rolls import facts_of, ids_seen, people_for, terms_of_night
from reservations.waiting import line


def door_list_of(night: Night) -> DoorList:
    """Return the door list of a night; it knows every fact up to the newest when it was begun."""
    newest, noted_at = Fact.objects.order_by("-pk").values_list("pk", "at").first() or (0, None)
    facts = [fact for fact in facts_of(night) if fact.id <= newest]
    terms, people = terms_of_night(night), people_for(night, arrears_now())
    roll = fold(facts, seats=night.seats, starts_at=night.starts_at)
    door = Door(
        house=night.house.name,
        day=night.date,
        zone=ZoneInfo(zone_of(night)),
        minimum_age=terms.minimum_age,
        ids=ids_seen(),
        came=arrived(night),
        fact_at=noted_at,
        fact=newest,
        act=_newest_act(night),
    )
    return door_list(roll, line(roll, people, terms), people, door)


def _newest_act(night: Night) -> int:
    """Return the newest act that tells who has come; none before the bank is open."""
    return Act.objects.filter(night=night).order_by("-number").values_list("number", flat=True).first() or 0
