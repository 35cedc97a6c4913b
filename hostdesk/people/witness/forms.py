"""An act by its number and its head, as a phone or a person has it."""

import re

from django import forms

from hostdesk.people.witness.commands import MOST_CHARACTERS
from reservations.acts.head_queries import FEWEST_DIGITS
from reservations.parsing.names import whole_number

_HEAD = re.compile(r"[0-9a-f]{64}")
_DIGITS = rf"[0-9a-f]{{{FEWEST_DIGITS},64}}"
_RECEIPT = re.compile(
    rf"(?:act\s+|\b(?=[0-9]+\s*:\s*{_DIGITS}\b))(?P<number>[0-9]{{1,18}})\b.*?\b(?P<head>{_DIGITS})\b",
    re.DOTALL | re.IGNORECASE,
)
"""The act on a receipt, act 412 3fa9c1d20b7e, or in a command line: 412:3fa9c1d20b7e."""


class CheckForm(forms.Form):
    """The text of a receipt or a paper, scanned or typed: act 412, and its head or the beginning of it."""

    said = forms.CharField(
        label="Number and code",
        max_length=2_000,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": "Type the number and the code."},
    )

    def clean_said(self) -> tuple[int, str]:
        """Return the number of the act, and the head in small letters. Raises ``ValidationError`` without both."""
        found = _RECEIPT.search(self.cleaned_data["said"])
        if found is None:
            raise forms.ValidationError(
                f"Type “act”, its number, and the code or its first {FEWEST_DIGITS} characters: act 412 3fa9c1d20b7e."
            )
        return int(found["number"]), found["head"].lower()


class ReportForm(forms.Form):
    """A phone's report: the act and head that it kept, and the difference."""

    number = forms.CharField(max_length=18)
    head = forms.RegexField(_HEAD)
    says = forms.CharField(max_length=MOST_CHARACTERS)

    def clean_number(self) -> int:
        """Return the number of the act. Raises ``ValidationError`` for any other text."""
        number = whole_number(self.cleaned_data["number"])
        if number is None:
            raise forms.ValidationError("Not a number.")
        return number
