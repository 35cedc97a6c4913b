"""The buttons of the clock."""

from typing import Any

from django import forms

from ledger.clock.commands import LONGEST
from reservations.acts.forms import ActForm, OneOfField
from reservations.clock.rules import ClockPress


class ClockForm(ActForm):
    """One press: with the level for *next* (to go up to) and *back* (to go back from), the seconds for *add*."""

    do = OneOfField(ClockPress)
    level = forms.IntegerField(required=False, min_value=1, max_value=100)
    seconds = forms.IntegerField(required=False, min_value=-LONGEST, max_value=LONGEST)

    def clean(self) -> dict[str, Any]:
        """Check for the fields that the press needs."""
        cleaned = self.cleaned_data
        if cleaned.get("do") in (ClockPress.NEXT, ClockPress.BACK) and cleaned.get("level") is None:
            self.add_error("level", "Choose the level.")
        if cleaned.get("do") == ClockPress.ADD and not cleaned.get("seconds"):
            self.add_error("seconds", "Enter how much longer or shorter.")
        return cleaned

    def arguments(self) -> dict[str, Any]:
        """Return the level or the seconds, for a press that needs them."""
        needs = {ClockPress.NEXT: ("level",), ClockPress.BACK: ("level",), ClockPress.ADD: ("seconds",)}
        return {name: self.cleaned_data[name] for name in needs.get(self.cleaned_data["do"], ())}
