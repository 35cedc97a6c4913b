"""What a player types to ask the banker for something, and the banker to say no."""

from typing import Any

from django import forms

from ledger.buy_in.forms import CentsField
from ledger.night.requests import Wanted
from reservations.acts.forms import ActForm, LineField, OneOfField

WORD_CHARACTERS = 120


class RequestForm(ActForm):
    """What is wanted; chips with an amount."""

    wanted = OneOfField(Wanted, "Choose what to ask for.")
    amount = CentsField(label="For", required=False)

    takes = ("wanted", "amount")
    called = {"amount": "amount_cents"}

    def clean(self) -> dict[str, Any]:
        """Ask for an amount where chips are wanted; it is left aside for all else."""
        said = self.cleaned_data
        if said.get("wanted") is Wanted.REBUY:
            return said
        self.errors.pop("amount", None)
        return {**said, "amount": None}


class DeclineForm(ActForm):
    """A word why not, typed or one of those that are offered; it may be left out."""

    word = LineField(most=WORD_CHARACTERS, label="A word")
    quick = forms.CharField(required=False, max_length=WORD_CHARACTERS)

    def arguments(self) -> dict[str, Any]:
        """Return the word: the one that was tapped, or what was typed."""
        return {"word": self.cleaned_data["quick"] or self.cleaned_data["word"]}
