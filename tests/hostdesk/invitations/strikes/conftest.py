"""A house that removes somebody at the second strike, and a night of it that is over."""

from datetime import timedelta

import pytest
from django.utils import timezone

from reservations.acts.facts import Mark
from reservations.models import House
from tests.played_once import played_once
from tests.reservations.friday import Friday, cast, preset


@pytest.fixture
@played_once
def house(db: None) -> House:
    """EricN's game: a reminder at the first strike, removed at the second."""
    cast()
    return preset("ericn")


@pytest.fixture
def struck(house: House) -> Friday:
    """A night a week ago on which Bo did not show up, and Cy did."""
    start = timezone.now().replace(minute=0, second=0, microsecond=0) - timedelta(weeks=1)
    night = Friday(house, seats=3, starts_at=start).full("Bo", "Cy")
    night.mark("Bo", Mark.NO_SHOW)
    return night
