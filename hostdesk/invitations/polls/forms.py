"""The forms of a poll: the dates, the players and the last day; a player's words on the dates; and the decision."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils import timezone

from hostdesk.invitations.coming.forms import ExpectedField
from hostdesk.invitations.guests.forms import InviteForm
from reservations.acts.forms import ActForm, CountField, DayField, LineField, OneOfField
from reservations.nights.plans import MOST_PLACE, Plan
from reservations.parsing.days import instant
from reservations.polls.rules import MOST_DATES, Suits


class PollForm(InviteForm):
    """Several dates with their starts, their house, the players to ask, and the last day to answer."""

    house = forms.ChoiceField(label="House", error_messages={"required": "Say in which house."})
    last_day = DayField(label="Last day to answer", required=False)

    def __init__(self, *args: Any, houses: Sequence[tuple[str, str]], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["house"].choices = houses  # type: ignore[attr-defined]
        self.fields["players"].error_messages["required"] = "Choose whom to ask."
        for place in range(1, MOST_DATES + 1):
            self.fields[f"date_{place}"] = DayField(label=f"Date {place}", required=False)
            self.fields[f"starts_{place}"] = ExpectedField(label="Starts", required=False)

    @property
    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The fields of the dates: the day, and the start."""
        return [(self[f"date_{place}"], self[f"starts_{place}"]) for place in range(1, MOST_DATES + 1)]

    def clean(self) -> dict[str, Any]:
        """Require the start of a date that has none."""
        cleaned = self.cleaned_data
        for place in range(1, MOST_DATES + 1):
            if cleaned.get(f"date_{place}") and not cleaned.get(f"starts_{place}", "wrong"):
                self.add_error(f"starts_{place}", "Say when it starts.")
        return cleaned

    def arguments(self) -> dict[str, Any]:
        """Return the house, the dates by the clocks of the desk, the players and the last day."""
        cleaned, zone = self.cleaned_data, str(timezone.get_current_timezone())
        typed = [(cleaned[f"date_{place}"], cleaned[f"starts_{place}"]) for place in range(1, MOST_DATES + 1)]
        dates = [instant(day, starts, zone) for day, starts in typed if day]
        arguments = {"house": cleaned["house"], "last_day": cleaned["last_day"], "dates": dates, "zone": zone}
        return {"players": super().arguments()["players"], **arguments}


class SuitsForm(ActForm):
    """A player's words on so many dates."""

    def __init__(self, *args: Any, dates: int, **more: Any) -> None:
        super().__init__(*args, **more)
        self.names = [f"date_{which}" for which in range(dates)]
        for name in self.names:
            self.fields[name] = OneOfField(Suits, required=False, empty_value=None)

    def arguments(self) -> dict[str, Any]:
        """Return the words by date, None without a choice."""
        return {"suits": [self.cleaned_data[name] for name in self.names]}


class DecideForm(ActForm):
    """The chosen date, and the fields that a new night needs; all others are ``like`` another one."""

    which = forms.IntegerField(min_value=0, max_value=MOST_DATES - 1, error_messages={"required": "Choose a date."})
    seats = CountField(label="Seats", required=False)
    place = LineField(label="Place", most=MOST_PLACE)

    def __init__(self, *args: Any, like: Plan, **more: Any) -> None:
        super().__init__(*args, **more)
        self.like = like

    def arguments(self) -> dict[str, Any]:
        """Return the number of the date, and the plan of the night."""
        cleaned = self.cleaned_data
        return {"which": cleaned["which"], "like": replace(self.like, seats=cleaned["seats"], place=cleaned["place"])}
