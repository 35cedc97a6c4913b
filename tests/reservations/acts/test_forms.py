"""The fields that every form shares."""

from datetime import date

import pytest
from django import forms
from django.http import Http404

from reservations.acts.forms import DayField, ObjectForm, PersonField
from reservations.models import Player


class Asked(forms.Form):
    """A form with a required day and an optional one."""

    day = DayField()
    other = DayField(required=False)


@pytest.mark.parametrize(
    ("typed", "day", "faulty"),
    [("2026-11-20", date(2026, 11, 20), []), ("2026-02-30", None, ["day"]), ("", None, ["day"])],
)
def test_a_day(typed, day, faulty):
    form = Asked({"day": typed})

    assert (list(form.errors), form.cleaned_data.get("day")) == (faulty, day)
    assert form.cleaned_data["other"] is None


@pytest.mark.django_db
def test_a_chosen_number_is_the_person_that_it_leads_to():
    bo = Player.objects.create(number=1, name="Bo", name_key="bo", regular=True)
    Player.objects.create(number=2, name="Bob", name_key="bob", regular=True, merged_into=bo)

    assert [PersonField().clean(number) for number in ("1", "2")] == [bo, bo]
    assert PersonField(required=False).clean("") is None
    with pytest.raises(Http404):
        PersonField().clean("3")


@pytest.mark.parametrize(
    ("words", "kept"), [("I was\r\nthere ", "I was there"), ("a\u202eb", None), ("a\x00b", None), ("  ", None)]
)
def test_words_about_a_strike_are_kept_as_one_line(words, kept):
    form = ObjectForm({"key": "key-00001", "words": words})

    assert (form.cleaned_data["words"] if form.is_valid() else None) == kept
