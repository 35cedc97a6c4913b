"""The form that opens the bank of a night."""

from typing import Any

from django import forms

from hostdesk.houses.queries import HouseRules, limits_before
from ledger.buy_in.forms import CentsField
from ledger.money.cents import show_cents
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
        terms, limits = house.terms, limits_before(house.terms)
        asked = {"small_blind": terms.blinds_asked, "big_blind": terms.blinds_asked}
        asked |= {"buy_in_min": terms.minimum is not None and terms.minimum.asked}
        asked |= {"buy_in_max": terms.maximum is not None and terms.maximum.asked}
        for name in (name for name, is_asked in asked.items() if is_asked):
            self.fields[name].required = True
            self.fields[name].error_messages["required"] = f"This house asks for it every night: {name_of(name)}."
        usual = {"buy_in_min": limits.minimum_cents, "buy_in_max": limits.maximum_cents}
        if terms.blinds:
            usual |= {"small_blind": terms.blinds.small_cents, "big_blind": terms.blinds.big_cents}
        for name, cents in usual.items():
            if cents is not None:
                self.fields[name].widget.attrs["placeholder"] = show_cents(cents)

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
