"""The forms for signing in and for passwords."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

MOST_OF_A_PASSWORD = 1_000
_WEAK_PASSWORDS = {
    "password_too_short": "Too short: use at least 8 characters. A few words in a row are easy to remember.",
    "password_too_common": "Too common: it would be guessed first. A few words in a row are better.",
}
_GUESSED_FIRST = ("hostdesk", "poker", "pokernight", "pokergame", "homegame", "texasholdem", "holdem", "royalflush")
"""Likely guesses at the desk of a poker game, with or without digits and signs."""


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


class PasswordOnceForm(forms.Form):
    """A new password; its page can show it."""

    password = PasswordField(autocomplete="new-password", label="Password")

    def clean_password(self) -> str:
        """Return the password. Raises ``ValidationError`` if it is weak."""
        password: str = self.cleaned_data["password"]
        try:
            validate_password(password)
        except ValidationError as wrong:
            faults = [_WEAK_PASSWORDS.get(error.code or "", str(error.message)) for error in wrong.error_list]
            raise ValidationError(faults) from wrong
        if "".join(filter(str.isalpha, password.lower())) in _GUESSED_FIRST:
            raise ValidationError(_WEAK_PASSWORDS["password_too_common"])
        return password


class PasswordTwiceForm(PasswordOnceForm):
    """A new password, typed twice."""

    password = PasswordField(autocomplete="new-password", label="New password")
    password_again = PasswordField(autocomplete="new-password", label="Repeat password")

    def clean_password_again(self) -> str:
        """Return the password. Raises ``ValidationError`` if the two differ."""
        again: str = self.cleaned_data["password_again"]
        if "password" in self.cleaned_data and again != self.cleaned_data["password"]:
            raise ValidationError("The two passwords differ.")
        return again


class NewPasswordForm(PasswordTwiceForm):
    """A host's new password, with the current one."""

    password_old = PasswordField(
        autocomplete="current-password",
        label="Current password",
        error_messages={"required": "Type your current password."},
    )

    field_order = ("password_old", "password", "password_again")


class NewPasswordByLinkForm(PasswordTwiceForm):
    """A new password of a host who just came by a link and may have forgotten the old one."""
