"""The attendance terms of a house: seats, waiting, and the consequences of staying away. Pure.

Their rows are in ``attendance_terms.toml``. Times are minutes; a moment is counted back from the start.
"""

import itertools
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from reservations.parsing import documents
from reservations.parsing.terms import document_type, terms_beside


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


@dataclass(frozen=True)
class AttendanceTerms:
    """All attendance terms of one version of a house's rules; the defaults hold for missing terms.

    ``late_change_minutes``: a seat given up less than that before the start is a strike (None: it never is).
    ``taken_up_clears``: no strike if a waiting player took the seat before the start. ``expires_after_nights``: the
    number of later nights of the house for which a strike counts (None: for ever). ``cutoff_minutes``: from then on a
    free seat is offered for ``offer_minutes``, or the host's to give (None). ``confirm_minutes``: the request to
    confirm a seat; ``release_minutes``: an unconfirmed seat is released. ``remind_minutes`` is for players with a seat,
    ``unanswered_minutes`` for invited players without an answer (None: no reminder).
    """

    seats: int | None = None
    late_change_minutes: int | None = None
    taken_up_clears: bool = True
    no_show_weight: int = 1
    late_change_weight: int = 1
    steps: tuple[Step, ...] = ()
    expires_after_nights: int | None = None
    grace_minutes: int = 15
    host_favour: bool = False
    regulars_first: bool = False
    fewer_strikes_first: bool = False
    arrears: Arrears = Arrears.NOTHING
    moves_up: MovesUp = MovesUp.AUTOMATIC
    cutoff_minutes: int = 120
    offer_minutes: int | None = 30
    confirm_minutes: int | None = None
    release_minutes: int | None = None
    remind_minutes: int | None = 1_440
    unanswered_minutes: int | None = 4_320
    minimum_age: int | None = None
    invitation: tuple[str, ...] = ()


_STEP = documents.pair("strikes", "then", 'Write each step as its strikes and what follows, like [1, "reminder"].')
TERMS = terms_beside(__file__, "attendance_terms.toml", AttendanceTerms)
AttendanceDocument = document_type(
    "AttendanceDocument",
    TERMS,
    {"steps": lambda term: Annotated[tuple[Annotated[Step, _STEP], ...], documents.listed(term.most)]},
)


def attendance_terms(document: Mapping[str, object]) -> AttendanceTerms:
    """Read the attendance terms of a document of rules.

    Raises ``BadTerms`` with all faults at once: wrong values, unknown keys, and contradictory terms.
    """
    reading = documents.read(AttendanceDocument, document)
    terms = AttendanceTerms(**documents.together(AttendanceTerms, reading.content))
    reading.check(_contradictions(terms, reading.given))
    return terms


_STEPS, _OFFER, _CUTOFF = ("attendance", "steps"), ("waiting", "offer_minutes"), ("waiting", "cutoff_minutes")
_CONFIRM, _RELEASED = ("confirmation", "asked_minutes"), ("confirmation", "released_minutes")


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
    confirms, released = terms.confirm_minutes, terms.release_minutes
    unasked = released is not None and confirms is None
    yield unasked, "Nobody is asked to confirm here; write when they are, too (asked_minutes).", _RELEASED, _CONFIRM
    early = confirms is not None and released is not None and released >= confirms
    yield early, "A seat is given on only after it was asked for; write fewer minutes.", _RELEASED, _CONFIRM
