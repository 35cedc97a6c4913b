"""Dave's cash game: 0.25 and 0.50, buy-ins of 10.00 to 50.00 or the big stack, top-ups, half an hour of notice."""

import pytest

from hostdesk.rules.houses.presets import load_preset
from reservations.houses.commands import revise_house
from tests.stories.evening import Evening, impossible, overruled, refused

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["dave-2018", "dave-2020"])
def house(request):
    return request.param


@pytest.fixture
def evening(house):
    return Evening(house)


def test_a_whole_evening(evening):
    evening.stands(drawer="200.00", chips="0.00")
    evening.buy_in("Ann", "50.00")
    evening.stands(drawer="250.00", chips="50.00")
    evening.buy_in("Bo", "10.00")
    evening.stands(drawer="260.00", chips="60.00")
    evening.buy_in("Gil", "25.50")
    evening.stands(drawer="285.50", chips="85.50")
    evening.it_is("21:30")
    evening.buy_in("Bo", "40.00", stack="4.75")
    evening.stands(drawer="325.50", chips="125.50")
    evening.notice("Gil")
    evening.it_is("22:00")
    evening.cash_out("Gil", "61.25")
    evening.stands(drawer="264.25", chips="64.25")
    evening.adds("20.00")
    evening.stands(drawer="284.25", chips="64.25", float_="220.00")
    evening.it_is("23:45")
    evening.last_hand()
    evening.cash_out("Bo", "0.00")
    evening.stands(drawer="284.25", chips="64.25", float_="220.00")
    evening.cash_out("Ann", "64.00")
    evening.stands(drawer="220.25", chips="0.25", float_="220.00")
    evening.declares_missing("0.25")
    evening.stands(drawer="220.25", chips="0.00", float_="220.00", over_short="-0.25")
    assert evening.counts_drawer("219.90").remark == "Expected 220.25, counted 219.90: 0.35 short."
    evening.stands(drawer="219.90", chips="0.00", float_="220.00", over_short="0.10")
    evening.closes()

    evening.stands(drawer="0.00", chips="0.00", float_="0.00")
    assert evening.results() == {"Ann": "14.00", "Bo": "-50.00", "Gil": "35.75"}


def test_a_first_buy_in_is_worth_20_big_blinds(evening):
    with refused("minimum buy-in: 9.99 10.00", allowed="Ann 10.00 50.00"):
        evening.buy_in("Ann", "9.99")

    evening.buy_in("Ann", "10.00")

    evening.stands(drawer="210.00", chips="10.00")


def test_a_first_buy_in_is_worth_at_most_100_big_blinds(evening):
    with refused("maximum buy-in: 50.01 50.00", allowed="Ann 10.00 50.00"):
        evening.buy_in("Ann", "50.01")

    evening.buy_in("Ann", "50.00")

    evening.stands(drawer="250.00", chips="50.00")


def test_the_big_stack_raises_the_maximum(evening):
    evening.big_stack("82.50")
    with refused("maximum buy-in: 82.51 82.50", allowed="Ann 10.00 82.50"):
        evening.buy_in("Ann", "82.51")

    evening.buy_in("Ann", "82.50")

    evening.stands(drawer="282.50", chips="82.50")


def test_the_latest_estimate_of_the_big_stack_counts_and_never_lowers_the_maximum(evening):
    evening.big_stack("82.50")
    evening.big_stack("49.99")
    with refused("maximum buy-in: 50.01 50.00", allowed="Ann 10.00 50.00"):
        evening.buy_in("Ann", "50.01")

    evening.buy_in("Ann", "50.00")

    evening.stands(drawer="250.00", chips="50.00")


def test_a_top_up_reaches_the_maximum_and_no_cent_more(evening):
    evening.buy_in("Ann", "50.00")
    with refused("maximum after a rebuy: Ann 12.30 50.00", allowed="Ann 37.70"):
        evening.buy_in("Ann", "37.71", stack="12.30")

    evening.buy_in("Ann", "37.70", stack="12.30")

    evening.stands(drawer="287.70", chips="87.70")


def test_the_minimum_does_not_bind_a_top_up(evening):
    evening.buy_in("Ann", "50.00")

    evening.buy_in("Ann", "0.01", stack="49.99")

    evening.stands(drawer="250.01", chips="50.01")


def test_nothing_can_be_bought_with_the_maximum_in_front(evening):
    evening.buy_in("Ann", "50.00")

    with refused("maximum after a rebuy: Ann 50.00 50.00", allowed="Ann 50.00"):
        evening.buy_in("Ann", "0.01", stack="50.00")


def test_the_stack_is_asked_for_at_a_rebuy(evening):
    evening.buy_in("Ann", "20.00")

    with refused("stack at a rebuy: Ann", allowed="Ann 50.00"):
        evening.buy_in("Ann", "20.00")


def test_a_stack_cannot_be_more_than_all_chips(evening):
    evening.buy_in("Ann", "20.00")

    with impossible("Ann", "20.01 in front", "20.00 of chips"):
        evening.buy_in("Ann", "5.00", stack="20.01")


def test_chips_are_paid_for_in_cash(evening):
    with refused("means of payment", allowed="Ann 10.00 50.00"):
        evening.buy_in("Ann", "20.00", pay="transfer")
    with refused("means of payment", allowed="Ann 10.00 50.00"):
        evening.buy_in("Ann", "20.00", note="n1")


def test_all_terms_are_told_together(evening):
    evening.buy_in("Ann", "20.00")

    with refused("means of payment", "stack at a rebuy: Ann", "maximum buy-in: 50.01 50.00", allowed="Ann 50.00"):
        evening.buy_in("Ann", "50.01", pay="transfer")


def test_players_do_not_sell_chips(evening):
    evening.buy_in("Ann", "20.00")

    with refused("chip sales"):
        evening.sells("Ann", "Bo", "5.00")


def test_notice_is_half_an_hour_to_the_second(evening):
    evening.buy_in("Bo", "20.00")
    evening.it_is("21:00:10")
    evening.notice("Bo")
    evening.it_is("21:30:09")
    with refused("leave notice: 30 Bo 29:59", allowed="21:00 21:31"):
        evening.cash_out("Bo", "20.00")

    evening.it_is("21:30:10")
    evening.cash_out("Bo", "20.00")

    evening.stands(drawer="200.00", chips="0.00")


def test_notice_that_nobody_gave(evening):
    evening.buy_in("Bo", "20.00")
    evening.it_is("21:00")

    with refused("leave notice: 30 Bo", allowed="21:00 21:30"):
        evening.cash_out("Bo", "20.00")


def test_the_first_notice_counts_until_the_player_has_left(evening):
    evening.buy_in("Bo", "20.00")
    evening.notice("Bo")
    evening.it_is("20:29")
    with impossible("Bo", "20:00"):
        evening.notice("Bo")
    evening.it_is("20:30")
    evening.cash_out("Bo", "12.00")
    evening.buy_in("Bo", "8.00", stack="0")

    with refused("leave notice: 30 Bo", allowed="20:30 21:00"):
        evening.cash_out("Bo", "16.00")


@pytest.mark.parametrize("said", [{"count": "0"}, {"count": "20.00", "round_played": True}])
def test_who_has_busted_or_played_a_round_may_go(evening, said):
    evening.buy_in("Bo", "20.00")

    answer = evening.cash_out("Bo", **said)

    assert overruled(answer) == []


def test_nobody_owes_notice_after_the_last_hand(evening):
    evening.buy_in("Bo", "20.00")
    evening.last_hand()

    evening.cash_out("Bo", "20.00")

    evening.stands(drawer="200.00", chips="0.00")


def test_a_night_plays_for_limits_and_blinds_of_its_own(house):
    evening = Evening(house, small_blind="1.00", big_blind="2.00", buy_in_max="300.00")
    evening.big_stack("500.00")

    with refused("maximum buy-in: 300.01 300.00", allowed="Ann 40.00 300.00"):
        evening.buy_in("Ann", "300.01")
    with refused("minimum buy-in: 39.99 40.00", allowed="Ann 40.00 300.00"):
        evening.buy_in("Ann", "39.99")


def test_what_this_house_does_not_have(evening, house):
    with impossible("no levels"):
        evening.level(2)
    with impossible("no final pot", "2018" if house == "dave-2018" else "2020"):
        evening.final_pot("Ann")


def test_a_night_keeps_the_version_it_was_opened_with(evening, house):
    document = load_preset(house)
    document["buy_in"]["minimum"] = {"amount": "40.00"}
    revise_house(house=evening.night.house, document=document)

    evening.buy_in("Ann", "10.00")

    assert evening.version() == 1
    evening.stands(drawer="210.00", chips="10.00")


def test_a_night_opened_after_a_revision_has_the_new_version(evening, house):
    document = load_preset(house)
    document["buy_in"]["minimum"] = {"amount": "40.00"}
    revise_house(house=evening.night.house, document=document)

    evening.opens(house)

    assert evening.version() == 2
    with refused("minimum buy-in: 39.99 40.00", allowed="Ann 40.00 50.00"):
        evening.buy_in("Ann", "39.99")
