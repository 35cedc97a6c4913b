"""``manage.py ledger_check``."""

import sys
from typing import Any

from django.db import transaction

from ledger import verify, verify_rows
from ledger.management.at_home import AtHomeCommand
from reservations import append_only
from reservations.models import Desk


class Command(AtHomeCommand):
    """Verify the whole ledger."""

    help = "Verify the whole ledger: silent when everything fits, else one line a fault and exit 1."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what does not fit."""
        with transaction.atomic():
            # Nobody writes meanwhile: what is read first and what is read last are of one moment.
            list(Desk.objects.select_for_update())
            triggers = [error.msg for error in append_only.check_triggers(databases=["default"])]
            found = [*triggers, *verify.faults(), *verify_rows.faults()]
        for fault in found:
            self.stdout.write(fault)
        if found:
            sys.exit(1)
