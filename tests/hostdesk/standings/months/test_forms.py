"""The forms of the months: the periods on offer, and the fields that every step of a payment needs."""

from datetime import date

import pytest

from hostdesk.standings.months.commands import PaymentStep
from hostdesk.standings.months.forms import ConsolidationForm, PlanPaymentForm, ended

TODAY = date(2026, 11, 21)


def period(since: date | None = None, **said: str) -> ConsolidationForm:
    return ConsolidationForm(said, today=TODAY, since=since, people=[(1, "Ann")])


def test_the_months_that_have_ended_are_offered():
    assert ended(TODAY, None) == [date(2026, 10, 31), date(2026, 9, 30), date(2026, 8, 31), date(2026, 7, 31)]
    assert ended(TODAY, date(2026, 8, 31)) == [date(2026, 10, 31), date(2026, 9, 30)]
    assert ended(date(2026, 12, 1), date(2026, 11, 30)) == []


def test_the_choices_are_called_as_the_months_will_be():
    asked = period(since=date(2026, 8, 31))

    labels = [label for _, label in asked.fields["until"].widget.choices]

    assert labels == ["Up to 31 October 2026", "September 2026", "Today"]


@pytest.mark.parametrize(
    ("said", "until"),
    [
        ({"until": "2026-10-31"}, date(2026, 10, 31)),
        ({"until": "2026-10-01", "day": ""}, date(2026, 10, 1)),
        ({"until": "2026-11-21", "day": "2026-10-02"}, date(2026, 10, 2)),
    ],
)
def test_the_day_that_was_meant(said, until):
    asked = period(**said)

    assert (asked.is_valid(), asked.last_day, asked.cleaned_data["hub"]) == (True, until, None)


@pytest.mark.parametrize(
    ("said", "errors"),
    [
        ({}, {"until": ["This field is required."]}),
        ({"until": "2026-10-31", "day": "2.10.2026"}, {"day": ["'2.10.2026' is no date as in 2026-11-20."]}),
        (
            {"until": "2026-10-31", "hub": "2"},
            {"hub": ["Select a valid choice. 2 is not one of the available choices."]},
        ),
    ],
)
def test_what_is_missing_is_asked_for(said, errors):
    assert period(**said).errors == errors


@pytest.mark.parametrize(
    ("said", "errors"),
    [
        ({"step": "claim", "amount": "5"}, {}),
        ({"step": "claim"}, {"amount": ["Enter the amount."]}),
        ({"step": "pay", "amount": "-5"}, {"amount": ['"-5" is not an amount: an amount carries no sign.']}),
        ({"step": "confirm"}, {}),
        ({"step": "dispute", "reason": " "}, {"reason": ["Give a reason."]}),
        ({"step": "steal"}, {"step": ["Select a valid choice. steal is not one of the available choices."]}),
        ({}, {"step": ["This field is required."]}),
    ],
)
def test_each_word_about_a_payment_asks_for_what_it_takes(said, errors):
    assert PlanPaymentForm({"key": "key-0001", **said}).errors == errors


def test_a_reason_is_one_line():
    form = PlanPaymentForm({"key": "key-0001", "step": PaymentStep.DISPUTE, "reason": "a\u202eb"})

    assert form.errors["reason"] == [
        '"a\ufffdb" cannot be kept: it holds a character that has no place in a line of text, U+202E.',
        "Give a reason.",
    ]
