"""Two tablets sell chips to a player who limits their own play."""

import pytest

from ledger.bank.queries import bank_of
from ledger.buy_in.own_limit_queries import OwnLimitReached
from reservations.own_limits.commands import say_own_limits
from reservations.own_limits.rules import Limited
from tests.faults.racing import AT, ROUNDS, at_once, opened
from tests.faults.test_cash_out_races import buying

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


def test_of_two_who_sell_the_last_that_is_left_one_is_refused(players):
    """Bo wants to lose at most 30.00 on a night: of two tablets that sell 20.00 each, one sells."""
    say_own_limits(player=players[1], figures={Limited.NIGHT: 3000}, at=AT)
    for day in range(1, ROUNDS + 1):
        night = opened(players, day)

        outcomes = at_once(*[buying(night, players[1], f"in-{day}-{tablet}", 2000) for tablet in ("one", "two")])

        assert sum(isinstance(each, OwnLimitReached) for each in outcomes) == 1
        assert bank_of(night).balances.chips_cents == 2000
