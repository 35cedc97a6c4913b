"""The outcome of a player's answer to a night, and the count of every outcome. Pure."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from reservations.acts.facts import Mark, Reply
from reservations.rsvps.rsvp_state import Rsvp


class Outcome(StrEnum):
    """The outcomes of an answer, once the night was on."""

    CAME = "came"
    LATE = "came late"
    NO_SHOW = "no-show"
    CANCELLED = "cancelled late"
    EXCUSED = "excused"
    TURNED_AWAY = "turned away"
    MISSING = "did not come"
    WAITED = "had no seat"
    NO = "no"
    MAYBE = "maybe"
    NOTHING = "no answer"


AFTER_YES = (Outcome.NO_SHOW, Outcome.CANCELLED, Outcome.EXCUSED, Outcome.MISSING, Outcome.WAITED)
"""Outcomes only of players who answered yes and did not take it back in time."""


def outcome_of(rsvp: Rsvp, *, came: bool = False, cancelled: bool = False, no_show: bool = False) -> Outcome:
    """Return the outcome of an answer once the night was on.

    ``came``: the player was there. ``cancelled`` and ``no_show``: the player gave up the seat late, or did not show up,
    and the record of it stands.
    """
    if came:
        return Outcome.LATE if rsvp.mark == Mark.LATE or rsvp.expected_at is not None else Outcome.CAME
    if no_show:
        return Outcome.NO_SHOW
    if cancelled:
        return Outcome.CANCELLED
    if rsvp.turned_away:
        return Outcome.TURNED_AWAY
    if rsvp.mark == Mark.EXCUSED:
        return Outcome.EXCUSED
    if rsvp.reply == Reply.YES:
        return Outcome.MISSING if rsvp.has_seat or rsvp.mark is not None else Outcome.WAITED
    return {Reply.NO: Outcome.NO, Reply.MAYBE: Outcome.MAYBE, None: Outcome.NOTHING}[rsvp.reply]


@dataclass(frozen=True)
class Attendance:
    """One person on one night, by their numbers: the last answer, and its outcome."""

    night: int
    player: int
    reply: Reply | None
    guests: tuple[str, ...]
    outcome: Outcome


@dataclass(frozen=True)
class Turnout:
    """The count of every outcome for one person; ``late`` nights are among those they ``came`` to.

    A ``no`` was in time.
    """

    nights: int
    yes: int
    no: int
    came: int
    late: int
    excused: int
    cancelled: int
    no_shows: int


def turnout_of(nights: Iterable[Attendance]) -> Turnout:
    found = list(nights)
    count = Counter(night.outcome for night in found)
    # A yes that stood until the start, or was taken back too late.
    yes = sum(night.reply == Reply.YES or night.outcome in AFTER_YES for night in found)
    late, excused, cancelled = (count[outcome] for outcome in (Outcome.LATE, Outcome.EXCUSED, Outcome.CANCELLED))
    came = count[Outcome.CAME] + late
    return Turnout(len(found), yes, count[Outcome.NO], came, late, excused, cancelled, count[Outcome.NO_SHOW])
