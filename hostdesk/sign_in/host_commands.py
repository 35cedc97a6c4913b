"""Adding and removing hosts, and their links."""

from django.db import transaction

from hostdesk.models import Host, Link, LinkKind
from hostdesk.sign_in import device_commands
from hostdesk.sign_in.commands import end_link, make_link
from reservations.acts.commands import command
from reservations.acts.problems import Impossible
from reservations.parsing.names import name_key, parse_name


class NameTaken(Impossible):
    """There is already a host of that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is already a host called {name}.")


class NotRemoved(Impossible):
    """A host cannot be removed; the sentence says why."""


@command
def add_host(name: str) -> Host:
    """Add a host without a password: they sign in by a link and set one.

    Raises ``BadName`` and ``NameTaken``.
    """
    known = Host.objects.filter(name_key=name_key(parse_name(name))).first()
    if known is not None:
        raise NameTaken(known.name)
    return Host.objects.make(name=name, password=None)


def new_link(host: Host, *, made_by: str) -> str:
    """Return the secret of a link that signs a host in; earlier unused ones end."""
    with transaction.atomic():
        for link in Link.objects.filter(kind=LinkKind.HOST, host=host, spent_at=None, ended_at=None):
            end_link(link)
        return make_link(LinkKind.HOST, host=host, made_by=made_by)


@command
def remove_host(number: int, *, by: str) -> None:
    """Remove a host with their links and sign-ins; what they recorded stays, under their name.

    ``by`` is the name of the host who removes. The desk is locked, so of two who remove each other one stays.
    Raises ``NotRemoved``.
    """
    host = Host.objects.filter(pk=number).first()
    if host is None:
        raise NotRemoved("That host is already removed.")
    if not Host.objects.filter(name_key=name_key(by)).exclude(pk=number).exists():
        raise NotRemoved("You cannot remove yourself; another host can.")
    device_commands.end_all(host)
    host.delete()
