"""What the pages and messages of a night read: arrears, arrivals, guests who are players, and the night in words."""

import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.timezone import localdate

from ledger.book.queries import overdue_cents
from ledger.night.stakes_queries import planned_stakes
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Kind
from reservations.acts.queries import in_effect
from reservations.houses.attendance_terms import Arrears, AttendanceTerms
from reservations.houses.queries import attendance_of
from reservations.messages.text import Occasion
from reservations.models import Act, Fact, House, Night, Rules
from reservations.nights.queries import has_started, zone_of
from reservations.parsing.names import name_key
from reservations.players.queries import people_at, persons_by_name
from reservations.rsvps.cutoffs import has_begun, not_come
from reservations.rsvps.queries import rsvp_state_of
from reservations.rsvps.rsvp_state import Rsvp, RsvpState

_COMING = (Kind.ARRIVE, Kind.BUY_IN)
_AT_THE_DOOR = (FactKind.CAME, FactKind.TURNED_AWAY)
_OVER = timedelta(hours=12)
"""So long after its start a night is over for the messages."""


def arrears_now() -> frozenset[int]:
    """Return the numbers of players whose debts in THE BOOK are overdue today; empty if no house has a rule for it."""
    # Asked every few seconds by the clock, and the whole of THE BOOK is read for it.
    if not any(attendance_of(rules).arrears != Arrears.NOTHING for rules in Rules.objects.all()):
        return frozenset()
    return frozenset(overdue_cents(localdate()))


def arrived(night: Night) -> dict[int, datetime]:
    """Return who came to a night, by number, and when they first came: to the door or to the table."""
    return arrived_on([night])[night.pk]


def arrived_on(nights: Iterable[Night]) -> dict[int, dict[int, datetime]]:
    """Return who came to nights, by the night's id, as :func:`arrived`; in a number of queries that does not grow."""
    found: dict[int, dict[int, datetime]] = {night.pk: {} for night in nights}
    latest = {
        (fact.night_id or 0, fact.player_id or 0): fact
        for fact in Fact.objects.filter(night__in=list(found), kind__in=_AT_THE_DOOR).order_by("id")
    }
    seen = [(*whom, fact.at) for whom, fact in latest.items() if json.loads(fact.content).get("came")]
    acts = in_effect(Act.objects.filter(night__in=list(found), kind__in=_COMING)).order_by("number")
    rows = acts.values_list("night", "at", "content")
    seen += [(night or 0, json.loads(content)["player"], at) for night, at, content in rows]
    people = people_at()
    for night, player, at in sorted(seen, key=lambda each: each[2]):
        found[night].setdefault(people[player], at)
    return found


def known_guests(rsvp_state: RsvpState) -> dict[str, int]:
    """Return the numbers of players who have, or had, the name of a guest, by name key."""
    keys = {name_key(name) for rsvp in rsvp_state.rsvps.values() for name in rsvp.guests}
    carried = persons_by_name() if keys else {}
    return {key: carried[key] for key in keys & carried.keys()}


def occasion_of(night: Night, terms: AttendanceTerms, *, place: str = "") -> Occasion:
    """Return a night of these terms as messages tell of it; ``place`` only where it is for those who may know it."""
    confirm_by = None
    if night.starts_at is not None and terms.release_minutes is not None:
        confirm_by = night.starts_at - timedelta(minutes=terms.release_minutes)
    return Occasion(
        house=night.house.name,
        date=night.date,
        zone=zone_of(night),
        starts_at=night.starts_at,
        ends_at=night.ends_at,
        seats=night.seats,
        place=place,
        note=night.note,
        says=terms.invitation,
        maybe_until=night.maybe_until,
        confirm_by=confirm_by,
        stakes=planned_stakes(night),
    )


def occasion_in(house: House, at: datetime) -> Occasion:
    """Return what messages tell of a house if they are about no single night."""
    zone = timezone.get_current_timezone()
    says = attendance_of(house.newest()).invitation
    return Occasion(house.name, at.astimezone(zone).date(), str(zone), says=says)


def is_over(night: Night, at: datetime) -> bool:
    """Tell whether a night is over, as far as messages go: some hours after its start, or when its day is over."""
    if night.starts_at is not None:
        return has_begun(night.starts_at, at - _OVER)
    return at.astimezone(ZoneInfo(zone_of(night))).date() > night.date


def is_due(rsvp: Rsvp, night: Night, now: datetime) -> bool:
    """Tell whether a player with a seat should be here: the night has begun, and any time they said has passed."""
    return has_started(night, now) and (rsvp.expected_at is None or now >= rsvp.expected_at)


def not_accounted_for(night: Night, now: datetime) -> int:
    """Return how many players with a seat have no outcome yet once the night has begun.

    "Late" is no outcome: it stays open until they come.
    """
    return sum(is_due(each, night, now) for each in not_come(rsvp_state_of(night), arrived(night), now))
