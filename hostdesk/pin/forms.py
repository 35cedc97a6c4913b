"""The six digits of a PIN."""

import re

from django import forms

from hostdesk.pin.commands import DIGITS

_PIN = re.compile(rf"[0-9]{{{DIGITS}}}")


class PinField(forms.CharField):
    """Six digits, which no browser keeps."""

    def __init__(self, autocomplete: str = "off", **options: object) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": autocomplete, "class": "short"}
        widget = forms.PasswordInput(attrs=attrs)
        super().__init__(max_length=20, widget=widget, error_messages={"required": "Type six digits."}, **options)  # type: ignore[arg-type]

    def clean(self, value: str) -> str:
        """Return the digits. Raises ``ValidationError`` for anything else."""
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
        """Refuse two that differ."""
        said: dict[str, str] = super().clean() or {}
        if not self.errors and said["pin"] != said["pin_again"]:
            self.add_error("pin_again", "That is another PIN. Type the same one again.")
        return said
