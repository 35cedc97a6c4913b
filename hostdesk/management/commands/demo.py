"""``manage.py demo``: make the demo's own database and serve it, beside the desk."""

from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.utils import timezone

from hostdesk.base.site import server
from hostdesk.front.demo import commands
from hostdesk.front.demo.commands import DemoState, build
from hostdesk.management.commands import serve


class Command(serve.Command):
    help = "Serves a demo: an invented season in its own database."
    name = "The demo"

    def handle(self, *args: Any, **options: Any) -> None:
        """Refuse any database but the demo's own; hold it, fill it, serve until stopped."""
        if not settings.DEMO:
            raise CommandError("HOSTDESK_DEMO says that this is no demo. Without it the command starts one.")
        commands.demo_books()
        self.hold_and_serve()

    def prepare(self) -> None:
        """Fill the database, unless it has today's demo."""
        now = timezone.now()
        found = commands.demo_state(now)
        if found is DemoState.OLDER:
            commands.start_anew()
        super().prepare()
        if found is not DemoState.TODAYS:
            self.stdout.write("Preparing a season of home poker (once a day).")
            build(now, progress=self.show_progress)

    def say_where(self) -> None:
        """Print the sign-in link, and then that the demo is open: a program that waits for that has the link then."""
        places = server.addresses(settings.LISTEN, settings.PORT)
        entry = f"{places[0]}link/{commands.host_link()}/"
        self.stdout.write(f"This link signs one browser in as the demo's host:\n\n    {entry}")
        server.draw_qr_code(self.stdout, entry)
        self.stdout.write(f"{self.name} is open.\n{server.HOW_TO_STOP}")
        self.stdout.flush()

    def show_progress(self, done: int, of: int) -> None:
        """Print the number of finished nights."""
        self.stdout.write(f"{done} of {of} nights")
        self.stdout.flush()
