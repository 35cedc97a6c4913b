"""The next fact due on a night, by the clock or for a free seat: one at a time. Pure.

The house sets the time of a reminder before the start. A reminder due between 21:00 and 9:00, by the clocks of the
night, goes out the next morning, or the evening before if the morning would leave too little time. A desk that was
asleep at that time sends it as soon as it is awake, if it still helps.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from reservations.acts.facts import FactKind, Place, ReminderKind
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.parsing.days import instant
from reservations.parsing.names import name_key
from reservations.rsvps.rsvp_state import Rsvp, RsvpState
from reservations.waiting_list.rules import Person, WayUp, next_up, offered_until, way_up


@dataclass(frozen=True)
class Due:
    """A fact that is due: its player, its reason, and the earlier fact it is about.

    ``once`` names a fact that is due only once a night, and becomes part of its key; "" for other facts.
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
    if lapsed := min(over, key=lambda rsvp: (rsvp.offered_until, rsvp.entry), default=None):
        return Due(FactKind.LAPSE, lapsed.player, "The seat was not taken in time, so it went on.")
    if begun:
        # At the start the taken-up late changes are known; the others are strikes.
        open_changes = (change for change in rsvp_state.changes if change.fact not in rsvp_state.settled)
        left = next((change for change in open_changes if change.open_seats or not change.was_full), None)
        return Due(FactKind.STRIKE, left.player, about=left.fact) if left else None
    for rsvp in rsvp_state.rsvps.values():
        # A player removed from the group gets no more questions.
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
    if rsvp_state.request_at is not None:
        # Players with a late question have the house's full time to confirm.
        given = (terms.confirm_minutes or 0) - (terms.release_minutes or 0)
        moments.append(rsvp_state.request_at + timedelta(minutes=given))
    return min((moment for moment in moments if moment is not None and moment > now), default=None)


def _request(
    rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms, now: datetime, zone: str
) -> Due | None:
    """Ask to confirm, or remind; a reminder goes out once for every start of the night."""
    if rsvp_state.seated and rsvp_state.request_at is None and _is_time(rsvp_state, terms.confirm_minutes, now):
        return Due(FactKind.ASK)
    for kind in ReminderKind:
        found = reminder(kind, rsvp_state, people, terms, now, zone=zone)
        if found and found.on and found.players and found.goes_at is not None and found.goes_at <= now:
            content, outcome = {"who": kind.value}, {"players": [*found.players]}
            return Due(FactKind.REMIND, content=content, outcome=outcome, once=f"{kind}-{rsvp_state.moved_by}")
    return None


def _is_time(rsvp_state: RsvpState, minutes: int | None, now: datetime) -> bool:
    """Tell whether it is at most that many minutes before the start, and not yet the start."""
    if rsvp_state.starts_at is None or minutes is None:
        return False
    return rsvp_state.starts_at - timedelta(minutes=minutes) <= now < rsvp_state.starts_at


def _unconfirmed(
    rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms, now: datetime
) -> Due | None:
    """Release the newest unconfirmed seat, but only if a waiting player can have it."""
    if rsvp_state.request_at is None or rsvp_state.free is None or next_up(rsvp_state, people, terms) is not None:
        return None
    given = timedelta(minutes=(terms.confirm_minutes or 0) - (terms.release_minutes or 0))
    is_time = now >= rsvp_state.request_at + given and _is_time(rsvp_state, terms.release_minutes, now)
    if not is_time or way_up(terms, rsvp_state.starts_at, now) == WayUp.HOST:
        return None
    able = (rsvp for rsvp in rsvp_state.waiting if not rsvp.held and not people[rsvp.player].barred)
    least = min((rsvp.party for rsvp in able), default=None)
    unconfirmed = sorted((rsvp for rsvp in rsvp_state.seated if not rsvp.confirmed), key=lambda rsvp: -rsvp.entry)
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


QUIET_FROM, QUIET_UNTIL = time(21), time(9)
_IN_THE_EVENING = time(20)
"""When a reminder goes out that the next morning would be too late for."""
_A_DAY = timedelta(days=1)
_LEAST_NOTICE = timedelta(hours=6)
"""Players invited later than that get no reminder to answer, unless the house itself sets a shorter time."""
_TOO_LATE = timedelta(minutes=30)
"""So shortly before the start nobody gets a reminder, unless the house itself sets a shorter time."""

NOBODY: Mapping[ReminderKind, str] = {
    ReminderKind.UNANSWERED: "Nobody: everybody who was invited has answered, or was invited only just now.",
    ReminderKind.SEATED: "Nobody: no one has had a seat for long enough to be reminded of it.",
}
"""To whom a reminder goes that goes to nobody."""


@dataclass(frozen=True)
class Timing:
    """The planned moment of a reminder, in UTC, and the last one at which it still helps.

    Players who hear of the night after ``known_by`` need no reminder, nor do those reminded after ``reminded_by``: the
    moment less a quarter of its lead, or of the house's lead. ``zone`` (IANA) is the zone of the quiet hours.
    """

    at: datetime
    known_by: datetime
    reminded_by: datetime
    last: datetime
    zone: str

    def goes_at(self, now: datetime) -> datetime | None:
        """Return the time at which an unsent reminder goes out, as seen from ``now``; None if it would be too late."""
        moment = max(self.at, now)
        if is_quiet(moment, self.zone):
            moment = _next_morning(moment, self.zone)
        return moment if moment <= self.last else None


@dataclass(frozen=True)
class Reminder:
    """A reminder that has not gone out: its time, and its receivers by number.

    ``goes_at`` is None if it is too late. It goes out by itself only if it is ``on``.
    """

    kind: ReminderKind
    on: bool
    goes_at: datetime | None
    players: tuple[int, ...]


def timing(kind: ReminderKind, rsvp_state: RsvpState, terms: AttendanceTerms, zone: str) -> Timing | None:
    """Return the planned time of a reminder of a night.

    Players without an answer get it half way between the first invitation and the start if they were invited, or
    heard of another start, too late for the house's time. None if the start is unknown, the house has no reminder,
    or nobody was invited in time.
    """
    starts_at = rsvp_state.starts_at
    minutes = terms.remind_minutes if kind is ReminderKind.SEATED else terms.unanswered_minutes
    if starts_at is None or minutes is None:
        return None
    usual = lead = timedelta(minutes=minutes)
    if kind is ReminderKind.UNANSWERED:
        if not rsvp_state.invited_at:
            return None
        first = min(rsvp_state.invited_at.values())
        notice = starts_at - max(first, rsvp_state.called_at or first)
        if notice < lead + lead / 4:
            lead = timedelta(minutes=notice // timedelta(minutes=2))
            if notice < _LEAST_NOTICE:
                return None
    at = out_of_the_night(starts_at - lead, latest=starts_at - lead / 2, zone=zone)
    return Timing(at, at - lead / 4, at - usual / 4, starts_at - min(_TOO_LATE, lead / 2), zone)


def reminder(
    kind: ReminderKind,
    rsvp_state: RsvpState,
    people: Mapping[int, Person],
    terms: AttendanceTerms,
    now: datetime,
    *,
    zone: str,
) -> Reminder | None:
    """Return a reminder of a night that has not gone out; None without one.

    Players who heard of their seat, were invited or were reminded shortly before are left out, and so are hosts who
    invited: their page asks them.
    """
    found = timing(kind, rsvp_state, terms, zone)
    if found is None or kind in rsvp_state.reminded:
        return None
    known: dict[int, list[datetime | None]] = {}
    if kind is ReminderKind.SEATED:
        known |= {rsvp.player: [rsvp.answered_at, rsvp.moved_up_at] for rsvp in rsvp_state.seated}
    else:
        hosts = {name_key(name) for name in rsvp_state.inviters}
        silent = (number for number in rsvp_state.unanswered if not people[number].barred)
        open_numbers = (number for number in silent if name_key(people[number].name) not in hosts)
        known |= {number: [rsvp_state.invited_at[number]] for number in open_numbers}
    players = [
        number
        for number, moments in known.items()
        if all(at is None or at <= found.known_by for at in (*moments, rsvp_state.called_at))
        and rsvp_state.reminded_at.get(number, found.reminded_by) <= found.reminded_by
    ]
    return Reminder(kind, rsvp_state.switched.get(kind, False), found.goes_at(now), tuple(players))


def is_quiet(at: datetime, zone: str) -> bool:
    """Tell whether it is night by the clocks of a zone: from 21:00 on, and before 9:00."""
    clock = at.astimezone(ZoneInfo(zone)).time()
    return clock >= QUIET_FROM or clock < QUIET_UNTIL


def out_of_the_night(at: datetime, *, latest: datetime, zone: str) -> datetime:
    """Move a time at night to the next morning if that is not after ``latest``, or else to the evening before.

    That is 20:00 before that night.
    """
    if not is_quiet(at, zone):
        return at
    morning = _next_morning(at, zone)
    if morning <= latest:
        return morning
    return instant(morning.astimezone(ZoneInfo(zone)).date() - _A_DAY, _IN_THE_EVENING, zone)


def _next_morning(at: datetime, zone: str) -> datetime:
    """Return the end of the quiet hours around a moment."""
    there = at.astimezone(ZoneInfo(zone))
    return instant(there.date() + (_A_DAY if there.time() >= QUIET_FROM else timedelta()), QUIET_UNTIL, zone)
