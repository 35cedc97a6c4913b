"""Calendars: a player's has their present and lost seats, a host's has all nights.

They stand apart from other queries of nights, since a library of calendars takes a fifth of a second to load.
"""

from collections import defaultdict
from collections.abc import Callable, Collection
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Min, Q

from reservations.acts.fact_queries import fact_value
from reservations.acts.facts import FactKind
from reservations.models import Desk, Fact, Night, Player, Rules
from reservations.nights.ical import Calendar, Event, reader_uid
from reservations.players.people import as_merged
from reservations.players.queries import ever_merged, merges_at, same_person
from reservations.rsvps.queries import facts_of_nights
from reservations.rsvps.rsvp_reducers import fold, folded

KEPT_FOR = timedelta(days=365)
"""How long a night that is over stays in a calendar."""

_OF_THE_NIGHT = (FactKind.CHANGE, FactKind.CANCEL, FactKind.RESTORE)
_OF_A_SEAT = (
    *(FactKind.ANSWER, FactKind.SEAT, FactKind.OFFER, FactKind.LAPSE, FactKind.BUMP),
    *(FactKind.RELEASE, FactKind.MARK, FactKind.MERGED, FactKind.BACK),
)


def calendar_of_player(player: Player, *, today: date, zone: str, stakes: Callable[[Night], str]) -> Calendar:
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
    *, today: date, zone: str, stakes: Callable[[Night], str], houses: Collection[int] | None
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
