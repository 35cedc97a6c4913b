"""The next fact due on a night, by the clock or for a free seat: one at a time. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from reservations.acts.facts import FactKind, Place, ReminderKind
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.rsvps.reminders import reminder, timing
from reservations.rsvps.rsvp_state import Rsvp, RsvpState
from reservations.waiting_list.rules import Person, WayUp, next_up, offered_until, way_up


@dataclass(frozen=True)
class Due:
    """A fact that is due: its player, its reason, and the earlier fact it is about.

    ``once`` names a fact due only once a night, and becomes part of its key; "" for any other.
    """

    kind: FactKind
    player: int | None = None
    reason: str = ""
    content: Mapping[str, Any] = field(default_factory=dict)
    outcome: Mapping[str, Any] = field(default_factory=dict)
    about: int | None = None
    once: str = ""


def next_due(
    rsvp_state: RsvpState,
    people: Mapping[int, Person],
    terms: AttendanceTerms,
    now: datetime,
    *,
    begun: bool,
    zone: str,
) -> Due | None:
    """Return the next fact due on a night; None without one, or for a cancelled night.

    ``begun`` tells whether the night has begun. ``zone`` (IANA) is the night's: no reminder goes out while it is night
    there.
    """
    if rsvp_state.cancelled:
        return None
    over = (rsvp for rsvp in rsvp_state.offered if rsvp.offered_until is not None and rsvp.offered_until <= now)
    if lapsed := min(over, key=lambda rsvp: (rsvp.offered_until, rsvp.asked), default=None):
        return Due(FactKind.LAPSE, lapsed.player, "The seat was not taken in time, so it went on.")
    if begun:
        # At the start it is known which late changes were taken up; the others are strikes.
        open_changes = (change for change in rsvp_state.changes if change.fact not in rsvp_state.settled)
        left = next((change for change in open_changes if change.open_seats or not change.was_full), None)
        return Due(FactKind.STRIKE, left.player, about=left.fact) if left else None
    for rsvp in rsvp_state.rsvps.values():
        # A player removed from the group can no longer be asked.
        if rsvp.place != Place.NONE and not rsvp.ruled and people[rsvp.player].removed:
            return Due(FactKind.RELEASE, rsvp.player, "Removed from the group.")
    return (
        _request(rsvp_state, people, terms, now, zone)
        or _unconfirmed(rsvp_state, people, terms, now)
        or _move_up(rsvp_state, people, terms, now)
    )


def next_moment(rsvp_state: RsvpState, terms: AttendanceTerms, now: datetime, *, zone: str) -> datetime | None:
    """Return the next time at which a fact may be due by the clock alone; None without one."""
    starts_at, moments = rsvp_state.starts_at, [rsvp.offered_until for rsvp in rsvp_state.offered]
    reminders = [timing(kind, rsvp_state, terms, zone) for kind in ReminderKind]
    moments += [timed.goes_at(now) for timed in reminders if timed is not None]
    if starts_at is not None:
        before = (0, terms.confirm_minutes, terms.release_minutes, terms.cutoff_minutes)
        moments += [starts_at - timedelta(minutes=minutes) for minutes in before if minutes is not None]
    if rsvp_state.asked_at is not None:
        # Players who were asked late have the house's full time to confirm.
        given = (terms.confirm_minutes or 0) - (terms.release_minutes or 0)
        moments.append(rsvp_state.asked_at + timedelta(minutes=given))
    return min((moment for moment in moments if moment is not None and moment > now), default=None)


def _request(
    rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms, now: datetime, zone: str
) -> Due | None:
    """Ask to confirm, or remind; a reminder goes out once for each start of the night."""
    if rsvp_state.seated and rsvp_state.asked_at is None and _is_time(rsvp_state, terms.confirm_minutes, now):
        return Due(FactKind.ASK)
    for kind in ReminderKind:
        found = reminder(kind, rsvp_state, people, terms, now, zone=zone)
        if found and found.on and found.players and found.goes_at is not None and found.goes_at <= now:
            content, outcome = {"who": kind.value}, {"players": [*found.players]}
            return Due(FactKind.REMIND, content=content, outcome=outcome, once=f"{kind}-{rsvp_state.moved_by}")
    return None


def _is_time(rsvp_state: RsvpState, minutes: int | None, now: datetime) -> bool:
    """Tell whether it is at most so many minutes before the start, and not the start yet."""
    if rsvp_state.starts_at is None or minutes is None:
        return False
    return rsvp_state.starts_at - timedelta(minutes=minutes) <= now < rsvp_state.starts_at


def _unconfirmed(
    rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms, now: datetime
) -> Due | None:
    """Release the newest unconfirmed seat, but only if a waiting player can have it."""
    if rsvp_state.asked_at is None or rsvp_state.free is None or not _is_time(rsvp_state, terms.release_minutes, now):
        return None
    given = timedelta(minutes=(terms.confirm_minutes or 0) - (terms.release_minutes or 0))
    if way_up(terms, rsvp_state.starts_at, now) == WayUp.HOST or now < rsvp_state.asked_at + given:
        return None
    if next_up(rsvp_state, people, terms) is not None:
        return None
    able = (rsvp for rsvp in rsvp_state.waiting if not rsvp.held and not people[rsvp.player].barred)
    least = min((rsvp.party for rsvp in able), default=None)
    unconfirmed = sorted((rsvp for rsvp in rsvp_state.seated if not rsvp.confirmed), key=lambda rsvp: -rsvp.asked)
    if least is None or rsvp_state.free + sum(rsvp.party for rsvp in unconfirmed) < least:
        return None
    return Due(FactKind.RELEASE, unconfirmed[0].player, "The seat was not confirmed in time, and others wait for one.")


def _move_up(rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms, now: datetime) -> Due | None:
    """Give or offer a free seat to the next in line."""
    way = way_up(terms, rsvp_state.starts_at, now)
    found = None if way == WayUp.HOST else next_up(rsvp_state, people, terms)
    if found is None:
        return None
    outcome = {"because": "A seat became free.", "passed": [list(passed) for passed in found.passed]}
    if way == WayUp.SEAT:
        return Due(FactKind.SEAT, found.rsvp.player, outcome={"how": "moved up", **outcome})
    until = offered_until(terms, rsvp_state.starts_at, now)
    return Due(FactKind.OFFER, found.rsvp.player, outcome={"until": until.isoformat(), **outcome})


def in_line_before(rsvp: Rsvp, rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms) -> bool:
    """Tell whether another player is before this one in line for the free seats."""
    found = next_up(rsvp_state, people, terms)
    return found is not None and found.rsvp.player != rsvp.player
