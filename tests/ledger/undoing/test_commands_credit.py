"""A player's own limit is dropped."""

import pytest

from ledger.credit.commands import set_credit
from ledger.credit.exposure_queries import credit_of
from ledger.undoing.commands import drop_credit_limit
from reservations.acts.problems import Impossible
from reservations.models import Act
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    evening = Evening("mike")
    evening.knows("Bo")
    return evening


def test_a_limit_is_dropped_and_what_was_said_of_credit_stays(evening):
    bo = player_named("Bo")
    set_credit(stamp=evening.stamp(), player=bo, limit_cents=5000, refuses=True)
    stamp = evening.stamp()

    answers = [drop_credit_limit(stamp=stamp, player=bo).known for _ in range(2)]

    assert answers == [False, True]
    assert (credit_of(bo).limit_cents, credit_of(bo).refuses) == (None, True)
    with pytest.raises(Impossible, match="no limit of their own"):
        drop_credit_limit(stamp=evening.stamp(), player=bo)


def test_a_limit_alone_is_dropped_without_another_word(evening):
    bo = player_named("Bo")
    set_credit(stamp=evening.stamp(), player=bo, limit_cents=5000)

    drop_credit_limit(stamp=evening.stamp(), player=bo)

    assert Act.objects.filter(kind="credit").count() == 1
    assert credit_of(bo).limit_cents is None
