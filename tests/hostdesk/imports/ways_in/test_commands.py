"""A request plans once: it posts the plan under the lock, or shows it and records nothing."""

import pytest

from hostdesk.imports.ways_in.commands import planning
from reservations.models import Player
from reservations.players.queries import Roster
from tests.hostdesk.imports.results.winter import knows

pytestmark = pytest.mark.django_db


def people():
    return [each.name for each in Roster().people]


def test_who_is_who_is_read_once_and_new_players_are_seen(django_assert_num_queries):
    knows("Ann")

    with planning(to_post=True):
        before = people()
        knows("Bo")
        with django_assert_num_queries(2):
            after = people()

    assert (before, after) == (["Ann"], ["Ann", "Bo"])


def test_a_dry_run_records_nothing():
    with planning(to_post=True, dry_run=True):
        knows("Ann")

    assert Player.objects.count() == 0


def test_a_refusal_records_nothing():
    def refuse():
        with planning(to_post=True):
            knows("Ann")
            raise ValueError("refused")

    with pytest.raises(ValueError, match="refused"):
        refuse()

    assert Player.objects.count() == 0
