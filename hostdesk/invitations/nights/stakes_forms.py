"""The forms of a night's own stakes and limits: at its opening, and anew on an open night."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from ledger.bank.history import FIGURES
from ledger.bank.queries import BankNow, first_blinds
from ledger.entries.forms import CentsField
from ledger.money.cents import field_cents
from ledger.night.stakes_queries import limits_before
from ledger.terms.bank_terms import BankTerms
from reservations.acts.forms import ActForm, CountField

_BLINDS = ("small_blind", "big_blind")


class FiguresForm(ActForm):
    """A night's own figures; an empty field is the house's."""

    small_blind = CentsField(label="Small blind", required=False)
    big_blind = CentsField(label="Big blind", required=False)
    buy_in_min = CentsField(label="Minimum buy-in", required=False, zero=True)
    buy_in_max = CentsField(label="Maximum buy-in", required=False)
    or_big_stack = forms.BooleanField(label="Or the big stack, where that is more", required=False)

    @property
    def stakes_shown(self) -> bool:
        """Whether one of them is filled in."""
        return any(self[name].value() for name in FIGURES if name in self.fields)

    def figures(self) -> dict[str, int]:
        """Return the typed and readable figures, in cents, by the names of the commands' arguments.

        The big stack belongs to a maximum of the night's own: the house's term decides for its own.
        """
        cleaned = getattr(self, "cleaned_data", {})
        names = FIGURES if cleaned.get("buy_in_max") is not None and cleaned.get("or_big_stack") else FIGURES[:-1]
        return {name: cleaned[name] for name in names if cleaned.get(name) is not None}


class StakesForm(FiguresForm):
    """These figures for a house with known terms: it shows the house's values and requires those it asks for."""

    big_blinds = CountField(label="Maximum in big blinds", required=False)

    def __init__(self, *args: Any, terms: BankTerms, **options: Any) -> None:
        super().__init__(*args, **options)
        self.terms, limits = terms, limits_before(terms)
        open_fields = {"small_blind": terms.blinds_asked, "big_blind": terms.blinds_asked}
        open_fields |= {"buy_in_min": terms.minimum is not None and terms.minimum.asked}
        open_fields |= {"buy_in_max": terms.maximum is not None and terms.maximum.asked}
        for name in (name for name, is_asked in open_fields.items() if is_asked):
            self.fields[name].required = True
            called = str(self.fields[name].label).lower()
            self.fields[name].error_messages["required"] = f"This house asks for it every night: the {called}."
        usual = {"buy_in_min": limits.minimum_cents, "buy_in_max": limits.maximum_cents}
        if terms.blinds:
            usual |= {"small_blind": terms.blinds.small_cents, "big_blind": terms.blinds.big_cents}
        self.fields["or_big_stack"].initial = terms.maximum is not None and terms.maximum.or_big_stack
        for name, cents in usual.items():
            if cents is not None:
                self.fields[name].widget.attrs["placeholder"] = field_cents(cents)

    def clean_big_blinds(self) -> int | None:
        """Convert a maximum in big blinds to its amount. Raises ``ValidationError`` for both, or without blinds."""
        cleaned = self.cleaned_data
        many: int | None = cleaned["big_blinds"]
        if many and cleaned.get("buy_in_max") is not None:
            raise ValidationError("Enter the maximum as an amount or in big blinds, not both.")
        blinds = first_blinds(self.terms, {name: cents for name, cents in cleaned.items() if cents is not None})
        if many and blinds is None:
            raise ValidationError("This night has no blinds: enter the maximum as an amount.")
        if many and blinds:
            cleaned["buy_in_max"] = many * blinds.big_cents
        return many


class NewStakesForm(StakesForm):
    """The figures of an open night, set anew; once a level is played it has no fields for blinds."""

    def __init__(self, *args: Any, now: BankNow, **options: Any) -> None:
        super().__init__(*args, terms=now.terms, initial=figures_shown(now.history.figures), **options)
        self.stand: dict[str, int] = {}
        if now.history.level is not None:
            self.stand = {name: cents for name, cents in now.history.figures.items() if name in _BLINDS}
            for name in (*_BLINDS, "big_blinds"):
                del self.fields[name]

    def arguments(self) -> dict[str, Any]:
        """Return the night's own figures from here on."""
        return {"figures": self.stand | self.figures()}


def figures_shown(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Return a night's own figures for a form; the big stack counts with a maximum of its own alone."""
    shown: dict[str, Any] = {name: field_cents(figures[name]) for name in FIGURES[:-1] if name in figures}
    return shown | ({"or_big_stack": figures.get("or_big_stack", False)} if "buy_in_max" in figures else {})
