"""The host's forms about who comes, and their results."""

from datetime import timedelta

import pytest

from hostdesk.invitations.guests.forms import FavourForm, HostAnswerForm, InviteForm, PinnedForm, ReasonForm, SeatForm
from reservations.acts.facts import Reply
from tests.reservations.friday import NEW_YORK, START

KEY = {"key": "a-key-of-a-form"}
WHY = {"reason": "because"}


def answered(**said):
    """Return the form of an answer for a night at 19:00 in New York."""
    return HostAnswerForm({**KEY, **said}, starts_at=START, zone=NEW_YORK)


def test_a_yes_says_with_whom_and_when():
    form = answered(answer="yes", guests=" Zoe \r\n\r\nMax", expected="20:30", together="yes")

    assert form.is_valid()
    assert form.cleaned_data["answer"] == Reply.YES
    assert form.cleaned_data["guests"] == ("Zoe", "Max")
    assert form.cleaned_data["expected"] == START + timedelta(minutes=90)
    assert form.cleaned_data["together"]


def test_a_player_who_does_not_come_is_not_late_and_brings_nobody():
    form = answered(answer="no", guests="Zoe", expected="20:30", together="yes")

    assert form.is_valid()
    said = form.cleaned_data
    assert (said["expected"], said["guests"], said["together"]) == (None, (), False)


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({}, "answer"),
        ({"answer": "perhaps"}, "answer"),
        ({"answer": "yes", "guests": "a\x07b"}, "guests"),
        ({"answer": "yes", "guests": "x" * 41}, "guests"),
        ({"answer": "yes", "expected": "half past"}, "expected"),
        ({"answer": "yes", "expected": "19:00"}, "expected"),
    ],
)
def test_what_cannot_be_read_is_told(said, field):
    form = answered(**said)

    assert not form.is_valid()
    assert [*form.errors] == [field]


@pytest.mark.parametrize("reason", ["", "   ", "x" * 301, "a\x00b", "a\u202eb"])
def test_what_is_no_reason(reason):
    assert not ReasonForm({**KEY, "reason": reason}).is_valid()


@pytest.mark.parametrize(
    ("form", "said", "field", "value"),
    [
        (SeatForm, {}, "makes_room", ()),
        (SeatForm, {"makes_room": ["7", "3", "7"]}, "makes_room", (7, 3)),
        (PinnedForm, {"position": ""}, "position", None),
        (PinnedForm, {"position": "2"}, "position", 2),
        (FavourForm, {"on": "yes"}, "on", True),
        (FavourForm, {"on": "no"}, "on", False),
    ],
)
def test_a_decision_is_read(form, said, field, value):
    sent = form({**KEY, **WHY, **said})

    assert sent.is_valid()
    assert (sent.cleaned_data[field], sent.cleaned_data["reason"]) == (value, "because")


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (SeatForm, {"makes_room": ["-1"]}),
        (SeatForm, {"makes_room": [str(2**64)]}),
        (PinnedForm, {"position": "0"}),
        (PinnedForm, {"position": "1001"}),
        (FavourForm, {}),
    ],
)
def test_a_decision_that_cannot_be_is_refused(form, said):
    assert not form({**KEY, **WHY, **said}).is_valid()


def test_everybody_is_invited_once():
    form = InviteForm({**KEY, "players": ["3", "1", "3"]})

    assert form.is_valid()
    assert form.cleaned_data["players"] == (3, 1)
