"""A cash-out worked out beforehand comes to what the command then records."""

from datetime import datetime

import pytest

from hostdesk.tonight.cash_out_page import preview_of, still_to_come
from hostdesk.tonight.queries import tonight_of
from ledger.cash_out.payout import PayoutPart
from ledger.cash_out.queries import MoreThanInPlay, payout_credit
from ledger.money.cents import format_cents
from ledger.money.words import Means
from reservations.players.queries import player_named
from tests.ledger.transfer_house import friday
from tests.stories.evening import NEW_YORK, Evening

pytestmark = pytest.mark.django_db

AT = datetime(2026, 11, 20, 21, 0, tzinfo=NEW_YORK)


def worked_out(evening, count_cents, parts=None):
    tonight, bo = tonight_of(evening.night), player_named("Bo")
    credit = payout_credit(tonight.now, bo)
    return preview_of(tonight, bo, count_cents, parts, credit=credit, at=AT, round_played=False, currency="USD")


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
