"""The form of the chip planner: the players, the stakes, and the case. Nothing is kept."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from ledger.chips.plan import MOST_PLAYERS
from ledger.entries.forms import CentsField
from ledger.money.cents import field_cents, show_money
from ledger.terms.bank_terms import Colour
from reservations.acts.forms import CountField, NameField
from reservations.parsing.names import name_key

MOST_COLOURS = 12
MOST_BUY_IN_CENTS = 1_000_000
_LEAST_ROWS = 5
_IN_A_ROW = {"inputmode": "decimal", "autocomplete": "off", "maxlength": "12"}


class CaseForm(forms.Form):
    """Players, blinds, the usual buy-in, and a row for every colour: its name, its value, and its number."""

    players = CountField(label="Players", error_messages={"required": "Say how many play."})
    buy_in = CentsField(label="Usual buy-in", error_messages={"required": "Enter the usual buy-in."})
    small_blind = CentsField(label="Small blind", required=False)
    big_blind = CentsField(label="Big blind", required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, case: Sequence[Colour], **options: Any) -> None:
        super().__init__(data, **options)
        self.places = range(min(max(len(case) + 1, _LEAST_ROWS), MOST_COLOURS))
        for place in self.places:
            colour = case[place] if place < len(case) else None
            row = {
                f"colour-{place}": NameField(label="Colour", required=False, max_length=40),
                f"value-{place}": CentsField(label="Worth", required=False, widget=forms.TextInput(attrs=_IN_A_ROW)),
                f"stock-{place}": CountField(label="In the case", required=False),
                f"starred-{place}": forms.BooleanField(label="In reserve", required=False),
            }
            for field in row.values():
                field.widget.attrs["aria-label"] = f"{field.label}, row {place + 1}"
            if colour is not None:
                shown = (colour.name, field_cents(colour.cents), colour.stock, colour.reserve)
                self.initial.update(zip(row, shown, strict=True))
            self.fields |= row

    @property
    def rows(self) -> list[tuple[forms.BoundField, ...]]:
        """The inputs of every colour."""
        names = ("colour", "value", "stock", "starred")
        return [tuple(self[f"{name}-{place}"] for name in names) for place in self.places]

    def clean_players(self) -> int:
        """Accept a possible number of players."""
        players: int = self.cleaned_data["players"]
        if not 1 <= players <= MOST_PLAYERS:
            raise ValidationError(f"Plan for 1 to {MOST_PLAYERS} players.")
        return players

    def clean_buy_in(self) -> int:
        """Accept a buy-in of a home game."""
        cents: int = self.cleaned_data["buy_in"]
        if cents > MOST_BUY_IN_CENTS:
            raise ValidationError(f"Plan for buy-ins of {show_money(MOST_BUY_IN_CENTS)} at most.")
        return cents

    def clean(self) -> dict[str, Any]:
        """Accept a colour once, and with its worth; an empty row is none."""
        cleaned, known = self.cleaned_data, set[str]()
        for place in self.places:
            name, value = cleaned.get(f"colour-{place}"), f"value-{place}"
            if name and value in cleaned and cleaned[value] is None:
                self.add_error(value, f"What is a {name} chip worth?")
            elif not name and cleaned.get(value) is not None:
                self.add_error(f"colour-{place}", "Which colour is it?")
            if name and name_key(name) in known:
                self.add_error(f"colour-{place}", f"There are {name} chips already.")
            known.add(name_key(name or ""))
        return cleaned

    def case(self) -> list[Colour]:
        """Return the chips of the case in this valid form, by value."""
        data = self.cleaned_data
        rows = ([data[f"{part}-{place}"] for part in ("colour", "value", "starred", "stock")] for place in self.places)
        return sorted((Colour(*row) for row in rows if row[0]), key=lambda colour: (colour.cents, colour.name))

    def bets(self) -> tuple[int, ...]:
        """Return the typed blinds, in cents."""
        return tuple(self.cleaned_data[name] for name in ("small_blind", "big_blind") if self.cleaned_data[name])
