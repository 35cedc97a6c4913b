"""Whether a letter still concerns whom it was written to."""

from dataclasses import replace
from datetime import timedelta

import pytest

from reservations.acts.facts import FactKind, Place
from reservations.messages.letters import LetterKind
from reservations.messages.relevance import OLD, Now, concerns
from tests.reservations.letter_box import ANN, BO, CY, DI, EVE, ROLL, START, UNTIL, fact

NOBODY = 6
BEFORE = START - timedelta(hours=2)
CANCELLED = replace(ROLL, cancelled=True)
ANY = fact(FactKind.REMIND)
OFFER = fact(FactKind.OFFER, BO, outcome={"until": UNTIL.isoformat()})
OTHER_OFFER = fact(FactKind.OFFER, BO, outcome={"until": BEFORE.isoformat()})
STRIKE = fact(FactKind.STRIKE, ANN, outcome={"then": "reminder"})
REMOVAL = fact(FactKind.STRIKE, ANN, outcome={"then": "removed"})


def whom(kind, about=ANY, **now):
    """Return whom of all a letter of that kind would still concern."""
    everybody = {"Ann": ANN, "Bo": BO, "Cy": CY, "Di": DI, "Eve": EVE, "nobody": NOBODY}
    said = {"at": BEFORE, "roll": ROLL, **now}
    return [name for name, number in everybody.items() if concerns(kind, about, Now(number=number, **said))]


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (LetterKind.INVITATION, ["nobody"]),
        (LetterKind.MOVED_UP, ["Ann"]),
        (LetterKind.BUMPED, ["Cy"]),
        (LetterKind.RELEASED, ["Eve", "nobody"]),
        (LetterKind.CANCELLED, []),
        (LetterKind.RESTORED, ["Ann", "Bo", "Cy", "Di"]),
        (LetterKind.CHANGED, ["Ann"]),
        (LetterKind.CHANGED_FOR_OTHERS, ["Bo", "Cy", "Di"]),
        (LetterKind.CONFIRM, ["Ann"]),
        (LetterKind.REMINDER, ["Ann"]),
        (LetterKind.STRIKE, []),
    ],
)
def test_before_a_night_letters_concern_whom_they_are_true_for(kind, names):
    assert whom(kind) == names


OF_A_NIGHT = [kind for kind in LetterKind if kind not in (LetterKind.STRIKE, LetterKind.REINSTATED)]


@pytest.mark.parametrize("kind", OF_A_NIGHT)
def test_of_a_cancelled_night_nobody_is_told_but_that_it_is_cancelled(kind):
    everybody = ["Ann", "Bo", "Cy", "Di", "Eve", "nobody"]

    assert whom(kind, OFFER, rsvp_state=CANCELLED) == (everybody if kind == LetterKind.CANCELLED else [])


@pytest.mark.parametrize("kind", OF_A_NIGHT)
def test_once_a_night_has_begun_seats_places_in_line_and_changes_are_told(kind):
    told = whom(kind, OTHER_OFFER, begun=True, at=START)

    still = {LetterKind.MOVED_UP, LetterKind.BUMPED, LetterKind.RELEASED}
    assert bool(told) is (kind in still | {LetterKind.CHANGED, LetterKind.CHANGED_FOR_OTHERS})


@pytest.mark.parametrize("kind", OF_A_NIGHT)
def test_once_it_is_over_nothing_is(kind):
    assert whom(kind, OFFER, begun=True, over=True, at=START + timedelta(days=1)) == []


def test_a_cancellation_concerns_people_until_the_night_would_be_over():
    everybody = ["Ann", "Bo", "Cy", "Di", "Eve", "nobody"]

    assert whom(LetterKind.CANCELLED, rsvp_state=CANCELLED, begun=True) == everybody
    assert whom(LetterKind.CANCELLED, rsvp_state=CANCELLED, begun=True, over=True) == []


@pytest.mark.parametrize(
    ("about", "at", "names"),
    [
        (OFFER, UNTIL - timedelta(seconds=1), ["Bo"]),
        (OFFER, UNTIL, []),
        (OTHER_OFFER, UNTIL - timedelta(days=1), []),
    ],
)
def test_an_offer_is_told_while_that_very_offer_stands(about, at, names):
    assert whom(LetterKind.OFFER, about, at=at) == names


def test_who_has_confirmed_is_not_asked_again():
    confirmed = replace(ROLL, rsvps={ANN: replace(ROLL.of(ANN), confirmed=True)})

    assert whom(LetterKind.CONFIRM, rsvp_state=confirmed) == []


def test_who_answered_and_was_released_is_not_invited_again():
    released = replace(ROLL, rsvps={ANN: replace(ROLL.of(ANN), reply=None, place=Place.NONE)})

    assert "Ann" not in whom(LetterKind.INVITATION, rsvp_state=released)


@pytest.mark.parametrize("counts", [True, False])
def test_a_strike_is_told_while_it_counts(counts):
    now = Now(BEFORE, ANN, ROLL, begun=True, over=True, strike_counts=counts)

    assert concerns(LetterKind.STRIKE, STRIKE, now) is counts


@pytest.mark.parametrize("kind", LetterKind)
def test_who_is_out_is_told_of_their_removal_and_nothing_else(kind):
    out = Now(BEFORE, ANN, ROLL, out=True, strike_counts=True)

    assert concerns(kind, STRIKE, out) is False
    assert concerns(kind, REMOVAL, out) is (kind == LetterKind.STRIKE)


def test_a_removal_that_was_pardoned_is_not_told():
    assert concerns(LetterKind.STRIKE, REMOVAL, Now(BEFORE, ANN, ROLL, out=True)) is False


@pytest.mark.parametrize(("after", "still"), [(OLD - timedelta(seconds=1), True), (OLD, False)])
def test_a_welcome_back_is_news_for_two_weeks(after, still):
    about = fact(FactKind.REINSTATE, ANN)

    assert concerns(LetterKind.REINSTATED, about, Now(about.at + after, ANN, ROLL)) is still
