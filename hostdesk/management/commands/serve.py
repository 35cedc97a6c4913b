"""``manage.py serve``: bring the database up to date and serve the desk on the home's network."""

import contextlib
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import DEFAULT_DB_ALIAS, connection, connections

from hostdesk import backups, serving
from hostdesk.sqlite.base import DatabaseWrapper
from hostdesk.wsgi import application


class Command(BaseCommand):
    """Serve the desk until it is stopped, after a backup and the migrations where any are missing."""

    help = "Serves the desk on this machine's network, after a backup and the migrations where any are missing."
    requires_system_checks = ()  # migrate runs them, once there is a database to check

    def handle(self, *args: Any, **options: Any) -> None:
        """Hold the database, migrate, listen, say where, serve until stopped."""
        self._refuse_to_start_anew()
        try:
            with serving.hold_database():
                call_command("migrate", verbosity=0, interactive=False, stdout=self.stdout)
                connection.close()  # each thread of the server opens its own
                self._serve()
        except serving.AlreadyHeld as fault:
            raise CommandError(str(fault)) from None

    def _refuse_to_start_anew(self) -> None:
        # An empty desk where there was one would look as if nothing had ever happened.
        books, kept = connections[DEFAULT_DB_ALIAS], backups.kept(".sqlite3")
        if isinstance(books, DatabaseWrapper) and kept and not (books.is_in_memory_db() or books.path.exists()):
            raise CommandError(
                f"There is no database at {books.path}, but there are backups. `manage.py restore {kept[0]}` brings "
                "the newest one back; `manage.py migrate` starts a new ledger."
            )

    def _serve(self) -> None:
        try:
            server = serving.make_server(application, listen=settings.LISTEN, port=settings.PORT)
        except OSError as fault:
            raise CommandError(
                f"Cannot listen on {settings.LISTEN} port {settings.PORT}: {fault.strerror}. "
                "Another program may have the port; HOSTDESK_PORT sets another one."
            ) from None
        serving.stop_on_sigterm()  # before the desk says that it is open: it may be asked to stop at once
        try:
            self._say_where()
            serving.run(server)
        finally:
            self.stdout.write("The desk has stopped.")

    def _say_where(self) -> None:
        places = serving.addresses(settings.LISTEN, settings.PORT)
        self.stdout.write("The desk is open. On this machine or on a tablet in the same network:\n\n")
        for place in places:
            self.stdout.write(f"    {place}")
        self._draw(places[0])
        self.stdout.write("Ctrl-C stops it.")
        self.stdout.flush()

    def _draw(self, place: str) -> None:
        # A terminal without block characters gets the address alone.
        with contextlib.suppress(UnicodeEncodeError):
            self.stdout.write(f"\n{serving.qr_code(place)}")
