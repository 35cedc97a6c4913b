"""The chips that were handed out, and cash that plays behind them: noted beside the money, which does not move."""

import pytest

from hostdesk.table.open_night.queries import tonight_of
from ledger.bank.queries import bank_of
from reservations.acts.problems import Malformed
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening, impossible, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return Evening("mike")


def on_the_table(evening):
    chips = tonight_of(evening.night).now.chips
    return {name: number for name, number in chips.out.items() if number}


def behind(evening, name):
    return bank_of(evening.night).history.of(player_named(name).number).behind_cents


def test_other_chips_than_proposed_are_on_the_table(evening):
    bought = evening.buy_in("Bo", "10.00")
    proposed = on_the_table(evening)

    evening.gave_others(bought, green=2)

    assert (proposed, on_the_table(evening)) == ({"white": 25, "red": 25, "blue": 25}, {"green": 2})
    evening.stands(drawer="210.00", chips="10.00")


def test_the_last_word_counts_until_it_or_its_buy_in_is_undone(evening):
    bought = evening.buy_in("Bo", "10.00")
    evening.gave_others(bought, green=2)
    second = evening.gave_others(bought, black=5, green=1)
    last = on_the_table(evening)
    evening.undo(second)

    assert (last, on_the_table(evening)) == ({"black": 5, "green": 1}, {"green": 2})
    evening.undo(bought)
    assert on_the_table(evening) == {}


def test_chips_that_do_not_come_to_the_amount_are_not_those(evening):
    bought = evening.buy_in("Bo", "10.00")

    with impossible("come to", "5.00", f"act {bought.act.number} sold 10.00"):
        evening.gave_others(bought, green=1)
    with pytest.raises(Malformed, match="purple"):
        evening.gave_others(bought, purple=1)


def test_only_a_buy_in_that_stands_has_chips(evening):
    slip = evening.buy_in("Bo", "5.00")
    evening.undo(slip)

    with impossible(slip.act.key, "is not a buy-in of this night that stands"):
        evening.gave_others(slip, green=1)


def test_cash_behind_holds_until_chips_are_bought_or_cashed_out():
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "50.00")
    evening.behind("Bo", "40.00")
    evening.behind("Bo", "30.00")
    said = behind(evening, "Bo")
    evening.buy_in("Bo", "30.00", stack="0")

    assert (said, behind(evening, "Bo"), behind(evening, "Cy")) == (3000, 0, 0)
    evening.stands(drawer="280.00", chips="80.00")


def test_cash_behind_is_refused_where_only_chips_are_in_play(evening):
    evening.buy_in("Bo", "10.00")

    with refused("cash behind"):
        evening.behind("Bo", "5.00")
