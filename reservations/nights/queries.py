"""Planned nights: their plans, the nights of a series, and the obstacles to a new night.

A player's calendar has their present and lost seats, a host's has all nights.
"""

from collections import defaultdict
from collections.abc import Callable, Collection
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Min, Q, QuerySet
from django.utils import timezone

from reservations.acts.fact_queries import fact_value
from reservations.acts.facts import FactKind
from reservations.houses.queries import attendance_of
from reservations.messages.text import Occasion
from reservations.models import Desk, Fact, House, Night, Player, Rules, Series
from reservations.nights.ical import Calendar, Event, reader_uid
from reservations.nights.plans import Plan, Repeats
from reservations.players.people import as_merged
from reservations.players.queries import ever_merged, merges_at, same_person
from reservations.rsvps.queries import facts_of_nights, has_started, rsvp_states_of, zone_of
from reservations.rsvps.rsvp_reducers import fold, folded
from reservations.rsvps.rsvp_state import has_begun

_COLUMNS = ("date", "starts_at", "ends_at", "time_zone", "seats", "tables", "maybe_until", "place", "note", "stakes")
_OVER = timedelta(hours=12)
"""So long after its start a night is over for the messages."""


def plan_of(night: Night) -> Plan:
    """Return the plan of a night, by the clock of its place."""
    columns = {name: getattr(night, name) for name in _COLUMNS}
    return Plan.read(columns | {"time_zone": zone_of(night)})


def repeats_of(series: Series) -> Repeats:
    return Repeats(series.every, series.interval, series.first, series.until)


def ahead(night: Night, now: datetime) -> list[Night]:
    """Return the planned nights of its series after a night that have not started, in order."""
    if night.series_id is None or night.series_day is None:
        return []
    return list(ahead_in(night.series_id, now).filter(series_day__gt=night.series_day))


def ahead_in(series: int, now: datetime) -> QuerySet[Night]:
    """Return the planned nights of a series that have not started, in order."""
    later = Q(starts_at__gt=now) | Q(starts_at=None)
    return Night.objects.planned().filter(later, series=series).select_related("house")


def is_underway(night: Night, at: datetime) -> bool:
    """Tell whether a night has begun or its bank was opened, even before the start: day and times are fixed then."""
    return night.rules_id is not None or night.results_id is not None or has_started(night, at)


def players_notified(cancelled: Collection[Night]) -> set[int]:
    """Return the numbers of the players to tell of a cancellation: with a seat, an offer or a place in line."""
    rsvp_states = rsvp_states_of(cancelled).values()
    return {rsvp.player for state in rsvp_states for rsvp in (*state.seated, *state.offered, *state.waiting)}


def occasion_in(house: House | None, at: datetime) -> Occasion:
    """Return a house, or the desk, for messages that are not about a single night."""
    zone = timezone.get_current_timezone()
    if house is None:
        return Occasion("", at.astimezone(zone).date(), str(zone))
    says = attendance_of(house.newest()).invitation
    return Occasion(house.name, at.astimezone(zone).date(), str(zone), says=says)


def is_over(night: Night, at: datetime) -> bool:
    """Tell whether a night is over for messages: some hours after its start, or at the end of its day."""
    if night.starts_at is not None:
        return has_begun(night.starts_at, at - _OVER)
    return at.astimezone(ZoneInfo(zone_of(night))).date() > night.date


def times_of(night: Night) -> str:
    """Return the times of a night: "19:00 to about 01:00"; "" if unknown.

    If the night's zone is not the desk's, it is named.
    """
    if night.starts_at is None:
        return ""
    ends = f" to about {_clock(night, night.ends_at)}" if night.ends_at else ""
    return f"{_clock(night, night.starts_at)}{ends}{_where(night)}"


def start_of(night: Night) -> str:
    """Return the start of a night: "19:00", or "19:00 (Europe/Berlin)"; empty if unknown."""
    return f"{clock_of(night)}{_where(night)}" if night.starts_at else ""


def clock_of(night: Night) -> str:
    """Return the start of a night by its own clock: "19:00"; empty if unknown."""
    return _clock(night, night.starts_at) if night.starts_at else ""


def _clock(night: Night, at: datetime) -> str:
    return f"{at.astimezone(ZoneInfo(zone_of(night))):%H:%M}"


def _where(night: Night) -> str:
    zone = zone_of(night)
    return "" if zone == str(timezone.get_current_timezone()) else f" ({zone.replace('_', ' ')})"


KEPT_FOR = timedelta(days=365)
"""How long a night that is over stays in a calendar."""

_OF_THE_NIGHT = (FactKind.CHANGE, FactKind.CANCEL, FactKind.RESTORE)
_OF_A_SEAT = (
    *(FactKind.ANSWER, FactKind.SEAT, FactKind.OFFER, FactKind.LAPSE, FactKind.BUMP),
    *(FactKind.RELEASE, FactKind.MARK, FactKind.MERGED, FactKind.BACK),
)


def _nothing(_night: Night) -> str:
    return ""


def calendar_of_player(
    player: Player, *, today: date, zone: str, stakes: Callable[[Night], str] = _nothing
) -> Calendar:
    """Return the nights on which a person has a seat, and, as cancelled, those on which they had one.

    A night on which they never had a seat has no event. ``zone`` is the desk's zone, for nights without their own;
    ``stakes`` returns a night's stakes in words, "" for those of its house.
    """
    person = player.survivor
    ever, turns = _ever_one_with(person)
    facts = defaultdict(list)
    for fact in Fact.objects.filter(_event_changes(ever), night__date__gte=today - KEPT_FOR).order_by("id"):
        facts[fact.night_id or 0].append(fact_value(fact))
    theirs = [night for night, of_night in facts.items() if any(fact.player for fact in of_night)]
    now, events, nights = merges_at(None), [], Night.objects.filter(pk__in=theirs).select_related("house")
    uids = uids_of(person, nights)
    for night in nights:
        merged, alone = (
            folded(as_merged(facts[night.pk], then), seats=night.seats, starts_at=night.starts_at) for then in (now, {})
        )
        has_seat = merged[-1].of(person.number).has_seat
        # They had a seat if the facts under any of these numbers ever gave them one.
        if not has_seat and not any(state.of(number).has_seat for state in alone for number in ever):
            continue
        is_on = night.cancelled_at is None
        gone = "You have no seat any more." if is_on else "The night is cancelled."
        event = _event(
            night,
            zone,
            uid=uids[night.pk],
            # Facts are counted and not seats: they are only ever added. A merge or its undoing may change the event as
            # well, and so may those of all players who were ever one with the person: their calendars are read on after
            # two persons are parted.
            sequence=len(facts[night.pk]) + turns,
            is_on=has_seat and is_on,
            place=night.place if has_seat and is_on else "",
            note="\n".join(filter(None, (stakes(night), night.note))) if has_seat and is_on else gone,
            changed_at=max(fact.at for fact in facts[night.pk]),
        )
        events.append(event)
    return Calendar(f"Poker nights of {person}", zone, today, tuple(events))


def event_for(player: Player, night: Night, *, place: str, note: str, now: datetime) -> Event:
    """Return the event of a night for mails to a person: that of their calendar, also before they have a seat."""
    ever, turns = _ever_one_with(player.survivor)
    return _event(
        night,
        "UTC",
        uid=uids_of(player.survivor, [night])[night.pk],
        sequence=Fact.objects.filter(_event_changes(ever), night=night).count() + turns,
        is_on=night.cancelled_at is None,
        place=place,
        note=note,
        changed_at=now,
    )


def uids_of(person: Player, nights: Collection[Night]) -> dict[int, str]:
    """Return the UIDs of these nights in the calendars of a person, by night id.

    They contain the number under which the person was first invited, so they survive a merge.
    """
    key, numbers = Desk.objects.get(pk=Desk.ONE).calendar_key, same_person(person)
    first: dict[int | None, int] = {}
    for fact in Fact.objects.filter(night__in=nights, kind=FactKind.INVITE).order_by("id") if numbers[1:] else ():
        if under := [number for number in fact_value(fact).content["players"] if number in numbers]:
            first.setdefault(fact.night_id, under[0])
    return {
        night.pk: str(night.uid)
        if night.uid_is_shared
        else reader_uid(night.uid, first.get(night.pk, person.number), key)
        for night in nights
    }


def version_at(player: Player, night: Night, at: datetime) -> int:
    """Return the least SEQUENCE in the mails to a person about a night at a moment, or later."""
    ever, _ = _ever_one_with(player.survivor)
    return Fact.objects.filter(_event_changes(ever), night=night, at__lte=at).count()


def _ever_one_with(person: Player) -> tuple[set[int], int]:
    """Return the numbers of all players who were ever one with a person, and the count of these merges and undoings.

    Chains of merges count too: a reader of the calendar under one of these numbers reads it under all of them.
    """
    ever, merges = {person.number}, ever_merged()
    for _ in merges:
        ever.update(number for *both, _ in merges if ever & {*both} for number in both)
    return ever, sum(1 + undone for duplicate, _, undone in merges if duplicate in ever)


def _event_changes(ever: set[int]) -> Q:
    """Return the filter for the facts that change the event of a night for the owner of one of these numbers."""
    return Q(player__in=ever, kind__in=_OF_A_SEAT) | Q(kind__in=_OF_THE_NIGHT)


def calendar_of_host(
    *, today: date, zone: str, stakes: Callable[[Night], str] = _nothing, houses: Collection[int] | None = None
) -> Calendar:
    """Return all nights that are planned, open, cancelled, or were played within a year, with their taken seats.

    ``houses`` limits them to these houses, by id; None: all.
    """
    nights = list(Night.objects.in_houses(houses).filter(date__gte=today - KEPT_FOR).select_related("house"))
    facts = facts_of_nights(nights)
    houses_since: dict[int, datetime] = dict(Rules.objects.values_list("house").annotate(Min("since")))
    events = []
    for night in nights:
        state = fold(facts[night.pk], seats=night.seats, starts_at=night.starts_at)
        seats = state.filled if state.seats is None else f"{state.filled} seats"
        waiting = f", {len(state.waiting)} waiting" if state.waiting else ""
        event = _event(
            night,
            zone,
            # Different from the players' event: it has other content, and a reader of both calendars sees both.
            uid=f"{night.uid}-host",
            sequence=len(facts[night.pk]),
            is_on=night.cancelled_at is None,
            place=night.place,
            note="\n".join(filter(None, (f"{seats}{waiting}", stakes(night), night.note))),
            # No fact has the time of the planning: without facts, take the time at which the house was made.
            changed_at=max((fact.at for fact in facts[night.pk]), default=houses_since[night.house_id]),
        )
        events.append(event)
    return Calendar("Poker nights", zone, today, tuple(events))


def _event(night: Night, zone: str, **fields: Any) -> Event:
    return Event(
        day=night.date,
        starts=night.starts_at,
        ends=night.ends_at,
        zone=night.time_zone or zone,
        title=f"Poker: {night.house}",
        **fields,
    )
