"""The host's texts about the guests of a night: the taken seats, and the next player for a free one. Pure."""

from collections.abc import Mapping
from datetime import datetime, timedelta, tzinfo

from reservations.acts.facts import FactKind
from reservations.houses.attendance_terms import AttendanceTerms, MovesUp
from reservations.rsvps.rsvp_state import RsvpState
from reservations.waiting_list.rules import WayUp, way_up

USUAL_REASONS: Mapping[str, tuple[str, ...]] = {
    FactKind.SEAT: ("There is room after all", "Agreed with everybody"),
    FactKind.BUMP: ("Offered to wait", "Too many seats were given"),
    FactKind.RELEASE: ("Asked me to take it back", "My mistake"),
    FactKind.PIN: ("Asked me first", "Promised last time"),
    FactKind.FAVOUR: ("Promised last time", "Helps with the game"),
}
"""Reasons for a host without reasons of their own yet, by the kind of fact."""

_NEXT = {
    WayUp.SEAT: "is next in line and moves up.",
    WayUp.OFFER: "is next in line and gets an offer.",
    WayUp.HOST: "is next in line, but only you give seats now.",
}
STARTED = "The night has started: only you give seats now."


def next_in_line(name: str | None, way: WayUp) -> str:
    """Name the next player for a seat that is given up, and the way; ``name`` is None without an automatic one."""
    return f"{name} {_NEXT[way]}" if name else "Nobody on the waiting list moves up automatically."


def seats_in_words(rsvp_state: RsvpState) -> str:
    """State the taken seats of a night: "7 of 9 seats taken · 2 waiting", "4 coming"."""
    if rsvp_state.seats is None:
        taken = f"{rsvp_state.taken} coming" if rsvp_state.taken else "nobody is coming yet"
    else:
        taken = f"{rsvp_state.taken} of {rsvp_state.seats} {'seat' if rsvp_state.seats == 1 else 'seats'} taken"
    waiting = len(rsvp_state.waiting)
    return f"{taken} · {waiting} waiting" if waiting else taken


def moves_of(terms: AttendanceTerms, starts_at: datetime | None, now: datetime, zone: tzinfo) -> str:
    """State how the next in line gets a free seat before the start; ``zone`` is the one of the times."""
    way, minutes = way_up(terms, starts_at, now), terms.offer_minutes
    if way == WayUp.HOST:
        return "Free seats are yours to give now."
    if way == WayUp.OFFER:
        return f"A free seat is offered to the next in line for {minutes} minutes."
    if starts_at is None or terms.moves_up != MovesUp.AUTOMATIC:
        return "The next in line moves up automatically."
    until = (starts_at - timedelta(minutes=terms.cutoff_minutes)).astimezone(zone)
    after = f"then a free seat is offered for {minutes} minutes" if minutes else "then free seats are yours to give"
    day = "" if until.date() == starts_at.astimezone(zone).date() else f"{until:%a} {until.day} {until:%b}, "
    return f"The next in line moves up until {day}{until:%H:%M}; {after}."
