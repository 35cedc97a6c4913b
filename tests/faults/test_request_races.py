"""A player and two tablets at once: a request is granted once, or not at all."""

from typing import Any

import pytest

from hostdesk.table.requests.commands import accept, ask, end_request
from ledger.bank.queries import bank_of
from ledger.buy_in.commands import buy_in
from ledger.money.words import Means
from ledger.night.requests import Ended, Wanted
from tests.faults.racing import ROUNDS, at_once, faults, opened, stamp, told
from tests.faults.test_cash_out_races import buying

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def asked(players):
    """Return a function that makes a night on which Bo has 10.00 and asks for 20.00 more, and the ways to answer."""

    def on(day):
        night = opened(players, day)
        buying(night, players[1], f"first-{day}", 1000)()
        said = {"night": night, "player": players[1]}
        noted = ask(stamp=stamp(f"asks-{day}"), wanted=Wanted.REBUY, amount_cents=2000, **said)
        said |= {"wish": noted.fact.pk, "run": buy_in, "amount_cents": 2000, "pay": Means.CASH}
        ends: dict[str, Any] = {"night": night, "wish": noted.fact.pk}
        return (
            lambda tablet: lambda: accept(stamp=stamp(f"yes-{day}-{tablet}"), **said),
            lambda how: lambda: end_request(stamp=stamp(f"{how.value}-{day}"), how=how, **ends),
            lambda: bank_of(night).balances.chips_cents,
        )

    return on


def test_of_two_tablets_that_accept_one_sells(asked):
    for day in range(1, ROUNDS + 1):
        accepts, _, chips = asked(day)

        outcomes = at_once(accepts("one"), accepts("two"))

        assert (sorted(told(outcomes)), chips()) == (["Impossible", "new"], 3000)
    assert faults() == []


@pytest.mark.parametrize("how", [*Ended])
def test_it_is_accepted_or_ended_and_never_both(asked, how):
    """The banker accepts while another declines, or while Bo withdraws."""
    for day in range(1, ROUNDS + 1):
        accepts, ends, chips = asked(day)

        accepted, ended = told(at_once(accepts("one"), ends(how)))

        assert sorted((accepted, ended)) == ["Impossible", "new"]
        assert chips() == (3000 if accepted == "new" else 1000)


def test_two_presses_of_one_phone_ask_once(players):
    for day in range(1, ROUNDS + 1):
        night = opened(players, day)
        buying(night, players[1], f"first-{day}", 1000)()
        said = {"night": night, "player": players[1], "wanted": Wanted.LEAVE}

        outcomes = at_once(*[lambda said=said, day=day: ask(stamp=stamp(f"asks-{day}"), **said)] * 2)
        others = at_once(
            *[lambda said=said, key=key: ask(stamp=stamp(key), **said) for key in (f"again-{day}", f"more-{day}")]
        )

        assert (sorted(told(outcomes)), told(others)) == (["known", "new"], ["Impossible"] * 2)
