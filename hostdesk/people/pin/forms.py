"""The six digits of a PIN."""

import re

from django import forms

from hostdesk.people.pin.commands import DIGITS

_FEWEST_DIFFERENT = 3
_IN_A_ROW = "012345678901234"
_PIN = re.compile(rf"[0-9]{{{DIGITS}}}")


class PinField(forms.CharField):
    """Six digits, which no browser keeps."""

    def __init__(self, autocomplete: str = "off", **options: object) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": autocomplete, "class": "short"}
        widget = forms.PasswordInput(attrs=attrs)
        super().__init__(max_length=20, widget=widget, error_messages={"required": "Type six digits."}, **options)  # type: ignore[arg-type]

    def clean(self, value: str) -> str:
        """Return the digits. Raises ``ValidationError`` for any other text."""
        digits = re.sub(r"\s", "", super().clean(value))
        if not _PIN.fullmatch(digits):
            raise forms.ValidationError("A PIN is six digits.")
        return digits


class PinForm(forms.Form):
    """The PIN, to open the pages with."""

    pin = PinField(label="PIN")


class NewPinForm(forms.Form):
    """A new PIN, typed twice."""

    pin = PinField("new-password", label="New PIN, six digits")
    pin_again = PinField("new-password", label="The same again")

    def clean(self) -> dict[str, str]:
        """Refuse two that differ, and one that a finder of the phone would try first."""
        cleaned: dict[str, str] = super().clean() or {}
        pin = cleaned.get("pin", "")
        if pin and (len({*pin}) < _FEWEST_DIFFERENT or pin in _IN_A_ROW or pin[::-1] in _IN_A_ROW):
            self.add_error("pin", "Take three different digits at least, not in a row.")
        if not self.errors and cleaned["pin"] != cleaned["pin_again"]:
            self.add_error("pin_again", "That is another PIN. Type the same one again.")
        return cleaned
