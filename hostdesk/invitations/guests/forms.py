"""Answers that the host records for players, and decisions about reservations, with their reasons."""

from typing import Any

from django import forms

from hostdesk.invitations.coming.forms import AnswerForm, GuestsField
from ledger.book.forms import ReasonField
from reservations.acts.facts import ReminderKind, Reply
from reservations.acts.forms import ActForm, NumberField, OneOfField, SwitchForm
from reservations.acts.problems import Malformed
from reservations.models import Player

MOST_PLACES = 1_000
_MOST_NAMES = 2_000


class NumbersField(forms.Field):
    """Players by their numbers, without repetition."""

    widget = forms.SelectMultiple

    def clean(self, value: Any) -> tuple[int, ...]:
        """Return the numbers. Raises ``ValidationError`` for none, or for anything that is no number."""
        super().clean(value)
        number = NumberField()
        return tuple(dict.fromkeys(number.clean(typed) for typed in value or ()))


class HostReasonField(ReasonField):
    """The reason of the host's decision: it is kept, and the player reads it."""

    def __init__(self, missing: str = "Give a reason; the player will read it.") -> None:
        super().__init__(label=None, error_messages={"required": missing})


class ReasonForm(ActForm):
    """A decision of the host about a player, with its reason."""

    reason = HostReasonField()

    takes: tuple[str, ...] = ("reason",)


class HostAnswerForm(AnswerForm):
    """A player's answer through the host; ``asked``: the host has read the consequence of giving up the seat."""

    answer = OneOfField(Reply, "Choose yes, no or maybe.")
    guests = GuestsField(required=False, max_length=_MOST_NAMES)
    asked = forms.BooleanField(required=False)


class SeatForm(ReasonForm):
    """A seat for a player, and the players who give one up if too few are free."""

    makes_room = NumbersField(required=False)

    def arguments(self) -> dict[str, Any]:
        """Return the reason and the players who make room. Raises ``Malformed`` for an unknown number."""
        numbers = self.cleaned_data["makes_room"]
        makes_room = list(Player.objects.filter(pk__in=numbers))
        if len(makes_room) < len(numbers):
            raise Malformed("One of them is not on the list: choose who gives up a seat.")
        return {**super().arguments(), "makes_room": makes_room}


class PinnedForm(ReasonForm):
    """The place in line to which a player is pinned; blank: the place by the rules of the house."""

    position = forms.IntegerField(required=False, min_value=1, max_value=MOST_PLACES)

    takes = ("position", "reason")


class FavourForm(SwitchForm, ReasonForm):
    """Whether the host favours a player."""

    takes = ("on", "reason")


class ReminderForm(ActForm):
    """One reminder of a night, by its receivers."""

    who = OneOfField(ReminderKind, "Choose a reminder.")

    takes: tuple[str, ...] = ("who",)


class ReminderSwitchForm(SwitchForm, ReminderForm):
    """Whether a reminder goes out by itself."""

    takes = ("who", "on")


class InviteForm(ActForm):
    """The players to invite; ``again``: players invited before get another message."""

    players = NumbersField(error_messages={"required": "Choose whom to invite."})
    again = forms.BooleanField(required=False)

    def arguments(self) -> dict[str, Any]:
        """Return the players to invite. Raises ``Malformed`` if one of them is not in the group."""
        numbers = self.cleaned_data["players"]
        players = list(Player.objects.people().filter(pk__in=numbers, removed=False))
        if len(players) < len(numbers):
            raise Malformed("One of them is no longer in the group: load the page again.")
        return {"players": players, "again": self.cleaned_data["again"]}
