"""The forms of the bank: what a person types, cleaned to cents and means of payment."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from ledger.colour_fields import amount_or_chips
from ledger.money import parse_typed_cents
from ledger.terms import Colour, Means
from reservations.forms import MOST_WORDS, ActForm, KeyField
from reservations.problems import Malformed


class CentsField(forms.CharField):
    """An amount as a person types it, in cents; with ``zero`` 0 is one too."""

    def __init__(self, *, zero: bool = False, **options: Any) -> None:
        self.zero = zero
        options.setdefault("widget", forms.TextInput(attrs=AMOUNT))
        super().__init__(**options)

    def clean(self, value: Any) -> Any:
        """Return the cents; ``None`` where none are needed. Raises ``ValidationError`` with the parser's reason."""
        text = super().clean(value)
        if not text:
            return None
        try:
            return parse_typed_cents(text, zero=self.zero)
        except Malformed as problem:
            raise ValidationError(str(problem)) from problem


AMOUNT = {"class": "amount", "inputmode": "decimal", "autocomplete": "off", "data-keypad": "", "maxlength": "20"}
"""What makes an input one for an amount: the tablet's number pad, and the desk's own keypad beside it."""


class MeansField(forms.TypedChoiceField):
    """How something is paid; cash where nobody said otherwise."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=[(each.value, each.value) for each in Means], coerce=Means, **options)


class BuyInForm(ActForm):
    """A buy-in or rebuy: how much, how it is paid, and the chips in front where the house asks for them."""

    amount = CentsField(label="Amount", required=False)
    pay = MeansField(label="Paid", required=False, empty_value=Means.CASH)
    stack = CentsField(label="Chips in front", zero=True, required=False)
    busted = forms.BooleanField(required=False)
    again = forms.BooleanField(required=False)

    def __init__(self, *arguments: Any, colours: Sequence[Colour] = (), **options: Any) -> None:
        self.colours = colours
        super().__init__(*arguments, **options)

    def clean(self) -> dict[str, Any]:
        """Take the chips for the amount where only they were given, and nothing in front of a busted player."""
        said = self.cleaned_data
        if "amount" in said:
            said["amount"] = self._amount()
        if said.get("busted"):
            said["stack"] = 0
        return said

    def _amount(self) -> int:
        try:
            return amount_or_chips(self.data, "amount", self.colours)
        except Malformed as problem:
            raise ValidationError(str(problem)) from problem


class ChipSaleForm(ActForm):
    """Chips from one player to another."""

    buyer = forms.IntegerField(min_value=1, max_value=2**62, error_messages={"required": "Say who buys them."})
    amount = CentsField(label="Amount", error_messages={"required": "Say for how much."})
    pay = MeansField(label="Paid", required=False, empty_value=Means.CASH)


class ChangePayForm(ActForm):
    """How a buy-in, by its key, was really paid."""

    of = KeyField()
    pay = MeansField(label="Paid")


class FloatForm(ActForm):
    """The banker's own money into the drawer."""

    amount = CentsField(label="Amount", error_messages={"required": "Say how much you put in."})


class BigStackForm(ActForm):
    """The banker's estimate of the biggest stack."""

    amount = CentsField(label="About", error_messages={"required": "Say about how much."})


class LevelForm(ActForm):
    """The level the blinds go up to."""

    level = forms.IntegerField(min_value=1, max_value=100)


class BankerForm(ActForm):
    """Who takes over the bank."""

    banker = forms.IntegerField(min_value=1, max_value=2**62, error_messages={"required": "Say who takes over."})


class EveryoneForm(ActForm):
    """Everyone in for the usual: whom, and for how much each."""

    amount = CentsField(label="Each for", error_messages={"required": "Say for how much."})
    players = forms.TypedMultipleChoiceField(coerce=int, error_messages={"required": "Choose at least one player."})

    def __init__(self, *arguments: Any, players: Sequence[int], **options: Any) -> None:
        super().__init__(*arguments, **options)
        chosen = self.fields["players"]
        if isinstance(chosen, forms.TypedMultipleChoiceField):
            chosen.choices = [(number, str(number)) for number in players]


class UndoForm(ActForm):
    """Why an act is undone."""

    reason = forms.CharField(max_length=MOST_WORDS, required=False, empty_value="a slip")
