"""The forms for signing in, passwords, hosts and the set-up."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from hostdesk.base.sign_in.setup_commands import SetUp
from hostdesk.base.site.locale_queries import currencies, locales, zones
from hostdesk.rules.houses.own_game_forms import OWN, OwnGameForm, called_after
from hostdesk.rules.houses.presets import load_preset, preset_keys
from ledger.money.cents import written_as
from ledger.money.locale_queries import number_style
from ledger.paper.sizes import PAPERS
from reservations.acts.forms import NameField
from reservations.models import House

MOST_OF_A_PASSWORD = 1_000
_BOTH = "Some houses are ticked. Choose all houses, or only these."
_WEAK_PASSWORDS = {
    "password_too_short": "Too short: use at least 8 characters. A few words in a row are easy to remember.",
    "password_too_common": "Too common: it would be guessed first. A few words in a row are better.",
}
_GUESSED_FIRST = ("hostdesk", "poker", "pokernight", "pokergame", "homegame", "texasholdem", "holdem", "royalflush")
"""What a guest would try at the desk of a poker game, with or without digits and signs."""


class PasswordField(forms.CharField):
    """A password, exactly as typed."""

    def __init__(self, *, autocomplete: str, **options: Any) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
        options.setdefault("error_messages", {"required": "Type a password."})
        super().__init__(strip=False, max_length=MOST_OF_A_PASSWORD, widget=widget, **options)


class SignInForm(forms.Form):
    """A host's name and password."""

    name = forms.CharField(max_length=200, widget=forms.TextInput(attrs={"autocomplete": "username"}))
    password = PasswordField(autocomplete="current-password")


class _PasswordTwiceForm(forms.Form):
    """A new password, typed twice."""

    password = PasswordField(autocomplete="new-password", label="Password")
    password_again = PasswordField(autocomplete="new-password", label="Repeat password")

    def clean_password(self) -> str:
        """Return the password. Raises ``ValidationError`` if it is weak."""
        password: str = self.cleaned_data["password"]
        try:
            validate_password(password)
        except ValidationError as wrong:
            raise ValidationError(
                [_WEAK_PASSWORDS.get(each.code or "", str(each.message)) for each in wrong.error_list]
            ) from wrong
        if "".join(filter(str.isalpha, password.lower())) in _GUESSED_FIRST:
            raise ValidationError(_WEAK_PASSWORDS["password_too_common"])
        return password

    def clean_password_again(self) -> str:
        """Return the password. Raises ``ValidationError`` if the two differ."""
        again: str = self.cleaned_data["password_again"]
        if "password" in self.cleaned_data and again != self.cleaned_data["password"]:
            raise ValidationError("The two passwords differ.")
        return again


class NewPasswordForm(_PasswordTwiceForm):
    """A host's new password, with the current one."""

    password_old = PasswordField(
        autocomplete="current-password",
        label="Current password",
        error_messages={"required": "Type your current password."},
    )

    field_order = ("password_old", "password", "password_again")


class NewPasswordByLinkForm(_PasswordTwiceForm):
    """A new password of a host who just came by a link and may have forgotten the old one."""


class PlaceForm(forms.Form):
    """The desk's place: its time zone, how amounts are written there, and on which paper it prints."""

    time_zone = forms.ChoiceField(label="Time zone", choices=lambda: zones(settings.TIME_ZONE))
    currency = forms.ChoiceField(label="Currency", choices=currencies)
    locale = forms.ChoiceField(label="Write amounts as in", choices=locales)
    paper = forms.ChoiceField(
        label="Print on",
        choices=[("", "What that country prints on"), *((key, paper.name) for key, paper in PAPERS.items())],
        required=False,
    )

    def place(self) -> dict[str, str]:
        """Return the chosen place of a valid form."""
        return {name: self.cleaned_data[name] for name in ("time_zone", "currency", "locale", "paper")}


class HousesForm(forms.Form):
    """The houses of a host: all of them, or those that are ticked; both at once is asked about."""

    reach = forms.ChoiceField(
        widget=forms.RadioSelect,
        choices=[("all", "All houses, and the desk itself"), ("some", "Only these houses")],
        error_messages={"required": "Choose the houses."},
    )
    houses = forms.TypedMultipleChoiceField(coerce=int, required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, offered: Sequence[House], **options: Any) -> None:
        super().__init__(*args, **{"initial": {"reach": "all"}, **options})
        self.offered = {house.pk: house for house in offered}
        self.fields["houses"].choices = [(pk, house.name) for pk, house in self.offered.items()]  # type: ignore[attr-defined]

    def clean_houses(self) -> list[House]:
        """Return the houses that are ticked."""
        return [self.offered[pk] for pk in self.cleaned_data["houses"]]

    def clean(self) -> dict[str, Any]:
        """Return what was typed. Refuses all houses with some ticked, and some with none."""
        is_all, ticked = self.cleaned_data.get("reach") == "all", bool(self.cleaned_data.get("houses"))
        if "reach" in self.cleaned_data and is_all == ticked:
            self.add_error("reach", _BOTH if ticked else "Tick at least one house, or choose all.")
        return self.cleaned_data


class NewHostForm(HousesForm):
    """The name of a new host, and their houses."""

    name = NameField(
        label="Name",
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Enter a name."},
    )


class SetUpForm(_PasswordTwiceForm, PlaceForm, OwnGameForm):
    """The whole set-up: the host, the place and the house, which is one's own unless a preset is chosen."""

    name = NameField(
        label="Your name",
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
        error_messages={"required": "Enter your name."},
    )
    house = forms.ChoiceField(
        label="House", initial=OWN, error_messages={"required": "Choose the rules of your house."}
    )

    def __init__(self, data: Mapping[str, Any] | None = None, **options: Any) -> None:
        super().__init__(data, taken=preset_keys(), **options)
        house: forms.ChoiceField = self.fields["house"]  # type: ignore[assignment]
        house.choices = [(OWN, "My own game"), *((key, load_preset(key)["name"]) for key in preset_keys())]
        self.initial = {"time_zone": settings.TIME_ZONE, "currency": "USD", "locale": "en_US", **self.initial}

    def full_clean(self) -> None:
        """Read the amounts as written in the place that is chosen in the same form."""
        place = (str(self.data.get(name, "")) for name in ("locale", "currency"))
        with written_as(partial(number_style, *place)):
            super().full_clean()

    def is_own(self) -> bool:
        """Tell whether a game of one's own is set up, which is called after its host where nobody names it."""
        self.called = called_after(self.cleaned_data.get("name", ""))
        return self.cleaned_data.get("house") == OWN

    def choice(self) -> SetUp:
        """Return the choices of a valid form."""
        said = self.cleaned_data
        house = self.document or said["house"]
        return SetUp(name=said["name"], password=said["password"], house=house, **self.place())
