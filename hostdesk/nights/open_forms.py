"""The form that opens the bank of a night."""

from typing import Any

from django import forms

from hostdesk.houses.queries import HouseRules, limits_before
from ledger.buy_in.forms import CentsField
from ledger.money.cents import show_cents
from ledger.terms.bank_terms import BankTerms
from reservations.acts.forms import ActForm
from reservations.models import Player

FIGURES = ("small_blind", "big_blind", "buy_in_min", "buy_in_max")
"""What a night may set for itself, by the names that the command takes."""


class OpenForm(ActForm):
    """Who runs the bank, the cash it starts with, and the figures that the night sets for itself."""

    banker = forms.TypedChoiceField(label="Banker", coerce=int, error_messages={"required": "Say who runs the bank."})
    float_cents = CentsField(
        label="Float", zero=True, error_messages={"required": "Say how much of their own cash the banker puts in."}
    )
    small_blind = CentsField(label="Small blind", required=False)
    big_blind = CentsField(label="Big blind", required=False)
    buy_in_min = CentsField(label="Minimum buy-in", required=False)
    buy_in_max = CentsField(label="Maximum buy-in", required=False)

    def __init__(self, *args: Any, house: HouseRules, bankers: list[Player], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["banker"].choices = [(each.number, each.name) for each in bankers]  # type: ignore[attr-defined]
        for name in _asked(house.terms):
            self.fields[name].required = True
            self.fields[name].error_messages["required"] = f"This house asks for it every night: {name_of(name)}."
        for name, text in _of_the_house(house).items():
            self.fields[name].widget.attrs["placeholder"] = text

    def figures(self) -> dict[str, int]:
        """Return the figures that were typed and can be read, in cents, by the names that the command takes."""
        said = getattr(self, "cleaned_data", {})
        return {name: said[name] for name in FIGURES if said.get(name) is not None}

    def arguments(self) -> dict[str, Any]:
        """Return the banker, the float in cents, and the figures."""
        said = self.cleaned_data
        banker = Player.objects.get(pk=said["banker"])
        return {"banker": banker, "float_cents": said["float_cents"], "figures": self.figures()}


def name_of(figure: str) -> str:
    """Return what people call a figure."""
    return {"buy_in_min": "the minimum buy-in", "buy_in_max": "the maximum buy-in"}.get(
        figure, f"the {figure.replace('_', ' ')}"
    )


def _asked(terms: BankTerms) -> list[str]:
    blinds = ["small_blind", "big_blind"] if terms.blinds_asked else []
    limits = {"buy_in_min": terms.minimum, "buy_in_max": terms.maximum}
    return blinds + [name for name, limit in limits.items() if limit is not None and limit.asked]


def _of_the_house(house: HouseRules) -> dict[str, str]:
    """Return the house's own figures, as they are typed."""
    blinds, limits = house.terms.blinds, limits_before(house.terms)
    found = {
        "small_blind": blinds.small_cents if blinds else None,
        "big_blind": blinds.big_cents if blinds else None,
        "buy_in_min": limits.minimum_cents,
        "buy_in_max": limits.maximum_cents,
    }
    return {name: show_cents(cents) for name, cents in found.items() if cents is not None}
