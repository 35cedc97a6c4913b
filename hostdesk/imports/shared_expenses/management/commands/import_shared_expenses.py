"""``manage.py import_shared_expenses FILE… [--nights-at HOUSE] [--currency CODE] …``."""

import uuid
from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from hostdesk.imports.management.posting import PostingCommand, chosen
from hostdesk.imports.shared_expenses.commands import bring_balances, bring_nights
from hostdesk.imports.shared_expenses.page import shown_of
from hostdesk.imports.shared_expenses.reading import BIGGEST_FILE, read_shared_expenses, text_of
from hostdesk.imports.ways_in.commands import Posted
from hostdesk.imports.ways_in.queries import field_of
from ledger.money.cents import show_signed
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Faulty, Problem


class Command(PostingCommand):
    help = "Take balances of Splitwise, Spliit or I Hate Money over into THE BOOK, or their days as nights of results."
    file_help = "the export, CSV or JSON"
    most_bytes = BIGGEST_FILE

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--currency", help="which to take, where the file has several; nothing is converted")
        parser.add_argument("--nights-at", metavar="HOUSE", help="bring its days in as nights of results at this house")
        parser.add_argument("--name", default="", help="the name of the book; else that of the program")
        parser.add_argument("--who", action="append", default=[], metavar="NAME=PLAYER", help="who somebody is here")

    def post(self, data: bytes, options: Mapping[str, Any]) -> Posted:
        """Read the export and take its balances over, with a remark on every balance."""
        expenses = read_shared_expenses(text_of(data))
        currencies, wanted = expenses.currencies, options["currency"]
        if wanted not in currencies and (wanted or len(currencies) != 1):
            listed = ", ".join(currency or "none" for currency in currencies)
            raise Faulty([(1, f"the currencies in this file are: {listed}. Choose one with --currency.")])
        choices = chosen(options["who"])
        shown, posted = shown_of(expenses, wanted or currencies[0], choices), Posted()
        if choices.keys() - map(field_of, shown.who):
            raise CommandError(f"--who NAME=PLAYER: the names of the file are {', '.join(shown.who)}.")
        posted.remarks += expenses.remarks
        by_night = {name for nets in shown.days.values() for name in nets} if options["nights_at"] else set()
        moved = by_night or {person.name for person in shown.people if person.cents}
        for person in shown.people:
            new = "new, added as a regular" if person.name in moved else "new, not added: nothing to bring"
            posted.remarks.append((1, f"{person.name} ({person.player or new}): {show_signed(person.cents)}"))
        stamp, is_dry = Stamp(uuid.uuid4().hex, timezone.now()), options["dry_run"]
        try:
            if house := options["nights_at"]:
                brought = bring_nights(stamp=stamp, days=shown.days, who=shown.who, house=house, dry_run=is_dry)
                return replace(brought, remarks=posted.remarks)
            reason = options["name"] or expenses.program
            answer = bring_balances(stamp=stamp, cents=shown.cents, who=shown.who, reason=reason, dry_run=is_dry)
        except Problem as problem:
            raise Faulty([(1, str(problem))]) from problem
        added = sum(person.player is None and person.cents != 0 for person in shown.people)
        posted.known, posted.new = int(answer.known), 0 if answer.known else 1 + added
        return posted
