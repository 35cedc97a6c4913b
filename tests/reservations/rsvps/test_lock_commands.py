"""The effect of a strike on later reservations."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reservations.acts.facts import Cause
from reservations.parsing.days import day_of
from reservations.rsvps.lock_commands import ended_by, locked_rsvp
from tests.reservations.friday import START, Friday, a_house, cast, one

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("nights", [1, 6])
def test_later_reservations_are_read_at_once_however_many_there_are(nights):
    cast()
    house = a_house(attendance={"steps": [[1, "removed"]]})
    friday = Friday(house).full("Bo")
    later = [Friday(house, starts_at=START + timedelta(weeks=week)).full("Bo") for week in range(1, nights + 1)]
    on = locked_rsvp(friday.at(-60), friday.night, one("Bo"))

    with CaptureQueriesContext(connection) as asked:
        said = ended_by(on, Cause.NO_SHOW)

    assert [day_of(each.night.date) in said for each in later] == [True] * nights
    assert len([each for each in asked if '"reservations_fact"."night_id" IN' in each["sql"]]) == 1
