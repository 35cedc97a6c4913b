"""The forms of a player's own limits, and of the host's line on help."""

from datetime import date
from typing import Any

from django import forms

from ledger.entries.forms import CentsField
from reservations.acts.forms import DayField, LineField
from reservations.own_limits.rules import Limited

MOST_REBUYS = 99
HELP_LINE_CHARACTERS = 200


class OwnLimitsForm(forms.Form):
    """A figure for every limit, or nothing; ``today`` is the day by the desk's clock."""

    night = CentsField(label="Most I want to lose in a night", zero=True, required=False)
    month = CentsField(label="Most I want to lose in a month", zero=True, required=False)
    rebuys = forms.IntegerField(label="Most rebuys in a night", min_value=0, max_value=MOST_REBUYS, required=False)
    pause = DayField(label="Do not invite me before", required=False)

    def __init__(self, *args: Any, today: date, **options: Any) -> None:
        super().__init__(*args, **options)
        self.today = today
        self.fields["rebuys"].widget.attrs |= {"class": "short", "inputmode": "numeric"}

    def clean_pause(self) -> date | None:
        """Refuse a day that has come."""
        day: date | None = self.cleaned_data["pause"]
        if day is not None and day <= self.today:
            raise forms.ValidationError("Choose a day that is still to come, or leave it empty.")
        return day

    def figures(self) -> dict[Limited, int | None]:
        """Return the figures of a valid form."""
        data = self.cleaned_data
        pause: date | None = data["pause"]
        figures: dict[Limited, int | None] = {what: data[what.value] for what in Limited if what is not Limited.PAUSE}
        return {**figures, Limited.PAUSE: pause.toordinal() if pause else None}


class HelpLineForm(forms.Form):
    """The host's own line on help with gambling."""

    help_line = LineField(most=HELP_LINE_CHARACTERS, label="Where help with gambling is found")
