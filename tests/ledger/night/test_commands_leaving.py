"""Players who leave without having bought chips: they were here, so they get no strike."""

import pytest

from hostdesk.table.open_night.queries import tonight_of
from hostdesk.table.tables.queries import present_at
from ledger.bank.queries import history_of
from reservations.acts.problems import UndoFirst
from reservations.models import Fact
from reservations.players.queries import player_named
from reservations.rsvps.door_queries import arrived
from reservations.strikes.attendance_queries import attended
from reservations.strikes.outcomes import Outcome
from tests.played_once import played_once
from tests.stories.evening import Evening, impossible

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    evening = Evening("ericn", small_blind="0.10", big_blind="0.20", buy_in_min="5.00", buy_in_max="20.00")
    evening.arrives("Bo")
    return evening


def states(evening):
    return {each.name: (each.state, each.outcome) for each in tonight_of(evening.night).players}


def test_who_was_here_and_bought_nothing_is_out(evening):
    evening.leaves("Bo")

    assert states(evening) == {"Bo": ("left", "bought nothing")}
    assert present_at(evening.night).here == ()
    evening.stands(drawer="200.00", chips="0.00")


def test_no_strike_follows_they_came(evening):
    evening.leaves("Bo")
    bo = player_named("Bo").number

    lines = attended([evening.night], {evening.night.pk: arrived(evening.night)})

    assert [(each.player, each.outcome) for each in lines] == [(bo, Outcome.CAME)]
    assert Fact.objects.count() == 0


def test_they_may_come_back(evening):
    evening.leaves("Bo")
    evening.arrives("Bo")
    back = states(evening)
    evening.leaves("Bo")
    evening.buy_in("Bo", "20.00")

    assert (back, states(evening)["Bo"][0]) == ({"Bo": ("arrived", "bought nothing")}, "playing")


def test_the_arrival_of_who_has_left_is_undone_after_that(evening):
    """Cy came, left and came again: only his first arrival was before he left."""
    came = evening.arrives("Cy")
    left = evening.leaves("Cy")
    again = evening.arrives("Cy")
    evening.leaves("Bo")

    with pytest.raises(UndoFirst) as caught:
        evening.undo(came)
    for each in (again, left, came):
        evening.undo(each)

    assert caught.value.numbers == [left.act.number]
    assert "Cy" not in states(evening)


def test_whoever_has_bought_chips_cashes_out_instead(evening):
    evening.buy_in("Bo", "20.00")

    with impossible("Bo has bought chips for 20.00"):
        evening.leaves("Bo")


def test_nobody_leaves_who_is_not_here(evening):
    first = evening.leaves("Bo", key="two-taps")

    with impossible("Cy is not here"):
        evening.leaves("Cy")
    with impossible("Bo is not here"):
        evening.leaves("Bo")
    assert (evening.leaves("Bo", key="two-taps").act, history_of(evening.night).who_left()) == (
        first.act,
        {player_named("Bo").number},
    )
