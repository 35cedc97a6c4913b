"""``manage.py keep_up``: what is due by the clock, once or again and again, where no ``serve`` does it."""

import threading
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from hostdesk.management.commands.serve import HOW_TO_STOP
from hostdesk.site import database_fault_queries, server
from hostdesk.site.due_worker import keeping_up, one_round, posting, ticking
from reservations.acts.problems import Problem
from reservations.parsing.digits import whole_number


def _seconds(text: str) -> int:
    seconds = whole_number(text)
    if seconds is None or not 1 <= seconds <= 3600:
        raise ArgumentTypeError("takes a whole number of seconds from 1 to 3600")
    return seconds


class Command(BaseCommand):
    """Do what is due by the clock, and send the letters."""

    help = "Does what is due by the clock (offers, moving up, reminders) and sends the letters."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take how often."""
        parser.add_argument("--every", type=_seconds, metavar="SECONDS", help="again and again, until it is stopped")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what was done; exit 1 where it could not be."""
        if options["every"]:
            self._again_and_again(options["every"])
            return
        try:
            done = one_round(timezone.now())
        except DatabaseError as fault:
            raise CommandError(database_fault_queries.in_words(fault) or str(fault)) from None
        except Problem as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(f"Done that was due: {done.facts}. Letters sent: {done.sent}.")

    def _again_and_again(self, every: int) -> None:
        server.stop_on_sigterm()
        with keeping_up(every), posting(every), ticking():
            self.stdout.write(f"Keeping up every {every} seconds. {HOW_TO_STOP}")
            self.stdout.flush()
            threading.Event().wait()
