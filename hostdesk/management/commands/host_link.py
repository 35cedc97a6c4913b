"""``manage.py host_link [NAME]``: a link that signs a host in once, for a forgotten password or a new tablet."""

import contextlib
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from hostdesk.models import Host, LinkKind
from hostdesk.sign_in.commands import make_link
from hostdesk.site import server
from reservations.parsing.names import name_key


class Command(BaseCommand):
    """Print a link that signs a host in, once and within an hour."""

    help = "Prints a link that signs a host in, once and within an hour: for a forgotten password or a new tablet."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take whose link it is, where there are several hosts."""
        parser.add_argument("name", nargs="?", default="", help="the host's name; may be left out where there is one")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the link, print it and draw it."""
        host = _host(options["name"])
        place = server.addresses(settings.LISTEN, settings.PORT)[0]
        address = f"{place}link/{make_link(LinkKind.HOST, host=host, made_by='the command line')}/"
        self.stdout.write(f"This link signs {host} in on one device, once and within an hour:\n\n    {address}")
        # A terminal without block characters gets the address alone.
        with contextlib.suppress(UnicodeEncodeError):
            self.stdout.write(f"\n{server.qr_code(address)}")


def _host(name: str) -> Host:
    hosts = list(Host.objects.order_by("pk"))
    if not hosts:
        raise CommandError("Nobody has set this desk up yet: the terminal that runs it prints the link for that.")
    if not name and len(hosts) == 1:
        return hosts[0]
    for host in hosts:
        if host.name_key == name_key(name):
            return host
    raise CommandError(f"Whose link? The hosts are {', '.join(each.name for each in hosts)}.")
