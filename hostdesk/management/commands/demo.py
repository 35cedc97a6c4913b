"""``manage.py demo``: make the demo's own database and serve it, beside the desk."""

from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.utils import timezone

from hostdesk.demo import database_commands
from hostdesk.demo.commands import build
from hostdesk.demo.database_commands import Found, NotTheDemos
from hostdesk.management.commands import serve
from hostdesk.site import server


class Command(serve.Command):
    """Serve a desk with an invented season, made anew on the first start of every day."""

    help = "Serves a demo: an invented season in a database of its own. `make demo` sets what it needs."
    name = "The demo"

    def handle(self, *args: Any, **options: Any) -> None:
        """Refuse any database but the demo's own; hold it, fill it, listen, say where, serve until stopped."""
        if not settings.DEMO:
            raise CommandError("This is not the demo's own folder. `make demo` starts the demo (HOSTDESK_DEMO=yes).")
        try:
            database_commands.check_place()
            self.hold_and_serve()
        except NotTheDemos as wrong:
            raise CommandError(str(wrong)) from None

    def prepare(self) -> None:
        """Fill the database, unless a demo of today is in it."""
        now = timezone.now()
        found = database_commands.look(now)
        if found is Found.OLDER:
            database_commands.start_anew()
        super().prepare()
        if found is not Found.TODAYS:
            self.stdout.write("Making up a season of home poker (once a day).")
            build(now, progress=self._tell)

    def say_where(self) -> None:
        """Say how to sign in, and then that it is open: whoever waits for that has read the link by then."""
        places = server.addresses(settings.LISTEN, settings.PORT)
        entry = f"{places[0]}link/{database_commands.host_link()}/"
        self.stdout.write(f"This link signs one browser in as the host of the demo:\n\n    {entry}")
        self.draw(entry)
        self.stdout.write(f"{self.name} is open.\n{serve.HOW_TO_STOP}")
        self.stdout.flush()

    def _tell(self, done: int, of: int) -> None:
        self.stdout.write(f"{done} of {of} nights")
        self.stdout.flush()
