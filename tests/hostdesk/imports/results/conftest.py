"""The closed night beside which the tests take old balances over."""

from tests.hostdesk.standings.book.conftest import evening

__all__ = ["evening"]
