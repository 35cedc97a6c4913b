"""Remaining times, and amounts on small buttons, as the pages write them."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from hostdesk.templatetags.desk import countdown, short


def test_a_time_that_is_up_stays_at_zero():
    until = datetime(2026, 11, 20, 21, 0, 30, 500_000, tzinfo=UTC)

    assert countdown(until) == '<span class="num" data-countdown="1795208430500">0:00</span>'


@pytest.mark.parametrize("minutes", [1, 29, 90])
def test_what_is_left_is_written_in_minutes_and_seconds(minutes):
    until = timezone.now() + timedelta(minutes=minutes, seconds=30)

    left = re.search(r">(\d+):(\d\d)<", countdown(until))

    assert left is not None
    assert int(left[1]) in (minutes, minutes - 1)


@pytest.mark.parametrize(("cents", "words"), [(2000, "20"), (250, "2.50"), (123_400, "1234"), (0, "0")])
def test_a_small_button_has_no_zeros_after_the_point(cents, words):
    assert short(cents) == words
