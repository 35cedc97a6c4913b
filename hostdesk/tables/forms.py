"""What is asked about two tables: who volunteers, who moves where, where the button is, in which order to sit."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from hostdesk.guests.forms import NumbersField
from reservations.acts.forms import ActForm
from reservations.acts.problems import Malformed
from reservations.models import Player
from reservations.parsing.digits import whole_number
from reservations.tables.rules import Order
from reservations.tables.seats import SmallBlind, Spot

_MOST_NUMBER = 2**62
_MOST_SEATS = 100


class SpotField(forms.CharField):
    """A seat as a button of a page says it: "2-4" is seat 4 of table 2."""

    def clean(self, value: Any) -> Spot | None:
        """Return the seat; None if it may be left empty and is. Raises ``ValidationError`` for what no page says."""
        text = super().clean(value)
        if not text:
            return None
        table, seat = (whole_number(part) or 0 for part in text.partition("-")[::2])
        if not (0 < table <= _MOST_SEATS and 0 < seat <= _MOST_SEATS):
            raise ValidationError("There is no such seat: reload the page.")
        return Spot(table, seat)


class SplitForm(ActForm):
    """Who volunteers to move to the second table."""

    volunteers = NumbersField(required=False)

    def arguments(self) -> dict[str, Any]:
        """Return who volunteers, in that order. Raises ``Malformed`` if one of them is nobody."""
        numbers = self.cleaned_data["volunteers"]
        found = Player.objects.persons(numbers)
        if len(found) < len(numbers):
            raise Malformed("One of them is not on the list: load the page again.")
        return {"volunteers": [found[number] for number in numbers]}


class BalanceForm(ActForm):
    """Who moves to the smaller table, and to which seat."""

    player = forms.IntegerField(min_value=1, max_value=_MOST_NUMBER)
    spot = SpotField(max_length=12)

    def arguments(self) -> dict[str, Any]:
        """Return the person and the seat. Raises ``Player.DoesNotExist``."""
        return {"player": Player.objects.person(self.cleaned_data["player"]), "spot": self.cleaned_data["spot"]}


class ButtonForm(ActForm):
    """Where the button is, with a small blind after it or a ``dead`` one, or that it is drawn; and which page to go on
    to.
    """

    seat = forms.IntegerField(required=False, min_value=1, max_value=_MOST_SEATS)
    dead = forms.IntegerField(required=False, min_value=1, max_value=_MOST_SEATS)
    draw = forms.BooleanField(required=False)
    then = forms.ChoiceField(required=False, choices=[("balance", "balance")])

    def clean(self) -> dict[str, Any]:
        """See to it that one of them is asked for. Raises ``ValidationError`` for nothing."""
        said = super().clean() or {}
        if not any(said.get(name) for name in ("seat", "dead", "draw")):
            raise ValidationError("Tap the seat that has the button, or draw for it.")
        return said

    def arguments(self) -> dict[str, Any]:
        """Return the seat with the button and what becomes of the small blind, unless it is drawn."""
        said = self.cleaned_data
        if said["draw"]:
            return {}
        if said["dead"]:
            return {"seat": said["dead"], "small": SmallBlind.DEAD}
        return {"seat": said["seat"], "small": SmallBlind.POSTED}


class GrantForm(ActForm):
    """The seat that somebody gets who asked for another table, or with whom they swap."""

    spot = SpotField(required=False, max_length=12)
    other = forms.IntegerField(required=False, min_value=1, max_value=_MOST_NUMBER)

    def clean(self) -> dict[str, Any]:
        """See to it that one of the two is asked for. Raises ``ValidationError`` for neither."""
        said = super().clean() or {}
        if not said.get("spot") and not said.get("other"):
            raise ValidationError("Choose a seat at the other table, or with whom they swap.")
        return said

    def arguments(self) -> dict[str, Any]:
        """Return the seat, or the person they swap with. Raises ``Player.DoesNotExist``."""
        if other := self.cleaned_data["other"]:
            return {"other": Player.objects.person(other)}
        return {"spot": self.cleaned_data["spot"]}


class MergeForm(ActForm):
    """In which order people take the seats of the one table."""

    order = forms.TypedChoiceField(
        choices=[(each.value, each.value) for each in Order],
        coerce=Order,
        error_messages={"required": "Say how the seats are given.", "invalid_choice": "Say how the seats are given."},
    )

    takes = ("order",)
