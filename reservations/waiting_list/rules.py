"""The waiting list: its order, the next player up, and the reasons. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from reservations.houses.attendance_terms import AttendanceTerms, MovesUp
from reservations.parsing.names import ordinal
from reservations.rsvps.rsvp_state import Held, Rsvp, RsvpState, has_begun


@dataclass(frozen=True)
class Person:
    """A player with the priorities of a house.

    ``behind`` the others because of strikes, or because of ``arrears`` if the house has that rule; ``barred`` is the
    reason why the player can have no seat at all, or ""; ``removed`` from the group by the host.
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
    """A place on the waiting list, counted from 1, and the reason for it, in words for its player."""

    position: int
    rsvp: Rsvp
    words: str


@dataclass(frozen=True)
class NextUp:
    """The next player for a seat, and the players passed over for now, with the reasons."""

    rsvp: Rsvp
    passed: tuple[tuple[int, str], ...]


class WayUp(StrEnum):
    """The way in which the next in line gets a free seat: at once, as an offer, or from the host."""

    SEAT = "seat"
    OFFER = "offer"
    HOST = "host"


def line(rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms) -> tuple[Waiting, ...]:
    """Return the waiting list: in order of asking, within the priorities of the house, with the host's pins."""
    order = in_order(rsvp_state, people, terms)
    ranks = [_rank(rsvp, people, terms) for rsvp in order]
    return tuple(_waiting(order[:place], people, ranks[:place]) for place in range(1, len(order) + 1))


def place_of(
    player: int, rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms
) -> Waiting | None:
    """Return the place of one player on the waiting list, as :func:`line`; None if they do not wait."""
    if all(rsvp.player != player for rsvp in rsvp_state.waiting):
        return None
    order = in_order(rsvp_state, people, terms)
    place = next(place for place, rsvp in enumerate(order, 1) if rsvp.player == player)
    return _waiting(order[:place], people, [_rank(rsvp, people, terms) for rsvp in order[:place]])


def in_order(rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms) -> list[Rsvp]:
    """Return the waiting players in the order of :func:`line`, without the words, which cost more in longer lines."""
    waiting = rsvp_state.waiting
    order = sorted((rsvp for rsvp in waiting if rsvp.pinned is None), key=lambda one: _rank(one, people, terms))
    # If two players are pinned to one place, the later one is put there first, and so comes behind the earlier one.
    pinned = [(rsvp.pinned, -rsvp.entry, rsvp) for rsvp in waiting if rsvp.pinned is not None]
    for position, _, rsvp in sorted(pinned, key=lambda one: one[:2]):
        order.insert(position - 1, rsvp)
    return order


_Rank = tuple[bool, bool, bool, bool, int, int]


def _rank(rsvp: Rsvp, people: Mapping[int, Person], terms: AttendanceTerms) -> _Rank:
    """Return the rank of a waiting player by the priorities of the house; a lower rank comes first."""
    person = people[rsvp.player]
    return (
        stuck(rsvp.held, person.barred) != "",
        not rsvp.favoured,
        person.behind or person.arrears,
        terms.regulars_first and not person.regular,
        person.strikes if terms.fewer_strikes_first else 0,
        rsvp.entry,
    )


def _waiting(order: Sequence[Rsvp], people: Mapping[int, Person], ranks: Sequence[_Rank]) -> Waiting:
    """Return the place of the last in ``order`` and the reason for it; ``ranks`` are those of all of ``order``."""
    *_, rsvp = order
    person, *before, own = people[rsvp.player], *ranks
    if words := stuck(rsvp.held, person.barred):
        return Waiting(len(order), rsvp, place_in_words(len(order), rsvp, [words]))
    # The first part in which two ranks differ is the reason; a player before them with a higher rank was pinned there.
    reasons = Counter(
        -1 if theirs > own else next(part for part, value in enumerate(theirs) if value != own[part])
        for theirs in before
    )
    parts = [before_you(part, many, in_arrears=person.arrears) for part, many in sorted(reasons.items())]
    return Waiting(len(order), rsvp, place_in_words(len(order), rsvp, parts))


def next_up(rsvp_state: RsvpState, people: Mapping[int, Person], terms: AttendanceTerms) -> NextUp | None:
    """Return the next player for a free seat; None if no seat is free or nobody can have it.

    All players before them were passed over, for a reason: too few free seats for the party, or only the host seats
    them.
    """
    passed: list[tuple[int, str]] = []
    for rsvp in in_order(rsvp_state, people, terms):
        barred = people[rsvp.player].barred
        if not barred and rsvp.held == Held.NOT and rsvp_state.fits(rsvp.party):
            return NextUp(rsvp, tuple(passed))
        passed.append((rsvp.player, passed_over(rsvp, barred)))
    return None


def way_up(terms: AttendanceTerms, starts_at: datetime | None, now: datetime) -> WayUp:
    """Return the way in which the next in line gets a free seat now: only from the host once the night has begun."""
    if terms.moves_up == MovesUp.HOST or has_begun(starts_at, now):
        return WayUp.HOST
    if terms.moves_up == MovesUp.OFFERED:
        return WayUp.OFFER
    if starts_at is None or now < starts_at - timedelta(minutes=terms.cutoff_minutes):
        return WayUp.SEAT
    return WayUp.HOST if terms.offer_minutes is None else WayUp.OFFER


def offered_until(terms: AttendanceTerms, starts_at: datetime | None, now: datetime) -> datetime:
    """Return the end of an offer made now: after the minutes of the house, and never past the start."""
    until = now + timedelta(minutes=terms.offer_minutes or 0)
    return until if starts_at is None else min(until, starts_at)


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def stuck(held: Held, barred: str) -> str:
    """Return the reason why only the host can seat a waiting player; "" for everybody else."""
    if barred:
        return barred
    return {
        Held.BUMPED: "The host moved you to the waiting list; only the host gives you a seat again.",
        Held.PASSED: "You let an offered seat pass. Answer yes again to get back in line.",
        Held.NOT: "",
    }[held]


def passed_over(rsvp: Rsvp, barred: str) -> str:
    """State for the host why a free seat did not go to the next player: barred, held back, or too many together."""
    if barred:
        return "may have no seat now"
    return {
        Held.BUMPED: "was moved to the waiting list by the host",
        Held.PASSED: "let a seat pass that was kept for them",
        Held.NOT: f"needs {in_words(rsvp.party)} seats at once",
    }[rsvp.held]


def place_in_words(position: int, rsvp: Rsvp, reasons: Iterable[str]) -> str:
    """State a player's place in line, and the reason for it."""
    parts = [f"{ordinal(position)} in line.", *reasons]
    if rsvp.pinned is not None:
        parts.append("The host gave you this place.")
    if rsvp.party > 1:
        parts.append(f"You need {in_words(rsvp.party)} seats together.")
    return " ".join(parts)


def before_you(part: int, many: int, *, in_arrears: bool) -> str:
    """State how many players are before a player because of that part of the rank; the host decides parts -1 and 0."""
    count, verb = in_words(many).capitalize(), "is" if many == 1 else "are"
    owes_or_missed = "owe for too long" if in_arrears else "missed a night"
    return {
        1: f"{count} {verb} before you by the host's favour.",
        2: f"{count} {verb} before you because you {owes_or_missed}.",
        3: f"{count} regular{'' if many == 1 else 's'} {verb} before you.",
        4: f"{count} with fewer strikes {verb} before you.",
        5: f"{count} asked before you.",
    }.get(part, f"The host put {in_words(many)} before you.")


def in_words(many: int) -> str:
    """Write a number of people or seats, up to twelve in letters."""
    return _NUMBERS[many] if many < len(_NUMBERS) else str(many)
