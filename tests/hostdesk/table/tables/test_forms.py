"""The values that the forms for tables accept, and those that they refuse."""

import pytest
from django.core.exceptions import ValidationError

from hostdesk.table.tables.forms import ButtonForm, GrantForm, MergeTablesForm, SecondTableForm, SpotField
from reservations.tables.rules import MergeOrder
from reservations.tables.seats import Spot

KEY = "key-of-a-form"


def test_a_seat_is_a_table_and_a_seat():
    assert SpotField().clean(" 2-14 ") == Spot(2, 14)


@pytest.mark.parametrize("text", ["2", "2-", "-4", "0-1", "1-0", "1-101", "a-b", "²-1", "1-2-3", "1--2"])
def test_anything_else_is_no_seat(text):
    with pytest.raises(ValidationError, match="no such seat"):
        SpotField().clean(text)


@pytest.mark.parametrize(
    ("form", "said", "valid"),
    [
        (SecondTableForm, {}, True),
        (SecondTableForm, {"volunteers": ["x"]}, False),
        (ButtonForm, {}, False),
        (ButtonForm, {"seat": "3"}, True),
        (ButtonForm, {"seat": "0"}, False),
        (ButtonForm, {"draw": "yes"}, True),
        (ButtonForm, {"seat": "3", "then": "elsewhere"}, False),
        (GrantForm, {}, False),
        (GrantForm, {"spot": "2-4"}, True),
        (MergeTablesForm, {}, False),
        (MergeTablesForm, {"order": "by age"}, False),
    ],
)
def test_what_has_to_be_said(form, said, valid):
    assert form({"key": KEY, **said}).is_valid() is valid


def test_the_order_of_a_merge():
    form = MergeTablesForm({"key": KEY, "order": "drawn"})

    assert form.is_valid()
    assert form.cleaned_data["order"] == MergeOrder.DRAWN
