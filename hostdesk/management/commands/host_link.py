"""``manage.py host_link [NAME]``: a sign-in link for a host, for a forgotten password or a new tablet."""

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from hostdesk.base.sign_in.commands import add_host, give_houses
from hostdesk.base.sign_in.link_commands import make_link
from hostdesk.base.site import server
from hostdesk.models import Host, LinkKind
from ledger.management.locale_command import DeskCommand
from reservations.models import House
from reservations.parsing.names import name_key


class Command(DeskCommand):
    help = "Prints a sign-in link for a host, for a forgotten password or a new tablet. It works once, within an hour."

    def add_arguments(self, parser: ArgumentParser) -> None:
        words = "the host's name, if there are several or it is a new one"
        parser.add_argument("name", nargs="?", default="", help=words)
        words = "only this house, or these, are theirs"
        parser.add_argument("--house", action="append", default=[], metavar="KEY", help=words)
        parser.add_argument("--all-houses", action="store_true", help="all houses are theirs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the link, print it and draw it; with houses given, make that person a host first."""
        hosts, name = list(Host.objects.order_by("pk")), options["name"]
        if not hosts:
            raise CommandError("This desk is not set up yet. The terminal that runs it shows the link.")
        if options["house"] or options["all_houses"]:
            hosts = [self._with_houses(hosts, **options)]
        found = [host for host in hosts if host.name_key == name_key(name)] if name else hosts
        if len(found) != 1:
            raise CommandError(f"Whose link? The hosts are {', '.join(host.name for host in hosts)}.")
        host = found[0]
        place = server.addresses(settings.LISTEN, settings.PORT)[0]
        address = f"{place}link/{make_link(LinkKind.HOST, host=host, made_by='the command line')}/"
        self.stdout.write(f"This link signs {host} in on one device; it works once, within an hour:\n\n    {address}")
        server.draw_qr_code(self.stdout, address)

    def _with_houses(self, hosts: Sequence[Host], *, name: str, house: list[str], all_houses: bool, **_: Any) -> Host:
        """Return the host of that name, new or known, after giving them these houses."""
        houses = list(House.objects.filter(key__in=house))
        if all_houses == bool(house) or len(houses) < len({*house}):
            known = ", ".join(House.objects.order_by("key").values_list("key", flat=True))
            raise CommandError(f"Say --all-houses, or --house with one of {known}.")
        known_as = next((host for host in hosts if host.name_key == name_key(name)), None)
        return give_houses(known_as.pk, houses) if known_as else add_host(name, houses)
