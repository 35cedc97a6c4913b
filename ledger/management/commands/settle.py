"""``manage.py settle FILE.csv [--hub NAME]… [--no-payment-under AMOUNT] [--json]``."""

import json
from argparse import ArgumentParser
from typing import Any

from ledger.book.balances_file import BIGGEST_FILE, read_balances
from ledger.management.locale_command import FileCommand, add_wishes
from ledger.money.cents import MOST_BALANCE_CENTS, format_cents
from ledger.settle.fewest_payments import planned, wished
from reservations.acts.problems import Faulty, Impossible, Malformed
from reservations.parsing.names import counted, name_key, parse_name


class Command(FileCommand):
    help = "Print the fewest payments that clear a sheet of balances, + for those who are owed; they sum to zero."
    most_bytes = BIGGEST_FILE

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE.csv", help="player,balance in the first line, then a line a player")
        add_wishes(parser)
        parser.add_argument("--json", action="store_true", help="as JSON, for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the plan to standard output; for a fault exit 1 with FILE:LINE and the fault on standard error."""
        path = options["file"]
        try:
            found = read_balances(self.read(path), most_cents=MOST_BALANCE_CENTS, empty=True)
            standings = {line.name: line.cents for line in found}
            names = {name_key(name): name for name in standings}
            hubs = [names.get(name_key(hub), parse_name(hub)) for hub in options["hub"]]
            plan = planned(standings, wished(hubs, options["no_payment_under"]))
        except Faulty as faulty:
            self.fail(f"{path}:{number}: {sentence}" for number, sentence in faulty.faults)
        except (Impossible, Malformed) as wrong:
            self.fail([f"{path}: {wrong}"])
        count, rolled = len(plan.payments), plan.left(standings)
        if options["json"]:
            payments = [
                {"payer": due.payer, "payee": due.payee, "amount": format_cents(due.cents)} for due in plan.payments
            ]
            result = {"payments": payments, "count": count, "fewest": plan.proven, "lower_bound": plan.lower_bound}
            if options["no_payment_under"]:
                result["rolled"] = [{"player": who, "balance": format_cents(cents)} for who, cents in rolled.items()]
            self.stdout.write(json.dumps(result, ensure_ascii=False, indent=2))
            return
        for payment in plan.payments:
            self.stdout.write(f"{payment.payer} pays {payment.payee} {format_cents(payment.cents)}")
        for who, cents in rolled.items():
            owed = "is owed" if cents > 0 else "owes"
            self.stdout.write(f"{who} {owed} {format_cents(abs(cents))}: rolls into the next month")
        self.stdout.write(f"{counted(count, 'payment')}. {plan.sentence}")
