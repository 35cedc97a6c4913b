"""``manage.py serve``: bring the database up to date and serve the desk on the home's network."""

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.utils import timezone

from hostdesk.base.sign_in.commands import is_set_up
from hostdesk.base.sign_in.link_commands import new_set_up_link
from hostdesk.base.site import environment
from hostdesk.base.site import server as site_server
from hostdesk.base.site.addresses import lan_addresses
from hostdesk.base.site.league_queries import league_faults
from hostdesk.base.sqlite.base import DatabaseWrapper
from hostdesk.front.serving.due_worker import rounds_of_the_desk, supervised
from hostdesk.safekeeping.backups import queries as backups_queries
from hostdesk.wsgi import application
from ledger.locale.queries import in_locale
from ledger.management.locale_command import DeskCommand
from ledger.months.plan_queries import offer
from reservations.acts.head_queries import kept_head_fault
from reservations.acts.program import called, quoted

NO_NETWORK = (
    "This computer is in no network: no tablet or phone comes in. Join the home's Wi-Fi, and start the desk again."
)


class Command(DeskCommand):
    help = "Serves the desk on this computer's network, after a backup and any missing migrations."
    name = "The desk"

    def handle(self, *args: Any, **options: Any) -> None:
        """Refuse to replace a lost database by a new one, then serve until stopped."""
        # An empty desk in place of a lost one would look as if nothing had ever happened.
        books, kept = connections[DEFAULT_DB_ALIAS], backups_queries.kept(".sqlite3")
        if isinstance(books, DatabaseWrapper) and kept and not (books.is_in_memory_db() or books.has_content()):
            raise CommandError(
                f"There is no database at {books.path}, but there are backups. "
                f"`{called(f'restore {quoted(kept[0])}')}` restores the newest one; "
                f"`{called('migrate')}` starts a new ledger."
            )
        self.hold_and_serve()

    def hold_and_serve(self) -> None:
        """Hold and prepare the database, listen, print the addresses, serve until stopped. Raises ``CommandError``."""
        try:
            with site_server.hold_desk():
                self.prepare()
                connection.close()  # every thread of the server opens its own
                try:
                    server = site_server.make_server(application, listen=settings.LISTEN, port=settings.PORT)
                except OSError as fault:
                    setting = "DEMO_PORT" if settings.DEMO else "HOSTDESK_PORT"
                    raise CommandError(
                        f"Cannot listen on {settings.LISTEN} port {settings.PORT}: {fault.strerror}. "
                        f"Another program may use the port; {setting} sets another one."
                    ) from None
                site_server.stop_on_sigterm()  # before the desk says that it is open: it may be stopped at once
                try:
                    self.say_where()
                    with supervised(*rounds_of_the_desk()):
                        site_server.run(server)
                finally:
                    self.stdout.write(f"{self.name} has stopped.")
        except site_server.AlreadyHeld as fault:
            raise CommandError(str(fault)) from None

    def prepare(self) -> None:
        """Bring the database up to date, delete expired sessions, and warn if the books went further before."""
        call_command("migrate", verbosity=0, interactive=False, skip_checks=False, stdout=self.stdout)
        call_command("clearsessions")
        for fault in filter(None, [kept_head_fault(), *league_faults()]):
            self.stdout.write(f"\nATTENTION. {fault}\n\n")

    def say_where(self) -> None:
        """Print the link to open first of all, then the other addresses, the books, and the way to stop."""
        places = site_server.addresses(settings.LISTEN, settings.PORT)
        where = "In every browser" if settings.TLS else "On this computer, or on a tablet in the same network"
        entry, others = places[0], places[1:]
        if is_set_up():
            self.stdout.write(f"{self.name} is open. {where}:\n\n    {entry}")
            where = "Or"
        else:
            entry, others = f"{places[0]}set-up/{new_set_up_link()}/", places
            self.stdout.write(f"{self.name} is open, and not set up yet. This link does it, once:\n\n    {entry}")
        site_server.draw_qr_code(self.stdout, entry)
        if others:
            self.stdout.write("\n".join([f"{where}:\n", *(f"    {place}" for place in others)]))
        if not (settings.TLS or lan_addresses()):
            self.stdout.write(f"\n{NO_NETWORK}")
        if settings.NETWORKS:
            alone = "Only they and" if settings.TLS else "They and"
            networks = ", ".join(map(str, settings.NETWORKS))
            self.stdout.write(f"\nHOSTDESK_NETWORKS lets in {networks}. {alone} your home network can open the desk.")
        self.stdout.write(f"\n{self.which_books()}\n")
        with in_locale():
            month = offer(timezone.localdate())
        if month is not None:
            title = f"{month.title[0].upper()}{month.title[1:]}"
            address = f"{places[0]}book/months/new/?until={month.until}"
            self.stdout.write(f"{title} has ended. Consolidate THE BOOK at\n\n    {address}\n\n")
        self.stdout.write(site_server.HOW_TO_STOP)
        self.stdout.flush()

    def which_books(self) -> str:
        """Return in a sentence which books are open; ones that were found elsewhere are remembered."""
        books, home = connections[DEFAULT_DB_ALIAS], Path(settings.HOME)
        place = books.path if isinstance(books, DatabaseWrapper) else "on PostgreSQL"
        sentence = f"The books are {place}: {backups_queries.last_act()}."
        if settings.VAR in map(Path.absolute, settings.BEFORE) and not os.environ.get("HOSTDESK_VAR"):
            environment.remember_folder(home, settings.VAR)
            return f"{sentence} They stay there, where `make run` has kept them."
        return sentence
