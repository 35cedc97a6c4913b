import pytest

from hostdesk.table.door import commands
from ledger.bank.queries import history_of
from reservations.acts.fact_queries import Noted
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.acts.queries import Answer
from reservations.players.queries import player_named
from tests.hostdesk.at_the_door import clock, night_of
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


def test_while_the_bank_is_open_an_arrival_is_an_act():
    evening = Evening("mike")

    came = commands.come(stamp=evening.stamp(), night=evening.night, player=player_named("Bo"))

    assert isinstance(came, Answer)
    assert player_named("Bo").number in history_of(evening.night).arrivals


def test_once_the_bank_is_closed_nobody_comes():
    evening = Evening("mike")
    evening.last_hand()
    evening.counts_drawer("200")
    evening.closes()

    with pytest.raises(Impossible, match="closed"):
        commands.come(stamp=evening.stamp(), night=evening.night, player=player_named("Bo"))


def test_before_the_bank_opens_who_came_is_noted(friday):
    night = night_of(friday)

    noted = commands.come(stamp=Stamp("came-0001", clock("19:00:00")), night=night, player=player_named("Bo"))

    assert isinstance(noted, Noted)
    assert noted.fact.player == player_named("Bo")


def test_a_guest_who_was_announced_is_let_in_and_put_on_the_list(friday):
    friday.yes("Bo", guests=["Max"])
    night = night_of(friday)

    for turn in range(2):
        commands.bring(
            stamp=Stamp(f"brings-{turn}-1", clock("19:00:00")), night=night, host=player_named("Bo"), name="Max"
        )

    assert player_named("Max").invited_by == player_named("Bo")


def test_a_guest_whom_nobody_brings_is_not_let_in(friday):
    night = night_of(friday)

    with pytest.raises(Impossible, match="Max"):
        commands.bring(stamp=Stamp("brings-01", clock("19:00:00")), night=night, host=player_named("Bo"), name="Max")
