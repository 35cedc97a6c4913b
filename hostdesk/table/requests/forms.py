"""The forms of a player's request, and of the banker's refusal."""

from typing import Any

from django import forms

from ledger.entries.forms import CentsField
from ledger.night.requests import Wanted
from reservations.acts.forms import ActForm, LineField, OneOfField

WORD_CHARACTERS = 120


class RequestForm(ActForm):
    """The wish; chips with an amount."""

    wanted = OneOfField(Wanted, "Choose what to ask for.")
    amount = CentsField(label="For", required=False)

    takes = ("wanted", "amount")
    called = {"amount": "amount_cents"}

    def clean(self) -> dict[str, Any]:
        """Require an amount for chips; for other wishes it is ignored."""
        cleaned = self.cleaned_data
        if cleaned.get("wanted") is Wanted.REBUY:
            return cleaned
        self.errors.pop("amount", None)
        return {**cleaned, "amount": None}


class DeclineForm(ActForm):
    """The reason of a refusal, typed or one of those offered; it may be left out."""

    word = LineField(most=WORD_CHARACTERS, label="A word")
    quick = forms.CharField(required=False, max_length=WORD_CHARACTERS)

    def arguments(self) -> dict[str, Any]:
        """Return the word: the tapped or the typed one."""
        return {"word": self.cleaned_data["quick"] or self.cleaned_data["word"]}
