"""``manage.py ledger_check``."""

import re
import sys
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.db import transaction

from ledger.audit import queries as audit_queries
from ledger.management.locale_command import LocaleCommand
from reservations.acts import append_only_schema
from reservations.acts.head_queries import FEWEST_DIGITS, head_fault, kept_head_fault
from reservations.acts.kept_head import KeptHead
from reservations.models import Desk


class Command(LocaleCommand):
    help = "Verify the whole ledger: silent if it is right, else a line per fault and exit 1."

    def add_arguments(self, parser: ArgumentParser) -> None:
        words = f"an act as a paper, receipt or phone tells it: number, colon, head or its first {FEWEST_DIGITS} digits"
        parser.add_argument("--head", action="append", default=[], type=typed_head, metavar="N:HASH", help=words)

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic():
            # The lock keeps writers out, so that all reads are of one moment.
            list(Desk.objects.select_for_update())
            triggers = [error.msg for error in append_only_schema.check_triggers(databases=["default"])]
            heads = [kept_head_fault(), *map(head_fault, options["head"])]
            found = [*triggers, *filter(None, heads), *audit_queries.faults()]
        for fault in found:
            self.stdout.write(fault)
        if found:
            sys.exit(1)


def typed_head(text: str) -> KeptHead:
    """Return a typed act: ``412:3fa9c1d20b7e``. Raises ``ArgumentTypeError`` for any other text."""
    match = re.fullmatch(rf"([1-9][0-9]{{0,17}}):([0-9a-f]{{{FEWEST_DIGITS},64}})", text.strip().lower(), re.ASCII)
    if match is None:
        raise ArgumentTypeError(f"Type the number, a colon, and {FEWEST_DIGITS} to 64 digits: 412:3fa9c1d20b7e.")
    return KeptHead(int(match[1]), match[2])
