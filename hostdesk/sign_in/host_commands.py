"""The hosts of the desk: another one comes, and one is removed."""

from django.db import transaction

from hostdesk.models import Host, Link, LinkKind
from hostdesk.sign_in import device_commands
from hostdesk.sign_in.commands import end_link, make_link
from reservations.acts.commands import command, lock_desk
from reservations.acts.problems import Impossible
from reservations.parsing.names import name_key, parse_name


class NameTaken(Impossible):
    """There is a host of that name already."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is a host called {name} already.")


class NotRemoved(Impossible):
    """A host cannot be removed; the sentence says why."""


@command
def add_host(name: str) -> Host:
    """Make a host without a password: they come in by a link and set one.

    Raises ``BadName`` and ``NameTaken``; the desk is locked, so of two at once one is told.
    """
    lock_desk()
    known = Host.objects.filter(name_key=name_key(parse_name(name))).first()
    if known is not None:
        raise NameTaken(known.name)
    return Host.objects.make(name=name, password=None)


def new_link(host: Host, *, made_by: str) -> str:
    """Return the secret of a link that signs a host in; those they were given before and did not use are over."""
    with transaction.atomic():
        for link in Link.objects.filter(kind=LinkKind.HOST, host=host, spent_at=None, ended_at=None):
            end_link(link)
        return make_link(LinkKind.HOST, host=host, made_by=made_by)


@command
def remove_host(number: int, *, by: str) -> None:
    """Remove a host, with their links and sign-ins; what they recorded stays, under their name.

    ``by`` is the name of the host who removes. Raises ``NotRemoved``: the desk is locked, so of two who remove each
    other one is removed.
    """
    lock_desk()
    host = Host.objects.filter(pk=number).first()
    if host is None:
        raise NotRemoved("That host is not there any more.")
    if not Host.objects.filter(name_key=name_key(by)).exclude(pk=number).exists():
        raise NotRemoved("Nobody removes themselves: another host can do that, so that one is always left.")
    device_commands.end_all(host)
    host.delete()
