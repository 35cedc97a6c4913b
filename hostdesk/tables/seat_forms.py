"""What is said of one seat and of who has it: where somebody sits, away or back, blinds they missed, how they enter."""

from typing import Any

from django import forms

from hostdesk.tables.forms import SpotField
from reservations.acts.forms import ActForm, WalkInForm
from reservations.models import Player
from reservations.tables.seats import How, Missed

_MOST_NUMBER = 2**62
_MOST_WRITTEN = 12
_NO_SEAT = "Tap a seat."
_MISSED = {
    "": Missed(),
    "small": Missed(small=True),
    "big": Missed(big=True),
    "both": Missed(small=True, big=True),
}


class SpotForm(ActForm):
    """Which seat somebody takes."""

    spot = SpotField(max_length=_MOST_WRITTEN, error_messages={"required": _NO_SEAT})

    takes = ("spot",)


class HereForm(WalkInForm):
    """Somebody who has come, and the seat they take, where one was proposed."""

    spot = SpotField(required=False, max_length=_MOST_WRITTEN)


class OtherForm(ActForm):
    """With whom somebody swaps."""

    other = forms.IntegerField(
        min_value=1, max_value=_MOST_NUMBER, error_messages={"required": "Tap whom they swap with."}
    )

    def arguments(self) -> dict[str, Any]:
        """Return the person they swap with. Raises ``Player.DoesNotExist``."""
        return {"other": Player.objects.person(self.cleaned_data["other"])}


class AwayForm(ActForm):
    """Whether somebody is away from the table."""

    away = forms.TypedChoiceField(
        choices=[("yes", "Away"), ("no", "Back")],
        coerce=lambda said: said == "yes",
        error_messages={"required": "Say whether they are away or back."},
    )

    takes = ("away",)


class MissedForm(ActForm):
    """Which blinds somebody has missed, or that they owe none any more."""

    missed = forms.ChoiceField(required=False, choices=[(each, each) for each in _MISSED])

    def clean_missed(self) -> Missed:
        """Return the blinds."""
        return _MISSED[self.cleaned_data["missed"]]

    takes = ("missed",)


class EnterForm(ActForm):
    """How somebody new comes into the hand."""

    how = forms.TypedChoiceField(
        choices=[(each.value, each.value) for each in How],
        coerce=How,
        error_messages={"required": "Say how they come in.", "invalid_choice": "Say how they come in."},
    )

    takes = ("how",)


class WishForm(ActForm):
    """Which table somebody would rather play at; none, where they stay."""

    table = forms.IntegerField(required=False, min_value=1, max_value=_MOST_NUMBER)

    takes = ("table",)


class TablesForm(ActForm):
    """That everybody who has no seat is given one, or draws for one; or how many seats a table has."""

    everybody = forms.BooleanField(required=False)
    draw = forms.BooleanField(required=False)
    table = forms.IntegerField(required=False, min_value=1, max_value=_MOST_NUMBER)
    seats = forms.IntegerField(required=False, min_value=1, max_value=_MOST_NUMBER)

    def clean(self) -> dict[str, Any]:
        """See to it that one of them is asked for. Raises ``ValidationError`` for nothing."""
        said = super().clean() or {}
        is_sized = said.get("table") and said.get("seats")
        if not (said.get("everybody") or said.get("draw") or is_sized):
            raise forms.ValidationError("Choose what to do with the seats.")
        return said

    def arguments(self) -> dict[str, Any]:
        """Return the table and how many seats it has, unless seats are given to people."""
        said = self.cleaned_data
        return {} if said["everybody"] or said["draw"] else {name: said[name] for name in ("table", "seats")}
