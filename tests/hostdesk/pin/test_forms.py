"""Six digits, typed as people type them."""

import pytest

from hostdesk.pin.forms import NewPinForm, PinForm


def test_digits_may_be_typed_in_groups():
    assert (PinForm({"pin": " 123 456"}).is_valid(), PinForm({"pin": "123456"}).is_valid()) == (True, True)


@pytest.mark.parametrize("typed", ["", "12345", "1234567", "12345a", "١٢٣٤٥٦"])
def test_anything_else_is_no_pin(typed):
    assert [*PinForm({"pin": typed}).errors] == ["pin"]


def test_a_new_one_is_typed_twice():
    assert [*NewPinForm({"pin": "123456", "pin_again": "123465"}).errors] == ["pin_again"]
    assert NewPinForm({"pin": "123456", "pin_again": "123 456"}).is_valid()
