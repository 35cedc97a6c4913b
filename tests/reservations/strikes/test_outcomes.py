"""The outcome of an answer, row by row, and the sums of outcomes."""

from datetime import UTC, datetime

import pytest

from reservations.acts.facts import Mark, Place, Reply
from reservations.rsvps.rsvp_state import Rsvp
from reservations.strikes.outcomes import Attendance, Outcome, Turnout, outcome_of, turnout_of

LATER = datetime(2026, 11, 20, 21, 30, tzinfo=UTC)
SEAT = Rsvp(1, Reply.YES, place=Place.SEAT)
WAITS = Rsvp(1, Reply.YES, place=Place.WAITING)
NOTHING = Rsvp(1)


@pytest.mark.parametrize(
    ("rsvp", "known", "outcome"),
    [
        (SEAT, {"came": True}, "came"),
        (NOTHING, {"came": True}, "came"),
        (Rsvp(1, Reply.YES, place=Place.SEAT, expected_at=LATER), {"came": True}, "came late"),
        (Rsvp(1, Reply.YES, place=Place.SEAT, mark=Mark.LATE), {"came": True}, "came late"),
        (Rsvp(1, Reply.YES, place=Place.SEAT, mark=Mark.LATE), {}, "did not come"),
        (Rsvp(1, Reply.YES, place=Place.SEAT, expected_at=LATER), {}, "did not come"),
        (Rsvp(1, Reply.YES, place=Place.SEAT, mark=Mark.NO_SHOW), {"no_show": True}, "no-show"),
        (Rsvp(1, Reply.YES, place=Place.SEAT, mark=Mark.NO_SHOW), {}, "did not come"),
        (Rsvp(1, Reply.NO), {"cancelled": True}, "cancelled late"),
        (SEAT, {"came": True, "cancelled": True}, "came"),
        (Rsvp(1, Reply.YES, place=Place.SEAT, mark=Mark.EXCUSED), {}, "excused"),
        (SEAT, {}, "did not come"),
        (Rsvp(1, Reply.YES, turned_away="under 21"), {}, "turned away"),
        (WAITS, {}, "had no seat"),
        (Rsvp(1, Reply.NO), {}, "no"),
        (Rsvp(1, Reply.MAYBE), {}, "maybe"),
        (NOTHING, {}, "no answer"),
    ],
)
def test_what_became_of_it(rsvp, known, outcome):
    assert outcome_of(rsvp, **known) == outcome


@pytest.mark.parametrize(
    ("reply", "outcome", "said_yes"),
    [
        (Reply.YES, Outcome.CAME, True),
        (None, Outcome.CAME, False),
        (Reply.NO, Outcome.CANCELLED, True),
        (Reply.NO, Outcome.NO, False),
        (None, Outcome.NO_SHOW, True),
        (Reply.MAYBE, Outcome.MAYBE, False),
    ],
)
def test_a_yes_is_one_that_was_stood_by_or_taken_back_too_late(reply, outcome, said_yes):
    assert turnout_of([Attendance(1, 1, reply, (), outcome)]).yes == said_yes


def test_the_sums_of_a_season():
    outcomes = [*Outcome, Outcome.CAME, Outcome.LATE]
    replies = {Outcome.NO: Reply.NO, Outcome.CANCELLED: Reply.NO, Outcome.MAYBE: Reply.MAYBE, Outcome.NOTHING: None}
    nights = [Attendance(at, 1, replies.get(each, Reply.YES), (), each) for at, each in enumerate(outcomes)]

    assert turnout_of(nights) == Turnout(nights=13, yes=10, no=1, came=4, late=2, excused=1, cancelled=1, no_shows=1)


def test_no_night_is_nothing():
    assert turnout_of([]) == Turnout(0, 0, 0, 0, 0, 0, 0, 0)
