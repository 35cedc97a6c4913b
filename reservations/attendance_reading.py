"""Reads the attendance terms of a house out of a document of rules. Pure."""

import itertools
from collections.abc import Iterator, Mapping

from reservations.attendance_terms import Arrears, AttendanceTerms, MovesUp, Step, Then
from reservations.documents import Contradiction, Faults, Section, choice, flag, many, text, whole
from reservations.names import parse_line
from reservations.problems import Malformed

ATTENDANCE_SECTIONS = ("attendance", "waiting", "confirmation", "door", "invitation")
"""The tables of a document that are read here; all others belong to somebody else."""

_USUAL = AttendanceTerms()
_DAY = whole(0, 1_440)
_WEEK = whole(1, 10_080)
_WEIGHT = whole(0, 100)
_STEPS = "[attendance] steps"
_ASKED, _RELEASED = "[confirmation] asked_minutes", "[confirmation] released_minutes"


def attendance_terms(document: Mapping[str, object]) -> AttendanceTerms:
    """Read the attendance terms out of a document of rules; what a house leaves out is as ``AttendanceTerms`` has it.

    Raises ``BadTerms`` with all faults at once: wrong values, unknown keys, and terms that contradict each other.
    """
    faults = Faults()
    terms = _read(Section(document, faults))
    faults.check(_contradictions(terms))
    return terms


def _read(document: Section) -> AttendanceTerms:
    sections = tuple(document.table(key) for key in ATTENDANCE_SECTIONS)
    attendance, waiting, confirmation, door, invitation = sections
    terms = AttendanceTerms(
        seats=attendance.read("seats", whole(2, 1_000), None),
        late_change_minutes=attendance.read("late_change_minutes", _WEEK, None),
        taken_up_clears=attendance.read("taken_up_clears", flag, _USUAL.taken_up_clears),
        no_show_weight=attendance.read("no_show_weight", _WEIGHT, _USUAL.no_show_weight),
        late_change_weight=attendance.read("late_change_weight", _WEIGHT, _USUAL.late_change_weight),
        steps=attendance.read("steps", many(_step, 10), ()),
        expires_after_nights=attendance.read("expires_after_nights", whole(1, 1_000), None),
        grace_minutes=attendance.read("grace_minutes", _DAY, _USUAL.grace_minutes),
        host_favour=waiting.read("host_favour", flag, _USUAL.host_favour),
        regulars_first=waiting.read("regulars_first", flag, _USUAL.regulars_first),
        fewer_strikes_first=waiting.read("fewer_strikes_first", flag, _USUAL.fewer_strikes_first),
        arrears=waiting.read("arrears", choice(Arrears), _USUAL.arrears),
        moves_up=waiting.read("moves_up", choice(MovesUp), _USUAL.moves_up),
        cutoff_minutes=waiting.read("cutoff_minutes", whole(0, 10_080), _USUAL.cutoff_minutes),
        offer_minutes=waiting.read("offer_minutes", _DAY, _USUAL.offer_minutes) or None,
        confirm_minutes=confirmation.read("asked_minutes", _WEEK, None),
        release_minutes=confirmation.read("released_minutes", _WEEK, None),
        remind_minutes=confirmation.read("remind_minutes", whole(0, 10_080), _USUAL.remind_minutes) or None,
        minimum_age=door.read("minimum_age", whole(1, 120), None),
        invitation=invitation.read("says", many(_line, 20), ()),
    )
    _idle(waiting, terms.moves_up)
    for section in sections:
        section.finish()
    return terms


def _idle(waiting: Section, moves_up: MovesUp) -> None:
    """Note the minutes that mean nothing the way the next in line comes to a seat here."""
    if moves_up is MovesUp.OFFERED and "cutoff_minutes" in waiting:
        waiting.fault("cutoff_minutes", "Every seat is offered here, at any time; leave this out.")
    for key in ("cutoff_minutes", "offer_minutes"):
        if moves_up is MovesUp.HOST and key in waiting:
            waiting.fault(key, "The host gives every seat here; leave this out.")


def _step(value: object) -> Step:
    if not isinstance(value, list) or len(value) != 2:
        raise Malformed('Write each step as its strikes and what follows, like [1, "reminder"].')
    return Step(whole(1, 1_000)(value[0]), choice(Then)(value[1]))


def _line(value: object) -> str:
    return parse_line(text(value))


def _contradictions(terms: AttendanceTerms) -> Iterator[Contradiction]:
    """Yield what could contradict each other in those terms, whether it does or not, with the places of both."""
    level = any(after.strikes <= before.strikes for before, after in itertools.pairwise(terms.steps))
    yield level, "The strikes have to rise from one step to the next.", _STEPS
    beyond = Then.REMOVED in (step.then for step in terms.steps[:-1])
    yield beyond, "Whoever is removed takes no further step; write that one last.", _STEPS
    weightless = bool(terms.steps) and terms.no_show_weight == terms.late_change_weight == 0
    yield weightless, "No strike counts for anything here, so no step is ever reached.", _STEPS
    unoffered = terms.moves_up is MovesUp.OFFERED and terms.offer_minutes is None
    yield unoffered, "An offer needs some minutes to be taken in.", "[waiting] offer_minutes"
    asked, released = terms.confirm_minutes, terms.release_minutes
    unasked = released is not None and asked is None
    yield unasked, "Nobody is asked to confirm here; write asked_minutes too.", _RELEASED, _ASKED
    early = asked is not None and released is not None and released >= asked
    yield early, "A seat is given on only after it was asked for; write fewer minutes.", _RELEASED, _ASKED
