"""The check of the whole ledger: its processor time, and how it grows."""

import time
from collections.abc import Iterator

from ledger.audit import queries as audit_queries
from ledger.models import Transfer
from tests.benchmarks.ledgers import start_anew, write_ledger
from tests.benchmarks.timing import Line, ratio_line

SMALL, LARGE = 10_000, 100_000


def measure() -> Iterator[Line]:
    """Yield the ratio for ten times the transfers, with both times in milliseconds."""
    small, large = _checked(SMALL), _checked(LARGE)
    yield ratio_line(f"ledger_check, {LARGE} transfers", f"{SMALL} of them", (large, small), at_most=11)


def _checked(transfers: int) -> float:
    start_anew()
    write_ledger(transfers)
    before = time.process_time()
    found = list(audit_queries.faults())
    took = time.process_time() - before
    if found or Transfer.objects.count() < transfers * 0.98:
        raise RuntimeError(f"The ledger made for this is not sound: {found[:3]}")
    return took
