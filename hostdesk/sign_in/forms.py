"""The forms of the desk itself: signing in, passwords, and the set-up."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from hostdesk.houses.own_game import OwnGame, faults_by_figure, own_document
from hostdesk.houses.presets import load_preset, preset_keys
from hostdesk.sign_in.setup_commands import SetUp
from hostdesk.site.locale_queries import currencies, locales, zones
from ledger.buy_in.forms import CentsField
from ledger.money.cents import written
from ledger.money.locale_queries import style
from ledger.terms.bank_terms import Means, RebuyWhen
from reservations.acts.forms import NameField
from reservations.parsing.documents import BadTerms

MOST_OF_A_PASSWORD = 1_000
OWN = "own"
_KINDLY = {
    "password_too_short": "That is too short: take at least 8 characters. A few words in a row are easy to keep.",
    "password_too_common": "Many people use that one, so it is tried first: take another, a few words in a row.",
}
_OWN_MEANS = {
    Means.CASH: "Cash",
    Means.TRANSFER: "Transfer (an app, a bank)",
    Means.BOOK: "THE BOOK",
    Means.NOTE: "Bank notes, which end in THE BOOK",
}
_OWN_REBUYS = {
    RebuyWhen.ANY_TIME: "At any time, like another buy-in",
    RebuyWhen.UP_TO_MAXIMUM: "At any time, up to the maximum in front",
}


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


class _TwiceForm(forms.Form):
    """A new password, typed twice."""

    password = PasswordField(autocomplete="new-password", label="Password")
    password_again = PasswordField(autocomplete="new-password", label="The same once more")

    def clean_password(self) -> str:
        """Return the password. Raises ``ValidationError``, kindly."""
        password: str = self.cleaned_data["password"]
        try:
            validate_password(password)
        except ValidationError as wrong:
            raise ValidationError(
                [_KINDLY.get(each.code or "", str(each.message)) for each in wrong.error_list]
            ) from wrong
        return password

    def clean_password_again(self) -> str:
        """Return the password. Raises ``ValidationError`` where it is not the same."""
        again: str = self.cleaned_data["password_again"]
        if "password" in self.cleaned_data and again != self.cleaned_data["password"]:
            raise ValidationError("These are two different ones: type it twice.")
        return again


class NewPasswordForm(_TwiceForm):
    """A host's new password; the old one is asked where the host came by a password."""

    password_old = PasswordField(
        autocomplete="current-password",
        label="The password until now",
        error_messages={"required": "Type the password until now."},
    )

    field_order = ("password_old", "password", "password_again")


class NewPasswordByLinkForm(_TwiceForm):
    """A new password of a host who came by a link a moment ago, and may have forgotten the old one."""


class PlaceForm(forms.Form):
    """Where the desk stands, and how amounts are written there."""

    time_zone = forms.ChoiceField(label="Time zone", choices=lambda: zones(settings.TIME_ZONE))
    currency = forms.ChoiceField(label="Currency", choices=currencies)
    locale = forms.ChoiceField(label="Amounts are written as in", choices=locales)

    def place(self) -> dict[str, str]:
        """Return the place that was chosen; the form is valid."""
        return {name: self.cleaned_data[name] for name in ("time_zone", "currency", "locale")}


class NewHostForm(forms.Form):
    """The name of another host."""

    name = NameField(
        label="Their name",
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Say what they are called."},
    )


class SetUpForm(_TwiceForm, PlaceForm):
    """The whole set-up: the host, the place and the house."""

    name = NameField(
        label="Your name",
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
        error_messages={"required": "Say what you are called."},
    )
    house = forms.ChoiceField(label="The house", error_messages={"required": "Choose the rules of your house."})
    house_name = NameField(label="What the house is called", required=False, max_length=200)
    small_blind = CentsField(label="Small blind", required=False)
    big_blind = CentsField(label="Big blind", required=False)
    minimum = CentsField(label="Smallest buy-in", required=False)
    maximum = CentsField(label="Largest buy-in", required=False)
    usual = CentsField(label="Usual buy-in", required=False)
    multiple = CentsField(label="In multiples of", required=False)
    pays_with = forms.TypedMultipleChoiceField(
        label="Chips are paid with",
        choices=[(each.value, words) for each, words in _OWN_MEANS.items()],
        coerce=Means,
        required=False,
        initial=[Means.CASH],
        widget=forms.CheckboxSelectMultiple,
    )
    rebuy_when = forms.TypedChoiceField(
        label="Rebuys",
        choices=[(each.value, words) for each, words in _OWN_REBUYS.items()],
        coerce=RebuyWhen,
        required=False,
        initial=RebuyWhen.ANY_TIME,
        empty_value=RebuyWhen.ANY_TIME,
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Mapping[str, Any] | None = None, **options: Any) -> None:
        super().__init__(data, **options)
        house: forms.ChoiceField = self.fields["house"]  # type: ignore[assignment]
        house.choices = [*((key, load_preset(key)["name"]) for key in preset_keys()), (OWN, "My own game")]
        self.initial = {"time_zone": settings.TIME_ZONE, "currency": "USD", "locale": "en_US", **self.initial}
        self.document: dict[str, Any] | None = None

    def full_clean(self) -> None:
        """Read the amounts as they are written in the place that was chosen in the same form."""
        place = (str(self.data.get(name, "")) for name in ("locale", "currency"))
        separator, sign = style(*place)
        with written(separator=separator, sign=sign):
            super().full_clean()

    def clean(self) -> dict[str, Any]:
        """Make the document of one's own game, where that is chosen."""
        if self.cleaned_data.get("house") == OWN:
            self._need("house_name", "Give your house a name.")
            self._need("small_blind", "Say what the small blind is.")
            self._need("big_blind", "Say what the big blind is.")
            self._need("pays_with", "Choose at least one.")
            if self.cleaned_data.get("rebuy_when") == RebuyWhen.UP_TO_MAXIMUM:
                self._need("maximum", "Rebuys up to the maximum need one.")
            if not self.errors:
                self._make_document()
        return self.cleaned_data

    def _need(self, name: str, sentence: str) -> None:
        if name not in self.errors and not self.cleaned_data.get(name):
            self.add_error(name, sentence)

    def _make_document(self) -> None:
        said = self.cleaned_data
        figures = ("small_blind", "big_blind", "minimum", "maximum", "usual", "multiple", "rebuy_when")
        game = OwnGame(
            name=said["house_name"], pays_with=tuple(said["pays_with"]), **{name: said[name] for name in figures}
        )
        try:
            self.document = own_document(game, taken=preset_keys())
        except BadTerms as problem:
            for figure, sentence in faults_by_figure(problem):
                self.add_error(figure or None, sentence)

    def choice(self) -> SetUp:
        """Return what was chosen; the form is valid."""
        said = self.cleaned_data
        house = self.document or said["house"]
        return SetUp(name=said["name"], password=said["password"], house=house, **self.place())
