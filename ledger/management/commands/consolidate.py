"""``manage.py consolidate --month 2026-10``."""

import json
import re
from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.utils import timezone

from ledger.management.locale_command import LocaleCommand, add_wishes
from ledger.money.cents import format_cents
from ledger.months.commands import consolidate
from ledger.months.queries import consolidation_of, consolidations, end_of_month
from ledger.months.report_queries import month_report, would_be
from ledger.months.text import month_text
from ledger.settle.fewest_payments import wished
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Malformed
from reservations.models import Act
from reservations.parsing.days import parse_day
from reservations.players.queries import person_named

_MONTH = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")


class Command(LocaleCommand):
    help = (
        "Freeze the standings at the end of a month and print the fewest payments that clear them. Called again for "
        "the same period it prints the same plan and records nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        period = parser.add_mutually_exclusive_group(required=True)
        period.add_argument("--month", metavar="2026-10", help="up to the end of that month")
        period.add_argument("--until", metavar="DATE", help="up to the end of that day, as in 2026-10-15")
        add_wishes(parser)
        parser.add_argument("--dry-run", action="store_true", help="print the plan and record nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        month, day = options["month"], options["until"]
        if month and not _MONTH.fullmatch(month):
            raise Malformed(f"{month!r:.40} is not a month: write it as in 2026-10.")
        until = parse_day(f"{month}-01" if month else day)
        until = end_of_month(until.year, until.month) if month else until
        least = options["no_payment_under"]
        wishes = wished([person_named(name).number for name in options["hub"]], least)
        if options["dry_run"]:
            report = month_report(would_be(until, wishes, timezone.now()))
            self.stdout.write(month_text(report), ending="")
            return
        # It may be done already, for example on a page.
        found = next((month for month in consolidations() if month.until == until), None)
        if found is None:
            answer = consolidate(stamp=Stamp(_key(until), timezone.now()), until=until, wishes=wishes)
            found = consolidation_of(answer.act.number)
        if found is None:
            raise Impossible("It was undone meanwhile.")
        if found.plan.wishes != wishes:
            through = "with the fewest payments"
            if found.plan.wishes.hubs:
                through = "through one person" if len(found.plan.wishes.hubs) == 1 else "through two people"
            if found.plan.wishes.least_cents:
                through += f" and no payment under {format_cents(found.plan.wishes.least_cents)}"
            raise Impossible(f"It was already consolidated by act {found.number}, {through}: undo that first.")
        self.stdout.write(month_text(month_report(found)), ending="")


def _key(until: date) -> str:
    """Return the key of a period: the same until its consolidation is undone."""
    undone = Act.objects.filter(night=None, kind=Kind.CONSOLIDATE).exclude(reversed_by=None)
    before = sum(json.loads(text)["until"] == until.isoformat() for text in undone.values_list("content", flat=True))
    return f"consolidate-{until}-{before + 1}"
