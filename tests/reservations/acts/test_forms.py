"""The fields that every form shares."""

from datetime import date

import pytest
from django import forms

from reservations.acts.forms import DayField


class Asked(forms.Form):
    """A form that asks for a day, and for another where there is one."""

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
