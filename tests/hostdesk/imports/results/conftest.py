"""The closed night beside which old balances are brought."""

from tests.hostdesk.standings.book.conftest import evening

__all__ = ["evening"]
