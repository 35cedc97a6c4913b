"""The players' forms about coming: times by the clock of the night, and guests by name."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from hostdesk.invitations.coming.forms import AnswerForm, ExpectForm, NightForm, OfferForm
from reservations.acts.facts import FactKind, Reply

NEW_YORK = ZoneInfo("America/New_York")
SEVEN = datetime(2026, 11, 20, 19, tzinfo=NEW_YORK)
BEFORE_THE_CLOCKS_GO_BACK = datetime(2026, 10, 31, 23, 30, tzinfo=NEW_YORK)


def read(form, starts_at=SEVEN, **said):
    """Return the filled form, with its cleaned data or its errors."""
    filled = form({"key": "key-00001", **said}, starts_at=starts_at, zone=NEW_YORK)
    return filled, filled.cleaned_data if filled.is_valid() else dict(filled.errors)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("20:30", datetime(2026, 11, 21, 1, 30, tzinfo=UTC)),
        ("19:01", datetime(2026, 11, 21, 0, 1, tzinfo=UTC)),
        ("00:15", datetime(2026, 11, 21, 5, 15, tzinfo=UTC)),
        ("", None),
    ],
)
def test_a_time_is_of_the_evening_that_follows_the_start(text, moment):
    assert read(AnswerForm, answer="yes", expected=text)[1]["expected"] == moment


def test_a_time_after_the_clocks_went_back_is_the_first_of_the_two():
    _, said = read(AnswerForm, BEFORE_THE_CLOCKS_GO_BACK, answer="yes", expected="01:30")

    assert said["expected"] == datetime(2026, 11, 1, 5, 30, tzinfo=UTC)


@pytest.mark.parametrize("text", ["19:00", "18:59", "07:01"])
def test_a_time_before_the_start_is_none_to_come_late_at(text):
    _, wrong = read(AnswerForm, answer="yes", expected=text)

    assert list(wrong) == ["expected"]
    assert "19:00" in wrong["expected"][0]


@pytest.mark.parametrize("text", ["24:00", "8:30", "20.30", "٢٠:٣٠", "soon", "20:30:00"])
def test_what_is_no_time_is_refused(text):
    assert list(read(AnswerForm, answer="yes", expected=text)[1]) == ["expected"]


def test_without_a_start_nobody_is_late():
    _, wrong = read(AnswerForm, None, answer="yes", expected="20:30")

    assert list(wrong) == ["expected"]


def test_guests_are_read_a_name_in_a_line():
    form, said = read(AnswerForm, answer="yes", guests=" Max \n\n محمد بن سلمان\r\n")

    assert said["guests"] == ("Max", "محمد بن سلمان")
    assert form.wants == (FactKind.ANSWER, {"answer": "yes", "guests": said["guests"], "expected": None})


def test_a_player_who_does_not_come_brings_nobody_and_is_not_late():
    _, said = read(AnswerForm, answer="no", guests="Max", expected="20:30", together="yes")

    assert (said["answer"], said["guests"], said["expected"], said["together"]) == (Reply.NO, (), None, False)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({}, "answer"),
        ({"answer": "late"}, "answer"),
        ({"answer": "no", "back": "/x/"}, "back"),
        ({"answer": "yes", "guests": "Max\nMAX"}, "guests"),
    ],
)
def test_a_wrong_answer_is_refused_at_its_field(said, wrong):
    assert list(read(AnswerForm, **said)[1]) == [wrong]


def test_a_time_that_is_changed():
    form, said = read(ExpectForm, expected="21:00")

    assert said["expected"] == datetime(2026, 11, 21, 2, tzinfo=UTC)
    assert form.wants == (FactKind.EXPECT, {"expected": "2026-11-21T02:00:00+00:00"})


def test_in_time_after_all_whatever_the_field_still_says():
    assert read(ExpectForm, expected="21:00", in_time="yes")[0].wants == (FactKind.EXPECT, {"expected": None})


def test_a_change_needs_a_time():
    assert list(read(ExpectForm)[1]) == ["expected"]


@pytest.mark.parametrize(("take", "kind"), [("yes", FactKind.SEAT), ("no", FactKind.LAPSE)])
def test_an_offer_is_taken_or_let_go(take, kind):
    assert read(OfferForm, take=take)[0].wants == (kind, {})
    assert read(NightForm)[0].wants == (FactKind.CONFIRM, {})
