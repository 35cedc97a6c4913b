"""What the host says of who comes to a night: answers for somebody, and decisions, each with its reason."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from hostdesk.own.forms import ExpectedField, GuestsField, NightForm
from hostdesk.players.forms import SwitchForm
from reservations.acts.facts import Reply
from reservations.acts.forms import MOST_WORDS, ActForm
from reservations.acts.problems import Malformed
from reservations.models import Player
from reservations.parsing.names import parse_line

MOST_PLACES = 1_000
_MOST_NAMES = 2_000
_MOST_NUMBER = 2**62


class NumbersField(forms.Field):
    """Players by their numbers, each once."""

    widget = forms.SelectMultiple

    def clean(self, value: Any) -> tuple[int, ...]:
        """Return the numbers. Raises ``ValidationError`` where there is none, or something that is no number."""
        super().clean(value)
        number = forms.IntegerField(min_value=1, max_value=_MOST_NUMBER)
        return tuple(dict.fromkeys(number.clean(each) for each in value or ()))


class ReasonField(forms.CharField):
    """Why the host decided so: it is kept, and told to whom it is about."""

    def __init__(self) -> None:
        super().__init__(max_length=MOST_WORDS, error_messages={"required": "Say why: it is told to them, and kept."})

    def clean(self, value: Any) -> str:
        """Return the reason as one line. Raises ``ValidationError`` for none, and for what cannot be kept."""
        try:
            return parse_line(super().clean(value))
        except Malformed as problem:
            raise ValidationError(str(problem)) from problem


class ReasonForm(ActForm):
    """What the host decides about somebody, and why."""

    reason = ReasonField()

    takes: tuple[str, ...] = ("reason",)


class AnswerForm(NightForm):
    """What somebody answers, as they told the host: alone or with guests, in time or late.

    ``wait_together``: they would rather wait than come without the guests. ``sure``: the host has read what it means
    that they give up their seat.
    """

    answer = forms.TypedChoiceField(
        choices=[(each.value, each.name) for each in Reply],
        coerce=Reply,
        error_messages={"required": "Say yes, no or maybe.", "invalid_choice": "Say yes, no or maybe."},
    )
    expected = ExpectedField(required=False)
    guests = GuestsField(required=False, max_length=_MOST_NAMES)
    wait_together = forms.BooleanField(required=False)
    sure = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Find the moment at which they come; whoever does not come is not late, and brings nobody."""
        said = self.cleaned_data
        if said.get("answer") != Reply.YES:
            return said | {"expected": None, "guests": (), "wait_together": False}
        try:
            said["expected"] = self.moment(said.get("expected"))
        except ValidationError as wrong:
            self.add_error("expected", wrong)
        return said

    def arguments(self) -> dict[str, Any]:
        """Return the answer, with whom and when they come."""
        said = self.cleaned_data
        named = {name: said[name] for name in ("guests", "wait_together")}
        return {**named, "reply": said["answer"], "expected_at": said["expected"]}


class SeatForm(ReasonForm):
    """A seat for somebody, and who give theirs up for it where too few are free."""

    makes_room = NumbersField(required=False)

    def arguments(self) -> dict[str, Any]:
        """Return the reason and the players who make room. Raises ``Malformed`` if one of them is nobody."""
        numbers = self.cleaned_data["makes_room"]
        makes_room = list(Player.objects.filter(pk__in=numbers))
        if len(makes_room) < len(numbers):
            raise Malformed("One of them is not on the list: choose who makes room.")
        return {**super().arguments(), "makes_room": makes_room}


class PinForm(ReasonForm):
    """The place in line that somebody is given; none, where it is again by the rules of the house."""

    position = forms.IntegerField(required=False, min_value=1, max_value=MOST_PLACES)

    takes = ("position", "reason")


class FavourForm(SwitchForm, ReasonForm):
    """Whether the host favours somebody."""

    takes = ("on", "reason")


class InviteForm(ActForm):
    """Who is invited; ``again``: who was invited before is written to once more."""

    players = NumbersField(error_messages={"required": "Choose whom to invite."})
    again = forms.BooleanField(required=False)

    def arguments(self) -> dict[str, Any]:
        """Return the players to invite. Raises ``Malformed`` if one of them is not in the group."""
        asked = self.cleaned_data["players"]
        players = list(Player.objects.people().filter(pk__in=asked, removed=False))
        if len(players) < len(asked):
            raise Malformed("One of them is not in the group any more: load the page again.")
        return {"players": players, "again": self.cleaned_data["again"]}
