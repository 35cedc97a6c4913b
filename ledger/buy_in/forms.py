"""The forms of the bank: typed text, cleaned to cents and means of payment."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.shortcuts import get_object_or_404
from django.utils.timezone import localtime

from ledger.chips.count_fields import amount_or_chips, read_counts
from ledger.entries.commands import MarkNeeded, NoteTaken
from ledger.money.cents import parse_typed_cents, show_cents
from ledger.money.words import Means
from ledger.terms.bank_terms import Colour
from reservations.acts.forms import MOST_WORDS, ActForm, KeyField, NumberField, OneOfField, ParsedField, form_errors
from reservations.acts.problems import Problem, UndoFirst
from reservations.models import Player
from reservations.parsing.names import NAME_CHARACTERS, parse_mark


class CentsField(ParsedField):
    """A typed amount, in cents; with ``zero``, 0 is an amount too."""

    def __init__(self, *, zero: bool = False, **options: Any) -> None:
        self.zero = zero
        options.setdefault("widget", forms.TextInput(attrs=AMOUNT))
        super().__init__(**options)

    def parse(self, text: str) -> int:
        return parse_typed_cents(text, zero=self.zero)


AMOUNT = {"class": "amount", "inputmode": "decimal", "autocomplete": "off", "data-keypad": "", "maxlength": "20"}
"""What makes an input one for an amount: the tablet's number pad, and the desk's own keypad beside it."""


class MarkField(ParsedField):
    """A player's mark on notes, in capitals."""

    parse = staticmethod(parse_mark)
    left_empty = ""


class PayForm(ActForm):
    """The payment. With a note: its name, and the debtor's mark if they have none yet.

    These two fields count for a note alone: a form that offers notes sends them along with cash too. ``free_note`` and
    ``free_mark`` are suggestions in place of refused ones.
    """

    pay = OneOfField(Means, label="Paid", required=False, empty_value=Means.CASH)
    note = forms.CharField(label="Note", max_length=NAME_CHARACTERS, required=False)
    mark = MarkField(label="Mark", max_length=20, required=False)

    takes: tuple[str, ...] = ("pay", "note")
    free_note = ""
    free_mark = ""

    def clean(self) -> dict[str, Any]:
        """Drop note and mark for another payment, whatever they hold."""
        said = self.cleaned_data
        if said.get("pay") is Means.NOTE:
            if said.get("note") == "":
                self.add_error("note", "Give the note a name.")
            return said
        for field in ("note", "mark"):
            self.errors.pop(field, None)
        return {**said, "note": None, "mark": ""}

    def refuse(self, problem: Problem) -> None:
        """Keep the reason for the refusal, with a free name or mark."""
        super().refuse(problem)
        if isinstance(problem, NoteTaken):
            self.free_note = problem.free
        elif isinstance(problem, MarkNeeded):
            self.free_mark = problem.free


class ChipsForm(ActForm):
    """A form that takes chips by colour; ``colours`` are the house's."""

    def __init__(self, *arguments: Any, colours: Sequence[Colour] = (), **options: Any) -> None:
        self.colours = colours
        super().__init__(*arguments, **options)


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

    takes = ("pay", "note", "amount", "stack")
    called = {"amount": "amount_cents", "stack": "stack_cents"}

    def clean(self) -> dict[str, Any]:
        """Use the chips for the amount if only they were given, and no chips in front of a busted player."""
        said = super().clean()
        if "amount" in said:
            with form_errors():
                said["amount"] = amount_or_chips(self.data, "amount", self.colours)
        if said.get("busted"):
            if said.get("stack"):
                raise ValidationError(f"Busted, or {show_cents(said['stack'])} in front: one of the two.")
            said["stack"] = 0
        return said

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
        """Read the number of each colour, without unused ones."""
        with form_errors():
            counts = read_counts(self.data, "amount", self.colours)
        return {**self.cleaned_data, "chips": {colour: number for colour, number in counts.items() if number}}


class ChipSaleForm(PayForm):
    """Chips from one player to another; the view finds the buyer."""

    buyer = NumberField("Choose the buyer.")
    late = forms.BooleanField(required=False)
    id_seen = forms.BooleanField(required=False)
    amount = CentsField(label="Amount", error_messages={"required": "Enter the amount."})

    takes = ("pay", "note", "amount")
    called = {"amount": "amount_cents"}


class ChangePayForm(PayForm):
    """The real payment of a buy-in, by its key."""

    of = KeyField()
    pay = OneOfField(Means, label="Paid", error_messages={"required": "Choose how it was paid."})

    takes = ("of", "pay", "note")


class AmountForm(ActForm):
    amount = CentsField(label="Amount", error_messages={"required": "Enter the amount."})

    takes: tuple[str, ...] = ("amount",)
    called = {"amount": "amount_cents"}


class RedeemForm(AmountForm):
    amount = CentsField(label="Paid in cash", error_messages={"required": "Enter how much was paid."})


class CreditForm(ActForm):
    limit = CentsField(label="At most", zero=True, error_messages={"required": "Enter the limit."})
    hard = forms.BooleanField(label="Nobody overrules it", required=False)

    takes = ("limit", "hard")
    called = {"limit": "limit_cents"}


class LevelForm(ActForm):
    level = forms.IntegerField(min_value=1, max_value=100)

    takes = ("level",)


class BankerForm(ActForm):
    banker = NumberField("Choose the new banker.")

    def arguments(self) -> dict[str, Any]:
        """Return the new banker. Raises ``Http404`` for nobody."""
        return {"banker": get_object_or_404(Player, pk=self.cleaned_data["banker"])}


class EveryoneForm(AmountForm):
    """A buy-in for several players at once: the players, and the amount for each."""

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


class UndoForm(ActForm):
    reason = forms.CharField(max_length=MOST_WORDS, required=False, empty_value="a slip")

    together = forms.BooleanField(required=False)

    takes = ("reason",)
    first: Sequence[int] = ()
    """The numbers of the acts to undo first, after a refusal for them."""

    def refuse(self, problem: Problem) -> None:
        """Keep the reason for the refusal, and the acts to undo first."""
        super().refuse(problem)
        if isinstance(problem, UndoFirst):
            self.first = problem.numbers
