"""The forms of the mail account: its provider, and the values for sending and reading."""

import re
from ipaddress import ip_address
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator

from hostdesk.base.sign_in.forms import PasswordField
from hostdesk.mail.mail_account.account import ADDRESS, MailSettings, Tls, is_loopback
from hostdesk.mail.mail_account.providers import OTHER, PROVIDERS, Provider, provider_at, provider_of, servers_like

SENDING_PORTS, READING_PORTS = (25, 465, 587, 1025, 2525), (143, 993, 1143)
"""The ports of mail servers: at others a form that anybody in the network could send would look for other programs."""

_HOST = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*", re.ASCII)
_NO_NAME = re.compile(r"[\"\\<>]")
_USER = RegexValidator(r"\A(?:(?![\"\\(){}])[!-~])*\Z", "Letters without accents, digits and signs, and no spaces.")
_PASSWORD = RegexValidator(r"\A[ -~]*\Z", "Letters without accents, digits and signs: mail servers take no others.")
_WAYS = [(Tls.TLS, "TLS"), (Tls.STARTTLS, "STARTTLS"), (Tls.NONE, "None")]


class AddressField(forms.EmailField):
    """The address that the desk writes from."""

    def __init__(self) -> None:
        wrong = "Not an e-mail address. Write one like desk@example.org."
        attrs = {"autocomplete": "email", "spellcheck": "false"}
        super().__init__(
            label="Your e-mail address",
            max_length=254,
            widget=forms.EmailInput(attrs=attrs),
            error_messages={"invalid": wrong, "required": "Type the address that the desk is to write from."},
        )

    def clean(self, value: Any) -> str:
        """Return the address. Raises ``ValidationError`` for one that other mail servers would refuse as a sender."""
        address: str = super().clean(value)
        if not address.isascii() or not ADDRESS.fullmatch(address):
            raise ValidationError(self.error_messages["invalid"])
        return address


class WhoseMailForm(forms.Form):
    """The address, and its provider if its domain does not tell."""

    address = AddressField()
    provider = forms.ChoiceField(
        label="Mail provider",
        required=False,
        choices=[
            ("", "Found from the address"),
            *((provider.key, provider.name) for provider in PROVIDERS.values()),
            (OTHER, "Another server"),
        ],
    )

    @property
    def chosen(self) -> Provider | None:
        """The provider: the chosen one, else that of the address; None for another server."""
        key = self.cleaned_data["provider"]
        return PROVIDERS.get(key) if key else provider_of(self.cleaned_data["address"])


class MailAccountForm(forms.Form):
    """A mail account. Left blank, the password is the kept one."""

    address = AddressField()
    name = forms.CharField(label="Name that players see", max_length=60, required=False)
    password = PasswordField(autocomplete="off", label="Password", required=False, validators=[_PASSWORD])
    user = forms.CharField(
        label="User",
        max_length=254,
        required=False,
        validators=[_USER],
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    sends_host = forms.CharField(label="Server for sending", max_length=253)
    sends_port = forms.TypedChoiceField(label="Port", coerce=int, choices=[(port, port) for port in SENDING_PORTS])
    sends_tls = forms.TypedChoiceField(label="Encryption", coerce=Tls, choices=_WAYS)
    reads_host = forms.CharField(label="Server for reading answers", max_length=253, required=False)
    reads_port = forms.TypedChoiceField(label="Port", coerce=int, choices=[(port, port) for port in READING_PORTS])
    reads_tls = forms.TypedChoiceField(label="Encryption", coerce=Tls, choices=_WAYS)
    vouches = forms.CharField(label="Server that says who wrote a mail", max_length=253, required=False)

    def __init__(self, *args: Any, account: MailSettings | None, **options: Any) -> None:
        super().__init__(*args, **options)
        if account:
            self.initial = account.columns | ({"user": ""} if account.user == account.address else {})

    def clean_name(self) -> str:
        """Return the name. Raises ``ValidationError`` for one that would end the sender's name early."""
        name = " ".join(self.cleaned_data["name"].split())
        if _NO_NAME.search(name) or not name.isprintable():
            raise ValidationError('Leave out " \\ < > and what cannot be seen.')
        return name

    def clean(self) -> dict[str, Any]:
        """Put the servers together, and refuse to send a password unencrypted over a network."""
        cleaned = self.cleaned_data
        for way, name in (("sends", "sends_host"), ("reads", "reads_host"), ("", "vouches")):
            host = cleaned[name] = cleaned.get(name, "").strip().lower().rstrip(".")
            if host and not _is_host(host):
                self.add_error(name, "A server’s name, like mail.example.org: without https:// or a port.")
            elif host and cleaned.get(f"{way}_tls") == Tls.NONE and not is_loopback(host):
                self.add_error(f"{way}_tls", "Only to this computer: elsewhere others could read the password.")
        return cleaned

    @property
    def provider(self) -> Provider | None:
        """The provider whose server the form names, whether the rest of it makes sense or not."""
        return provider_at(f"{self['sends_host'].value()}:{self['sends_port'].value()}")

    @property
    def account(self) -> MailSettings:
        """The typed account; the password is "" for the kept one."""
        grouped, password = self.provider is not None and self.provider.no_spaces, self.cleaned_data["password"]
        return MailSettings.of(self.cleaned_data, password.replace(" ", "") if grouped else password)


def proposed(address: str, provider: Provider | None) -> MailSettings:
    """Return the first account of a form: the provider's servers, else the likely ones of the domain."""
    sends, reads = (provider.sends, provider.reads) if provider else servers_like(address)
    return MailSettings(address, address, "", sends, reads, vouches=provider.vouches if provider else "")


def _is_host(host: str) -> bool:
    try:
        return bool(ip_address(host))
    except ValueError:
        return len(host) <= 253 and bool(_HOST.fullmatch(host))
