"""``manage.py settle FILE.csv [--hub NAME]… [--no-payment-under AMOUNT] [--json]``."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from ledger.book.balances_file import BIGGEST_FILE, read_balances
from ledger.money.cents import MOST_BALANCE_CENTS, format_cents
from ledger.settle.fewest_payments import planned, wished
from reservations.acts.problems import Faulty, Impossible, Malformed
from reservations.parsing.names import counted, name_key, parse_name


class Command(BaseCommand):
    help = "Print the fewest payments that clear a sheet of balances, + for those who are owed; they sum to zero."
    requires_system_checks = ()  # it reads a file and no database

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE.csv", help="player,balance in the first line, then a line a player")
        parser.add_argument(
            "--hub",
            metavar="NAME",
            action="append",
            default=[],
            help="everybody pays them and is paid by them; twice for two",
        )
        parser.add_argument("--no-payment-under", metavar="AMOUNT", help="smaller sums roll into the next month")
        parser.add_argument("--json", action="store_true", help="as JSON, for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the plan to standard output; exit 1 with FILE:LINE: what is wrong on standard error."""
        path = options["file"]
        try:
            with Path(path).open("rb") as file:
                found = read_balances(file.read(BIGGEST_FILE + 1), most_cents=MOST_BALANCE_CENTS, empty=True)
            standings = {each.name: each.cents for each in found}
            names = {name_key(name): name for name in standings}
            hubs = [names.get(name_key(hub), parse_name(hub)) for hub in options["hub"]]
            plan = planned(standings, wished(hubs, options["no_payment_under"]))
        except OSError as wrong:
            self._fail([f"{path}: {wrong.strerror}"])
        except Faulty as faulty:
            self._fail([f"{path}:{number}: {sentence}" for number, sentence in faulty.faults])
        except (Impossible, Malformed) as wrong:
            self._fail([f"{path}: {wrong}"])
        count, rolled = len(plan.payments), plan.left(standings)
        if options["json"]:
            payments = [
                {"payer": each.payer, "payee": each.payee, "amount": format_cents(each.cents)} for each in plan.payments
            ]
            said = {"payments": payments, "count": count, "fewest": plan.proven, "lower_bound": plan.lower_bound}
            if options["no_payment_under"]:
                said["rolled"] = [{"player": who, "balance": format_cents(cents)} for who, cents in rolled.items()]
            self.stdout.write(json.dumps(said, ensure_ascii=False, indent=2))
            return
        for each in plan.payments:
            self.stdout.write(f"{each.payer} pays {each.payee} {format_cents(each.cents)}")
        for who, cents in rolled.items():
            owed = "is owed" if cents > 0 else "owes"
            self.stdout.write(f"{who} {owed} {format_cents(abs(cents))}: rolls into the next month")
        self.stdout.write(f"{counted(count, 'payment')}. {plan.sentence}")

    def _fail(self, sentences: list[str]) -> NoReturn:
        self.stderr.write("\n".join(sentences))
        sys.exit(1)
