"""The forms of the door: who came, what became of who did not, and whose ID was seen."""

from datetime import date, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from hostdesk.door.visitor_queries import is_old_enough
from hostdesk.own.forms import ExpectedField, NightForm
from reservations.acts.facts import Mark
from reservations.acts.forms import MOST_WORDS, ActForm, DayField, NameField
from reservations.acts.problems import Malformed
from reservations.parsing.names import parse_line

TAKEN_BACK = "none"


class CameForm(ActForm):
    """Whether somebody has come."""

    came = forms.TypedChoiceField(
        choices=[("yes", "Yes"), ("no", "No")],
        coerce=lambda said: said == "yes",
        error_messages={"required": "Say whether they have come."},
    )

    takes = ("came",)


class BroughtForm(ActForm):
    """The guest who has come, by the name under which somebody brings them."""

    name = NameField(error_messages={"required": "Say who has come."})

    takes = ("name",)


class MarkForm(NightForm):
    """What became of somebody who was not there at the start; ``none`` takes back what was said.

    ``expected`` is when they come who are late, by the clock of the night; without one they are late for as long as it
    takes.
    """

    mark = forms.ChoiceField(
        choices=[*((each.value, each.value) for each in Mark), (TAKEN_BACK, "Taken back")],
        error_messages={"required": "Say what became of them: late, excused, or a no-show."},
    )
    expected = ExpectedField(required=False, label="Comes at")
    reason = forms.CharField(required=False, max_length=MOST_WORDS, label="Why")

    @property
    def wanted(self) -> Mark | None:
        """What they are to be marked as; None if a mark is taken back."""
        said = self.cleaned_data["mark"]
        return None if said == TAKEN_BACK else Mark(said)

    def clean_reason(self) -> str:
        """Return the reason as one line. Raises ``ValidationError`` for what cannot be kept."""
        try:
            return parse_line(self.cleaned_data["reason"]) if self.cleaned_data["reason"] else ""
        except Malformed as problem:
            raise ValidationError(str(problem)) from problem

    def clean(self) -> dict[str, Any]:
        """Find the moment at which somebody comes who is late; nobody else has one."""
        said = self.cleaned_data
        try:
            said["expected"] = self.moment(said.get("expected")) if said.get("mark") == Mark.LATE else None
        except ValidationError as wrong:
            self.add_error("expected", wrong)
        return said

    @property
    def expected_at(self) -> datetime | None:
        """When they come, where that was said; aware."""
        at: datetime | None = self.cleaned_data["expected"]
        return at

    def arguments(self) -> dict[str, Any]:
        """Return the mark, when they come, and why."""
        return {"mark": self.wanted, "expected_at": self.expected_at, "reason": self.cleaned_data["reason"]}


class IdForm(ActForm):
    """That somebody's ID was seen, on which day; their birth date only where the host ticks that it is kept."""

    on = DayField(label="Seen on", error_messages={"required": "Say on which day it was seen."})
    keep_born = forms.BooleanField(required=False)
    born = DayField(label="Born on", required=False)

    def __init__(self, *args: Any, today: date, age: int | None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.today, self.age = today, age

    def clean_on(self) -> date:
        """Return the day. Raises ``ValidationError`` for one that is still to come."""
        on: date = self.cleaned_data["on"]
        if on > self.today:
            raise ValidationError("That day is still to come: say when the ID was seen.")
        return on

    def clean(self) -> dict[str, Any]:
        """Keep a birth date only where that was ticked, and the ID of nobody who is too young by it."""
        said = self.cleaned_data
        born, keep = said.get("born"), said.get("keep_born")
        if born and not keep:
            self.add_error("born", "A birth date is kept only where you tick that it shall be: tick it, or clear it.")
        if keep and not born and "born" not in self.errors:
            self.add_error("born", "Write the birth date that is to be kept, or leave the tick out.")
        if born and born >= self.today:
            self.add_error("born", "Nobody was born on that day who plays here.")
        elif born and self.age is not None and "on" in said and not is_old_enough(born, self.age, said["on"]):
            self.add_error("born", f"By that date they are under {self.age}: nothing is noted.")
        return said

    takes = ("on", "born")
