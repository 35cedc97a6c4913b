"""``manage.py ledger_check``."""

import sys
from typing import Any

from django.db import transaction

from ledger.audit import queries as audit_queries
from ledger.management.locale_command import LocaleCommand
from reservations.acts import append_only_schema
from reservations.models import Desk


class Command(LocaleCommand):
    help = "Verify the whole ledger: silent if it is right, else a line per fault and exit 1."

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic():
            # The lock keeps writers out, so that everything read is of one moment.
            list(Desk.objects.select_for_update())
            triggers = [error.msg for error in append_only_schema.check_triggers(databases=["default"])]
            found = [*triggers, *audit_queries.faults()]
        for fault in found:
            self.stdout.write(fault)
        if found:
            sys.exit(1)
