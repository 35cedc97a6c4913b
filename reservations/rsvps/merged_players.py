"""The RSVPs of two merged players as those of one person. Pure."""

from dataclasses import replace

from reservations.acts.facts import Place
from reservations.parsing.names import name_key
from reservations.rsvps.rsvp_state import Held, Rsvp, RsvpState

_BETTER = (Place.NONE, Place.WAITING, Place.OFFERED, Place.SEAT)


def merged_rsvps(rsvp_state: RsvpState, merged: int, survivor: int) -> RsvpState:
    """Return the RSVP state with two players as one person, who keeps the better of the two places.

    No seat is lost and nobody has two: a seat goes before a place in line, and that before an answer without either; of
    two equal places the earlier request counts, with the guests of both.
    """
    both = (merged, survivor)
    theirs = sorted((rsvp for rsvp in rsvp_state.rsvps.values() if rsvp.player in both), key=_strength)
    if not theirs:  # Facts of others, who were merged with them by a merge that is undone by now.
        return rsvp_state
    one = replace(theirs[-1] if len(theirs) < 2 else _combined(theirs[1], theirs[0]), player=survivor)
    rsvps: dict[int, Rsvp] = {}
    for number, rsvp in rsvp_state.rsvps.items():
        rsvps.setdefault(*((survivor, one) if number in both else (number, rsvp)))
    changes = [replace(change, player=survivor) if change.player == merged else change for change in rsvp_state.changes]
    kept = tuple(change for change in changes if change.player != survivor or not one.has_seat)
    return replace(rsvp_state, rsvps=rsvps, changes=kept)


def _strength(rsvp: Rsvp) -> tuple[bool, int, bool, int, float]:
    answered = rsvp.answered_at.timestamp() if rsvp.answered_at else 0.0
    return (rsvp.has_seat, _BETTER.index(rsvp.place), rsvp.held == Held.NOT, -rsvp.asked, answered)


def _combined(better: Rsvp, other: Rsvp) -> Rsvp:
    alike = (better.place, better.has_seat) == (other.place, other.has_seat)
    turned_away = better.turned_away or other.turned_away
    better = replace(better, came_at=better.came_at or other.came_at, turned_away=turned_away)
    if not alike:
        return better
    named = {name_key(name) for name in better.guests}
    return replace(
        better,
        guests=(*better.guests, *(name for name in other.guests if name_key(name) not in named)),
        confirmed=better.confirmed or other.confirmed,
        favoured=better.favoured or other.favoured,
        pinned=min((place for place in (better.pinned, other.pinned) if place is not None), default=None),
    )
