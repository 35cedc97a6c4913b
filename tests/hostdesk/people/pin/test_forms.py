"""Six digits, typed as people type them."""

import pytest

from hostdesk.people.pin.forms import NewPinForm, PinForm


def test_digits_may_be_typed_in_groups():
    assert (PinForm({"pin": " 123 456"}).is_valid(), PinForm({"pin": "123456"}).is_valid()) == (True, True)


@pytest.mark.parametrize("typed", ["", "12345", "1234567", "12345a", "١٢٣٤٥٦"])
def test_anything_else_is_no_pin(typed):
    assert [*PinForm({"pin": typed}).errors] == ["pin"]


def test_a_new_one_is_typed_twice():
    assert [*NewPinForm({"pin": "271828", "pin_again": "271882"}).errors] == ["pin_again"]
    assert NewPinForm({"pin": "271828", "pin_again": "271 828"}).is_valid()


@pytest.mark.parametrize(
    ("pin", "refused"),
    [
        *((pin, True) for pin in ("123456", "654321", "000000", "890123", "543210", "121212", "112211")),
        *((pin, False) for pin in ("123457", "135790", "121213", "271828")),
    ],
)
def test_what_is_guessed_first_is_no_new_pin(pin, refused):
    assert ([*NewPinForm({"pin": pin, "pin_again": pin}).errors] == ["pin"]) is refused
