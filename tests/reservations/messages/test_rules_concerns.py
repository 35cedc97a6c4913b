"""Whether a message still concerns its player."""

from dataclasses import replace
from datetime import timedelta

import pytest

from reservations.acts.facts import FactKind, Place
from reservations.messages.rules import NEWS_FOR, OF_A_PAYMENT, MessageKind, Recipient, concerns
from reservations.rsvps.rsvp_reducers import fold
from tests.reservations.messages.friday import ANN, BO, CY, DI, EVE, START, STATE, UNTIL, fact

NOBODY = 6
BEFORE = START - timedelta(hours=2)
CANCELLED = replace(STATE, cancelled=True)
ANY = fact(FactKind.REMIND)
OFFER = fact(FactKind.OFFER, BO, outcome={"until": UNTIL.isoformat()})
OTHER_OFFER = fact(FactKind.OFFER, BO, outcome={"until": BEFORE.isoformat()})
STRIKE = fact(FactKind.STRIKE, ANN, outcome={"then": "reminder"})
REMOVAL = fact(FactKind.STRIKE, ANN, outcome={"then": "removed"})


def whom(kind, about=ANY, **now):
    """Return the names of the players whom a message of that kind still concerns."""
    everybody = {"Ann": ANN, "Bo": BO, "Cy": CY, "Di": DI, "Eve": EVE, "nobody": NOBODY}
    said = {"at": BEFORE, "rsvp_state": STATE, **now}
    return [name for name, number in everybody.items() if concerns(kind, about, Recipient(number=number, **said))]


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (MessageKind.INVITATION, ["nobody"]),
        (MessageKind.MOVED_UP, ["Ann"]),
        (MessageKind.BUMPED, ["Cy"]),
        (MessageKind.RELEASED, ["Eve", "nobody"]),
        (MessageKind.CANCELLED, []),
        (MessageKind.RESTORED, ["Ann", "Bo", "Cy", "Di"]),
        (MessageKind.CHANGED, ["Ann"]),
        (MessageKind.CHANGED_FOR_OTHERS, ["Bo", "Cy", "Di"]),
        (MessageKind.CONFIRM, ["Ann"]),
        (MessageKind.REMINDER, ["Ann"]),
        (MessageKind.REMINDER_TO_ANSWER, []),
        (MessageKind.STRIKE, []),
        (MessageKind.DATE_SET, ["Ann"]),
        (MessageKind.POLL, []),
    ],
)
def test_before_a_night_messages_concern_whom_they_are_true_for(kind, names):
    assert whom(kind) == names


def test_of_the_date_nobody_is_told_who_has_a_seat_or_has_answered_since_then():
    set_before = fact(FactKind.INVITE, about=9)
    set_after = replace(set_before, at=START + timedelta(hours=1))

    assert whom(MessageKind.DATE_SET_FOR_OTHERS, set_before) == ["nobody"]
    assert whom(MessageKind.DATE_SET_FOR_OTHERS, set_after) == ["Bo", "Cy", "Di", "Eve", "nobody"]


def test_a_poll_concerns_who_can_answer_and_has_not():
    assert whom(MessageKind.POLL, is_silent=True)[:2] == ["Ann", "Bo"]


@pytest.mark.parametrize("is_open", [True, False])
@pytest.mark.parametrize("kind", OF_A_PAYMENT)
def test_a_payment_is_asked_for_or_about_while_it_waits(kind, is_open):
    assert bool(whom(kind, is_open=is_open)) is is_open


OF_NO_NIGHT = (MessageKind.STRIKE, MessageKind.REINSTATED, MessageKind.RULES)
OF_A_NIGHT = [kind for kind in MessageKind if kind not in OF_NO_NIGHT]


@pytest.mark.parametrize("kind", OF_A_NIGHT)
def test_of_a_cancelled_night_nobody_is_told_but_that_it_is_cancelled(kind):
    everybody = ["Ann", "Bo", "Cy", "Di", "Eve", "nobody"]

    assert whom(kind, OFFER, rsvp_state=CANCELLED) == (everybody if kind == MessageKind.CANCELLED else [])


@pytest.mark.parametrize("kind", OF_A_NIGHT)
def test_once_a_night_has_begun_seats_places_in_line_and_changes_are_told(kind):
    told = whom(kind, OTHER_OFFER, begun=True, at=START)

    still = {MessageKind.MOVED_UP, MessageKind.BUMPED, MessageKind.RELEASED}
    assert bool(told) is (kind in still | {MessageKind.CHANGED, MessageKind.CHANGED_FOR_OTHERS})


@pytest.mark.parametrize("kind", OF_A_NIGHT)
def test_once_it_is_over_nothing_is(kind):
    assert whom(kind, OFFER, begun=True, over=True, at=START + timedelta(days=1)) == []


def test_a_cancellation_concerns_people_until_the_night_would_be_over():
    everybody = ["Ann", "Bo", "Cy", "Di", "Eve", "nobody"]

    assert whom(MessageKind.CANCELLED, rsvp_state=CANCELLED, begun=True) == everybody
    assert whom(MessageKind.CANCELLED, rsvp_state=CANCELLED, begun=True, over=True) == []


@pytest.mark.parametrize(
    ("about", "at", "names"),
    [(OFFER, UNTIL - timedelta(seconds=1), ["Bo"]), (OFFER, UNTIL, []), (OTHER_OFFER, UNTIL - timedelta(days=1), [])],
)
def test_an_offer_is_told_while_that_very_offer_stands(about, at, names):
    assert whom(MessageKind.OFFER, about, at=at) == names


def test_who_has_confirmed_is_not_asked_again():
    confirmed = replace(STATE, rsvps={ANN: replace(STATE.of(ANN), confirmed=True)})

    assert whom(MessageKind.CONFIRM, rsvp_state=confirmed) == []


def test_who_answered_and_was_released_is_not_invited_again():
    released = replace(STATE, rsvps={ANN: replace(STATE.of(ANN), reply=None, place=Place.NONE)})

    assert "Ann" not in whom(MessageKind.INVITATION, rsvp_state=released)


def test_who_was_invited_and_is_silent_hears_the_newest_time_and_that_it_is_on_again():
    invited = fold([fact(FactKind.INVITE, content={"players": [EVE]})], seats=9, starts_at=START)

    assert whom(MessageKind.RESTORED, rsvp_state=invited) == ["Eve"]
    assert "Eve" in whom(MessageKind.INVITATION, rsvp_state=invited)
    assert whom(MessageKind.INVITATION, rsvp_state=invited, changed_since=True) == []
    assert whom(MessageKind.REMINDER_TO_ANSWER, rsvp_state=invited) == ["Eve"]
    assert whom(MessageKind.REMINDER_TO_ANSWER, rsvp_state=invited, changed_since=True) == []


@pytest.mark.parametrize("counts", [True, False])
def test_a_strike_is_told_while_it_counts(counts):
    now = Recipient(BEFORE, ANN, STATE, begun=True, over=True, strike_counts=counts)

    assert concerns(MessageKind.STRIKE, STRIKE, now) is counts


@pytest.mark.parametrize("kind", MessageKind)
def test_who_is_out_is_told_of_their_removal_and_nothing_else(kind):
    out = Recipient(BEFORE, ANN, STATE, out=True, strike_counts=True)

    assert concerns(kind, STRIKE, out) is False
    assert concerns(kind, REMOVAL, out) is (kind == MessageKind.STRIKE)


def test_a_removal_that_was_pardoned_is_not_told():
    assert concerns(MessageKind.STRIKE, REMOVAL, Recipient(BEFORE, ANN, STATE, out=True)) is False


@pytest.mark.parametrize(("after", "still"), [(NEWS_FOR - timedelta(seconds=1), True), (NEWS_FOR, False)])
def test_a_welcome_back_is_news_for_two_weeks(after, still):
    about = fact(FactKind.REINSTATE, ANN)

    assert concerns(MessageKind.REINSTATED, about, Recipient(about.at + after, ANN, STATE)) is still
    assert concerns(MessageKind.RULES, about, Recipient(about.at + after, ANN, STATE)) is still
