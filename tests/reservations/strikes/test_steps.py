"""What strikes mean, in words: how many there are, how many it takes, and what they come to."""

import pytest

from reservations.houses.attendance_terms import AttendanceTerms, Step, Then
from reservations.strikes.steps import followed, ladder

ERICN = AttendanceTerms(steps=(Step(1, Then.REMINDER), Step(2, Then.REMOVED)))
OTHER = AttendanceTerms(steps=(Step(2, Then.BEHIND), Step(4, Then.DELETED)), expires_after_nights=10)
REMOVED = "removed from the group, with no reservations until the host takes them back"


@pytest.mark.parametrize(
    ("strikes", "sentences"),
    [
        (0, ("No strike counts.",)),
        (1, ("1 strike: a friendly reminder.", f"1 of 2: at the second strike {REMOVED}.")),
        (2, (f"2 strikes: {REMOVED}.",)),
        (3, (f"3 strikes: {REMOVED}.",)),
    ],
)
def test_a_reminder_first_then_removed(strikes, sentences):
    assert ladder(strikes, ERICN) == sentences


@pytest.mark.parametrize(
    ("strikes", "sentences"),
    [
        (1, ("1 of 2: at the second strike behind the others on every waiting list.",)),
        (
            3,
            (
                "3 strikes: behind the others on every waiting list.",
                "3 of 4: at the fourth strike all reservations to come are deleted.",
            ),
        ),
    ],
)
def test_strikes_that_expire_by_nights_held(strikes, sentences):
    ends = "A strike counts until 10 later nights of the house have been held."

    assert ladder(strikes, OTHER) == (*sentences, ends)


def test_without_a_ladder_it_is_for_the_host():
    assert ladder(1, AttendanceTerms()) == ("1 strike. What follows is for the host to decide.",)
    assert ladder(0, AttendanceTerms()) == ("No strike counts.",)


def test_a_single_night_and_a_long_ladder():
    terms = AttendanceTerms(steps=(Step(21, Then.REMINDER),), expires_after_nights=1)

    assert ladder(2, terms) == (
        "2 of 21: at the 21st strike a friendly reminder.",
        "A strike counts until 1 later night of the house has been held.",
    )


@pytest.mark.parametrize(
    ("then", "words"), [(None, ""), (Then.REMINDER, "a friendly reminder"), (Then.REMOVED, REMOVED)]
)
def test_what_followed(then, words):
    assert followed(then) == words
