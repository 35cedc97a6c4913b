"""The form that plans a night, opens its bank and lets the players in, all with one tap."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from hostdesk.invitations.nights.forms import OpenForm
from ledger.terms.bank_terms import BankTerms
from reservations.acts.forms import form_errors
from reservations.models import Player
from reservations.parsing.names import name_key
from reservations.players.queries import MOST_TEXT, read_names


class PlayForm(OpenForm):
    """The house, the players and the bank of a night that begins now; ``terms`` are those of the chosen house."""

    house = forms.ChoiceField(label="House", error_messages={"required": "Say in which house."})
    players = forms.TypedMultipleChoiceField(
        label="Who plays", coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    names = forms.CharField(
        label="New players",
        required=False,
        max_length=MOST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3, "autocapitalize": "words", "spellcheck": "false"}),
    )

    def __init__(
        self, *args: Any, terms: BankTerms, houses: list[tuple[str, str]], known: list[Player], **options: Any
    ) -> None:
        super().__init__(*args, terms=terms, bankers=known, **options)
        self.fields["house"].choices = houses  # type: ignore[attr-defined]
        self.known = {player.number: player.name for player in known}
        self.fields["players"].choices = list(self.known.items())  # type: ignore[attr-defined]

    def clean_names(self) -> list[str]:
        """Return the typed names, without repetition. Raises ``ValidationError`` with all that cannot be names."""
        with form_errors():
            read = read_names(self.cleaned_data["names"])
        if read.refused:
            raise ValidationError([f"Line {line.line}: {line.remark}" for line in read.refused])
        return [line.text for line in sorted([*read.new, *read.known], key=lambda line: line.place)]

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of an opening, the house, and the names of all players, without repetition."""
        cleaned = self.cleaned_data
        names = [*(self.known[number] for number in cleaned["players"]), *cleaned["names"]]
        return {
            **super().arguments(),
            "house": cleaned["house"],
            "names": list({name_key(name): name for name in reversed(names)}.values())[::-1],
        }
