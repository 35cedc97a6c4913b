"""The state of a strike, and the consequences of a number of strikes."""

from datetime import UTC, datetime

import pytest

from reservations.acts.facts import FactKind, FactValue
from reservations.houses.attendance_terms import AttendanceTerms, Step, Then
from reservations.strikes.rules import (
    StrikeOutcome,
    StrikeState,
    after_strike,
    ends_reservations,
    strike_level,
    what_follows,
)

START = datetime(2026, 11, 21, 0, 0, tzinfo=UTC)
BO = 1


def fact(kind, number, **said):
    return FactValue(number, kind, START, player=BO, **said)


def after(*later, cancelled=False, moved=False, held=0, expires=None):
    terms = AttendanceTerms(expires_after_nights=expires)
    return after_strike(7, later, night_cancelled=cancelled, night_moved=moved, held_since=held, terms=terms)


def test_a_strike_counts_until_something_is_said_of_it():
    assert after() == StrikeOutcome(StrikeState.COUNTS)
    assert after(fact(FactKind.PARDON, 9, about=8)) == StrikeOutcome(StrikeState.COUNTS)
    assert after(fact(FactKind.REINSTATE, 6)) == StrikeOutcome(StrikeState.COUNTS)
    assert after(held=3, expires=4) == StrikeOutcome(StrikeState.COUNTS)


@pytest.mark.parametrize(
    ("found", "state", "why"),
    [
        (after(fact(FactKind.PARDON, 9, about=7, reason="ill")), StrikeState.PARDONED, "ill"),
        (after(fact(FactKind.UNMARK, 9, about=7, reason="was here")), StrikeState.NOT_A_STRIKE, "was here"),
        (after(cancelled=True), StrikeState.NIGHT_CANCELLED, "The night was cancelled."),
        (after(moved=True), StrikeState.NIGHT_MOVED, "The night was given another time after it."),
        (after(fact(FactKind.REINSTATE, 9, reason="talked")), StrikeState.SPENT, "talked"),
        (after(held=4, expires=4), StrikeState.EXPIRED, "4 nights were held since."),
    ],
)
def test_what_has_become_of_a_strike(found, state, why):
    assert found == StrikeOutcome(state, why)


def test_the_last_words_against_a_strike_stay_with_it():
    first = fact(FactKind.CONTEST, 8, about=7, reason="no")
    last = fact(FactKind.CONTEST, 9, about=7, reason="I was here")

    assert after(first, last).contested == "I was here"
    assert after(first, last, fact(FactKind.PARDON, 10, about=7)).contested == "I was here"


def test_the_answer_of_the_host_stands_until_the_player_contests_again():
    first = fact(FactKind.CONTEST, 8, about=7, reason="I was here")
    answer = fact(FactKind.UPHOLD, 9, about=7, reason="nobody saw you")
    again = fact(FactKind.CONTEST, 10, about=7, reason="ask Cy")

    assert after(first, answer) == StrikeOutcome(StrikeState.COUNTS, "", "I was here", "nobody saw you")
    assert after(first, answer, again) == StrikeOutcome(StrikeState.COUNTS, "", "ask Cy", "")


def test_the_highest_step_that_is_reached_follows():
    terms = AttendanceTerms(steps=(Step(1, Then.REMINDER), Step(3, Then.REMOVED)))

    assert [what_follows(strikes, terms) for strikes in range(5)] == [
        None,
        Then.REMINDER,
        Then.REMINDER,
        Then.REMOVED,
        Then.REMOVED,
    ]


def test_removal_and_deleted_reservations_end_later_reservations():
    assert [then for then in (None, *Then) if ends_reservations(then)] == [Then.DELETED, Then.REMOVED]


@pytest.mark.parametrize(
    ("strikes", "behind", "then", "is_barred"),
    [(0, False, None, False), (1, True, Then.BEHIND, False), (2, True, Then.REMOVED, True)],
)
def test_what_so_many_strikes_mean(strikes, behind, then, is_barred):
    terms = AttendanceTerms(steps=(Step(1, Then.BEHIND), Step(2, Then.REMOVED)))

    found = strike_level(strikes, terms, "The Friday game")

    assert (found.strikes, found.behind, found.then) == (strikes, behind, then)
    assert (bool(found.barred), "The Friday game" in found.barred) == (is_barred, is_barred)
