"""The preview of a cash-out has the same result as the command that records it."""

from datetime import datetime

import pytest

from hostdesk.table.open_night.queries import tonight_of
from hostdesk.table.tonight.cash_out_page import dealers_of, preview_of, still_to_come
from ledger.cash_out.payout import PayoutPart
from ledger.cash_out.queries import MoreThanInPlay
from ledger.money.cents import format_cents
from ledger.money.words import Means
from reservations.players.queries import player_named
from reservations.tables.blinds_commands import draw_button
from reservations.tables.draws import parse_cards
from tests.hostdesk.seated import Tables
from tests.ledger.transfer_house import friday
from tests.stories.evening import NEW_YORK, Evening

pytestmark = pytest.mark.django_db

AT = datetime(2026, 11, 20, 21, 0, tzinfo=NEW_YORK)


def worked_out(evening, count_cents, parts=None):
    tonight, bo = tonight_of(evening.night), player_named("Bo")
    return preview_of(tonight, bo, count_cents, parts, at=AT, round_played=False, currency="USD")


def test_it_comes_to_what_is_recorded():
    evening = Evening("mike")
    evening.buy_in("Bo", "40.00")
    evening.sells("Bo", "Cy", "5.00")
    evening.last_hand()

    found = worked_out(evening, 2040)
    evening.cash_out("Bo", "20.40")

    assert (found.due_cents, found.odd_cents) == (2000, 40)
    assert evening.results()["Bo"] == format_cents(found.result_cents) == "-15.00"


def test_what_the_house_will_say_is_known():
    evening = Evening("mike")
    evening.buy_in("Bo", "40.00")

    found = worked_out(evening, 2000)

    assert [each.term for each in found.violations] == ["cash at the end", "equal deals"]
    assert (
        found.allowed
        == "Bo can cash out when the first and the last dealer have dealt equally, or after the last hand."
    )


def test_nothing_is_in_the_way_after_the_last_hand():
    evening = Evening("mike")
    evening.buy_in("Bo", "40.00")
    evening.last_hand()

    assert still_to_come(tonight_of(evening.night), player_named("Bo"), AT) == ""
    assert worked_out(evening, 2000).violations == ()


def test_more_than_is_in_play_is_no_cash_out():
    evening = Evening("mike")
    evening.buy_in("Bo", "40.00")

    with pytest.raises(MoreThanInPlay) as caught:
        worked_out(evening, 4001)

    assert caught.value.extra_cents == 1


def test_a_drawer_that_holds_too_little_is_told_with_what_would_be_paid():
    evening = friday()
    evening.buy_in("Bo", "40.00")
    evening.counts_drawer("9.00")
    split = (PayoutPart(Means.CASH, 1000), PayoutPart(Means.TRANSFER, 3000))

    assert worked_out(evening, 4000).parts == (PayoutPart(Means.CASH, 4000),)
    assert worked_out(evening, 4000, split).parts == split
    assert worked_out(evening, 4000, split).short == (
        "10.00 are to be paid in cash and the drawer holds 9.00: the banker must put in 1.00 first."
    )


UNNAMED = ("the first dealer", "the last dealer")


def dealers(evening, name="Bo"):
    return dealers_of(tonight_of(evening.night), player_named(name).number)


def test_the_banker_deals_first_and_the_player_to_the_right_last():
    evening = Tables("mike").play("Bo", "Ann", "Cy")
    evening.seat_all()

    assert dealers(evening) == ("Ann (first dealer)", "Bo (last dealer)")


def test_a_bank_that_changes_hands_changes_no_dealer():
    evening = Tables("mike").play("Ann", "Bo", "Cy")
    evening.seat_all()
    evening.hands_over_to("Bo")

    assert dealers(evening) == ("Ann (first dealer)", "Cy (last dealer)")


def test_the_winner_of_the_draw_for_the_button_deals_first():
    evening = Tables("mike").play("Ann", "Bo", "Cy")
    evening.seat_all()
    drawn = {"Ann": "2c", "Bo": "Kh", "Cy": "9s"}
    cards = {player_named(name).pk: parse_cards(card) for name, card in drawn.items()}

    draw_button(stamp=evening.stamp(), night=evening.night, table=1, present=evening.present(), cards=cards)

    assert dealers(evening) == ("Bo (first dealer)", "Ann (last dealer)")


def test_where_the_last_dealer_has_left_the_next_one_to_the_right_is_the_last():
    evening = Tables("mike").play("Ann", "Bo", "Cy")
    evening.seat_all()
    evening.cash_out("Cy", "20.00", dealt=6)

    assert dealers(evening) == ("Ann (first dealer)", "Bo (last dealer)")


def test_without_seats_nobody_is_named():
    evening = Tables("mike").play("Ann", "Bo")

    assert dealers(evening) == UNNAMED


def test_where_the_banker_does_not_sit_nobody_is_named():
    evening = Tables("mike").play("Bo", "Cy")
    evening.seat_all()

    assert dealers(evening) == UNNAMED


def test_a_player_alone_at_the_table_is_not_both_ends():
    evening = Tables("mike").play("Ann")
    evening.seat_all()

    assert dealers(evening, "Ann") == UNNAMED
