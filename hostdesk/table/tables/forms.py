"""The forms of the tables: seats, players away, entering; moves, and the button."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from hostdesk.invitations.guests.forms import NumbersField
from reservations.acts.forms import ActForm, NumberField, OneOfField, PersonField, WalkInForm, YesField, form_errors
from reservations.acts.problems import Malformed
from reservations.models import Player
from reservations.parsing.names import whole_number
from reservations.tables.draws import Cards, parse_cards
from reservations.tables.rules import MergeOrder
from reservations.tables.seat_commands import SHUFFLE
from reservations.tables.seats import HandEntryKind, Missed, SmallBlind, Spot

_MOST_SEATS = 100
_MISSED = {"none": Missed(), "small": Missed(small=True), "big": Missed(big=True), "both": Missed(small=True, big=True)}


class SpotField(forms.CharField):
    """A seat in the form of a page's button: "2-4" is seat 4 of table 2."""

    def clean(self, value: Any) -> Spot | None:
        """Return the seat; None for an empty optional field. Raises ``ValidationError`` for no seat."""
        text = super().clean(value)
        if not text:
            return None
        table, seat = (whole_number(part) or 0 for part in text.partition("-")[::2])
        if not (0 < table <= _MOST_SEATS and 0 < seat <= _MOST_SEATS):
            raise ValidationError("There is no such seat. Reload the page.")
        return Spot(table, seat)


class SpotForm(ActForm):
    """The seat that a player takes."""

    spot = SpotField(max_length=12, error_messages={"required": "Tap a seat."})

    takes = ("spot",)


class HereForm(WalkInForm):
    """A player who has come, and the seat they take, if one was proposed."""

    spot = SpotField(required=False, max_length=12)


class OtherForm(ActForm):
    """The player to swap seats with."""

    other = PersonField(error_messages={"required": "Tap the player to swap with."})

    takes = ("other",)


class AwayForm(ActForm):
    """Whether a player is away from the table."""

    away = YesField("Choose away or back.")

    takes = ("away",)


class MissedForm(ActForm):
    """The blinds that a player has missed, or that they no longer owe any."""

    missed = forms.TypedChoiceField(choices=[(missed, missed) for missed in _MISSED], coerce=_MISSED.get)

    takes = ("missed",)


class EnterForm(ActForm):
    """The way in which a new player comes into the hand."""

    how = OneOfField(HandEntryKind, "Choose how they come in.")

    takes = ("how",)


class WishForm(ActForm):
    """The table of a player's wish; None if they stay."""

    table = NumberField(required=False)

    takes = ("table",)


class _CardsWidget(forms.Widget):
    """A field for every player, ``card-7``, and the button ``cards`` below them."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> dict[str, str] | None:
        """Return the typed cards, by number; None if no field was filled in and the button was not pressed."""
        typed = {key.removeprefix("card-"): data[key] for key in data if key.startswith("card-")}
        return typed if data.get(name) or any(map(str.strip, typed.values())) else None


class CardsField(forms.Field):
    """The cards that were dealt at the table, or the desk's shuffle."""

    widget = _CardsWidget

    def clean(self, value: dict[str, str] | None) -> Cards:
        """Return them, by number if they were dealt. Raises ``ValidationError`` for a text that is no card."""
        if value is None:
            return SHUFFLE
        with form_errors():
            cards = {whole_number(number) or 0: parse_cards(text) for number, text in value.items()}
        return {number: card for number, card in cards.items() if card}


class _OneOfForm(ActForm):
    """A form with one of several wishes."""

    one_of: tuple[str, ...] = ()
    none_chosen = ""

    def clean(self) -> dict[str, Any]:
        """Raise ``ValidationError`` if there is none."""
        cleaned = super().clean() or {}
        if not any(cleaned.get(name) for name in self.one_of):
            raise ValidationError(self.none_chosen)
        return cleaned


class TablesForm(_OneOfForm):
    """Seats for everybody without one, given or drawn; or the number of seats of a table."""

    everybody = forms.BooleanField(required=False)
    draw = forms.BooleanField(required=False)
    cards = CardsField(required=False)
    table = NumberField(required=False)
    seats = NumberField(required=False)

    one_of, none_chosen = ("everybody", "draw", "seats"), "Choose what to do with the seats."

    def arguments(self) -> dict[str, Any]:
        """Return the table and its number of seats, or the cards that were dealt for the seats."""
        cleaned = self.cleaned_data
        names = () if cleaned["everybody"] else ("cards",) if cleaned["draw"] else ("table", "seats")
        return {name: cleaned[name] for name in names}


class SecondTableForm(ActForm):
    """The volunteers for the second table."""

    volunteers = NumbersField(required=False)
    cards = CardsField(required=False)

    def arguments(self) -> dict[str, Any]:
        """Return the volunteers in order, and the dealt cards. Raises ``Malformed`` if one of them is unknown."""
        numbers = self.cleaned_data["volunteers"]
        found = Player.objects.persons(numbers)
        if len(found) < len(numbers):
            raise Malformed("A volunteer is not on the list any more. Reload the page.")
        return {"volunteers": [found[number] for number in numbers], "cards": self.cleaned_data["cards"]}


class BalanceForm(ActForm):
    """The player who moves to the smaller table, and their seat."""

    player = PersonField()
    spot = SpotField(max_length=12)

    takes = ("player", "spot")


class ButtonForm(_OneOfForm):
    """The seat of the button, with a small blind after it or a ``dead`` one, or a draw for it; and the next page."""

    seat = forms.IntegerField(required=False, min_value=1, max_value=_MOST_SEATS)
    dead = forms.IntegerField(required=False, min_value=1, max_value=_MOST_SEATS)
    draw = forms.BooleanField(required=False)
    cards = CardsField(required=False)
    then = forms.ChoiceField(required=False, choices=[("balance", "balance")])

    one_of, none_chosen = ("seat", "dead", "draw"), "Tap the seat that has the button, or draw for it."

    def arguments(self) -> dict[str, Any]:
        """Return the seat with the button and the state of the small blind; for a draw, the dealt cards."""
        cleaned = self.cleaned_data
        if cleaned["draw"]:
            return {"cards": cleaned["cards"]}
        if cleaned["dead"]:
            return {"seat": cleaned["dead"], "small": SmallBlind.DEAD}
        return {"seat": cleaned["seat"], "small": SmallBlind.POSTED}


class GrantForm(_OneOfForm):
    """The seat of a granted wish, or the player to swap with."""

    spot = SpotField(required=False, max_length=12)
    other = PersonField(required=False)

    one_of, none_chosen = ("spot", "other"), "Choose a seat at the other table, or a player to swap with."

    def arguments(self) -> dict[str, Any]:
        """Return the seat, or the person to swap with."""
        way = "other" if self.cleaned_data["other"] else "spot"
        return {way: self.cleaned_data[way]}


class MergeTablesForm(ActForm):
    """The order in which players take the seats of the one table."""

    order = OneOfField(MergeOrder, "Choose how to give the seats.")

    cards = CardsField(required=False)

    takes = ("order", "cards")
