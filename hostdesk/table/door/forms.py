"""The forms of the door: arrivals, attendance marks, and IDs seen."""

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from hostdesk.invitations.coming.forms import ExpectedField, NightForm
from reservations.acts.facts import Mark
from reservations.acts.forms import MOST_WORDS, ActForm, DayField, LineField, NameField, YesField

TAKEN_BACK = "none"


class CameForm(ActForm):
    """Whether a player has come."""

    came = YesField("Say whether they have come.")

    takes = ("came",)


class BroughtForm(ActForm):
    """The guest who has come, by the name that their host gave."""

    name = NameField(error_messages={"required": "Enter who has come."})

    takes = ("name",)


class TurnAwayForm(ActForm):
    """A player turned away, with the reason; or let in after all. ``guest`` is one of their guests."""

    away = YesField()
    reason = LineField(most=MOST_WORDS, label="Reason")
    guest = forms.CharField(required=False)

    takes = ("away", "reason", "guest")


class MarkForm(NightForm):
    """The attendance mark of a player who was absent at the start; ``none`` takes it back.

    ``expected`` is the arrival of a late player, by the clock of the night; blank if unknown.
    """

    mark = forms.ChoiceField(
        choices=[(mark, mark) for mark in (*Mark, TAKEN_BACK)],
        error_messages={"required": "Choose an outcome: late, excused or no-show."},
    )
    expected = ExpectedField(required=False, label="Comes at")
    reason = LineField(most=MOST_WORDS, label="Why")

    takes = ("mark", "expected", "reason")
    called = {"expected": "expected_at"}

    def clean_mark(self) -> Mark | None:
        """Return the mark; None to take one back."""
        mark = self.cleaned_data["mark"]
        return None if mark == TAKEN_BACK else Mark(mark)

    def clean(self) -> dict[str, Any]:
        """Find the arrival of a late player; no other mark has one."""
        cleaned = self.cleaned_data
        return self.with_moment(cleaned) if cleaned.get("mark") == Mark.LATE else cleaned | {"expected": None}


class IdForm(ActForm):
    """A seen ID, with its day; the birth date only if the host ticks that it is kept."""

    on = DayField(label="Seen on", error_messages={"required": "Enter the day it was seen."})
    keep_born = forms.BooleanField(required=False)
    born = DayField(label="Born on", required=False)

    def __init__(self, *args: Any, today: date, **options: Any) -> None:
        super().__init__(*args, **options)
        self.today = today

    def clean_on(self) -> date:
        """Return the day. Raises ``ValidationError`` for one that is still to come."""
        on: date = self.cleaned_data["on"]
        if on > self.today:
            raise ValidationError("That day is in the future: enter when the ID was seen.")
        return on

    def clean(self) -> dict[str, Any]:
        """Keep a birth date only if that was ticked. The date of a player who is too young keeps them out."""
        cleaned = self.cleaned_data
        born, keep = cleaned.get("born"), cleaned.get("keep_born")
        if born and not keep:
            self.add_error("born", "Tick “Keep the birth date”, or clear it.")
        if keep and not born and "born" not in self.errors:
            self.add_error("born", "Enter the birth date, or clear the tick.")
        if born and born >= self.today:
            self.add_error("born", "Check the birth date.")
        return cleaned

    takes = ("on", "born")
