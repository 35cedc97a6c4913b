"""Nights so far ahead that no test run reaches them."""

from datetime import date, time

import pytest

from reservations.models import Night, Series
from reservations.nights.plans import WEEKS, Repeats
from tests.reservations.planned import a_night, plans

FRIDAY = date(2099, 11, 20)


@pytest.fixture
def night(db: None) -> Night:
    """A night of the Friday game in Berlin, many years ahead."""
    return a_night(day=FRIDAY, ends=time(1))


@pytest.fixture
def series(db: None) -> Series:
    """A series of four such nights, one every week."""
    plans(day=FRIDAY, repeats=Repeats(WEEKS, 1, FRIDAY, date(2099, 12, 11)))
    return Series.objects.get()
