"""The forms behind a group link, and the host's answers to its phones."""

from typing import Any

from django import forms

from reservations.acts.forms import KeyField, NameField, NumberField
from reservations.models import Player

_NO_KEY = "This form has no key: load the page again."


class ClaimForm(forms.Form):
    """A tap on a name."""

    key = KeyField(error_messages={"required": _NO_KEY})
    player = NumberField("Tap your name.")

    def arguments(self) -> dict[str, Any]:
        """Return the command's arguments beside the link and the tap."""
        return {"number": self.cleaned_data["player"]}


class NewcomerForm(forms.Form):
    """A newcomer and their inviter: one of the ``regulars`` whose names are behind the link."""

    key = KeyField(error_messages={"required": _NO_KEY})
    name = NameField(
        label="Your name",
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "name", "autocapitalize": "words", "spellcheck": "false"}),
        error_messages={"required": "Write your name."},
    )
    brought_by = forms.TypedChoiceField(
        label="Who brings you?",
        coerce=int,
        error_messages={"required": "Choose who brings you.", "invalid_choice": "Choose who brings you."},
    )

    def __init__(self, *args: Any, regulars: list[Player], **options: Any) -> None:
        super().__init__(*args, **options)
        names = [(str(regular.number), regular.name) for regular in regulars]
        self.fields["brought_by"].choices = [("", "Choose…"), *names]  # type: ignore[attr-defined]

    def arguments(self) -> dict[str, Any]:
        """Return the command's arguments beside the link and the tap."""
        return {name: self.cleaned_data[name] for name in ("name", "brought_by")}


class TakeInForm(forms.Form):
    """The name under which the host takes a newcomer in."""

    name = NameField(label="Name", max_length=200, error_messages={"required": "Write their name."})
