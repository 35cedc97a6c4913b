"""The roll of a night: who has a seat, who waits, who said what, as the fold over its facts. Pure.

The fold follows what was decided and decides nothing: whatever the rules of the house say now, a seat that was given
stays given. A reservation is one player's, with the guests they bring by name: a party sits together or waits together.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from reservations.facts import FactKind, Facts, Mark, Place, Reply, Said

GIVEN_UP = (Mark.EXCUSED, Mark.NO_SHOW)
"""The marks of somebody whose seat is free after all."""


class Held(StrEnum):
    """Why nobody but the host seats somebody who waits; empty for those who move up as others do."""

    NOT = ""
    BUMPED = "bumped"
    PASSED = "passed"


@dataclass(frozen=True)
class Rsvp:
    """What one player said of a night, and where that put them.

    ``asked`` is the fact by which they got in line, ``expected_at`` when they said they come, where that is after the
    start, ``because`` what was last said to them of their place. Times are aware.
    """

    player: int
    reply: Reply | None = None
    guests: tuple[str, ...] = ()
    place: Place = Place.NONE
    asked: int = 0
    asked_at: datetime | None = None
    answered_at: datetime | None = None
    expected_at: datetime | None = None
    offered_until: datetime | None = None
    favoured: bool = False
    pinned: int | None = None
    held: Held = Held.NOT
    confirmed: bool = False
    came_at: datetime | None = None
    mark: Mark | None = None
    because: str = ""

    @property
    def party(self) -> int:
        """How many seats they need: their own and one for each guest."""
        return 1 + len(self.guests)

    @property
    def has_seat(self) -> bool:
        """Whether a seat is theirs; one who was excused or did not show up has none any more."""
        return self.place == Place.SEAT and self.mark not in GIVEN_UP

    @property
    def takes(self) -> int:
        """How many seats nobody else can have because of them: a seat that is offered is kept as well."""
        return self.party if self.has_seat or self.place == Place.OFFERED else 0


@dataclass(frozen=True)
class LateChange:
    """A seat given up too late by the terms of the house: by which fact and whom, and whether others took it up."""

    fact: int
    player: int
    at: datetime
    open_seats: int
    was_full: bool

    @property
    def taken_up(self) -> bool:
        """Whether the whole of it went to others in time; only a night that was full can tell."""
        return self.was_full and self.open_seats == 0


@dataclass(frozen=True)
class Roll:
    """A night's reservations; ``seats`` is ``None`` where as many may come as like to."""

    seats: int | None
    starts_at: datetime | None
    rsvps: Mapping[int, Rsvp] = field(default_factory=dict)
    cancelled: bool = False
    changes: tuple[LateChange, ...] = ()
    settled: frozenset[int] = frozenset()
    asked_at: datetime | None = None
    reminded: bool = False
    invited: frozenset[int] = frozenset()

    def of(self, player: int) -> Rsvp:
        """Return what a player said; that they said nothing, where they did not."""
        return self.rsvps.get(player, Rsvp(player))

    @property
    def seated(self) -> list[Rsvp]:
        """Who has a seat."""
        return [each for each in self.rsvps.values() if each.has_seat]

    @property
    def offered(self) -> list[Rsvp]:
        """For whom a seat is kept until they say whether they take it."""
        return [each for each in self.rsvps.values() if each.place == Place.OFFERED]

    @property
    def waiting(self) -> list[Rsvp]:
        """Who waits, in order of asking; in which order they come to a seat is up to the house (``waiting.line``)."""
        return sorted((each for each in self.rsvps.values() if each.place == Place.WAITING), key=lambda one: one.asked)

    @property
    def maybes(self) -> list[Rsvp]:
        """Who may come: they have no seat."""
        return [each for each in self.rsvps.values() if each.reply == Reply.MAYBE]

    @property
    def noes(self) -> list[Rsvp]:
        """Who does not come."""
        return [each for each in self.rsvps.values() if each.reply == Reply.NO]

    @property
    def taken(self) -> int:
        """How many seats are taken or kept for somebody."""
        return sum(each.takes for each in self.rsvps.values())

    @property
    def free(self) -> int | None:
        """How many seats are free; ``None`` where there is no limit."""
        return None if self.seats is None else max(0, self.seats - self.taken)

    def fits(self, party: int) -> bool:
        """Tell whether so many more can have a seat."""
        return self.free is None or party <= self.free

    @property
    def pending(self) -> list[LateChange]:
        """The late changes of which nobody has said yet whether they are strikes, in their order."""
        return [each for each in self.changes if each.fact not in self.settled]


def fold(facts: Facts, *, seats: int | None, starts_at: datetime | None) -> Roll:
    """Return the roll of a night after these facts of it, given in the order in which they were recorded."""
    roll = Roll(seats, starts_at)
    for fact in facts:
        if step := _STEPS.get(fact.kind):
            before = roll
            roll = _vacated(before, step(roll, fact), fact)
    return roll


def _vacated(before: Roll, after: Roll, fact: Said) -> Roll:
    """Note what a fact that was a late change left open, and let seats that were taken fill what earlier ones did."""
    if fact.outcome.get("late"):
        full = before.free == 0 or bool(before.waiting)
        change = LateChange(fact.id, fact.player or 0, fact.at, before.of(fact.player or 0).takes, full)
        return replace(after, changes=(*after.changes, change))
    gained = _gained(before, after, fact)
    in_time = after.starts_at is None or fact.at < after.starts_at
    return replace(after, changes=_filled(after.changes, gained)) if gained > 0 and in_time else after


def _gained(before: Roll, after: Roll, fact: Said) -> int:
    """Return how many seats somebody took for good; one that is only offered may come back."""
    if fact.player is None:
        return 0
    had, has = before.of(fact.player), after.of(fact.player)
    return (has.party if has.has_seat else 0) - (had.party if had.has_seat else 0)


def _filled(changes: tuple[LateChange, ...], seats: int) -> tuple[LateChange, ...]:
    """Let so many taken seats fill what was left open, the earliest first; whose own they were does not matter."""
    filled = []
    for change in changes:
        taken = min(seats, change.open_seats) if change.was_full else 0
        seats -= taken
        filled.append(replace(change, open_seats=change.open_seats - taken))
    return tuple(filled)


def moment(text: str | None) -> datetime | None:
    """Return an aware time as facts keep it; nothing for none."""
    return datetime.fromisoformat(text) if text else None


def _changed(roll: Roll, fact: Said, **changes: object) -> Roll:
    rsvp = replace(roll.of(fact.player or 0), **changes)  # type: ignore[arg-type]
    return replace(roll, rsvps={**roll.rsvps, rsvp.player: rsvp})


def _answer(roll: Roll, fact: Said) -> Roll:
    reply = Reply(fact.content["answer"])
    if reply != Reply.YES:
        return _changed(roll, fact, **_GONE, reply=reply, answered_at=fact.at, because="")
    before = roll.of(fact.player or 0)
    place = Place(fact.outcome["place"])
    keeps = before.place == place and before.held != Held.PASSED
    return _changed(
        roll,
        fact,
        reply=reply,
        guests=tuple(fact.content.get("guests", ())),
        place=place,
        asked=before.asked if keeps else fact.id,
        asked_at=before.asked_at if keeps else fact.at,
        answered_at=fact.at,
        expected_at=moment(fact.content.get("expected")),
        offered_until=before.offered_until if place == Place.OFFERED else None,
        held=before.held if before.held == Held.BUMPED and place == Place.WAITING else Held.NOT,
        confirmed=roll.asked_at is not None or (keeps and before.confirmed),
        mark=None,
        because="",
    )


_GONE = {"place": Place.NONE, "guests": (), "asked": 0, "asked_at": None, "expected_at": None, "offered_until": None}
_GONE |= {"confirmed": False, "pinned": None, "mark": None}


def _seat(roll: Roll, fact: Said) -> Roll:
    confirmed = roll.asked_at is not None or roll.of(fact.player or 0).confirmed
    because = fact.reason or fact.outcome.get("because", "")
    seat = {"place": Place.SEAT, "held": Held.NOT, "pinned": None, "offered_until": None, "mark": None}
    return _changed(roll, fact, **seat, reply=Reply.YES, confirmed=confirmed, because=because)


def _offer(roll: Roll, fact: Said) -> Roll:
    until = moment(fact.outcome["until"])
    return _changed(roll, fact, place=Place.OFFERED, offered_until=until, because=fact.outcome.get("because", ""))


def _lapse(roll: Roll, fact: Said) -> Roll:
    return _changed(roll, fact, place=Place.WAITING, held=Held.PASSED, offered_until=None, because=fact.reason)


def _bump(roll: Roll, fact: Said) -> Roll:
    line = {"place": Place.WAITING, "held": Held.BUMPED, "pinned": None, "favoured": False, "confirmed": False}
    return _changed(roll, fact, **line, asked=fact.id, asked_at=fact.at, offered_until=None, because=fact.reason)


def _release(roll: Roll, fact: Said) -> Roll:
    return _changed(roll, fact, **_GONE, held=Held.NOT, reply=None, because=fact.reason)


def _pin(roll: Roll, fact: Said) -> Roll:
    position = fact.content["position"]
    held = roll.of(fact.player or 0).held
    return _changed(roll, fact, pinned=position, held=held if position is None else Held.NOT, because=fact.reason)


def _favour(roll: Roll, fact: Said) -> Roll:
    held = roll.of(fact.player or 0).held
    on = fact.content["on"]
    return _changed(roll, fact, favoured=on, held=Held.NOT if on else held, because=fact.reason)


def _mark(roll: Roll, fact: Said) -> Roll:
    mark = Mark(fact.content["as"]) if fact.content["as"] else None
    late = {"expected_at": moment(fact.content["expected"])} if fact.content.get("expected") else {}
    return _changed(roll, fact, mark=mark, because=fact.reason, **late)


def _change(roll: Roll, fact: Said) -> Roll:
    """Start anew where the time is another one: nobody is held to what they gave up, or confirmed, for the old one."""
    if "starts_at" not in fact.content:
        return roll
    rsvps = {player: replace(each, confirmed=False) for player, each in roll.rsvps.items()}
    return replace(roll, rsvps=rsvps, changes=(), asked_at=None, reminded=False)


def _strike(roll: Roll, fact: Said) -> Roll:
    return replace(roll, settled=roll.settled | {fact.about}) if fact.about is not None else roll


_STEPS: Mapping[FactKind, Callable[[Roll, Said], Roll]] = {
    FactKind.INVITE: lambda roll, fact: replace(roll, invited=roll.invited | set(fact.content["players"])),
    FactKind.CHANGE: _change,
    FactKind.CANCEL: lambda roll, fact: replace(roll, cancelled=True),
    FactKind.RESTORE: lambda roll, fact: replace(roll, cancelled=False),
    FactKind.ASK: lambda roll, fact: replace(roll, asked_at=fact.at),
    FactKind.REMIND: lambda roll, fact: replace(roll, reminded=True),
    FactKind.ANSWER: _answer,
    FactKind.SEAT: _seat,
    FactKind.OFFER: _offer,
    FactKind.LAPSE: _lapse,
    FactKind.BUMP: _bump,
    FactKind.RELEASE: _release,
    FactKind.PIN: _pin,
    FactKind.FAVOUR: _favour,
    FactKind.EXPECT: lambda roll, fact: _changed(roll, fact, expected_at=moment(fact.content["expected"])),
    FactKind.CONFIRM: lambda roll, fact: _changed(roll, fact, confirmed=True),
    FactKind.CAME: lambda roll, fact: _changed(roll, fact, came_at=fact.at if fact.content["came"] else None),
    FactKind.MARK: _mark,
    FactKind.STRIKE: _strike,
}
