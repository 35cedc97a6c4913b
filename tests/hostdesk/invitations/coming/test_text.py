"""The words to a player about their place on a night, in every state, and about giving a seat up too late."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from hostdesk.invitations.coming.text import (
    Tone,
    giving_up,
    in_words,
    moving_up,
    rsvp_summary,
    when_you_come,
    who_comes,
)
from reservations.acts.facts import FactKind, Mark, Place, Reply
from reservations.houses.attendance_terms import AttendanceTerms, MovesUp, Step, Then
from reservations.messages.text import Occasion
from reservations.rsvps.rsvp_state import Held, Rsvp, RsvpState

BO = 2
START = datetime(2026, 11, 21, 0, tzinfo=UTC)  # 19:00 in New York
NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)
FRIDAY = Occasion("Friday's game", date(2026, 11, 20), "America/New_York", starts_at=START)
SEAT = Rsvp(BO, Reply.YES, place=Place.SEAT)
OFFERED = Rsvp(BO, Reply.YES, place=Place.OFFERED, offered_until=START - timedelta(minutes=40))
MARKED_LATE = replace(SEAT, mark=Mark.LATE)
WAITS = Rsvp(BO, Reply.YES, place=Place.WAITING)
ERICN = AttendanceTerms(
    late_change_minutes=120, taken_up_clears=False, steps=(Step(1, Then.REMINDER), Step(2, Then.REMOVED))
)


def tells(rsvp, waits="", occasion=FRIDAY, now=NOON, **rsvp_state):
    return rsvp_summary(RsvpState(9, START, {BO: rsvp}, **rsvp_state), BO, waits, occasion, now)


def test_nothing_is_answered():
    assert (tells(Rsvp(BO)).headline, tells(Rsvp(BO)).more) == ("Not answered yet", ())
    assert tells(Rsvp(BO), invited_at={BO: START}).headline == "You are invited"


def test_a_seat():
    assert (tells(SEAT).headline, tells(SEAT).more, tells(SEAT).tone) == ("You have a seat", (), Tone.SEAT)


def test_seats_with_guests_and_a_time():
    rsvp = replace(SEAT, guests=("Max", "Gil"), expected_at=START + timedelta(hours=1), because="A seat became free.")

    said = tells(rsvp)

    assert said.headline == "You have 3 seats"
    assert said.more == ("For you, Max and Gil.", "You come late, at 20:00.", "A seat became free.")


@pytest.mark.parametrize(
    ("confirmed", "more", "tone"), [(False, ("Please confirm that you come.",), Tone.ASKS), (True, (), Tone.SEAT)]
)
def test_a_seat_that_is_to_be_confirmed(confirmed, more, tone):
    said = tells(replace(SEAT, confirmed=confirmed), request_at=NOON)

    assert (said.more, said.tone) == (more, tone)


@pytest.mark.parametrize(
    ("guests", "headline"),
    [((), "A seat is kept for you until 18:20"), (("Max",), "2 seats are kept for you until 18:20")],
)
def test_a_seat_that_is_kept(guests, headline):
    assert tells(replace(OFFERED, guests=guests)).headline == headline


def test_a_seat_that_was_not_taken_in_time():
    said = tells(replace(OFFERED, offered_until=NOON))

    assert ("in time" in said.headline, said.tone) == (True, Tone.WAITS)


def test_a_start_that_was_moved_overtakes_the_time_somebody_comes():
    assert tells(replace(SEAT, expected_at=START - timedelta(hours=1))).more == ()


def test_who_waits_is_told_why():
    said = tells(replace(WAITS, because="too many"), waits="3rd in line. Two regulars are before you.")

    assert said.headline == "3rd in line"
    assert (said.more, said.tone) == (("Two regulars are before you.", "Why: too many"), Tone.WAITS)
    assert tells(WAITS).headline == "You are on the waiting list"


def test_a_maybe_keeps_no_seat():
    until = replace(FRIDAY, maybe_until=NOON)

    assert tells(Rsvp(BO, Reply.MAYBE)).more == ("A maybe keeps no seat.",)
    assert tells(Rsvp(BO, Reply.MAYBE), occasion=until).more == (
        "A maybe keeps no seat. Say yes or no by Fri 20 Nov 2026, 12:00.",
    )
    assert tells(Rsvp(BO, Reply.MAYBE), occasion=until, now=NOON + timedelta(seconds=1)).more == (
        "A maybe keeps no seat. It closed Fri 20 Nov 2026, 12:00.",
    )


def test_a_no_and_a_reservation_that_is_gone():
    assert tells(Rsvp(BO, Reply.NO)).headline == "You are not coming"
    assert tells(Rsvp(BO, because="a mistake")).headline == "Your reservation was deleted"
    assert tells(Rsvp(BO, because="a mistake")).more == ("Why: a mistake",)


@pytest.mark.parametrize(
    ("mark", "headline"), [(Mark.EXCUSED, "You are excused"), (Mark.NO_SHOW, "You are marked as a no-show")]
)
def test_what_the_host_marked(mark, headline):
    said = tells(replace(SEAT, mark=mark, because="ill"))

    assert (said.headline, said.more, said.tone) == (headline, ("ill",), Tone.OUT)


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        (NOON + timedelta(hours=5, seconds=7), "17:00"),
        (NOON + timedelta(days=1), "Sat 21 Nov 2026, 12:00"),
        (START + timedelta(minutes=5), "19:05"),
    ],
)
def test_a_moment_of_today_is_a_time_alone(moment, words):
    assert FRIDAY.deadline(moment, NOON) == words


def test_the_day_of_the_night_is_a_time_alone_too():
    assert FRIDAY.deadline(START, NOON - timedelta(days=3)) == "19:00"


def test_no_moment_is_no_words():
    assert FRIDAY.deadline(None, NOON) == ""


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        (AttendanceTerms(moves_up=MovesUp.HOST), "The host gives the seats that become free."),
        (AttendanceTerms(), "When a seat becomes free, the next in line gets it at once."),
        (
            AttendanceTerms(moves_up=MovesUp.OFFERED),
            "When a seat becomes free, it is kept 30 minutes for the next in line. Check this page to take it.",
        ),
    ],
)
def test_how_somebody_moves_up(terms, words):
    assert moving_up(terms, START, NOON) == words


def test_a_first_seat_given_up_too_late():
    said, then = giving_up(ERICN, 0, "17:00")

    assert said == "Since 17:00 this is a late change: strike 1."
    assert "reminder" in then


def test_a_second_one_removes():
    said, then = giving_up(ERICN, 1, "17:00")

    assert ("strike 2" in said, "removed from the group" in then) == (True, True)


def test_a_seat_that_is_taken_up_clears_a_strike():
    said, cleared = giving_up(AttendanceTerms(late_change_minutes=90, late_change_weight=2), 1, "17:30:00")

    assert ("2 strikes, 3 in all" in said, "waiting list takes the seat" in cleared) == (True, True)


@pytest.mark.parametrize(
    ("kind", "said", "words"),
    [
        (FactKind.ANSWER, {"answer": "yes"}, "You come"),
        (
            FactKind.ANSWER,
            {"answer": "yes", "guests": ["Max", "Gil"], "expected": "2026-11-21T01:00:00+00:00"},
            "You come with Max and Gil late, at 20:00",
        ),
        (FactKind.ANSWER, {"answer": "no"}, "You do not come"),
        (FactKind.ANSWER, {"answer": "maybe"}, "Maybe you come"),
        (FactKind.EXPECT, {"expected": None}, "You come in time"),
        (FactKind.EXPECT, {"expected": "2026-11-21T01:00:00+00:00"}, "You come late, at 20:00"),
        (FactKind.CONFIRM, {}, "You confirm your seat"),
        (FactKind.SEAT, {}, "You take the seat"),
        (FactKind.LAPSE, {}, "You let the seat go"),
        (FactKind.BUMP, {}, "A decision of the host"),
    ],
)
def test_what_a_form_said(kind, said, words):
    assert in_words(kind, said, FRIDAY) == words


def test_who_let_a_seat_pass_waits_on():
    assert tells(replace(WAITS, held=Held.PASSED), waits="2nd in line.").headline == "2nd in line"


@pytest.mark.parametrize(
    ("rsvp", "late_at", "begun", "over", "words"),
    [
        (SEAT, "", False, False, "On time. If you come late, say when: your seat is kept until then."),
        (SEAT, "20:30", False, False, "Late, at 20:30. Your seat is kept until 20:45."),
        (SEAT, "", True, False, "The night has begun. Your seat is kept until 20:45."),
        (
            SEAT,
            "",
            True,
            True,
            "The night has begun. Your seat was kept until 20:45. If you still come, say when, and tell the host.",
        ),
        (MARKED_LATE, "", True, False, "The host noted that you come late. Your seat is kept until 20:45."),
        (
            MARKED_LATE,
            "20:30",
            True,
            False,
            "The host noted that you come late, at 20:30. Your seat is kept until 20:45.",
        ),
        (WAITS, "", False, False, "On time. If you get a seat, it is kept for you until the time you say."),
        (
            OFFERED,
            "20:30",
            False,
            False,
            "Late, at 20:30. If you get a seat, it is kept for you until the time you say.",
        ),
    ],
)
def test_when_somebody_comes(rsvp, late_at, begun, over, words):
    assert " ".join(when_you_come(rsvp, late_at, "20:45", begun=begun, over=over)) == words


@pytest.mark.parametrize(
    ("names", "said"),
    [({1: "Ann", 3: "Cy"}, "You, Ann, Cy and 1 more"), ({1: "Ann"}, "You, Ann and 2 more"), ({}, "You and 3 more")],
)
def test_who_comes_counts_guests_and_who_has_no_name(names, said):
    seated = [Rsvp(1, place=Place.SEAT), SEAT, Rsvp(3, place=Place.SEAT, guests=("Gil",))]

    assert who_comes(seated, names, BO) == said
    assert who_comes([], names, BO) == ""
