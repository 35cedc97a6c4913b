"""The end of a night for messages: twelve hours after its start, or at the end of its day without one."""

from datetime import UTC, date, datetime

import pytest

from reservations.models import Night
from reservations.nights.queries import is_over

FRIDAY = date(2026, 11, 20)


@pytest.mark.parametrize(
    ("starts_at", "at", "over"),
    [
        (datetime(2026, 11, 20, 18, tzinfo=UTC), datetime(2026, 11, 21, 5, 59, tzinfo=UTC), False),
        (datetime(2026, 11, 20, 18, tzinfo=UTC), datetime(2026, 11, 21, 6, tzinfo=UTC), True),
        (None, datetime(2026, 11, 20, 22, 59, tzinfo=UTC), False),
        (None, datetime(2026, 11, 20, 23, tzinfo=UTC), True),
    ],
)
def test_a_night_is_over_half_a_day_after_its_start_or_at_the_end_of_its_day(starts_at, at, over):
    assert is_over(Night(date=FRIDAY, starts_at=starts_at, time_zone="Europe/Berlin"), at) is over
