"""The forms of the set-up: the place of the desk, and all entries of a first run."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from django import forms
from django.conf import settings

from hostdesk.base.sign_in.forms import PasswordOnceForm
from hostdesk.base.site.locale_queries import currencies, locales, zones
from hostdesk.rules.houses.own_game_forms import OWN, OwnGameForm, called_after
from hostdesk.rules.houses.presets import load_preset, preset_keys
from ledger.locale.queries import number_style
from ledger.money.cents import written_as
from ledger.paper.sizes import PAPERS
from reservations.acts.forms import LineField, NameField

_OF_GAMES = re.compile(
    r"poker|casino|gambl|wager|roulette|tournament|blinds|cards|hold.?em|omaha|home.?game|"
    r"(?<![^\W\d_])(?:chips?|bet(?:s|ting)?|buy.?ins?|games?|stakes?)(?![^\W\d_])",
    re.IGNORECASE,
)
"""The longer ones also within a word, as in Pokerabend; the others stand alone, for Betty is a name."""


class PlaceForm(forms.Form):
    """The desk's place: its time zone, its way to write amounts, and its paper."""

    time_zone = forms.ChoiceField(label="Time zone", choices=lambda: zones(settings.TIME_ZONE))
    currency = forms.ChoiceField(label="Currency", choices=currencies)
    locale = forms.ChoiceField(label="Write amounts as in", choices=locales)
    paper = forms.ChoiceField(
        label="Print on",
        choices=[("", "What that country prints on"), *((key, paper.name) for key, paper in PAPERS.items())],
        required=False,
    )


class DeskForm(PlaceForm):
    """The desk's place, and the word in the text of payments: apps close accounts over the words of games."""

    payment_text = LineField(most=20, label="Text of a payment")

    def clean_payment_text(self) -> str:
        """Refuse the words of games."""
        word: str = self.cleaned_data["payment_text"]
        if found := _OF_GAMES.search(word):
            raise forms.ValidationError(f"“{found[0]}” is a game's word. Take a neutral one, such as “dinner”.")
        return word


class SetUpForm(PasswordOnceForm, PlaceForm, OwnGameForm):
    """The whole set-up: the host, the place and the house, an own game unless a preset is chosen."""

    name = NameField(
        label="Your name",
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
        error_messages={"required": "Enter your name."},
    )
    house = forms.ChoiceField(initial=OWN, error_messages={"required": "Choose the rules of your house."})

    def __init__(self, data: Mapping[str, Any] | None = None, **options: Any) -> None:
        super().__init__(data, taken=preset_keys(), **options)
        house: forms.ChoiceField = self.fields["house"]  # type: ignore[assignment]
        house.choices = [(OWN, "My own game"), *((key, load_preset(key)["name"]) for key in preset_keys())]
        self.initial = {"time_zone": settings.TIME_ZONE, "currency": "USD", "locale": "en_US", **self.initial}

    def full_clean(self) -> None:
        """Read the amounts in the notation of the place that is chosen in the same form."""
        place = (str(self.data.get(name, "")) for name in ("locale", "currency"))
        with written_as(partial(number_style, *place)):
            super().full_clean()

    def place_line(self) -> str:
        """Return the place in one line: the city of its time zone, the currency, an amount."""
        zone, currency, locale = (str(self[name].value()) for name in ("time_zone", "currency", "locale"))
        amount = dict(locales()).get(locale, "").rpartition(": ")[2]
        return " · ".join((zone.rpartition("/")[2].replace("_", " "), currency, amount))

    def is_own(self) -> bool:
        """Tell whether an own game is set up; without a name it is called after its host."""
        self.called = called_after(self.cleaned_data.get("name", ""))
        return self.cleaned_data.get("house") == OWN

    def choice(self) -> dict[str, Any]:
        """Return the choices of a valid form, as `set_up_desk` takes them."""
        names = ("name", "password", "time_zone", "currency", "locale", "paper")
        chosen = {name: self.cleaned_data[name] for name in names}
        return {**chosen, "house": self.document or self.cleaned_data["house"]}
