"""The plan of a night in words: its time, by the clock of its own place, and its other fields."""

import json
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from ledger.models import Bank
from ledger.night.stakes_queries import planned_stakes
from reservations.acts.facts import FactKind
from reservations.houses.queries import attendance_of
from reservations.models import Fact, House, Night
from reservations.nights.plans import Plan
from reservations.nights.queries import plan_of, repeats_of, times_of
from reservations.parsing.days import day_of
from reservations.rsvps.queries import rsvp_state_of, zone_of

CARRIED = ("ends", "seats", "tables", "place", "maybe_hours")
"""The fields of a plan that the next night probably repeats."""


@dataclass(frozen=True)
class PlanWords:
    """The plan of a night, for its page: ``off_because`` is the reason why it was cancelled, if it was."""

    night: Night
    times: str
    maybe_until: str
    repeats: str
    stakes: str
    taken: int
    off_because: str

    @property
    def filled(self) -> str:
        """The taken seats, out of all, and the tables."""
        seats = "no limit" if self.night.seats is None else f"{self.taken} of {self.night.seats} taken"
        return f"{seats}, at {'one table' if self.night.tables == 1 else 'two tables'}"

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The known fields, with their labels."""
        facts = {
            "Starts": self.times,
            "Seats": self.filled,
            "“Maybe” closes": self.maybe_until,
            "Stakes": self.stakes,
            "Place": self.night.place,
            "Repeats": self.repeats,
        }
        return [(label, value) for label, value in facts.items() if value]


def plan_words(night: Night) -> PlanWords:
    """Return the plan of a night in words."""
    maybe_until = night.maybe_until and night.maybe_until.astimezone(ZoneInfo(zone_of(night)))
    return PlanWords(
        night=night,
        times=times_of(night),
        maybe_until=f"{day_of(maybe_until)}, {maybe_until:%H:%M}" if maybe_until else "",
        repeats=str(repeats_of(night.series)) if night.series else "",
        stakes=planned_stakes(night),
        taken=rsvp_state_of(night).taken,
        off_because=off_because(night),
    )


def off_because(night: Night) -> str:
    """Return why a night was cancelled; "" if it is on or has no reason."""
    if night.cancelled_at is None:
        return ""
    reasons = Fact.objects.filter(night=night, kind=FactKind.CANCEL).order_by("-id").values_list("reason", flat=True)
    return reasons.first() or ""


def is_due(night: Night, today: date) -> bool:
    """Tell whether a night may be opened now: it is of today, or of yesterday shortly after midnight."""
    return today - timedelta(days=1) <= night.date <= today


def last_opening(night: Night) -> dict[str, Any]:
    """Return the content of the act that opened the last bank of this house; {} if none was opened yet."""
    banks = Bank.objects.filter(night__house=night.house).order_by("-opened")
    content: dict[str, Any] = json.loads(banks.values_list("opened__content", flat=True).first() or "{}")
    return content


def plan_like(house: House) -> Plan:
    """Return a likely night of a house: like the last one that was planned, with the house's seats."""
    latest, seats = Night.objects.filter(house=house).order_by("pk").last(), attendance_of(house.newest()).seats
    like = plan_of(latest) if latest else Plan(timezone.localdate())
    carried = {name: getattr(like, name) for name in CARRIED}
    return Plan(timezone.localdate(), **carried if seats is None else carried | {"seats": seats})
