"""The acts of a night that are searched for a mistake, and the hints that come of it."""

import pytest

from hostdesk.table.closing.page import HintRow, hints_for, searched_acts
from hostdesk.table.open_night.queries import tonight_of
from ledger.audit.discrepancies import CountedPlace
from reservations.players.queries import player_named
from tests.ledger.transfer_house import friday
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


def searched(evening):
    """Return the acts that are searched: the kind, the player, the cents, and the part of them that was not cash."""
    tonight = tonight_of(evening.night)
    return [(each.kind, each.player, each.cents, each.not_cash_cents) for each in searched_acts(tonight)]


def test_every_act_about_money_is_searched():
    evening = friday(whole_dollars=True)
    bought = evening.buy_in("Bo", "40.00")
    evening.buy_in("Cy", "20.00", pay="transfer")
    evening.paid_by("transfer", bought)
    evening.adds("5.00")
    evening.declares_missing("1.00")
    evening.declares_extra("2.00")
    evening.last_hand()
    evening.cash_out("Bo", "30.50", payout={"cash": "10.00", "transfer": "20.00"})
    evening.cash_out("Cy", "30.00")
    evening.final_pot("Cy")

    assert searched(evening) == [
        ("open", "", 20000, 0),
        ("buy_in", "Bo", 4000, 4000),
        ("buy_in", "Cy", 2000, 2000),
        ("float", "", 500, 0),
        ("declare_chips", "", -100, 0),
        ("declare_chips", "", 200, 0),
        ("cash_out", "Bo", 3050, 2000),
        ("cash_out", "Cy", 3000, 0),
        ("final_pot", "Cy", 100, 0),
    ]


def test_what_moved_nothing_is_not_searched():
    """Cy arrives, and Bo is busted: only the float and the buy-ins moved something."""
    evening = Evening("dave-2018")
    evening.arrives("Cy")
    evening.buy_in("Bo", "40.00")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    evening.cash_out("Bo", "0.00")

    assert searched(evening) == [("open", "", 20000, 0), ("buy_in", "Bo", 4000, 0), ("buy_in", "Cy", 2000, 0)]


def test_an_undone_act_is_not_suspected():
    evening = Evening("dave-2018")
    evening.undo(evening.buy_in("Bo", "40.00"))

    assert searched(evening) == [("open", "", 20000, 0)]


def test_a_lead_knows_its_act_and_its_player():
    evening = Evening("dave-2018")
    evening.it_is("21:04")
    evening.buy_in("Bo", "40.00")
    twice = evening.buy_in("Bo", "40.00", stack="0")

    found = hints_for(tonight_of(evening.night), CountedPlace.CHIPS, -4000)

    sentence = (
        "Bo's buy-in of 40.00 at 21:04 and the one at 21:04 look like one recorded twice: "
        f"undoing act {twice.act.number} would explain it."
    )
    assert found[0] == HintRow(sentence, twice.act.number, player_named("Bo").number)


def test_times_are_those_on_the_wall():
    evening = Evening("dave-2018")
    evening.it_is("21:04")
    evening.buy_in("Bo", "40.00")

    at = [each.at for each in searched_acts(tonight_of(evening.night))]

    assert f"{at[-1]:%H:%M}" == "21:04"


def test_only_another_count_of_the_same_chips_may_have_been_the_right_one():
    """Bo counted 31.00 and then agreed to 30.50; Cy's 30.00 was counted as 30.00 twice."""
    evening = friday(whole_dollars=True)
    evening.buy_in("Bo", "40.00")
    evening.buy_in("Cy", "20.50")
    evening.last_hand()
    evening.cash_out("Bo", "30.00", banker_count="30.50", count_ruling="as the banker counted")
    evening.cash_out("Cy", "30.00")
    bo, cy = player_named("Bo").number, player_named("Cy").number

    acts = searched_acts(tonight_of(evening.night), [(bo, 3100, 3050), (cy, 3000, 3000)])

    assert [each.other_counts for each in acts if each.kind == "cash_out"] == [[3000, 3100], []]


def on_paper():
    """Bo owes the bank on a note, 5.00 of it paid; Cy's note to Bo is paid, and he has bought 200.00 in THE BOOK."""
    evening = Evening("mike")
    evening.buy_in("Bo", "25.00", note="n1")
    evening.sells("Bo", "Cy", "10.00", note="n2")
    evening.buy_in("Cy", "200.00", pay="book")
    evening.redeems("n1", "5.00")
    evening.redeems("n2", "10.00")
    evening.last_hand()
    return evening


def test_what_did_not_go_through_the_drawer_is_known():
    evening = on_paper()
    evening.cash_out("Bo", "24.50", payout={"own_note": "20.00", "cash": "4.00"})
    evening.cash_out("Cy", "200.50")
    evening.adds("1.00")
    evening.final_pot("Cy")

    assert searched(evening) == [
        ("open", "", 20000, 0),
        ("buy_in", "Bo", 2500, 2500),
        ("buy_in", "Cy", 20000, 20000),
        ("redeem_note", "Bo", 500, 0),
        ("redeem_note", "Cy", 1000, 1000),
        ("cash_out", "Bo", 2450, 2000),
        ("cash_out", "Cy", 20050, 20000),
        ("float", "", 100, 0),
        ("final_pot", "Cy", 100, 0),
    ]


def test_a_note_that_lapsed_may_have_been_paid():
    evening = on_paper()
    lapsed = evening.lapses().act.number

    found = hints_for(tonight_of(evening.night), CountedPlace.DRAWER, 2000)

    assert (found[0].act, found[0].player) == (lapsed, player_named("Bo").number)
    assert f"The note n1 of Bo (ended by act {lapsed}) may have been paid in cash, 20.00" in found[0].sentence


def test_a_note_that_is_out_may_have_been_paid_too():
    evening = on_paper()

    found = hints_for(tonight_of(evening.night), CountedPlace.DRAWER, 2000)

    assert found[0].sentence.startswith("The note n1 of Bo may have been paid in cash, 20.00")


def test_a_buy_in_may_have_been_paid_on_paper():
    evening = Evening("mike")
    bought = evening.buy_in("Bo", "25.00").act.number

    found = hints_for(tonight_of(evening.night), CountedPlace.DRAWER, -2500)

    assert [each.act for each in found] == [bought]
    assert "may have been paid by bank note or in THE BOOK" in found[0].sentence
