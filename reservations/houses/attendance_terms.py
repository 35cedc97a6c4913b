"""The attendance terms of a house: seats, waiting, and the consequences of staying away. Pure.

Each section of a document of rules is a dataclass here; its fields define the allowed values. Times are minutes,
counted back from the start where they name a moment. A missing term has its default.
"""

import itertools
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from reservations.parsing import documents
from reservations.parsing.names import parse_line


class Then(StrEnum):
    """The consequences of strikes, besides their record."""

    REMINDER = "reminder"
    BEHIND = "behind"
    DELETED = "reservations deleted"
    REMOVED = "removed"


class Arrears(StrEnum):
    """The meaning of overdue debts for a seat."""

    NOTHING = "nothing"
    BEHIND = "behind"
    OUT = "out"


class MovesUp(StrEnum):
    """The way in which a waiting player comes to a free seat, as long as there is time."""

    AUTOMATIC = "automatically"
    OFFERED = "by an offer"
    HOST = "by the host"


@dataclass(frozen=True)
class Step:
    """A number of strikes (their weights added up), and its consequence."""

    strikes: Annotated[int, documents.whole(1, 1_000)]
    then: Then


_DAY, _WEEK, _WEIGHT = documents.whole(0, 1_440), documents.whole(1, 10_080), documents.whole(0, 100)
_STEP = documents.pair("strikes", "then", 'Write each step as its strikes and what follows, like [1, "reminder"].')


@dataclass(frozen=True)
class _Attendance(documents.Section):
    """The terms of seats and strikes.

    ``late_change_minutes``: a seat given up less than that before the start is a strike (None: it never is).
    ``taken_up_clears``: no strike if a waiting player took the seat before the start. ``expires_after_nights``: a
    strike counts until so many later nights of the house were held (None: for ever).
    """

    seats: Annotated[int | None, documents.whole(2, 1_000)] = None
    late_change_minutes: Annotated[int | None, _WEEK] = None
    taken_up_clears: documents.Flag = True
    no_show_weight: Annotated[int, _WEIGHT] = 1
    late_change_weight: Annotated[int, _WEIGHT] = 1
    steps: Annotated[tuple[Annotated[Step, _STEP], ...], documents.listed(10)] = ()
    expires_after_nights: Annotated[int | None, documents.whole(1, 1_000)] = None
    grace_minutes: Annotated[int, _DAY] = 15


@dataclass(frozen=True)
class _Waiting(documents.Section):
    """The terms of waiting.

    ``cutoff_minutes``: from then on a free seat is offered for ``offer_minutes``, or the host's to give (None).
    """

    host_favour: documents.Flag = False
    regulars_first: documents.Flag = False
    fewer_strikes_first: documents.Flag = False
    arrears: Arrears = Arrears.NOTHING
    moves_up: MovesUp = MovesUp.AUTOMATIC
    cutoff_minutes: Annotated[int, documents.whole(0, 10_080)] = 120
    offer_minutes: Annotated[int | None, documents.whole(0, 1_440, none=True)] = 30


@dataclass(frozen=True)
class _Confirmation(documents.Section):
    """The times of the request to confirm a seat, of the release of an unconfirmed one, and of reminders.

    ``remind_minutes`` is for players with a seat, ``unanswered_minutes`` for invited players without an answer (None:
    no reminder).
    """

    confirm_minutes: Annotated[int | None, _WEEK, Field(alias="asked_minutes")] = None
    release_minutes: Annotated[int | None, _WEEK, Field(alias="released_minutes")] = None
    remind_minutes: Annotated[int | None, documents.whole(0, 10_080, none=True)] = 1_440
    unanswered_minutes: Annotated[int | None, documents.whole(0, 20_160, none=True)] = 4_320


@dataclass(frozen=True)
class _Door(documents.Section):
    minimum_age: Annotated[int | None, documents.whole(1, 120)] = None


_Line = Annotated[str, documents.reader(lambda value: parse_line(documents.text(value)))]


@dataclass(frozen=True)
class _Invitation(documents.Section):
    invitation: Annotated[tuple[_Line, ...], documents.listed(20), Field(alias="says")] = ()


@dataclass(frozen=True)
class AttendanceTerms(_Invitation, _Door, _Confirmation, _Waiting, _Attendance):
    """All attendance terms of one version of a house's rules: those of its sections together."""


@dataclass(frozen=True)
class AttendanceDocument:
    attendance: _Attendance = field(default_factory=_Attendance)
    waiting: _Waiting = field(default_factory=_Waiting)
    confirmation: _Confirmation = field(default_factory=_Confirmation)
    door: _Door = field(default_factory=_Door)
    invitation: _Invitation = field(default_factory=_Invitation)


def attendance_terms(document: Mapping[str, object]) -> AttendanceTerms:
    """Read the attendance terms of a document of rules.

    Raises ``BadTerms`` with all faults at once: wrong values, unknown keys, and terms that contradict each other.
    """
    reading = documents.read(AttendanceDocument, document)
    terms = AttendanceTerms(**documents.together(AttendanceTerms, reading.content))
    reading.check(_contradictions(terms, reading.given))
    return terms


_STEPS, _OFFER, _CUTOFF = ("attendance", "steps"), ("waiting", "offer_minutes"), ("waiting", "cutoff_minutes")
_ASKED, _RELEASED = ("confirmation", "asked_minutes"), ("confirmation", "released_minutes")


def _contradictions(terms: AttendanceTerms, given: Container[documents.KeyPath]) -> Iterator[documents.Contradiction]:
    """Yield possible contradictions of the terms, whether they apply, and the places of both."""
    offered, by_host = terms.moves_up is MovesUp.OFFERED, terms.moves_up is MovesUp.HOST
    yield offered and _CUTOFF in given, "Every seat is offered here, at any time; leave this out.", _CUTOFF
    for place in (_CUTOFF, _OFFER):
        yield by_host and place in given, "The host gives every seat here; leave this out.", place
    level = any(after.strikes <= before.strikes for before, after in itertools.pairwise(terms.steps))
    yield level, "The strikes have to rise from one step to the next.", _STEPS
    beyond = Then.REMOVED in (step.then for step in terms.steps[:-1])
    yield beyond, "A player who is removed takes no further step; write that one last.", _STEPS
    weightless = bool(terms.steps) and terms.no_show_weight == terms.late_change_weight == 0
    yield weightless, "No strike counts for anything here, so no step is ever reached.", _STEPS
    yield offered and terms.offer_minutes is None, "An offer has to last some minutes.", _OFFER
    asked, released = terms.confirm_minutes, terms.release_minutes
    unasked = released is not None and asked is None
    yield unasked, "Nobody is asked to confirm here; write when they are, too (asked_minutes).", _RELEASED, _ASKED
    early = asked is not None and released is not None and released >= asked
    yield early, "A seat is given on only after it was asked for; write fewer minutes.", _RELEASED, _ASKED
