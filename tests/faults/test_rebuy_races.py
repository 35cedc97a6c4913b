"""Two tablets at once while the blinds go up: a late rebuy is sold in its window, or refused, and never twice."""

from datetime import timedelta

import pytest

from ledger.bank.queries import bank_of
from ledger.buy_in.commands import buy_in
from ledger.money.words import Means
from ledger.night import commands as night_commands
from tests.faults.racing import AT, ROUNDS, at_once, faults, opened, stamp, told

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


def rebuys(night, player, key, *, ruling=""):
    """Sell 10.00 more to a player who busted ten minutes ago, at a house whose window is five minutes."""
    facts = {"player": player, "amount_cents": 1000, "pay": Means.CASH, "stack_cents": 0}
    busted_at = AT - timedelta(minutes=10)
    return lambda: buy_in(stamp=stamp(key, ruling=ruling), night=night, busted_at=busted_at, **facts)


def raises(night, key):
    return lambda: night_commands.raise_level(stamp=stamp(key), night=night, level=2)


def test_a_late_rebuy_beside_the_blinds_going_up_is_sold_after_them_or_refused(players):
    for number in range(1, ROUNDS + 1):
        night = opened(players, number, house="hybrid")
        buy_in(stamp=stamp(f"first-{number}"), night=night, player=players[1], amount_cents=1000, pay=Means.CASH)

        rises, sells = told(at_once(raises(night, f"level-{number}"), rebuys(night, players[1], f"late-{number}")))

        assert (rises, sells in ("new", "Refused")) == ("new", True)
        assert bank_of(night).balances.chips_cents == 1000 + 1000 * (sells == "new")
    assert faults() == []


def test_one_overruling_that_comes_twice_sells_once_and_keeps_when_the_player_busted(players):
    night = opened(players, 7, house="hybrid")
    buy_in(stamp=stamp("first-buy"), night=night, player=players[1], amount_cents=1000, pay=Means.CASH)

    outcomes = at_once(*[rebuys(night, players[1], "overruled", ruling="a long phone call")] * 2)

    assert (sorted(told(outcomes)), bank_of(night).balances.chips_cents) == (["known", "new"], 2000)
    assert "busted at 14:50" in outcomes[0].act.overruled
    assert faults() == []
