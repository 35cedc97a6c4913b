"""Starting results count in the spans of days that hold their day."""

from datetime import timedelta

import pytest

from ledger.results.queries import starting_cents
from reservations.players.queries import player_named
from tests.hostdesk.imports.results.winter import NINTH, brings, knows

pytestmark = pytest.mark.django_db

BEFORE, AFTER = NINTH - timedelta(days=1), NINTH + timedelta(days=1)


@pytest.mark.parametrize(
    ("first", "last", "cents"),
    [
        (None, None, 500),
        (NINTH, NINTH, 500),
        (NINTH, None, 500),
        (None, BEFORE, None),
        (AFTER, None, None),
        (BEFORE, BEFORE, None),
    ],
)
def test_a_starting_result_counts_from_the_first_day_to_the_last(first, last, cents):
    knows("Ann", "Bo")
    brings(NINTH, starting=True, Ann=500, Bo=-500)

    assert starting_cents(first, last).get(player_named("Ann").number) == cents
