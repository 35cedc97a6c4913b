"""The messages that a fact makes, and their recipients."""

from dataclasses import replace
from datetime import timedelta

import pytest

from reservations.acts.facts import FactKind, Mark
from reservations.messages.rules import (
    IN_CALENDARS,
    OF_A_PAYMENT,
    MessageContext,
    MessageDraft,
    MessageKind,
    makes_messages,
    messages_for,
)
from reservations.rsvps.rsvp_reducers import fold
from reservations.rsvps.rsvp_state import RsvpState
from tests.reservations.messages.friday import ANN, BO, CY, EVE, NAMES, NIGHT, START, STATE, UNTIL, fact, posted, told

OFFER = {"until": UNTIL.isoformat()}
CHANGED = {"date": ["2026-11-19", "2026-11-20"]}


@pytest.mark.parametrize(
    ("about", "kind"),
    [
        (fact(FactKind.SEAT, CY, outcome={"how": "moved up"}), MessageKind.MOVED_UP),
        (fact(FactKind.SEAT, CY, outcome={"how": "host"}), MessageKind.MOVED_UP),
        (fact(FactKind.OFFER, CY, outcome=OFFER), MessageKind.OFFER),
        (fact(FactKind.BUMP, CY), MessageKind.BUMPED),
        (fact(FactKind.RELEASE, CY), MessageKind.RELEASED),
        (fact(FactKind.STRIKE, CY, content={"cause": "no-show"}, outcome={"then": ""}), MessageKind.STRIKE),
        (fact(FactKind.REINSTATE, CY), MessageKind.REINSTATED),
    ],
)
def test_what_is_about_one_is_told_to_that_one(about, kind):
    assert told(about) == [(kind, "Cy")]


@pytest.mark.parametrize(
    "about",
    [
        fact(FactKind.ANSWER, CY, content={"answer": "yes"}, outcome={"place": "seat"}),
        fact(FactKind.SEAT, CY, outcome={"how": "offer taken"}),
        fact(FactKind.CHANGE, content={"note": ["", "Bring chairs."]}),
        fact(FactKind.LAPSE, CY),
        fact(FactKind.PARDON, CY),
    ],
)
def test_what_somebody_did_themselves_or_needs_not_know_makes_no_message(about):
    assert (told(about), makes_messages(about)) == ([], False)


def test_everybody_who_is_invited_gets_an_invitation():
    assert told(fact(FactKind.INVITE, content={"players": [ANN, BO]})) == [
        (MessageKind.INVITATION, "Ann"),
        (MessageKind.INVITATION, "Bo"),
    ]


def test_who_was_invited_before_gets_no_second_invitation():
    asked = fact(FactKind.INVITE, content={"players": [ANN, BO]}, outcome={"told": [BO]})

    assert told(asked) == [(MessageKind.INVITATION, "Bo")]


def test_after_a_poll_everybody_asked_is_told_the_date_and_the_place_with_a_seat():
    asked = fact(FactKind.INVITE, about=9, content={"players": [*NAMES]}, outcome={"told": [*NAMES]})
    seated, *others = posted(asked)

    assert (seated.kind, seated.player, "12 Elm Street" in seated.text) == (MessageKind.DATE_SET, ANN, True)
    assert {(each.kind, "Elm" in each.text) for each in others} == {(MessageKind.DATE_SET_FOR_OTHERS, False)}
    stands = [each.text.strip().split("\n\n")[3].split(":")[0] for each in others]
    assert stands == [
        "You are on the waiting list",
        "You are on the waiting list",
        "You can come if need be",
        "You said that this date does not suit you. If it does after all, say yes.",
    ]


def test_who_said_nothing_of_the_date_is_asked():
    asked = fact(FactKind.INVITE, about=9, content={"players": [ANN]}, outcome={"told": [ANN]})

    (message,) = posted(asked, RsvpState(9, START))

    assert message.text.strip().split("\n\n")[3] == "Are you coming? Please say yes, no or maybe."


def test_everybody_asked_gets_the_dates_of_a_poll():
    dates = [START.isoformat(), (START + timedelta(days=7)).isoformat()]
    content = {"dates": dates, "zone": "America/New_York", "players": [BO, CY], "last_day": "2026-11-18"}

    messages = posted(fact(FactKind.POLL, content=content))

    assert [(each.kind, each.player) for each in messages] == [(MessageKind.POLL, BO), (MessageKind.POLL, CY)]
    assert messages[0].text == (
        "Hello Bo,\n\n"
        "When can you come to a night of poker: The Friday game?\n\n"
        "Fri 20 Nov 2026, 19:00\nFri 27 Nov 2026, 19:00\n\n"
        "Please say yes, if need be or no to each by Wed 18 Nov 2026. "
        "When the date is set, seats go to those who said yes first.\n"
    )


def test_a_poll_without_a_last_day_names_none():
    content = {"dates": [START.isoformat()], "zone": "UTC", "players": [BO], "last_day": None}

    assert "no to each. When" in posted(fact(FactKind.POLL, content=content))[0].text


@pytest.mark.parametrize(
    ("kind", "message"), [(FactKind.CANCEL, MessageKind.CANCELLED), (FactKind.RESTORE, MessageKind.RESTORED)]
)
def test_who_has_a_seat_is_offered_one_waits_or_may_come_is_told_of_the_night(kind, message):
    assert told(fact(kind)) == [(message, name) for name in ("Ann", "Bo", "Cy", "Di")]


INVITED = fold([fact(FactKind.INVITE, content={"players": [EVE, BO]})], seats=9, starts_at=START)


def test_who_was_invited_and_is_silent_is_invited_to_the_new_time():
    (bo, eve) = posted(fact(FactKind.CHANGE, content=CHANGED), INVITED)

    assert [(each.kind, each.player) for each in (bo, eve)] == [(MessageKind.INVITATION, who) for who in (BO, EVE)]
    assert ("It has been changed." in bo.text, "Elm" in bo.text) == (True, False)
    assert told(fact(FactKind.CHANGE, content={"place": ["", "12 Elm Street"]}), INVITED) == []


@pytest.mark.parametrize(
    ("kind", "message"), [(FactKind.CANCEL, MessageKind.CANCELLED), (FactKind.RESTORE, MessageKind.RESTORED)]
)
def test_who_was_invited_and_is_silent_is_told_whether_it_takes_place(kind, message):
    assert told(fact(kind), INVITED) == [(message, "Bo"), (message, "Eve")]


def test_who_was_invited_and_answered_is_told_once():
    facts = [
        fact(FactKind.INVITE, content={"players": [EVE, BO, CY]}),
        fact(FactKind.ANSWER, BO, content={"answer": "maybe"}),
        fact(FactKind.ANSWER, CY, content={"answer": "no"}),
    ]

    assert [name for _, name in told(fact(FactKind.CANCEL), fold(facts, seats=9, starts_at=START))] == ["Bo", "Eve"]


def test_a_new_place_is_told_to_the_seated_alone():
    assert told(fact(FactKind.CHANGE, content={"place": ["", "12 Elm Street"]})) == [(MessageKind.CHANGED, "Ann")]


def test_a_new_time_is_told_to_all_and_the_place_to_the_seated():
    seated, *others = posted(fact(FactKind.CHANGE, content=CHANGED))

    assert (seated.kind, seated.player, "12 Elm Street" in seated.text) == (MessageKind.CHANGED, ANN, True)
    assert [NAMES[each.player] for each in others] == ["Bo", "Cy", "Di"]
    assert {(each.kind, "Elm" in each.text) for each in others} == {(MessageKind.CHANGED_FOR_OTHERS, False)}


def test_reminded_are_those_with_a_seat():
    assert told(fact(FactKind.REMIND)) == [(MessageKind.REMINDER, "Ann")]


def test_reminded_to_answer_is_whom_the_fact_names_and_nobody_is_told_where_it_is():
    asked = fact(FactKind.REMIND, content={"who": "unanswered"}, outcome={"players": [EVE]})

    (message,) = posted(asked)

    assert (message.kind, message.player, "Elm" in message.text) == (MessageKind.REMINDER_TO_ANSWER, EVE, False)


@pytest.mark.parametrize(("until", "said"), [(START, True), (fact(FactKind.REMIND).at - timedelta(seconds=1), False)])
def test_a_reminder_tells_until_when_a_maybe_is_fine_only_before_that(until, said):
    asked = fact(FactKind.REMIND, content={"who": "unanswered"}, outcome={"players": [EVE]})

    (message,) = posted(asked, occasion=replace(NIGHT, maybe_until=until))

    assert ("maybe" in message.text) is said


def test_asked_to_confirm_are_those_who_have_not():
    confirmed = replace(
        STATE, rsvps={ANN: replace(STATE.of(ANN), confirmed=True), BO: replace(STATE.of(ANN), player=BO)}
    )

    assert told(fact(FactKind.ASK), confirmed) == [(MessageKind.CONFIRM, "Bo")]


def test_reminded_is_whom_the_fact_names():
    assert told(fact(FactKind.REMIND, outcome={"players": [BO]})) == [(MessageKind.REMINDER, "Bo")]


@pytest.mark.parametrize(
    ("place", "kind", "subject"),
    [
        ("seat", MessageKind.MOVED_UP, "You have a seat"),
        ("waiting", MessageKind.BUMPED, "You are on the waiting list again"),
    ],
)
def test_who_gets_back_what_a_strike_ended_is_told_which_place(place, kind, subject):
    given = fact(FactKind.BACK, BO, outcome={"place": place}, reason="What had ended your reservation was taken back.")

    (message,) = posted(given)

    assert (message.kind, message.player, message.subject.split(":")[0]) == (kind, BO, subject)
    assert "The reason: What had ended your reservation was taken back." in message.text


def test_every_message_about_a_night_is_one_for_the_calendar():
    about_no_night = {MessageKind.STRIKE, MessageKind.REINSTATED, MessageKind.POLL, MessageKind.RULES, *OF_A_PAYMENT}

    assert {*IN_CALENDARS} == {*MessageKind} - about_no_night


@pytest.mark.parametrize(
    ("reply", "place", "subjects"),
    [
        ("yes", "seat", ["You have a seat"]),
        ("yes", "waiting", ["You are on the waiting list"]),
        ("no", "", []),
        ("maybe", "", []),
    ],
)
def test_who_said_yes_by_mail_is_told_what_came_of_it(reply, place, subjects):
    said = fact(FactKind.ANSWER, EVE, content={"answer": reply}, outcome={"place": place})

    answered = messages_for(said, MessageContext(NIGHT, STATE, NAMES, by_mail=True))

    assert [each.subject.split(":")[0] for each in answered] == subjects
    assert ["yet" in each.text for each in answered] == [place == "waiting"] * len(subjects)


def test_who_was_excused_is_reminded_of_nothing():
    excused = replace(STATE, rsvps={ANN: replace(STATE.of(ANN), mark=Mark.EXCUSED)})

    assert told(fact(FactKind.REMIND), excused) == []


def test_players_are_told_what_changed_in_the_rules():
    changed = fact(
        FactKind.RULES, content={"version": 2}, outcome={"told": [BO, CY], "changes": ["Bring cash.", "<b>"]}
    )

    bos, cys = posted(changed)

    assert (bos.player, cys.player, bos.subject) == (BO, CY, "The rules changed: The Friday game")
    assert "What changed:\n\n* Bring cash.\n* <b>\n\n" in bos.text


@pytest.mark.parametrize("kind", [FactKind.OWED, FactKind.PAID])
def test_of_a_payment_one_player_is_told_with_the_other_and_the_amount(kind):
    [message] = posted(fact(kind, BO, content={"other": ANN}, outcome={"amount": "$27.00"}))

    assert (message.kind, message.player, {"$27.00", "Ann"} <= {*message.text.split()}) == (kind, BO, True)
    assert not {"poker", "game", "chips", "night", "house"} & {*(message.subject + message.text).lower().split()}


def test_a_fact_about_nobody_is_told_to_nobody():
    assert told(fact(FactKind.BUMP)) == []


def test_a_message_knows_its_fact_and_names_whom_it_is_for():
    assert messages_for(fact(FactKind.REINSTATE, BO), MessageContext(NIGHT, STATE, {BO: "<b>"})) == (
        MessageDraft(
            MessageKind.REINSTATED,
            BO,
            7,
            "Welcome back: The Friday game",
            "Hello <b>,\n\nYou can reserve seats at The Friday game again. Earlier strikes no longer count. "
            "Welcome back!\n",
        ),
    )
