"""The forms about attendance: the filter of its list, and the host's decisions about strikes."""

from collections.abc import Iterable
from typing import Any

from django import forms

from hostdesk.invitations.guests.forms import ReasonForm
from ledger.book.forms import ReasonField, RowFilter
from reservations.acts.facts import Cause
from reservations.acts.forms import ActForm, DayField, NumberField
from reservations.models import House, Night
from reservations.parsing.days import day_of
from reservations.strikes.attendance_queries import Period


class AttendanceFilter(RowFilter):
    """A period, and one house or all of them."""

    first = ("house",)

    def __init__(self, *arguments: Any, houses: Iterable[House], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.houses = {house.key: house for house in houses}
        names = [(key, house.name) for key, house in self.houses.items()]
        # A field called "from" cannot be written as others are: it is a word of the language.
        self.fields["from"] = DayField(label="From", required=False)
        self.fields["to"] = DayField(label="To", required=False)
        self.fields["house"] = forms.ChoiceField(label="House", required=False, choices=[("", "All houses"), *names])

    @property
    def period(self) -> Period:
        """The chosen period; an unreadable day leaves it open."""
        cleaned = self.values
        return Period(cleaned.get("from"), cleaned.get("to"), self.houses.get(cleaned.get("house", "")))


class ReinstateForm(ReasonForm):
    """The house that takes a player back, with the reason."""

    house = NumberField("Choose the house.")


class StrikeForm(ActForm):
    """A strike that the host gives by hand: previewed first, then recorded."""

    night = forms.TypedChoiceField(coerce=int, error_messages={"required": "Choose the night."})
    cause = forms.TypedChoiceField(
        label="What for",
        coerce=Cause,
        choices=[(Cause.NO_SHOW.value, "did not show up"), (Cause.LATE_CANCEL.value, "cancelled late")],
        error_messages={"required": "Choose what it is for."},
    )
    reason = ReasonField(error_messages={"required": "Say why: the player reads it."})
    confirm = forms.BooleanField(required=False)

    takes = ("night", "cause", "reason")

    def __init__(self, *arguments: Any, nights: Iterable[Night], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.nights = {night.pk: night for night in nights}
        days = [(str(pk), f"{day_of(night.date)}, {night.house}") for pk, night in self.nights.items()]
        self.fields["night"].choices = [("", "Choose…"), *days]  # type: ignore[attr-defined]

    def clean_night(self) -> Night:
        """Return the chosen night."""
        return self.nights[self.cleaned_data["night"]]
