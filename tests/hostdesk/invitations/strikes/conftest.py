"""A house that removes a player at the second strike, and a past night at it."""

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
    """A night a week ago: Bo was a no-show, and Cy came."""
    start = timezone.now().replace(minute=0, second=0, microsecond=0) - timedelta(weeks=1)
    night = Friday(house, seats=3, starts_at=start).full("Bo", "Cy")
    night.mark("Bo", Mark.NO_SHOW)
    return night
