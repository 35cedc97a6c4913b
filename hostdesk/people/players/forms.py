"""The forms about players: add, change, remove and merge them, their credit and their e-mail."""

from typing import Any

from django import forms
from django.http import Http404
from django.shortcuts import get_object_or_404

from ledger.entries.forms import MarkField
from reservations.acts.forms import MOST_WORDS, ActForm, NameField, NumberField, SwitchForm
from reservations.models import Player
from reservations.parsing.names import whole_number
from reservations.players.queries import MOST_TEXT, regulars

REGULAR, GUEST = "regular", "guest"
_KINDS = [(REGULAR, "Regular"), (GUEST, "Guest")]

_LIST = {"rows": 4, "placeholder": "Ann, Bo, Cy", "autocapitalize": "words", "spellcheck": "false"}


class PlaysAsForm(ActForm):
    """Regular or guest, and the inviter."""

    plays_as = forms.ChoiceField(
        choices=_KINDS, widget=forms.RadioSelect, error_messages={"required": "Choose regular or guest."}
    )
    invited_by = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)

    def __init__(self, *args: Any, inviters: list[Player], **options: Any) -> None:
        super().__init__(*args, **options)
        names = [(str(inviter.number), inviter.name) for inviter in inviters]
        self.fields["invited_by"].choices = [("", "No inviter"), *names]  # type: ignore[attr-defined]

    @property
    def regular(self) -> bool:
        """Whether they are to be regulars."""
        return bool(self.cleaned_data["plays_as"] == REGULAR)

    @property
    def inviter(self) -> Player | None:
        """The inviter; None for none."""
        number = None if self.regular else self.cleaned_data["invited_by"]
        return None if number is None else Player.objects.get(pk=number)

    def arguments(self) -> dict[str, Any]:
        """Return regular or guest, the inviter, and the other fields in ``takes``."""
        return {**super().arguments(), "regular": self.regular, "invited_by": self.inviter}


class AddForm(PlaysAsForm):
    """Names to add, all as regulars or all as guests."""

    names = forms.CharField(
        max_length=MOST_TEXT,
        widget=forms.Textarea(attrs=_LIST),
        error_messages={"required": "Enter at least one name."},
    )
    next = forms.CharField(required=False, widget=forms.HiddenInput)
    reviewed = forms.CharField(required=False, max_length=MOST_TEXT)
    field_order = ["names", "plays_as", "invited_by"]

    @property
    def is_confirmed(self) -> bool:
        """Whether the host has reviewed these names and confirmed them."""
        reviewed = self.cleaned_data["reviewed"]
        return "confirm" in self.data and (not reviewed or reviewed.split() == self.cleaned_data["names"].split())

    def clean(self) -> dict[str, Any]:
        """Refuse an inviter of regulars: chosen together, one of the two is a slip."""
        cleaned = self.cleaned_data
        if cleaned.get("plays_as") == REGULAR and cleaned.get("invited_by"):
            self.add_error("invited_by", "Only a guest has an inviter. Choose Guest above, or no inviter.")
        return cleaned


class EditForm(PlaysAsForm):
    """A player's name, mark, and whether they are a regular or a guest."""

    name = NameField(label="Name", max_length=200, error_messages={"required": "Enter a name."})
    mark = MarkField(label="Mark on notes", max_length=20, required=False)
    field_order = ["name", "plays_as", "invited_by", "mark"]
    takes = ("name", "mark")

    def __init__(self, *args: Any, player: Player, **options: Any) -> None:
        self.signs = player.mark
        self.answers = player.inviter
        inviters = [regular for regular in regulars() if regular != player]
        if self.answers and self.answers not in inviters:
            # Without them the first choice of the list would take their place, and be saved with a new name.
            inviters.append(self.answers)
        values = {"name": player.name, "plays_as": REGULAR if player.regular else GUEST, "mark": player.mark}
        initial = {**values, "invited_by": self.answers and self.answers.number}
        super().__init__(*args, inviters=inviters, initial=initial, **options)
        if self.answers:
            self.fields["invited_by"].choices = self.fields["invited_by"].choices[1:]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Refuse to leave a guest without their inviter: an act can name another inviter, but remove none."""
        cleaned = self.cleaned_data
        if self.answers and cleaned.get("plays_as") == GUEST and cleaned.get("invited_by", 0) is None:
            self.add_error("invited_by", f"{self.answers} answers for them. Choose another regular.")
        if self.signs and cleaned.get("mark") == "":
            self.add_error("mark", f"They sign with {self.signs}. Choose another mark, or keep it.")
        return cleaned


class RemoveForm(SwitchForm):
    """Whether a player is removed from the group."""

    called = {"on": "removed"}


class LeaveForm(ActForm):
    """A player's wish to leave the group, and their standing on the page, in cents."""

    sure = forms.BooleanField(error_messages={"required": "Tick that you want to leave."})
    standing = forms.IntegerField()

    shows = ("standing",)


class ForgetForm(ActForm):
    """A confirmation by the host: nothing brings back erased data."""

    sure = forms.BooleanField(error_messages={"required": "Tick that you mean it: it cannot be undone."})


class NoCreditForm(SwitchForm):
    """Whether a player wants no credit."""

    called = {"on": "refuses"}


class CreditAgainForm(ActForm):
    """The host's reason for allowing credit again to a player who wanted none."""

    ruling = forms.CharField(
        label="Why",
        max_length=MOST_WORDS,
        error_messages={"required": "Give a reason: the player asked for no credit."},
    )


class MergeForm(ActForm):
    """The duplicate of a player."""

    duplicate = NumberField("Choose the duplicate.")

    def arguments(self) -> dict[str, Any]:
        """Return the duplicate. Raises ``Http404`` if there is none."""
        return {"player": get_object_or_404(Player, pk=self.cleaned_data["duplicate"])}


class MergeManyForm(ActForm):
    """The pairs of entries of one person, ticked as ``DUPLICATE-KEPT`` by number."""

    pairs = forms.Field(widget=forms.SelectMultiple, error_messages={"required": "Tick the pairs that are one person."})

    def arguments(self) -> dict[str, Any]:
        """Return the pairs of players. Raises ``Http404`` for one that no page offers."""
        pairs = [[whole_number(number) for number in pair.split("-")] for pair in self.cleaned_data["pairs"]]
        players: dict[int | None, Player] = {**Player.objects.in_bulk({number for pair in pairs for number in pair})}
        try:
            return {"pairs": [(players[duplicate], players[keep]) for duplicate, keep in pairs]}
        except (KeyError, ValueError) as missing:
            raise Http404 from missing


class EmailForm(forms.Form):
    """A player's e-mail address, blank for none, and whether they want e-mail."""

    address = forms.EmailField(
        label="E-mail address",
        required=False,
        max_length=254,
        error_messages={"invalid": "Not an e-mail address. Write one like ann@example.org, or leave it blank."},
    )
    wanted = forms.BooleanField(label="Write to this address", required=False)
