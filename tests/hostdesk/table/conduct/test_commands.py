import json

import pytest

from hostdesk.table.conduct import commands
from reservations.acts.problems import Impossible, Malformed
from reservations.conduct.rules import Decider
from reservations.models import Fact
from reservations.players.queries import player_named
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


def evening_at(house, **figures):
    evening = Evening(house, **figures)
    evening.buy_in("Bo", "20")
    return evening


def about(evening, name):
    return {"stamp": evening.stamp(), "night": evening.night, "player": player_named(name).number}


def test_a_jumped_bet_warns_first_and_costs_then():
    evening = evening_at("mike")

    jumps = [commands.note_jump(**about(evening, "Bo")) for _ in range(3)]

    assert json.loads(jumps[0].fact.outcome)["warning"] is True
    assert "Bo" in jumps[-1].remark


def test_a_warning_is_of_somebody_at_the_table():
    evening = evening_at("mike")

    assert commands.note_warning(**about(evening, "Bo"), words="Phone").fact.player.name == "Bo"
    with pytest.raises(Malformed):
        commands.note_warning(**about(evening, "Cy"), words="Phone")


def test_a_ruling_is_recorded():
    evening = evening_at("mike")

    commands.note_ruling(
        stamp=evening.stamp(), night=evening.night, dispute="A", decision="B", decider=next(iter(Decider))
    )

    assert Fact.objects.filter(night=evening.night).count() == 1


def test_a_call_of_the_clock_is_ended():
    evening = evening_at("ericn", small_blind="0.10", big_blind="0.20", buy_in_min="5", buy_in_max="20")

    call = commands.call_clock_on(**about(evening, "Bo"))
    commands.note_call_over(stamp=evening.stamp(), night=evening.night, call=call.fact.pk)

    assert Fact.objects.filter(night=evening.night).count() == 2


def test_a_house_without_that_rule_calls_no_clock():
    evening = evening_at("dave-2018")

    with pytest.raises(Impossible, match="clock"):
        commands.call_clock_on(**about(evening, "Bo"))
