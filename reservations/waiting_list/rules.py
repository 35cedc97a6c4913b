"""The waiting list: its order, who gets a seat next, and why, in words. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from reservations.acts.facts import Place
from reservations.houses.attendance_terms import AttendanceTerms, MovesUp
from reservations.rsvps.cutoffs import has_begun
from reservations.rsvps.rsvp_state import Held, Rsvp, RsvpState

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True)
class Person:
    """A player with what counts for the priorities of a house.

    ``behind`` the others because of strikes, or because of ``arrears`` if the house wants that; ``barred`` says why
    they can have no seat at all, "" if they can; ``removed`` from the group by the host.
    """

    number: int
    name: str
    regular: bool
    strikes: int = 0
    behind: bool = False
    arrears: bool = False
    barred: str = ""
    removed: bool = False


@dataclass(frozen=True)
class Waiting:
    """A place on the waiting list, counted from 1, and why it is that one: in words to the player who has it."""

    position: int
    rsvp: Rsvp
    words: str


@dataclass(frozen=True)
class NextUp:
    """Who gets a seat next, and who is before them in line and was passed over for now, each with the reason."""

    rsvp: Rsvp
    passed: tuple[tuple[int, str], ...]


class WayUp(StrEnum):
    """How the next in line gets a free seat: at once, as an offer, or from the host."""

    SEAT = "seat"
    OFFER = "offer"
    HOST = "host"


def line(rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms) -> tuple[Waiting, ...]:
    """Return the waiting list: in order of asking, within the priorities of the house, and as the host pinned it."""
    order = in_order(rsvp_state, people, terms)
    ranks = [_rank(each, people, terms) for each in order]
    return tuple(_waiting(order[:place], people, ranks[:place]) for place in range(1, len(order) + 1))


def place_of(
    player: int, rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms
) -> Waiting | None:
    """Return the place of one player on the waiting list, as :func:`line`; None if they do not wait."""
    if rsvp_state.of(player).place != Place.WAITING:
        return None
    order = in_order(rsvp_state, people, terms)
    place = next(place for place, each in enumerate(order, 1) if each.player == player)
    return _waiting(order[:place], people, [_rank(each, people, terms) for each in order[:place]])


def in_order(rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms) -> list[Rsvp]:
    """Return who waits in the order of :func:`line`, without the words, which cost as much as everybody before them."""
    waiting = rsvp_state.waiting
    order = sorted((each for each in waiting if each.pinned is None), key=lambda one: _rank(one, people, terms))
    # Of two pinned to one place the later is put there first, and so comes behind the one who asked before.
    pinned = [(each.pinned, -each.asked, each) for each in waiting if each.pinned is not None]
    for position, _, each in sorted(pinned, key=lambda one: one[:2]):
        order.insert(position - 1, each)
    return order


_Rank = tuple[bool, bool, bool, bool, int, int]


def _rank(rsvp: Rsvp, people: Mapping[int, Person], terms: AttendanceTerms) -> _Rank:
    """Return the rank of a waiting player by the priorities of the house; the lower comes first."""
    person = people[rsvp.player]
    return (
        stuck(rsvp, person) != "",
        not rsvp.favoured,
        person.behind or person.arrears,
        terms.regulars_first and not person.regular,
        person.strikes if terms.fewer_strikes_first else 0,
        rsvp.asked,
    )


def stuck(rsvp: Rsvp, person: Person) -> str:
    """Say why only the host can seat a waiting player; "" for everybody else."""
    if person.barred:
        return person.barred
    return {
        Held.BUMPED: "The host moved you to the waiting list; only the host gives you a seat again.",
        Held.PASSED: "You let an offered seat pass. Answer yes again to get back in line.",
        Held.NOT: "",
    }[rsvp.held]


def _waiting(order: Sequence[Rsvp], people: Mapping[int, Person], ranks: Sequence[_Rank]) -> Waiting:
    """Return the place of the last in ``order`` and why it is that one; ``ranks`` are those of all of ``order``."""
    *_, rsvp = order
    person, *before, own = people[rsvp.player], *ranks
    parts = [f"{ordinal(len(order))} in line."]
    if words := stuck(rsvp, person):
        parts.append(words)
    else:
        # The first part in which two ranks differ is the reason; one before them with a higher rank was pinned there.
        reasons = Counter(
            -1 if theirs > own else next(part for part, value in enumerate(theirs) if value != own[part])
            for theirs in before
        )
        parts += [_before_you(part, many, person) for part, many in sorted(reasons.items())]
    if rsvp.pinned is not None:
        parts.append("The host gave you this place.")
    if rsvp.party > 1:
        parts.append(f"You need {_number(rsvp.party)} seats together.")
    return Waiting(len(order), rsvp, " ".join(parts))


def _before_you(part: int, many: int, person: Person) -> str:
    """Say that so many are before somebody because of that part of the rank: -1 and 0 are the host's doing."""
    count, verb = _number(many).capitalize(), "is" if many == 1 else "are"
    owes_or_missed = "owe for too long" if person.arrears else "missed a night"
    return {
        1: f"{count} {verb} before you by the host's favour.",
        2: f"{count} {verb} before you because you {owes_or_missed}.",
        3: f"{count} regular{'' if many == 1 else 's'} {verb} before you.",
        4: f"{count} with fewer strikes {verb} before you.",
        5: f"{count} asked before you.",
    }.get(part, f"The host put {_number(many)} before you.")


def _number(many: int) -> str:
    return _NUMBERS[many] if many < len(_NUMBERS) else str(many)


def ordinal(number: int) -> str:
    """Write a place in a line: 1st, 2nd, 3rd, 4th, 11th, 21st."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def next_up(rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms) -> NextUp | None:
    """Return who on the waiting list gets a free seat next; None if no seat is free or nobody can have it.

    Everybody before them was passed over, for a reason: too few free seats for the party, or only the host seats them.
    """
    passed: list[tuple[int, str]] = []
    for rsvp in in_order(rsvp_state, people, terms):
        if people[rsvp.player].barred:
            reason = "may have no seat now"
        elif rsvp.held == Held.BUMPED:
            reason = "was moved to the waiting list by the host"
        elif rsvp.held == Held.PASSED:
            reason = "let a seat pass that was kept for them"
        elif not rsvp_state.fits(rsvp.party):
            reason = f"needs {_number(rsvp.party)} seats at once"
        else:
            return NextUp(rsvp, tuple(passed))
        passed.append((rsvp.player, reason))
    return None


def way_up(terms: AttendanceTerms, starts_at: datetime | None, now: datetime) -> WayUp:
    """Return how the next in line gets a free seat now: only from the host once the night has begun."""
    if terms.moves_up == MovesUp.HOST or has_begun(starts_at, now):
        return WayUp.HOST
    if terms.moves_up == MovesUp.OFFERED:
        return WayUp.OFFER
    if starts_at is None or now < starts_at - timedelta(minutes=terms.cutoff_minutes):
        return WayUp.SEAT
    return WayUp.HOST if terms.offer_minutes is None else WayUp.OFFER


def offered_until(terms: AttendanceTerms, starts_at: datetime | None, now: datetime) -> datetime:
    """Return until when a seat that is offered now is kept: for the minutes of the house, and never past the start."""
    until = now + timedelta(minutes=terms.offer_minutes or 0)
    return until if starts_at is None else min(until, starts_at)
