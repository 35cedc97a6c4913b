"""``manage.py undo_night NIGHT --reason …``."""

import uuid
from argparse import ArgumentParser
from typing import Any

from django.utils import timezone

from hostdesk.safekeeping.backups.commands import back_up_after_close
from ledger.management.locale_command import LocaleCommand, night_called
from ledger.models import Bank
from ledger.undoing.commands import take_back_night
from ledger.undoing.queries import why_not_taken_back
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible


class Command(LocaleCommand):
    help = "Take a whole closed night back: every act of it is undone. A corrected file then comes in as a night again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("night", help="its date (2026-11-20), or its id if two share a date")
        parser.add_argument("--reason", required=True, help="why; the ledger keeps it with every act")
        parser.add_argument("--by", default="", metavar="NAME", help="who takes it back")
        parser.add_argument("--dry-run", action="store_true", help="say whether it can be taken back, record nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Take the night back, make a backup and print the result; a night already taken back stays so."""
        night = night_called(options["night"])
        if options["dry_run"]:
            bank = Bank.objects.filter(pk=night.pk).first()
            closed = bank.closed_id if bank else night.results_id
            if closed is None:
                raise Impossible(f"The {night} is not closed.")
            if why_not := why_not_taken_back(night, closed):
                raise Impossible(why_not)
            self.stdout.write(f"The {night} can be taken back.")
            return
        stamp = Stamp(uuid.uuid4().hex, timezone.now(), options["by"])
        answer = take_back_night(stamp=stamp, night=night, reason=options["reason"])
        if not answer.known:
            back_up_after_close()
        self.stdout.write(answer.remark or f"The {night} was taken back already, by act {answer.act.number}.")
