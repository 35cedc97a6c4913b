"""The text of the messages."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from reservations.acts.facts import Cause
from reservations.houses.attendance_terms import Then
from reservations.messages import text as messages_text
from reservations.messages.text import message_text, with_group_link, with_link
from tests.reservations.messages.friday import NIGHT, START, UNTIL

FULL = replace(
    NIGHT,
    ends_at=START + timedelta(hours=4, minutes=30),
    note="Bring chairs.",
    says=("Shoes off at the door.", "No smoking."),
    maybe_until=START - timedelta(days=2),
    confirm_by=START - timedelta(hours=3),
)
BARE = replace(NIGHT, starts_at=None, seats=None, place="")


def test_an_invitation_says_all_but_the_place():
    assert message_text(messages_text.TEXTS["invitation"], FULL) == messages_text.MessageText(
        "Invitation: The Friday game, Fri 20 Nov 2026, 19:00 to 23:30",
        "You are invited to a night of poker: The Friday game.\n\n"
        "When: Fri 20 Nov 2026, 19:00 to 23:30\n"
        "Seats: 9\n\n"
        "Bring chairs.\n\n"
        "Shoes off at the door. No smoking.\n\n"
        "Please say yes, no or maybe. A maybe is fine until "
        "Wed 18 Nov 2026, 19:00. Players with a seat are told where we play.",
    )


def test_an_invitation_says_no_more_than_is_known():
    assert messages_text.to("everybody", message_text(messages_text.TEXTS["invitation"], BARE).body) == (
        "Hello everybody,\n\n"
        "You are invited to a night of poker: The Friday game.\n\n"
        "When: Fri 20 Nov 2026\n\n"
        "Please say yes, no or maybe. Players with a seat are told where "
        "we play.\n"
    )


def test_an_invitation_says_that_the_time_has_changed():
    body = message_text(messages_text.TEXTS["invitation again"], NIGHT, reason="The heating.").body

    assert body.startswith(
        "You are invited to a night of poker: The Friday game. It has been changed. It is now:\n\n"
        "When: Fri 20 Nov 2026, 19:00\nSeats: 9\n\nThe reason: The heating.\n\nPlease say yes, no or maybe. "
    )


def test_a_seat_comes_with_the_place():
    assert message_text(
        messages_text.TEXTS["seat"], replace(NIGHT, note="Bring chairs."), reason="Drives the others."
    ) == messages_text.MessageText(
        "You have a seat: The Friday game, Fri 20 Nov 2026",
        "You have a seat at The Friday game.\n\n"
        "When: Fri 20 Nov 2026, 19:00\n"
        "Where: 12 Elm Street\n\n"
        "The reason: Drives the others.\n\n"
        "Bring chairs.\n\n"
        "If you can't come after all, please say so at once on your own page or to the host: "
        "others are waiting.",
    )


def test_an_offer_says_until_when():
    assert message_text(messages_text.TEXTS["offer"], NIGHT, until=UNTIL.isoformat()) == messages_text.MessageText(
        "A seat is kept for you until 18:20: The Friday game, Fri 20 Nov 2026",
        "A seat is kept for you until 18:20.\n\n"
        "The Friday game: Fri 20 Nov 2026, 19:00\n\n"
        "Take it, or let it go, on your own page, or tell the host. After that it goes to the next in line.",
    )


def test_another_day_is_named():
    until = START - timedelta(days=1)

    text = message_text(messages_text.TEXTS["offer"], NIGHT, until=until.isoformat())

    assert text.body.startswith("A seat is kept for you until Thu 19 Nov 2026, 19:00.\n")


@pytest.mark.parametrize(
    ("zone", "when"),
    [
        ("America/New_York", "Sun 1 Nov 2026, 00:30"),
        ("Europe/Berlin", "Sun 1 Nov 2026, 05:30"),
        ("Australia/Adelaide", "Sun 1 Nov 2026, 15:00"),
    ],
)
def test_times_are_those_of_the_nights_own_zone(zone, when):
    """New York sets its clocks back in this night; Berlin did so a week earlier."""
    at = datetime(2026, 11, 1, 4, 30, tzinfo=UTC)

    assert replace(NIGHT, zone=zone, starts_at=at).when == when


def test_who_lost_a_seat_is_told_why():
    assert message_text(messages_text.TEXTS["waiting list"], NIGHT, reason="The cook needs it.").body == (
        "Your seat at The Friday game on Fri 20 Nov 2026 had to go to somebody else. You are on the waiting list "
        "now.\n\nThe reason: The cook needs it.\n\nAsk the host if you don't know why."
    )
    assert message_text(messages_text.TEXTS["reservation deleted"], NIGHT).body == (
        "Your reservation for The Friday game on Fri 20 Nov 2026 was deleted.\n\nAsk the host if you don't know why."
    )


def test_a_cancelled_night_asks_nothing_of_anybody():
    assert message_text(messages_text.TEXTS["cancelled"], NIGHT, reason="The heating.") == messages_text.MessageText(
        "Cancelled: The Friday game, Fri 20 Nov 2026",
        "The night at The Friday game on Fri 20 Nov 2026, 19:00 is cancelled.\n\n"
        "The reason: The heating.\n\nYou don't have to do anything.",
    )


def test_a_night_that_is_on_again():
    assert message_text(messages_text.TEXTS["on again"], NIGHT).body == (
        "The night at The Friday game on Fri 20 Nov 2026, 19:00 takes place after all.\n\n"
        "An earlier answer counts again. If you gave none, or it has changed, please say so on your own page "
        "or to the host."
    )


@pytest.mark.parametrize(
    ("template", "was", "first", "second"),
    [
        (messages_text.TEXTS["change"], "2026-11-19", "on Thu 19 Nov 2026 was changed", "Where: 12 Elm Street"),
        (messages_text.TEXTS["change of the time"], "", "on Fri 20 Nov 2026 was changed", "Seats: 9"),
    ],
)
def test_a_change_says_what_is_now(template, was, first, second):
    assert message_text(template, NIGHT, was=was).body == (
        f"The night at The Friday game {first}. It is now:\n\nWhen: Fri 20 Nov 2026, 19:00\n{second}\n\n"
        "If you can't make it, please change your answer on your own page or tell the host."
    )


@pytest.mark.parametrize(
    ("night", "by"), [(FULL, " by 16:00, or it goes to the next in line"), (replace(FULL, confirm_by=None), "")]
)
def test_a_seat_is_to_be_confirmed(night, by):
    assert message_text(messages_text.TEXTS["confirmation"], night).body == (
        "You have a seat at The Friday game. Are you coming?\n\n"
        "When: Fri 20 Nov 2026, 19:00 to 23:30\nWhere: 12 Elm Street\n\n"
        f"Please confirm it on your own page or to the host{by}."
    )


def test_a_reminder():
    assert message_text(messages_text.TEXTS["reminder"], FULL).body == (
        "You have a seat at The Friday game, and we look forward to seeing you.\n\n"
        "When: Fri 20 Nov 2026, 19:00 to 23:30\nWhere: 12 Elm Street\n\n"
        "Bring chairs.\n\nShoes off at the door. No smoking.\n\n"
        "If you will be late or can't come, please say so on your own page or to the host as "
        "soon as you know."
    )


def test_a_reminder_to_answer():
    assert message_text(messages_text.TEXTS["reminder to answer"], FULL).body == (
        "You are invited to The Friday game, and we have not heard from you yet.\n\n"
        "When: Fri 20 Nov 2026, 19:00 to 23:30\nSeats: 9\n\n"
        "Bring chairs.\n\nShoes off at the door. No smoking.\n\n"
        "Please say on your own page whether you are coming, or tell the host. "
        "A maybe is fine until Wed 18 Nov 2026, 19:00. Players with a seat are told where we play."
    )


@pytest.mark.parametrize(
    ("opens_in", "away"),
    [
        ("", ""),
        ("home network", "It opens at our place only, on our Wi-Fi. From anywhere else, just write back.\n"),
        ("private network", "It opens in our private network only. From anywhere else, just write back.\n"),
    ],
)
def test_a_link_comes_last_and_says_from_where_it_opens(opens_in, away):
    assert with_link("Hello Bo,\n\nCome.\n", "http://192.0.2.7/link/a/", opens_in=opens_in) == (
        f"Hello Bo,\n\nCome.\n\nAnswer here. The link is for you alone:\nhttp://192.0.2.7/link/a/\n{away}"
    )


def test_the_first_time_is_a_gentle_reminder_without_blame():
    assert message_text(
        messages_text.strike(Cause.NO_SHOW, Then.REMINDER), NIGHT, reason="He forgot."
    ) == messages_text.MessageText(
        "About The Friday game, Fri 20 Nov 2026",
        "A seat was kept for you at The Friday game on Fri 20 Nov 2026, and you were not there.\n\n"
        "It happens, and we are not angry. But we need to know who is coming: a seat you give up early makes someone "
        "else's evening, and an empty seat helps no one. Please tell us as soon as you know that you cannot come.\n\n"
        "If we have this wrong, say so beside the strike on your page, or tell the host: it will be looked at again.",
    )


def test_who_is_removed_is_told_what_it_means_and_how_to_contest_it():
    assert message_text(
        messages_text.strike(Cause.LATE_CANCEL, Then.REMOVED), NIGHT, reason=""
    ) == messages_text.MessageText(
        "You can reserve no more seats: The Friday game, Fri 20 Nov 2026",
        "You gave up your seat at The Friday game on Fri 20 Nov 2026 shortly before it began.\n\n"
        "It counts as a strike, and by the rules of the house it means that you can reserve no more seats there until "
        "the host takes you back. Nothing else changes, and your page stays open to you.\n\n"
        "If we have this wrong, say so beside the strike on your page, or tell the host: it will be looked at again.",
    )


@pytest.mark.parametrize(
    ("then", "follows"),
    [
        (None, ", without consequences for now."),
        (Then.BEHIND, ". From now on you wait behind the others on every waiting list."),
    ],
)
def test_another_strike_says_plainly_what_follows(then, follows):
    subject, body = vars(message_text(messages_text.strike(Cause.NO_SHOW, then), NIGHT, reason="He forgot.")).values()

    assert subject == "A strike: The Friday game, Fri 20 Nov 2026"
    assert body.split("\n\n")[1:3] == ["The reason: He forgot.", f"It counts as a strike{follows}"]


def test_the_group_is_told_to_tap_its_names_behind_the_address():
    whole = with_group_link("Hello everybody,", "http://desk/group/x/", asks="Say when you can come", opens_in="")

    assert whole == "Hello everybody,\nSay when you can come: open this and tap your name.\nhttp://desk/group/x/\n"
