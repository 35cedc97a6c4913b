"""The forms of seasons: a season of the host's own, and the parts that are shown."""

from typing import Any

from django import forms

from ledger.models import Season
from ledger.seasons.commands import MOST_LEAST_NIGHTS, Shared
from reservations.acts.forms import DayField, KeyField, NameField
from reservations.models import Desk, House

SEEN = {
    Shared.OWN: "their own line and rank, and nobody else’s.",
    Shared.RANKS: "ranks with names, and no amounts but their own.",
    Shared.FIRST_NAMES: "the whole table, and who comes to a night, with first names.",
    Shared.WHOLE: "the whole table, and who comes to a night, with names.",
}
"""The players' view of the table, in words."""


class _LeastField(forms.IntegerField):
    """The least nights for a rank."""

    def __init__(self) -> None:
        super().__init__(min_value=1, max_value=MOST_LEAST_NIGHTS, label="Nights needed for a rank")
        self.widget.attrs |= {"class": "short", "inputmode": "numeric"}


class OwnSeasonForm(forms.Form):
    """A season of the host's own; ``shown`` is the number of its changes when the page was drawn."""

    key = KeyField(required=False)
    shown = forms.IntegerField(required=False, widget=forms.HiddenInput)
    name = NameField(
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Give it a name."},
    )
    first = DayField(label="From", error_messages={"required": "Say on which day it begins."})
    last = DayField(label="Up to (optional)", required=False)
    house = forms.ModelChoiceField(
        House.objects.order_by("name_key"), to_field_name="key", empty_label="All houses", required=False
    )
    least_nights = _LeastField()

    def arguments(self) -> dict[str, Any]:
        """Return the fields of a valid form."""
        return {name: self.cleaned_data[name] for name in ("name", "first", "last", "house", "least_nights")}

    @staticmethod
    def initial_of(season: Season) -> dict[str, Any]:
        """Return the initial values of the form for an existing season."""
        days = {name: day.isoformat() if day else "" for name, day in (("first", season.first), ("last", season.last))}
        house = season.house.key if season.house else ""
        initial = {"name": season.name, "house": house, "least_nights": season.least_nights}
        return {**initial, **days, "shown": season.changes}


class SharingForm(forms.Form):
    """The part of a season that players see, whether there are records, and the least nights for a rank."""

    shared = forms.ChoiceField(
        choices=[(seen.value, words) for seen, words in SEEN.items()],
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what players see.", "invalid_choice": "Choose what players see."},
    )
    records = forms.BooleanField(required=False)
    least_nights = _LeastField()

    def arguments(self) -> dict[str, Any]:
        """Return the fields of a valid form, by the names of the command's arguments."""
        cleaned, shared = self.cleaned_data, Shared(self.cleaned_data["shared"])
        return {"shared": shared, "records_shown": cleaned["records"], "least_nights": cleaned["least_nights"]}

    @staticmethod
    def initial_of(desk: Desk) -> dict[str, Any]:
        """Return the initial values of the form."""
        return {"shared": desk.season_shared, "records": desk.records_shown, "least_nights": desk.least_nights}
