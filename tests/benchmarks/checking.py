"""The check of the whole ledger: seconds, and how they grow."""

from collections.abc import Iterator

from ledger.audit import queries as audit_queries
from ledger.audit import row_queries
from ledger.models import Transfer
from tests.benchmarks.ledgers import start_anew, write_ledger
from tests.benchmarks.timing import Line, seconds

SMALL, LARGE = 10_000, 100_000


def measure() -> Iterator[Line]:
    """Yield the seconds for a small and a large ledger, and what ten times the transfers cost."""
    small, large = _checked(SMALL), _checked(LARGE)
    yield {"benchmark": f"ledger_check, {SMALL} transfers", "seconds": round(small, 2)}
    yield {"benchmark": f"ledger_check, {LARGE} transfers", "seconds": round(large, 2)}
    yield {"benchmark": "ledger_check", "against": "a tenth of the transfers", "ratio": round(large / small, 2)}


def _checked(transfers: int) -> float:
    start_anew()
    write_ledger(transfers)
    found: list[str] = []
    took = seconds(lambda: found.extend([*audit_queries.faults(), *row_queries.faults()]))
    if found or Transfer.objects.count() < transfers * 0.98:
        raise RuntimeError(f"The ledger made for this is not sound: {found[:3]}")
    return took
