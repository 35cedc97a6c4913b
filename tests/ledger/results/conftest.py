"""A night that does not add up, for the sums over nights."""

import pytest

from tests.played_once import played_once
from tests.stories.evening import Evening


@pytest.fixture
@played_once
def evening(db):
    """Ann and Bo buy, Bo's rebuy was a slip; Ann wins, 0.10 of chips is missing, 0.35 too much is in the drawer."""
    evening = Evening("dave-2018")
    evening.buy_in("Ann", "40.00")
    evening.buy_in("Bo", "20.00")
    evening.undo(evening.buy_in("Bo", "10.00", stack="0"))
    evening.last_hand()
    evening.cash_out("Ann", "50.00")
    evening.cash_out("Bo", "9.90")
    evening.declares_missing("0.10")
    evening.counts_drawer("200.45")
    return evening
