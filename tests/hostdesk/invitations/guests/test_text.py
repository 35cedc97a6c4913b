"""The words to the host about the guests of a night."""

from datetime import timedelta

import pytest

from hostdesk.invitations.guests.text import moves_of, next_in_line, seats_in_words
from reservations.acts.facts import Place, Reply
from reservations.houses.attendance_terms import AttendanceTerms, MovesUp
from reservations.rsvps.rsvp_state import Rsvp, RsvpState
from reservations.waiting_list.rules import WayUp
from tests.reservations.friday import NEW_YORK, START

LONG_BEFORE = START - timedelta(days=3)
SITS, WAITS = Rsvp(1, Reply.YES, place=Place.SEAT), Rsvp(2, Reply.YES, place=Place.WAITING)


@pytest.mark.parametrize(
    ("seats", "rsvps", "said"),
    [
        (None, (), "nobody is coming yet"),
        (None, (SITS,), "1 coming"),
        (1, (SITS, WAITS), "1 of 1 seat taken · 1 waiting"),
        (9, (SITS,), "1 of 9 seats taken"),
    ],
)
def test_how_full_a_night_is(seats, rsvps, said):
    assert seats_in_words(RsvpState(seats, START, {each.player: each for each in rsvps})) == said


ALONE = "The next in line moves up automatically."
YOURS = "Free seats are yours to give now."
KEPT = "A free seat is offered to the next in line for 30 minutes."
UNTIL = "The next in line moves up until"


@pytest.mark.parametrize(
    ("terms", "starts_at", "text"),
    [
        (AttendanceTerms(), None, ALONE),
        (AttendanceTerms(moves_up=MovesUp.HOST), START, YOURS),
        (AttendanceTerms(moves_up=MovesUp.OFFERED), START, KEPT),
        (AttendanceTerms(), START, f"{UNTIL} 17:00; then a free seat is offered for 30 minutes."),
        (AttendanceTerms(offer_minutes=None), START, f"{UNTIL} 17:00; then free seats are yours to give."),
        (
            AttendanceTerms(cutoff_minutes=24 * 60, offer_minutes=None),
            START,
            f"{UNTIL} Thu 19 Nov, 19:00; then free seats are yours to give.",
        ),
        (AttendanceTerms(cutoff_minutes=24 * 60 * 7), START, KEPT),
        (AttendanceTerms(cutoff_minutes=24 * 60 * 7, offer_minutes=None), START, YOURS),
    ],
)
def test_how_a_free_seat_is_taken(terms, starts_at, text):
    assert moves_of(terms, starts_at, LONG_BEFORE, NEW_YORK) == text


@pytest.mark.parametrize(
    ("name", "way", "named"),
    [("Bo", WayUp.SEAT, "Bo is next in line"), (None, WayUp.HOST, "Nobody on the waiting list")],
)
def test_who_is_next(name, way, named):
    assert next_in_line(name, way).startswith(named)
