"""An evening with a clock, before and after it has started."""

import pytest

from tests.ledger.clocks import ClockEvening


@pytest.fixture
def evening():
    return ClockEvening()


@pytest.fixture
def started(evening):
    evening.starts_clock()
    return evening
