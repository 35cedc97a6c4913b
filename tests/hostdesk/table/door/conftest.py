"""A night with four seats at 19:00."""

import pytest

from tests.hostdesk.at_the_door import TWO_STEPS
from tests.played_once import played_once
from tests.reservations.friday import Friday, a_house, cast


@pytest.fixture
@played_once
def friday(db: None) -> Friday:
    """A night with four seats, at a house with a quarter of an hour of grace."""
    cast()
    return Friday(a_house(attendance=TWO_STEPS), seats=4)
