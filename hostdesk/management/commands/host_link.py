"""``manage.py host_link [NAME]``: a sign-in link for a host, for a forgotten password or a new tablet."""

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
    help = "Prints a sign-in link for a host, for a forgotten password or a new tablet. It works once, within an hour."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", default="", help="the host's name, if there are several")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the link, print it and draw it."""
        hosts, name = list(Host.objects.order_by("pk")), options["name"]
        if not hosts:
            raise CommandError("This desk is not set up yet. The terminal that runs it shows the link.")
        found = [host for host in hosts if host.name_key == name_key(name)] if name else hosts
        if len(found) != 1:
            raise CommandError(f"Whose link? The hosts are {', '.join(each.name for each in hosts)}.")
        host = found[0]
        place = server.addresses(settings.LISTEN, settings.PORT)[0]
        address = f"{place}link/{make_link(LinkKind.HOST, host=host, made_by='the command line')}/"
        self.stdout.write(f"This link signs {host} in on one device; it works once, within an hour:\n\n    {address}")
        # A terminal without block characters gets only the address.
        with contextlib.suppress(UnicodeEncodeError):
            self.stdout.write(f"\n{server.qr_code(address)}")
