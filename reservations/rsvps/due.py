"""What is due on a night by the clock: one thing at a time, the next after the last is recorded. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from reservations.acts.facts import FactKind, Place
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.rsvps.rsvp_state import Rsvp, RsvpState
from reservations.waiting_list.rules import NextUp, Person, Way, next_up, offered_until, way_up


@dataclass(frozen=True)
class Due:
    """A fact that the clock or a free seat asks for: of which player, why, and about which earlier fact."""

    kind: FactKind
    player: int | None = None
    reason: str = ""
    outcome: Mapping[str, Any] = field(default_factory=dict)
    about: int | None = None


def next_due(
    rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms, now: datetime, *, begun: bool
) -> Due | None:
    """Return the next thing that is due on a night at that time; nothing where all is done, or the night is off.

    ``begun`` says whether it has begun (``nights.has_started``): from then on nobody comes to a seat by themselves.
    """
    if rsvp_state.cancelled:
        return None
    if begun:
        return _lapsed(rsvp_state, now) or _struck(rsvp_state)
    return (
        _lapsed(rsvp_state, now)
        or _out(rsvp_state, people)
        or _asked(rsvp_state, terms, now)
        or _unconfirmed(rsvp_state, people, terms, now)
        or _moved_up(rsvp_state, people, terms, now)
    )


def _lapsed(rsvp_state: RsvpState, now: datetime) -> Due | None:
    over = (each for each in rsvp_state.offered if each.offered_until is not None and each.offered_until <= now)
    first = min(over, key=lambda each: (each.offered_until, each.asked), default=None)
    return Due(FactKind.LAPSE, first.player, "The seat was not taken in time, so it went on.") if first else None


def _out(rsvp_state: RsvpState, people: Mapping[int, Person]) -> Due | None:
    """Return the reservation of somebody who was removed from the group: nobody can ask them whether they come."""
    reserved = (each for each in rsvp_state.rsvps.values() if each.place != Place.NONE and not each.ruled)
    theirs = (each for each in reserved if people[each.player].removed)
    gone = next(theirs, None)
    return Due(FactKind.RELEASE, gone.player, "Removed from the group.") if gone else None


def _asked(rsvp_state: RsvpState, terms: AttendanceTerms, now: datetime) -> Due | None:
    if not rsvp_state.seated:
        return None
    if rsvp_state.asked_at is None and _is_time(rsvp_state, terms.confirm_minutes, now):
        return Due(FactKind.ASK)
    if rsvp_state.reminded or not _is_time(rsvp_state, terms.remind_minutes, now):
        return None
    reminded = [each.player for each in rsvp_state.seated if _may_forget(rsvp_state, each, terms)]
    return Due(FactKind.REMIND, outcome={"players": reminded}) if reminded else None


def _may_forget(rsvp_state: RsvpState, rsvp: Rsvp, terms: AttendanceTerms) -> bool:
    """Tell whether somebody heard of their seat so long before the reminder that they need one.

    They did not where they answered, moved up, or learnt of another time after it was due, or shortly before: in the
    last quarter of the time that it is sent ahead.
    """
    minutes = terms.remind_minutes or 0
    heard = max(filter(None, [rsvp.answered_at, rsvp.moved_up_at, rsvp_state.called_at]), default=None)
    if rsvp_state.starts_at is None or heard is None:
        return True
    return heard <= rsvp_state.starts_at - timedelta(minutes=minutes + minutes / 4)


def _is_time(rsvp_state: RsvpState, minutes: int | None, now: datetime) -> bool:
    """Tell whether it is so many minutes before the start, or less, and not the start yet."""
    if rsvp_state.starts_at is None or minutes is None:
        return False
    return rsvp_state.starts_at - timedelta(minutes=minutes) <= now < rsvp_state.starts_at


def _unconfirmed(
    rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms, now: datetime
) -> Due | None:
    """Return the seat to give on: one that nobody confirmed, and only where somebody waits who can have it."""
    if rsvp_state.asked_at is None or rsvp_state.free is None or not _is_time(rsvp_state, terms.release_minutes, now):
        return None
    if way_up(terms, rsvp_state.starts_at, now) == Way.HOST or not _had_time(rsvp_state.asked_at, terms, now):
        return None
    if next_up(rsvp_state, people, terms) is not None:
        return None
    able = (each for each in rsvp_state.waiting if not each.held and not people[each.player].barred)
    least = min((each.party for each in able), default=None)
    unconfirmed = sorted((each for each in rsvp_state.seated if not each.confirmed), key=lambda each: -each.asked)
    if least is None or rsvp_state.free + sum(each.party for each in unconfirmed) < least:
        return None
    return Due(FactKind.RELEASE, unconfirmed[0].player, "The seat was not confirmed in time, and others wait for one.")


def _had_time(asked_at: datetime, terms: AttendanceTerms, now: datetime) -> bool:
    """Tell whether people have had as long to confirm as the house gives them, also where they were asked late."""
    given = (terms.confirm_minutes or 0) - (terms.release_minutes or 0)
    return now >= asked_at + timedelta(minutes=given)


def _moved_up(rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms, now: datetime) -> Due | None:
    way = way_up(terms, rsvp_state.starts_at, now)
    if way == Way.HOST:
        return None
    found = next_up(rsvp_state, people, terms)
    if found is None:
        return None
    if way == Way.SEAT:
        return Due(FactKind.SEAT, found.rsvp.player, outcome={"how": "moved up", **_told(found)})
    until = offered_until(terms, rsvp_state.starts_at, now)
    return Due(FactKind.OFFER, found.rsvp.player, outcome={"until": until.isoformat(), **_told(found)})


def _told(found: NextUp) -> dict[str, Any]:
    return {"because": "A seat became free.", "passed": [list(each) for each in found.passed]}


def _struck(rsvp_state: RsvpState) -> Due | None:
    """Return the late change that is a strike for good: at the start it is known who took up what."""
    left = next((each for each in rsvp_state.pending if not each.taken_up), None)
    return Due(FactKind.STRIKE, left.player, about=left.fact) if left else None


def in_line_before(rsvp: Rsvp, rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms) -> bool:
    """Tell whether somebody who waits could have the free seats that this party asks for."""
    found = next_up(rsvp_state, people, terms)
    return found is not None and found.rsvp.player != rsvp.player
