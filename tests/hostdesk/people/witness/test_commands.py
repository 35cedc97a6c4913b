"""The reports of a phone, each kept once until a host has looked into it."""

from datetime import UTC, datetime

import pytest

from hostdesk.models import WitnessReport
from hostdesk.people.witness.commands import MOST_CHARACTERS, MOST_OPEN, deal_with, report_difference
from reservations.players.queries import player_named
from tests.stories.evening import Evening

pytestmark = [pytest.mark.django_db, pytest.mark.pg]

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def bo():
    Evening("dave-2018")
    return player_named("Bo")


def reports(player, number=3, says="Act 3 is not what it was."):
    return report_difference(player, number=number, head="ab" * 32, says=says, at=NOON)


def test_the_same_is_kept_once_until_a_host_has_looked_into_it(bo):
    first, again = reports(bo), reports(bo)
    deal_with(first.pk, by="Hanna", at=NOON)
    deal_with(first.pk, by="Ann", at=NOON)

    assert again == first
    assert reports(bo) != first
    assert [each.dealt_by for each in WitnessReport.objects.order_by("pk")] == ["Hanna", ""]


def test_a_phone_fills_nothing(bo):
    kept = [reports(bo, number, "x" * 2000) for number in range(MOST_OPEN + 1)]

    assert kept[-1] is None
    assert {len(each.says) for each in WitnessReport.objects.all()} == {MOST_CHARACTERS}
