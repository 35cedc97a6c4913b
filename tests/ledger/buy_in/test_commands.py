"""Changes of the way a buy-in was paid, and chips paid into the banker's own account."""

from datetime import timedelta
from functools import partial

import pytest

from ledger.buy_in.commands import buy_in
from ledger.money.words import Means
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.players.queries import player_named
from tests.ledger.transfer_house import friday
from tests.played_once import played_once
from tests.stories.evening import Evening, impossible, overruled, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return friday()


def test_a_transfer_goes_past_the_drawer_to_the_banker(evening):
    evening.buy_in("Bo", "20.00", pay="transfer")

    evening.stands(drawer="200.00", chips="20.00", float_="180.00")
    assert evening.results() == {"Bo": "-20.00"}


def test_cash_that_was_a_transfer_leaves_the_drawer(evening):
    bought = evening.buy_in("Bo", "20.00")

    evening.paid_by("transfer", bought)

    evening.stands(drawer="200.00", chips="20.00", float_="180.00")
    assert evening.results() == {"Bo": "-20.00"}


def test_it_may_be_changed_back_and_forth(evening):
    bought = evening.buy_in("Bo", "20.00", pay="transfer")

    evening.paid_by("cash", bought)
    evening.stands(drawer="220.00", chips="20.00")
    evening.paid_by("transfer", bought)

    evening.stands(drawer="200.00", chips="20.00", float_="180.00")


def test_it_is_paid_so_already(evening):
    bought = evening.buy_in("Bo", "20.00")
    evening.paid_by("transfer", bought)

    with impossible("Act 6 is paid by transfer already."):
        evening.paid_by("transfer", bought)


def test_only_a_buy_in_of_this_night_that_stands_is_paid_otherwise(evening):
    slip = evening.buy_in("Bo", "20.00")
    evening.undo(slip)
    yesterday = evening.buy_in("Bo", "20.00")
    evening.opens("friday")

    for other in (slip, yesterday, evening.opening):
        with impossible(f"{other.act.key} is not a buy-in of this night that stands."):
            evening.paid_by("transfer", other)


def test_the_drawer_gives_back_no_cash_that_is_not_in_it(evening):
    bought = evening.buy_in("Bo", "20.00")
    evening.counts_drawer("19.99")

    with impossible("The drawer holds 19.99, not 20.00."):
        evening.paid_by("transfer", bought)


def test_the_means_are_those_of_the_house():
    evening = Evening("hybrid")
    bought = evening.buy_in("Bo", "10.00")
    with refused("means of payment"):
        evening.paid_by("transfer", bought)
    with refused("means of payment"):
        evening.paid_by("book", bought)

    answer = evening.paid_by("transfer", bought, ruling="the table agreed")

    assert overruled(answer) == ["Chips are paid for in cash here, not by transfer."]
    evening.stands(drawer="200.00", chips="10.00", float_="190.00")


def test_a_stack_may_be_told_at_a_first_buy_in(evening):
    evening.buy_in("Ann", "20.00")

    evening.buy_in("Bo", "50.00", stack="0")

    evening.stands(drawer="270.00", chips="70.00")


def test_players_do_not_pay_each_other_into_the_bankers_account():
    evening = Evening("mike")
    evening.buy_in("Bo", "20.00")

    with impossible("transfer", "chip sale"):
        evening.sells("Bo", "Cy", "5.00", pay="transfer", ruling="the table agreed")


def test_a_guest_is_not_answered_for_by_a_guest():
    evening = Evening("mike")
    evening.brings_along("Ann")

    with refused("guests are answered for: Gil"):
        evening.arrives("Gil")


@pytest.mark.parametrize(
    "asked",
    [
        lambda evening: evening.buy_in("Bo", "5.00", stack="90.00"),
        lambda evening: evening.sells("Bo", "Cy", "5.00", pay="transfer"),
        lambda evening: evening.sells("Bo", "Bo", "5.00"),
        lambda evening: evening.sells("Bo", "Cy", "90.00"),
    ],
)
def test_chips_that_are_not_there_and_sales_that_cannot_be(evening, asked):
    evening.buy_in("Bo", "20.00")

    with pytest.raises(Impossible):
        asked(evening)

    evening.stands(drawer="220.00", chips="20.00")


def test_a_note_of_which_4_00_are_paid_cannot_go_back():
    evening = Evening("mike")
    bought = evening.buy_in("Bo", "10.00", note="n1")
    evening.redeems("n1", "4.00")

    with impossible("note n1", "not whole", "6.00"):
        evening.paid_by("cash", bought)


def test_a_late_rebuy_is_refused_where_the_page_has_asked_and_a_log_is_not_asked():
    evening = Evening("hybrid")
    evening.buy_in("Bo", "10.00")
    sells = partial(buy_in, night=evening.night, player=player_named("Bo"), amount_cents=1000, pay=Means.CASH)
    twenty_past_eight = Stamp("late-rebuy", evening.now + timedelta(minutes=20))

    with refused("rebuy in time: 5 5 Bo 20:00"):
        sells(stamp=twenty_past_eight, stack_cents=0, busted_at=evening.now)
    evening.stands(drawer="210.00", chips="10.00")
    sells(stamp=twenty_past_eight, stack_cents=0)

    evening.stands(drawer="220.00", chips="20.00")
