"""The large providers of mail: their servers, and their kind of password; read from ``providers.toml``.

A provider is found by the domain of an address, by the server of an account, or by its key, for a host with a domain of
their own.
"""

from dataclasses import dataclass
from typing import Any

from hostdesk.mail.mail_account.account import ServerAt, Tls
from reservations.parsing.documents import beside

OTHER = "other"
"""The choice in place of a provider's key for any other server."""


@dataclass(frozen=True)
class Provider:
    """A provider, with the facts that its users need. ``reads`` is None if it lets no program read mail.

    ``note`` is two sentences for the host; ``page`` is the provider's page for app passwords, "" if unknown.
    ``refuses_passwords`` is one to which the desk cannot sign in. With ``no_spaces`` the spaces in an app password only
    group its letters. ``vouches`` is the name under which it vouches for senders, "" if unknown.
    """

    key: str
    name: str
    domains: tuple[str, ...]
    sends: ServerAt
    reads: ServerAt | None
    note: str
    page: str = ""
    refuses_passwords: bool = False
    no_spaces: bool = False
    vouches: str = ""


def _read(key: str, *, sends: list[Any], domains: list[str], reads: list[Any] | None = None, **others: Any) -> Provider:
    """Return a provider from its section of the file."""
    servers = [ServerAt(host, port, Tls(tls)) for host, port, tls in (sends, *filter(None, [reads]))]
    return Provider(key, domains=tuple(domains), sends=servers[0], reads=servers[1] if reads else None, **others)


PROVIDERS = {key: _read(key, **fields) for key, fields in beside(__file__, "providers.toml").items()}
"""All providers by key, in the order in which they are offered."""


def provider_of(address: str) -> Provider | None:
    """Return the provider of an address by its domain; None for a domain that is not in the list."""
    domain = address.rpartition("@")[2].strip().lower()
    return next((provider for provider in PROVIDERS.values() if domain in provider.domains), None)


def provider_at(server: str) -> Provider | None:
    """Return the provider that sends by a server, written with its port; None for another server."""
    return next((provider for provider in PROVIDERS.values() if str(provider.sends) == server), None)


def servers_like(address: str) -> tuple[ServerAt, ServerAt]:
    """Return the likely servers of an address's domain for sending and reading, without a look-up."""
    domain = address.rpartition("@")[2].strip().lower()
    return ServerAt(f"smtp.{domain}", 465), ServerAt(f"imap.{domain}", 993)
