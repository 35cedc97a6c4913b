"""The forms of a purchase: typed text, cleaned to cents and means of payment."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.timezone import localtime

from ledger.chips.count_fields import amount_or_chips, read_counts
from ledger.entries.forms import AmountForm, CentsField, ChipsForm, PayForm
from ledger.money.cents import show_cents
from ledger.money.words import Means
from reservations.acts.forms import KeyField, NumberField, OneOfField, form_errors


class BuyInForm(ChipsForm, PayForm):
    """A buy-in or rebuy: the amount, the payment, and the chips in front if the house requires them.

    A late rebuy has the time of the bust: ``just_busted``, or ``busted_at`` by the clock on the wall.
    """

    amount = CentsField(label="Amount", required=False)
    stack = CentsField(label="Chips in front", zero=True, required=False)
    busted = forms.BooleanField(required=False)
    just_busted = forms.BooleanField(required=False)
    busted_at = forms.TimeField(required=False, error_messages={"invalid": "Enter a time like 20:30."})
    again = forms.BooleanField(required=False)
    late = forms.BooleanField(required=False)
    id_seen = forms.BooleanField(required=False)

    takes = (*PayForm.takes, "amount", "stack", "id_seen")
    called = {"amount": "amount_cents", "stack": "stack_cents"}

    def clean(self) -> dict[str, Any]:
        """Use the chips for the amount if only they were given, and no chips in front of a busted player."""
        cleaned = super().clean()
        if "amount" in cleaned:
            with form_errors():
                cleaned["amount"] = amount_or_chips(self.data, "amount", self.colours)
        if cleaned.get("busted"):
            if cleaned.get("stack"):
                raise ValidationError(f"Busted, or {show_cents(cleaned['stack'])} in front: one of the two.")
            cleaned["stack"] = 0
        return cleaned

    def when_busted(self, now: datetime) -> datetime | None:
        """Return the time of the player's bust in this valid form, not after now; None without one."""
        clock = self.cleaned_data["busted_at"]
        if self.cleaned_data["just_busted"] or clock is None:
            return now if self.cleaned_data["just_busted"] else None
        moment = localtime(now).replace(hour=clock.hour, minute=clock.minute, second=0, microsecond=0)
        return moment if moment <= now else moment - timedelta(days=1)


class GaveOthersForm(ChipsForm):
    """The chips that were handed out, by colour."""

    takes = ("chips",)

    def clean(self) -> dict[str, Any]:
        """Read the number of every colour, without unused ones."""
        with form_errors():
            counts = read_counts(self.data, "amount", self.colours)
        return {**self.cleaned_data, "chips": {colour: number for colour, number in counts.items() if number}}


class ChipSaleForm(PayForm):
    """Chips from one player to another; the view finds the buyer."""

    buyer = NumberField("Choose the buyer.")
    late = forms.BooleanField(required=False)
    id_seen = forms.BooleanField(required=False)
    amount = CentsField(label="Amount", error_messages={"required": "Enter the amount."})

    takes = (*PayForm.takes, "amount", "id_seen")
    called = {"amount": "amount_cents"}


class ChangePayForm(PayForm):
    """The real payment of a buy-in, by its key."""

    of = KeyField()
    pay = OneOfField(Means, label="Paid", error_messages={"required": "Choose how it was paid."})

    takes = (*PayForm.takes, "of")


class EveryoneForm(AmountForm):
    """A buy-in for several players at once: the players, and the amount of one."""

    amount = CentsField(label="Each for", error_messages={"required": "Enter the amount."})
    late = forms.BooleanField(required=False)
    id_seen = forms.BooleanField(required=False)
    players = forms.TypedMultipleChoiceField(coerce=int, error_messages={"required": "Choose at least one player."})

    takes = ("amount", "id_seen")

    def __init__(self, *arguments: Any, players: Sequence[int], **options: Any) -> None:
        super().__init__(*arguments, **options)
        chosen = self.fields["players"]
        if isinstance(chosen, forms.TypedMultipleChoiceField):
            chosen.choices = [(number, str(number)) for number in players]

    def arguments(self) -> dict[str, Any]:
        """Return the numbers of the players, without repetition, and the amount in cents."""
        return {**super().arguments(), "numbers": list(dict.fromkeys(self.cleaned_data["players"]))}
