"""The forms for hosts: their houses, and a new host."""

from collections.abc import Sequence
from typing import Any

from django import forms

from reservations.acts.forms import NameField
from reservations.models import House

_BOTH = "Some houses are ticked. Choose all houses, or only these."


class HousesForm(forms.Form):
    """The houses of a host: all of them, or the ticked ones; the form asks if both are chosen."""

    reach = forms.ChoiceField(
        widget=forms.RadioSelect,
        choices=[("all", "All houses, and the desk itself"), ("some", "Only these houses")],
        error_messages={"required": "Choose the houses."},
    )
    houses = forms.TypedMultipleChoiceField(coerce=int, required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, offered: Sequence[House], **options: Any) -> None:
        super().__init__(*args, **{"initial": {"reach": "all"}, **options})
        self.offered = {house.pk: house for house in offered}
        self.fields["houses"].choices = [(pk, house.name) for pk, house in self.offered.items()]  # type: ignore[attr-defined]

    def clean_houses(self) -> list[House]:
        """Return the ticked houses."""
        return [self.offered[pk] for pk in self.cleaned_data["houses"]]

    def clean(self) -> dict[str, Any]:
        """Return the entries. Refuses all houses with some ticked, and some houses with none ticked."""
        is_all, ticked = self.cleaned_data.get("reach") == "all", bool(self.cleaned_data.get("houses"))
        if "reach" in self.cleaned_data and is_all == ticked:
            self.add_error("reach", _BOTH if ticked else "Tick at least one house, or choose all.")
        return self.cleaned_data


class NewHostForm(HousesForm):
    """The name of a new host, and their houses."""

    name = NameField(
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Enter a name."},
    )
