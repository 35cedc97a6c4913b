"""The attendance terms of a house in sentences."""

from dataclasses import replace

import pytest

from reservations.houses.attendance_terms import Arrears, AttendanceTerms, MovesUp, Step, Then
from reservations.houses.text import attendance_statement, duration

PLAIN = AttendanceTerms()
OWN = (
    "If you can't come, give up your seat at once; before the start that is no strike.",
    "A no-show is noted as a strike; the host decides what follows.",
    "A seat is kept until 15 minutes after the start, or after the time its player said.",
    "When all seats are taken, people wait in line, in the order in which they asked.",
    (
        "A seat that becomes free goes to the next in line; from 2 hours before the start on, "
        "it is offered to them for 30 minutes. After the start only the host gives seats."
    ),
    "3 days before the start everybody who was invited and has not answered is reminded.",
    "24 hours before the start everybody who has had a seat for some time is reminded.",
    "No reminder goes out between 21:00 and 9:00.",
)


def said(**terms):
    """Return the sentences that these terms add to those of a house without terms of its own."""
    return tuple(sentence for sentence in attendance_statement(replace(PLAIN, **terms)).values() if sentence not in OWN)


def test_the_desks_own_terms_are_stated():
    assert tuple(attendance_statement(PLAIN).values()) == OWN


@pytest.mark.parametrize(
    ("terms", "sentences"),
    [
        ({"seats": 11}, ("There are 11 seats, unless the night says otherwise.",)),
        (
            {"late_change_minutes": 120},
            (
                ("Giving up a seat less than 2 hours before the start is a no-show; exactly 2 hours is still fine."),
                "It is no strike if somebody from the waiting list takes the seat before the start.",
            ),
        ),
        (
            {"late_change_minutes": 90, "taken_up_clears": False, "late_change_weight": 2},
            (
                (
                    "Giving up a seat less than 90 minutes before the start is a no-show; "
                    "exactly 90 minutes is still fine."
                ),
                "It stays a strike even if somebody else takes the seat.",
                "Giving up a seat too late counts as 2 strikes.",
            ),
        ),
        ({"late_change_weight": 2}, ()),
        ({"no_show_weight": 3}, ("Staying away counts as 3 strikes.",)),
        (
            {"steps": (Step(1, Then.REMINDER), Step(2, Then.BEHIND), Step(3, Then.DELETED), Step(4, Then.REMOVED))},
            (
                (
                    "1 strike: a friendly reminder. 2 strikes: behind the others on every waiting list. "
                    "3 strikes: all reservations to come are deleted. "
                    "4 strikes: removed from the group, with no reservations until the host takes them back."
                ),
            ),
        ),
        ({"expires_after_nights": 1}, ("A strike counts until the house has held 1 later night.",)),
        ({"grace_minutes": 0}, ("A seat is kept until the start, or until the time its player said.",)),
        ({"minimum_age": 21}, ("Nobody under 21 plays here: bring ID, the host asks for it.",)),
        ({"invitation": ("Shoes off.", "<b>No</b> smoke.")}, ("An invitation says: Shoes off. <b>No</b> smoke.",)),
    ],
)
def test_a_term_is_stated_as_it_is_applied(terms, sentences):
    assert said(**terms) == sentences


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        (
            {"host_favour": True},
            "When all seats are taken, people wait in line: players the host favours, then by when they asked.",
        ),
        (
            {"host_favour": True, "regulars_first": True, "fewer_strikes_first": True},
            (
                "When all seats are taken, people wait in line: players the host favours, then regulars, "
                "then those with fewer strikes, then by when they asked."
            ),
        ),
        ({"arrears": Arrears.BEHIND}, "Players with overdue debts wait behind the others."),
        ({"arrears": Arrears.OUT}, "Players with overdue debts get no seat until they have paid."),
    ],
)
def test_who_waits_before_whom(terms, sentence):
    assert said(**terms) == (sentence,)


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        ({"cutoff_minutes": 0}, "A seat that becomes free goes to the next in line."),
        (
            {"cutoff_minutes": 45, "offer_minutes": None},
            (
                "A seat that becomes free goes to the next in line; from 45 minutes before the start on, "
                "it is the host's to give."
            ),
        ),
        (
            {"moves_up": MovesUp.OFFERED, "offer_minutes": 60},
            "A seat that becomes free is offered to the next in line for 1 hour.",
        ),
        ({"moves_up": MovesUp.HOST}, "A seat that becomes free is the host's to give."),
    ],
)
def test_how_the_next_comes_to_a_seat(terms, sentence):
    assert said(**terms) == (f"{sentence} After the start only the host gives seats.",)


def test_what_is_asked_before_the_night():
    assert said(confirm_minutes=1440, release_minutes=240, remind_minutes=None) == (
        "24 hours before the start everybody is asked to confirm the seat.",
        "From 4 hours before the start on, a seat that nobody confirmed goes to the next in line.",
    )


def test_who_is_not_reminded_hears_nothing_of_it():
    nobody = replace(PLAIN, remind_minutes=None, unanswered_minutes=None)

    assert tuple(attendance_statement(nobody).values()) == OWN[:-3]
    assert tuple(attendance_statement(replace(PLAIN, remind_minutes=None)).values()) == (*OWN[:-2], OWN[-1])


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (0, "0 minutes"),
        (1, "1 minute"),
        (59, "59 minutes"),
        (60, "1 hour"),
        (61, "61 minutes"),
        (1440, "24 hours"),
        (4320, "3 days"),
    ],
)
def test_minutes_are_written_as_people_say_them(minutes, words):
    assert duration(minutes) == words
