"""The nights in people's calendars: a player's own with the seats they have or had, a host's with all of them."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Min, Q

from reservations.acts.fact_queries import said
from reservations.acts.facts import FactKind, Said
from reservations.models import Fact, Night, Player, Rules
from reservations.nights.ical import Calendar, Event, Status
from reservations.players.queries import ever_merged, merges_at
from reservations.rsvps.merged_players import Merges, as_merged
from reservations.rsvps.queries import facts_of_nights
from reservations.rsvps.rsvp_reducers import fold
from reservations.rsvps.rsvp_state import RsvpState

KEPT_FOR = timedelta(days=365)
"""How long a night that is over stays in a calendar."""

_OF_THE_NIGHT = (FactKind.CHANGE, FactKind.CANCEL, FactKind.RESTORE)
_OF_A_SEAT = (
    FactKind.ANSWER,
    FactKind.SEAT,
    FactKind.OFFER,
    FactKind.LAPSE,
    FactKind.BUMP,
    FactKind.RELEASE,
    FactKind.MARK,
    FactKind.MERGED,
    FactKind.BACK,
)


@dataclass(frozen=True)
class _Self:
    """A person by number, with everybody who ever was one with them, also by way of others, and how often that changed.

    ``merges`` are those of them that stand now.
    """

    number: int
    ever: frozenset[int]
    changes: int
    merges: Merges


def calendar_of_player(player: Player, *, today: date, zone: str) -> Calendar:
    """Return the nights a person has a seat on, and, as cancelled, those on which they had one.

    On a night on which they never had a seat they have no event. ``zone`` is the desk's, for a night without its own.
    """
    person = _self(player.person)
    facts = _facts(person, today)
    nights = Night.objects.filter(pk__in=facts).select_related("house")
    events = [_of_player(night, facts[night.pk], person, zone) for night in nights]
    name = f"Poker nights of {player.person}"
    return Calendar(name, zone, today, tuple(event for event in events if event is not None))


def _self(player: Player) -> _Self:
    """Return a person as their calendar has them: whoever read it under one of these numbers, read it under all."""
    ever, merges = {player.number}, ever_merged()
    for _ in merges:
        ever.update(
            number for each in merges if ever & {each.duplicate, each.into} for number in (each.duplicate, each.into)
        )
    changes = sum(1 + each.undone for each in merges if each.duplicate in ever)
    return _Self(player.number, frozenset(ever), changes, merges_at())


def _facts(person: _Self, today: date) -> dict[int, list[Said]]:
    """Return the facts of every night of theirs, by its id: those of their seat, and those of the night as a whole."""
    asked = Q(player__in=person.ever, kind__in=_OF_A_SEAT) | Q(kind__in=_OF_THE_NIGHT)
    found = defaultdict(list)
    for fact in Fact.objects.filter(asked, night__date__gte=today - KEPT_FOR).order_by("id"):
        found[fact.night_id or 0].append(said(fact))
    return {night: facts for night, facts in found.items() if any(fact.player for fact in facts)}


def _of_player(night: Night, facts: Sequence[Said], person: _Self, zone: str) -> Event | None:
    has_seat = _roll(night, as_merged(facts, person.merges)).of(person.number).has_seat
    if not has_seat and not _had_seat(night, facts, person.ever):
        return None
    takes_place = has_seat and night.cancelled_at is None
    gone = "You have no seat any more." if night.cancelled_at is None else "The night is cancelled."
    return Event(
        uid=str(night.uid),
        # Facts and not turns of the seat: they are only ever added, and every turn is one. That two entries are one
        # person, or are not after all, may change it as well. Of all who ever were one with them, since a calendar is
        # read on when they are two again.
        sequence=len(facts) + person.changes - 1,
        status=Status.CONFIRMED if takes_place else Status.CANCELLED,
        day=night.date,
        starts=night.starts_at,
        ends=night.ends_at,
        zone=night.time_zone or zone,
        title=_title(night),
        place=night.place if takes_place else "",
        note=night.note if takes_place else gone,
        changed_at=max(fact.at for fact in facts),
    )


def _roll(night: Night, facts: Sequence[Said]) -> RsvpState:
    return fold(facts, seats=night.seats, starts_at=night.starts_at)


def _had_seat(night: Night, facts: Sequence[Said], numbers: Collection[int]) -> bool:
    """Tell whether a seat ever was theirs, by what was said under any of these numbers."""
    said_alone = as_merged(facts, {})
    rsvp_states = (_roll(night, said_alone[:until]) for until in range(1, len(said_alone) + 1))
    return any(rsvp_state.of(number).has_seat for rsvp_state in rsvp_states for number in numbers)


def calendar_of_host(*, today: date, zone: str) -> Calendar:
    """Return all nights that are planned, open, cancelled, or were played within a year, with how full they are."""
    nights = list(Night.objects.filter(date__gte=today - KEPT_FOR).select_related("house"))
    facts = facts_of_nights(nights)
    known: dict[int, datetime] = dict(Rules.objects.values_list("house").annotate(Min("since")))
    events = [_of_host(night, facts[night.pk], known[night.house_id], zone) for night in nights]
    return Calendar("Poker nights", zone, today, tuple(events))


def _of_host(night: Night, facts: Sequence[Said], known: datetime, zone: str) -> Event:
    rsvp_state = fold(facts, seats=night.seats, starts_at=night.starts_at)
    return Event(
        # Not the players' event: it says something else, and whoever has both calendars sees both.
        uid=f"{night.uid}-host",
        sequence=len(facts),
        status=Status.CONFIRMED if night.cancelled_at is None else Status.CANCELLED,
        day=night.date,
        starts=night.starts_at,
        ends=night.ends_at,
        zone=night.time_zone or zone,
        title=_title(night),
        place=night.place,
        note="\n".join(filter(None, (_seats_said(rsvp_state), night.note))),
        # Nothing says when a night was planned: of one that nobody said anything of yet, when its house came about.
        changed_at=max((fact.at for fact in facts), default=known),
    )


def _seats_said(rsvp_state: RsvpState) -> str:
    """Return how full a night is: "7 of 9 seats, 2 waiting"; a seat that is kept for somebody is taken."""
    seats = (
        f"{rsvp_state.taken} coming" if rsvp_state.seats is None else f"{rsvp_state.taken} of {rsvp_state.seats} seats"
    )
    return f"{seats}, {len(rsvp_state.waiting)} waiting" if rsvp_state.waiting else seats


def _title(night: Night) -> str:
    return f"Poker: {night.house}"
