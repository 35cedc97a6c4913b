"""``manage.py keep_up``: do everything due by the clock, once or repeatedly, if no ``serve`` does it."""

import threading
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils import timezone

from hostdesk.base.site import server
from hostdesk.base.site.troubles import trouble_in
from hostdesk.front.serving.due_worker import one_round, rounds_of_the_desk, supervised
from ledger.management.locale_command import DeskCommand
from reservations.acts.problems import SetAside
from reservations.parsing.names import whole_number


def _seconds(text: str) -> int:
    seconds = whole_number(text)
    if seconds is None or not 1 <= seconds <= 3600:
        raise ArgumentTypeError("takes a whole number of seconds from 1 to 3600")
    return seconds


class Command(DeskCommand):
    help = "Does what is due by the clock (offers, moving up, reminders) and sends the messages."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--every", type=_seconds, metavar="SECONDS", help="repeat until it is stopped")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the work done; exit 1 if it failed."""
        if options["every"]:
            server.stop_on_sigterm()
            with supervised(*rounds_of_the_desk(options["every"])):
                self.stdout.write(f"Keeping up every {options['every']} seconds. {server.HOW_TO_STOP}")
                self.stdout.flush()
                threading.Event().wait()
        try:
            facts, sent = one_round(timezone.now())
        except (DatabaseError, SetAside) as fault:
            raise CommandError(str(trouble_in(fault) or fault)) from None
        self.stdout.write(f"Due and done: {facts}. Messages sent: {sent}.")
