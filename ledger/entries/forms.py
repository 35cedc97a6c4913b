"""The forms of an act: amounts, payments, and forms with a single entry."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404

from ledger.entries.commands import MarkNeeded, NoteTaken
from ledger.money.cents import parse_typed_cents
from ledger.money.words import Means
from ledger.terms.bank_terms import Colour
from reservations.acts.forms import MOST_WORDS, ActForm, NumberField, OneOfField, ParsedField
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
"""The attributes of an input for an amount: the tablet's number pad, and the desk's own keypad beside it."""


class MarkField(ParsedField):
    """A player's mark on notes, in capitals."""

    parse = staticmethod(parse_mark)
    left_empty = ""


class PayForm(ActForm):
    """The payment. With a note: its name, and the debtor's mark if they have none yet.

    These two fields count only for a note: a form that offers notes sends them with cash, too. ``free_note`` and
    ``free_mark`` are suggestions in place of refused ones.
    """

    pay = OneOfField(Means, label="Paid", required=False, empty_value=Means.CASH)
    note = forms.CharField(label="Note", max_length=NAME_CHARACTERS, required=False)
    mark = MarkField(label="Mark", max_length=20, required=False)

    takes: tuple[str, ...] = ("pay", "note", "mark")
    free_note = ""
    free_mark = ""

    def clean(self) -> dict[str, Any]:
        """Drop note and mark for any other payment."""
        cleaned = self.cleaned_data
        if cleaned.get("pay") is Means.NOTE:
            if cleaned.get("note") == "":
                self.add_error("note", "Give the note a name.")
            return cleaned
        for field in ("note", "mark"):
            self.errors.pop(field, None)
        return {**cleaned, "note": None, "mark": ""}

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
        """Return the new banker. Raises ``Http404`` for an unknown player."""
        return {"banker": get_object_or_404(Player, pk=self.cleaned_data["banker"])}


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
