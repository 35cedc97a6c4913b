"""THE BOOK after a closed night, with all players in it."""

import pytest

from tests.played_once import played_once
from tests.stories.evening import Evening


@pytest.fixture
@played_once
def evening(db: None) -> Evening:
    """mike's night of 20 November, closed: Ann (1), the banker, is owed 25.00; Bo (2) owes 15.00, Cy (3) 10.00.

    Gil (4), Ann's guest, is even.
    """
    evening = Evening("mike")
    evening.buy_in("Ann", "20.00")
    evening.buy_in("Bo", "20.00", pay="book")
    evening.buy_in("Cy", "10.00", pay="book")
    evening.last_hand()
    evening.cash_out("Ann", "45.00", payout={"cash": "45.00"})
    evening.cash_out("Bo", "5.00", payout={"book": "5.00"})
    evening.ends("175.00")
    return evening
