"""Sums over all nights: the winnings of each player and night, and the results of a night."""

import pytest

from ledger.results.queries import Result, Winning, results, winnings
from reservations.players.queries import player_named
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


def test_each_player_and_night_is_a_line(evening):
    night, ann, bo = evening.night.pk, player_named("Ann").number, player_named("Bo").number

    assert sorted(winnings(), key=lambda line: line.player) == [
        Winning(4000, 5000, player=ann, night=night),
        Winning(2000, 990, player=bo, night=night),
    ]
    assert [line.result_cents for line in winnings(bo)] == [-1010]


def test_chips_between_players_are_bought_and_received():
    evening = Evening("mike")
    evening.buy_in("Ann", "20.00")
    evening.sells("Ann", "Bo", "5.00")

    lines = {line.player: (line.bought_cents, line.received_cents) for line in winnings()}

    assert lines == {player_named("Ann").number: (2000, 500), player_named("Bo").number: (500, 0)}


def test_the_results_of_a_night():
    evening = Evening("mike")
    evening.buy_in("Ann", "10.00")
    evening.sells("Ann", "Bo", "2.50")
    evening.undo(evening.buy_in("Cy", "100.00"))
    evening.last_hand()
    evening.cash_out("Ann", "5.50")
    evening.cash_out("Bo", "3.50")
    evening.final_pot("Bo")

    found = results(evening.night)

    assert found == {1: Result(1000, 750), 2: Result(250, 500)}
    assert [result.result_cents for result in found.values()] == [-250, 250]


def test_a_result_of_nothing():
    assert Result().result_cents == 0
