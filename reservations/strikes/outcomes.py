"""What became of one player's answer to one night, and how often each of that happened. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from reservations.acts.facts import Mark, Reply
from reservations.rsvps.rsvp_state import Rsvp


class Outcome(StrEnum):
    """What became of an answer, once the night was on."""

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


SAID_YES = (Outcome.NO_SHOW, Outcome.CANCELLED, Outcome.EXCUSED, Outcome.MISSING, Outcome.WAITED)
"""Outcomes only of players who said yes and did not take it back in time."""


def outcome_of(rsvp: Rsvp, *, came: bool = False, cancelled: bool = False, no_show: bool = False) -> Outcome:
    """Return what became of an answer once the night was on.

    ``came``: they were there. ``cancelled`` and ``no_show``: they gave their seat up late, or did not show up, and it
    was not taken back.
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
    """One person on one night, by their numbers: the last answer, and what became of it."""

    night: int
    player: int
    reply: Reply | None
    guests: tuple[str, ...]
    outcome: Outcome


@dataclass(frozen=True)
class Turnout:
    """How often each outcome happened to one person; ``late`` nights are among those they ``came`` to.

    A ``no`` was said in time.
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
    outcomes = [each.outcome for each in found]
    late = outcomes.count(Outcome.LATE)
    return Turnout(
        nights=len(found),
        # A yes was stood by to the start, or taken back too late.
        yes=sum(each.reply == Reply.YES or each.outcome in SAID_YES for each in found),
        no=outcomes.count(Outcome.NO),
        came=outcomes.count(Outcome.CAME) + late,
        late=late,
        excused=outcomes.count(Outcome.EXCUSED),
        cancelled=outcomes.count(Outcome.CANCELLED),
        no_shows=outcomes.count(Outcome.NO_SHOW),
    )
