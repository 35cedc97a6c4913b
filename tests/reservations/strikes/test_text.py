"""The consequences of strikes have the same words everywhere."""

import pytest

from reservations.houses.attendance_terms import AttendanceTerms, Step, Then
from reservations.houses.text import PHRASES
from reservations.strikes.text import NEWS, WARNINGS, means, steps_in_words, strike_ahead

BEHIND = "behind the others on every waiting list"


def test_every_step_is_told_as_a_rule_as_a_warning_and_to_the_host():
    assert list(PHRASES) == list(Then)
    assert all(WARNINGS[then] and "{" not in means("Bo", then) for then in Then)


def test_behind_is_behind_the_others_wherever_it_is_said():
    assert (PHRASES[Then.BEHIND], WARNINGS[Then.BEHIND], means("Bo", Then.BEHIND), NEWS[Then.BEHIND]) == (
        BEHIND,
        f"From then on you wait {BEHIND}.",
        f"From then on Bo waits {BEHIND}.",
        f"It counts as a strike. From now on you wait {BEHIND}.",
    )


@pytest.mark.parametrize("name", ["{name}", "{0}", "<b>"])
def test_a_name_is_told_as_it_is(name):
    assert means(name, Then.DELETED) == f"The reservations that {name} has for later nights here are deleted."


def test_nothing_may_follow():
    assert "No consequences" in means("Bo", None)
    assert "without consequences" in NEWS[None]


def test_a_strike_ahead_has_its_number_and_a_heavy_one_the_sum():
    assert strike_ahead(0, 1) == "strike 1"
    assert strike_ahead(2, 1) == "strike 3"
    assert strike_ahead(1, 2) == "2 strikes, 3 in all"


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
    assert steps_in_words(strikes, ERICN) == sentences


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

    assert steps_in_words(strikes, OTHER) == (*sentences, ends)


def test_without_steps_the_host_decides():
    assert steps_in_words(1, AttendanceTerms()) == ("1 strike. The host decides what follows.",)
    assert steps_in_words(0, AttendanceTerms()) == ("No strike counts.",)


def test_a_single_night_and_a_long_steps_in_words():
    terms = AttendanceTerms(steps=(Step(21, Then.REMINDER),), expires_after_nights=1)

    assert steps_in_words(2, terms) == (
        "2 of 21: at the 21st strike a friendly reminder.",
        "A strike counts until 1 later night of the house has been held.",
    )


@pytest.mark.parametrize(("strikes", "at"), [(10, "tenth"), (11, "11th")])
def test_steps_are_told_in_words_up_to_the_tenth_strike(strikes, at):
    terms = AttendanceTerms(steps=(Step(strikes, Then.REMINDER),))

    assert steps_in_words(1, terms) == (f"1 of {strikes}: at the {at} strike a friendly reminder.",)
