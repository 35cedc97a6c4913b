"""All standings of THE BOOK against one raw sum over the same covering index."""

from collections.abc import Iterator

from django.db import connection

from ledger.models import Transfer
from ledger.standings.queries import standings
from tests.benchmarks.ledgers import write_ledger
from tests.benchmarks.timing import Line, ratio_line, side_by_side

ROUNDS = 9
LARGE = 100_000
AFTER = "checking"  # it leaves a ledger of that size


def measure() -> Iterator[Line]:
    """Yield the ratio on a large ledger."""
    if not Transfer.objects.exists():
        write_ledger(LARGE)
    times = side_by_side(ROUNDS, standings, _raw_sum)
    yield ratio_line(f"all standings, {LARGE} transfers", "SELECT SUM over the covering index", times, at_most=1.3)


def _raw_sum() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT debit_id, SUM(cents) FROM ledger_transfer GROUP BY debit_id")
        cursor.fetchall()
