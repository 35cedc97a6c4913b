"""Nights in three days, with two seats."""

from datetime import timedelta

import pytest
from django.utils import timezone

from reservations.models import House
from tests.reservations.friday import Friday, a_house, cast, preset


def in_three_days(house: House) -> Friday:
    """Plan a night in three days at that house, on a full minute."""
    return Friday(house, starts_at=(timezone.now() + timedelta(days=3)).replace(second=0, microsecond=0))


@pytest.fixture
def friday(db: None) -> Friday:
    """A night at a house with favour: Bo and Cy have the seats, Di and Eve wait."""
    cast()
    return in_three_days(preset("dave-2018")).full("Bo", "Cy", "Di", "Eve")


@pytest.fixture
def empty(db: None) -> Friday:
    """A night at a house without favour, with all seats free."""
    cast()
    return in_three_days(a_house())
