"""Two entries of one person on a night: how their words are read, and how the two stand as one. Pure."""

from collections.abc import Mapping
from dataclasses import replace

from reservations.facts import FactKind, Facts, Place, Said
from reservations.names import name_key
from reservations.roll import Held, Roll, Rsvp

Merges = Mapping[str, tuple[int, int]]
"""The merges that stand, by the key of their act: the number of the twin, and into whom they were merged."""

_BETTER = (Place.NONE, Place.WAITING, Place.OFFERED, Place.SEAT)


def followed(number: int, into: Mapping[int, int]) -> int:
    """Return who somebody is in the end, by numbers, where ``into`` says who was merged into whom."""
    # Not "while": a ledger that was tampered with may lead round in a circle.
    for _ in into:
        number = into.get(number, number)
    return number


def as_merged(facts: Facts, merges: Merges) -> list[Said]:
    """Return the facts of a night as they are read while those merges stand.

    Where a fact tells when the two became one, each says their own words before it. Elsewhere what a twin said is said
    by whom they were merged into, who is also invited with them. A merge that was undone has told nothing.
    """
    everybody = dict(merges.values())
    standing = [fact for fact in facts if fact.kind != FactKind.TWIN or fact.content["merge"] in merges]
    told = {fact.content["twin"] for fact in standing if fact.kind == FactKind.TWIN}
    into = {twin: person for twin, person in merges.values() if twin not in told}
    return [_invited(fact, everybody) if fact.player is None else _by(fact, into) for fact in standing]


def _by(fact: Said, into: Mapping[int, int]) -> Said:
    return replace(fact, player=followed(fact.player or 0, into))


def _invited(fact: Said, into: Mapping[int, int]) -> Said:
    if fact.kind != FactKind.INVITE:
        return fact
    return replace(fact, content={**fact.content, "players": [followed(one, into) for one in fact.content["players"]]})


def joined(roll: Roll, twin: int, person: int) -> Roll:
    """Return the roll once two entries are one person, who keeps the better of the two places.

    No seat is lost by it and none is had twice: a seat goes before a place in line, and that before an answer without
    either; of two alike the one that was asked for first counts, with the guests of both.
    """
    theirs = sorted((each for each in roll.rsvps.values() if each.player in (twin, person)), key=_strength)
    if not theirs:  # What others said, whom a merge that is undone by now had made one with them.
        return roll
    one = replace(theirs[-1] if len(theirs) < 2 else _together(*reversed(theirs)), player=person)
    rsvps: dict[int, Rsvp] = {}
    for number, each in roll.rsvps.items():
        rsvps.setdefault(*((person, one) if number in (twin, person) else (number, each)))
    changes = (replace(each, player=person) if each.player == twin else each for each in roll.changes)
    kept = tuple(each for each in changes if each.player != person or not one.has_seat)
    return replace(roll, rsvps=rsvps, changes=kept)


def _strength(rsvp: Rsvp) -> tuple[bool, int, bool, int, float]:
    answered = rsvp.answered_at.timestamp() if rsvp.answered_at else 0.0
    return (rsvp.has_seat, _BETTER.index(rsvp.place), rsvp.held == Held.NOT, -rsvp.asked, answered)


def _together(better: Rsvp, other: Rsvp) -> Rsvp:
    came_at = better.came_at or other.came_at
    if (better.place, better.has_seat) != (other.place, other.has_seat):
        return replace(better, came_at=came_at)
    named = {name_key(name) for name in better.guests}
    pinned = min((each for each in (better.pinned, other.pinned) if each is not None), default=None)
    return replace(
        better,
        guests=(*better.guests, *(name for name in other.guests if name_key(name) not in named)),
        confirmed=better.confirmed or other.confirmed,
        favoured=better.favoured or other.favoured,
        pinned=pinned,
        came_at=came_at,
    )
