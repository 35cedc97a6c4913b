"""The mark with which a player signs."""

import pytest

from reservations.players.commands import record_player
from reservations.players.queries import mark_of, player_named
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


def test_a_duplicates_mark_is_the_persons():
    evening = Evening("mike")
    record_player(stamp=evening.stamp(), name="Cy", mark="BOC")

    evening.merges("Cy", into="Bo")

    assert [mark_of(player_named(name).survivor) for name in ("Bo", "Ann")] == ["BOC", None]
