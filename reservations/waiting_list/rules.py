"""The waiting list: in which order it stands, who comes to a seat next, and why, in words. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
    """Somebody as the house's priorities see them.

    ``behind`` because of strikes, ``arrears`` where the house lets those with overdue debts wait behind the others;
    ``barred`` says why they may not have a seat at all, empty for everybody else, and ``removed`` that the host
    removed them from the group.
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
    """A place on the waiting list, counted from 1, and why it is that one: in words to the person who has it."""

    position: int
    rsvp: Rsvp
    words: str


@dataclass(frozen=True)
class NextUp:
    """Who comes to a seat next, and who stands before them and was passed over for now, each with the reason."""

    rsvp: Rsvp
    passed: tuple[tuple[int, str], ...]


class Way(StrEnum):
    """How somebody comes to a free seat at a given time."""

    SEAT = "seat"
    OFFER = "offer"
    HOST = "host"


class _Because(StrEnum):
    """Why one who waits stands before another."""

    HOST = "host"
    FAVOUR = "favour"
    BEHIND = "behind"
    REGULAR = "regular"
    STRIKES = "strikes"
    ASKED = "asked"


def line(rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms) -> tuple[Waiting, ...]:
    """Return the waiting list: in order of asking, within the priorities of the house, and as the host pinned it."""
    order = in_order(rsvp_state, people, terms)
    ranks = [_rank(each, people, terms) for each in order]
    return tuple(
        Waiting(place, each, _words(place, each, people[each.player], ranks[:place]))
        for place, each in enumerate(order, 1)
    )


def place_of(
    player: int, rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms
) -> Waiting | None:
    """Return the place of one person on the waiting list, as :func:`line`; nothing for whoever does not wait."""
    if rsvp_state.of(player).place != Place.WAITING:
        return None
    order = in_order(rsvp_state, people, terms)
    place = next(place for place, each in enumerate(order, 1) if each.player == player)
    ranks = [_rank(each, people, terms) for each in order[:place]]
    return Waiting(place, order[place - 1], _words(place, order[place - 1], people[player], ranks))


def in_order(rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms) -> list[Rsvp]:
    """Return who waits in the order of :func:`line`, without the words, which cost as much as everybody before them."""
    waiting = rsvp_state.waiting
    order = sorted((each for each in waiting if each.pinned is None), key=lambda one: _rank(one, people, terms))
    # Of two at one place the later is put there first, and so stands behind the one who asked before.
    pinned = [(each.pinned, -each.asked, each) for each in waiting if each.pinned is not None]
    for position, _, each in sorted(pinned, key=lambda one: one[:2]):
        order.insert(position - 1, each)
    return order


_Rank = tuple[bool, bool, bool, bool, int, int]


def _rank(rsvp: Rsvp, people: Mapping[int, Person], terms: AttendanceTerms) -> _Rank:
    person = people[rsvp.player]
    return (
        stuck(rsvp, person) != "",
        not rsvp.favoured,
        person.behind or person.arrears,
        terms.regulars_first and not person.regular,
        person.strikes if terms.fewer_strikes_first else 0,
        rsvp.asked,
    )


_CAUSES = (_Because.HOST, _Because.FAVOUR, _Because.BEHIND, _Because.REGULAR, _Because.STRIKES, _Because.ASKED)
"""What each part of a rank says, in its order."""


def stuck(rsvp: Rsvp, person: Person) -> str:
    """Say why somebody who waits is given no seat but by the host; empty for everybody else."""
    if person.barred:
        return person.barred
    return {
        Held.BUMPED: "The host moved you to the waiting list; only the host gives you a seat again.",
        Held.PASSED: "You let a seat pass that was kept for you. Ask again, and you are in line again.",
        Held.NOT: "",
    }[rsvp.held]


def _words(place: int, rsvp: Rsvp, person: Person, ranks: Sequence[_Rank]) -> str:
    """Write why somebody is where they are; ``ranks`` are those of everybody before them, and last their own."""
    parts = [f"{ordinal(place)} in line.", stuck(rsvp, person) or " ".join(_why(person, ranks))]
    if rsvp.pinned is not None:
        parts.append("The host gave you this place.")
    if rsvp.party > 1:
        parts.append(f"You need {_number(rsvp.party)} seats at once.")
    return " ".join(filter(None, parts))


def _why(person: Person, ranks: Sequence[_Rank]) -> Iterator[str]:
    *before, own = ranks
    counted = Counter(_cause(theirs, own) for theirs in before)
    for cause in _CAUSES:
        if many := counted[cause]:
            yield _sentence(cause, many, person)


def _cause(theirs: _Rank, own: _Rank) -> _Because:
    """Return why one stands before the other: where it is not by the rules, the host pinned one of them."""
    if theirs > own:
        return _Because.HOST
    return next(cause for cause, its, mine in zip(_CAUSES, theirs, own, strict=True) if its != mine)


def _sentence(cause: _Because, many: int, person: Person) -> str:
    count, verb = _number(many).capitalize(), "is" if many == 1 else "are"
    match cause:
        case _Because.HOST:
            return f"The host put {_number(many)} before you."
        case _Because.FAVOUR:
            return f"{count} {verb} before you by the host's favour."
        case _Because.BEHIND:
            reason = "owe for too long" if person.arrears else "missed a night"
            return f"{count} {verb} before you because you {reason}."
        case _Because.REGULAR:
            return f"{count} regular{'' if many == 1 else 's'} {verb} before you."
        case _Because.STRIKES:
            return f"{count} with fewer strikes {verb} before you."
        case _:
            return f"{count} asked before you."


def _number(many: int) -> str:
    return _NUMBERS[many] if many < len(_NUMBERS) else str(many)


def ordinal(number: int) -> str:
    """Write a place in a line: 1st, 2nd, 3rd, 4th, 11th, 21st."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def next_up(rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms) -> NextUp | None:
    """Return who of the waiting list comes to a free seat next; nobody where no seat is free or none of them may.

    Whoever stands before them was passed over, for a reason: the seats that are free are too few for their party, or
    only the host seats them.
    """
    passed: list[tuple[int, str]] = []
    for rsvp in in_order(rsvp_state, people, terms):
        reason = _passed_over(rsvp, people[rsvp.player], rsvp_state)
        if not reason:
            return NextUp(rsvp, tuple(passed))
        passed.append((rsvp.player, reason))
    return None


def _passed_over(rsvp: Rsvp, person: Person, rsvp_state: RsvpState) -> str:
    if person.barred:
        return "may have no seat now"
    if rsvp.held == Held.BUMPED:
        return "was moved to the waiting list by the host"
    if rsvp.held == Held.PASSED:
        return "let a seat pass that was kept for them"
    if not rsvp_state.fits(rsvp.party):
        return f"needs {_number(rsvp.party)} seats at once"
    return ""


def way_up(terms: AttendanceTerms, starts_at: datetime | None, now: datetime) -> Way:
    """Return how the next who waits comes to a free seat now: never by themselves once the night has begun."""
    if terms.moves_up == MovesUp.HOST or has_begun(starts_at, now):
        return Way.HOST
    if terms.moves_up == MovesUp.OFFERED:
        return Way.OFFER
    if starts_at is None or now < starts_at - timedelta(minutes=terms.cutoff_minutes):
        return Way.SEAT
    return Way.HOST if terms.offer_minutes is None else Way.OFFER


def offered_until(terms: AttendanceTerms, starts_at: datetime | None, now: datetime) -> datetime:
    """Return until when a seat that is offered now is kept: for the minutes of the house, and never past the start."""
    until = now + timedelta(minutes=terms.offer_minutes or 0)
    return until if starts_at is None else min(until, starts_at)
