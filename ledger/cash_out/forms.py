"""The forms that end a night: counts of chips and of the drawer, and the answers to unexplained differences."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from ledger.cash_out.payout import ChosenPayout, PayoutPart
from ledger.chips.count_fields import amount_or_chips, amount_or_pieces
from ledger.entries.forms import CentsField, ChipsForm
from ledger.money.cash import Denomination
from ledger.money.cents import field_cents, show_cents
from ledger.money.words import Means
from reservations.acts.forms import MOST_WORDS, TABLE_AGREED, ActForm, NameField, NumberField, PersonField, form_errors
from reservations.acts.problems import Malformed

COUNT, PAY, UNDO = "count", "pay", "undo"
COMPARE, RECORD = "compare", "record"
CASH, TRANSFER, SPLIT, OTHERWISE = "cash", "transfer", "split", "otherwise"
_PARTS = ("notes_part", "book_part", "cash_part", "transfer_part")
"""The fields of a `ChosenPayout`, in its order."""
_LONGEST_PLAN = 4000
_MOST_DEALT = 999
_HANDS_DEALT = "Enter how many hands each has dealt."


class ShownField(forms.IntegerField):
    """A figure from the page, in cents; None if the page had none or the figure was forged."""

    def __init__(self) -> None:
        super().__init__(required=False, widget=forms.HiddenInput)

    def clean(self, value: Any) -> int | None:
        try:
            cents: int | None = super().clean(value)
        except ValidationError:
            return None
        return cents


class DealtField(forms.IntegerField):
    """The number of hands that a player has dealt."""

    def __init__(self) -> None:
        wrong = dict.fromkeys(("invalid", "min_value", "max_value"), _HANDS_DEALT)
        super().__init__(required=False, min_value=1, max_value=_MOST_DEALT, error_messages=wrong)


class CashOutForm(ChipsForm):
    """A cash-out: the two counts of the chips and, once they agree, their payment.

    A blank banker's count means the same count, unless the counts are taken ``apart``. ``in_for`` and ``out`` are the
    page's figures of the player's purchases and cash-outs, and ``plan`` its payment. ``dealt`` and ``last_dealt`` are
    the hands of the first and of the last dealer.
    """

    step = forms.ChoiceField(choices=[(step, step) for step in (COUNT, PAY)])
    apart = forms.BooleanField(required=False)
    round_played = forms.BooleanField(required=False)
    plays_on = forms.BooleanField(required=False)
    dealt = DealtField()
    last_dealt = DealtField()
    by = forms.ChoiceField(choices=[(means, means) for means in (CASH, TRANSFER, SPLIT, OTHERWISE)], required=False)
    cash_part = CentsField(zero=True, required=False)
    notes_part = CentsField(zero=True, required=False)
    book_part = CentsField(zero=True, required=False)
    transfer_part = CentsField(zero=True, required=False)
    hand_on = forms.Field(required=False, widget=forms.SelectMultiple)
    plan = forms.CharField(required=False, max_length=_LONGEST_PLAN, strip=False)
    in_for = ShownField()
    out = ShownField()
    then = forms.CharField(required=False, max_length=20)

    shows = ("figures", "plan")
    shown_plan = ""

    def clean(self) -> dict[str, Any]:
        """Read both counts, as amounts or as chips by colour."""
        cleaned = self.cleaned_data
        cleaned["hand_on"] = cleaned.get("hand_on") or []
        cleaned["figures"] = None if cleaned["in_for"] is None else (cleaned["in_for"], cleaned["out"])
        cleaned["player_count"] = self._count("player_count", "The player's count")
        cleaned["banker_count"] = cleaned["player_count"]
        if not self.errors and bool(cleaned["dealt"]) != bool(cleaned["last_dealt"]):
            self.add_error(None, _HANDS_DEALT)
        fields = ("banker_count", *(f"banker_count-{place}" for place in range(len(self.colours))))
        # Whichever button was pressed: a count that the banker wrote down is never ignored.
        if cleaned.get("apart") or any((self.data.get(field) or "").strip() for field in fields):
            cleaned["banker_count"] = self._count("banker_count", "The banker's count")
        return cleaned

    def _count(self, field: str, whose: str) -> int | None:
        try:
            return amount_or_chips(self.data, field, self.colours, zero=True)
        except Malformed as problem:
            self.add_error(None, f"{whose}: {problem}")
            return None

    def arguments(self) -> dict[str, Any]:
        """Return both counts in cents, and the answers on the round, the deals and playing on."""
        cleaned = self.cleaned_data
        counts = {f"{name}_cents": cleaned[name] for name in ("player_count", "banker_count")}
        flags = {name: cleaned[name] or None for name in ("round_played", "plays_on")}
        return {**counts, **flags, "dealt": cleaned["dealt"] if cleaned["dealt"] == cleaned["last_dealt"] else None}

    @property
    def both_dealt(self) -> tuple[int, int] | None:
        """The hands that the first and the last dealer have dealt; None if nobody counted them."""
        cleaned = self.cleaned_data
        return (cleaned["dealt"], cleaned["last_dealt"]) if cleaned["dealt"] else None

    @property
    def chosen(self) -> ChosenPayout | None:
        """The chosen payout; None for the house's order of paying out."""
        cleaned = self.cleaned_data
        if cleaned["by"] != OTHERWISE:
            return None
        notes, book, cash, transfer = (cleaned[name] for name in _PARTS)
        return ChosenPayout(notes, book, cash, transfer, cleaned["hand_on"])

    def parts(self, due_cents: int) -> tuple[PayoutPart, ...] | None:
        """Return the parts in cash and by transfer; None for the order of paying out. Raises ``Malformed``."""
        by, cash = self.cleaned_data["by"], self.cleaned_data["cash_part"] or 0
        if by not in (TRANSFER, SPLIT) or not due_cents:
            return None
        cash = cash if by == SPLIT else 0
        if cash > due_cents:
            raise Malformed(f"{show_cents(cash)} in cash is more than the {show_cents(due_cents)} to be paid.")
        both = ((Means.CASH, cash), (Means.TRANSFER, due_cents - cash))
        return tuple(PayoutPart(means, cents) for means, cents in both if cents)

    def settled(self) -> list[tuple[str, str]]:
        """Return the counts as hidden fields, for a form that pays them."""
        cleaned = self.cleaned_data
        counts = {name: field_cents(cleaned[name]) for name in ("player_count", "banker_count")}
        answers = {name: "yes" for name in ("round_played", "plays_on") if cleaned[name]}
        figures = {
            name: str(cleaned[name]) for name in ("dealt", "last_dealt", "in_for", "out") if cleaned[name] is not None
        }
        rest = {"count_ruling": self._ruling(cleaned["count_ruling"]), "then": cleaned["then"], "plan": self.shown_plan}
        fields = {"step": PAY, **counts, **answers, **figures, **rest}
        return [(name, value) for name, value in fields.items() if value]

    def repeated_fields(self) -> list[tuple[str, str]]:
        """Return the counts and the payment as hidden fields, for a form that overrules a refusal."""
        data = self.cleaned_data
        ways = [("by", data["by"]), *((name, field_cents(data[name])) for name in _PARTS if data[name] is not None)]
        handed_on = [("hand_on", name) for name in data["hand_on"]]
        return [*self.settled(), *((name, value) for name, value in ways if value), *handed_on]

    def _ruling(self, reason: str) -> str:
        # The reason for the count comes a second time with the payout, and already names who agreed.
        return reason if reason.startswith(TABLE_AGREED) else super()._ruling(reason)


class OwnCountForm(ChipsForm):
    """A player's count of their own chips: an amount, or chips by colour."""

    count = forms.CharField(required=False, max_length=20)

    takes = ("count",)
    called = {"count": "count_cents"}

    def clean(self) -> dict[str, Any]:
        with form_errors():
            self.cleaned_data["count"] = amount_or_chips(self.data, "count", self.colours, zero=True)
        return self.cleaned_data


class FinalPotForm(ActForm):
    """The winner of the final pot; ``total`` is the page's figure of it, in cents."""

    winner = PersonField(error_messages={"required": "Choose the winner."})
    total = ShownField()

    takes = ("winner",)
    shows = ("total",)


class NotesForm(ActForm):
    """The end of all notes still out, or of the ``note`` of that name; ``total`` is the page's figure."""

    total = ShownField()
    note = NameField(required=False)

    shows = ("total",)

    def arguments(self) -> dict[str, Any]:
        """Return the name of the note; None for all of them."""
        return {"note": self.cleaned_data["note"] or None}


class DeclareForm(ActForm):
    """Chips missing or extra, with the reason; ``in_play`` is the page's figure of all chips, in cents."""

    which = forms.ChoiceField(choices=[("missing", "missing"), ("extra", "extra")])
    amount = CentsField(error_messages={"required": "Enter the amount."})
    reason = forms.CharField(required=False, max_length=MOST_WORDS)
    recent = forms.CharField(required=False, max_length=MOST_WORDS)
    in_play = ShownField()

    shows = ("in_play",)

    def clean(self) -> dict[str, Any]:
        """Use an earlier reason, if one was chosen."""
        cleaned = self.cleaned_data
        cleaned["reason"] = cleaned.get("recent") or cleaned.get("reason", "")
        if not cleaned["reason"]:
            self.add_error("reason", "Enter a reason: it is printed in the report.")
        return cleaned

    def arguments(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        return {f"{cleaned['which']}_cents": cleaned["amount"], "reason": cleaned["reason"]}


class DrawerForm(ActForm):
    """The cash counted in the drawer; ``expected`` is the page's figure of the right sum, in cents."""

    step = forms.ChoiceField(choices=[(step, step) for step in (COMPARE, RECORD)])
    expected = ShownField()

    takes = ("counted",)
    called = {"counted": "counted_cents"}
    shows = ("expected",)

    def __init__(self, *arguments: Any, pieces: Sequence[Denomination] = (), **options: Any) -> None:
        self.pieces = pieces
        super().__init__(*arguments, **options)

    def clean(self) -> dict[str, Any]:
        with form_errors():
            self.cleaned_data["counted"] = amount_or_pieces(self.data, "counted", self.pieces)
        return self.cleaned_data


class NightPaymentForm(ActForm):
    """A payment that settles a part of a night, its parties by number; or the undoing of one, by its act."""

    step = forms.ChoiceField(choices=[(step, step) for step in (PAY, UNDO)])
    payer = NumberField()
    payee = NumberField()
    amount = CentsField(required=False)
    act = NumberField(required=False)

    takes = ("step", "payer", "payee", "amount", "act")

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if cleaned.get("step") == PAY and "amount" in cleaned and cleaned["amount"] is None:
            self.add_error("amount", "Enter how much was paid.")
        return cleaned
