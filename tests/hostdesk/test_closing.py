"""The state of a closing, and the acts as they are searched for a mistake."""

import pytest

from hostdesk.closing import Lead, State, closing_of, entries, leads, reasons_given
from hostdesk.tonight import tonight_of
from ledger.difference import Place
from reservations.queries import player_named
from tests.ledger.commands.houses import friday
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db

DONE, NOW, LATER = State.DONE, State.NOW, State.LATER


def closing(evening):
    return closing_of(tonight_of(evening.night))


def searched(evening):
    """Return the acts that are searched: kind, whose, cents, and what of it was not cash."""
    tonight = tonight_of(evening.night)
    return [(each.kind, each.player, each.cents, each.not_cash_cents) for each in entries(tonight)]


def test_nothing_has_happened_yet():
    evening = Evening("dave-2018")

    assert closing(evening).states == {"players": DONE, "chips": DONE, "drawer": NOW, "close": LATER}


def test_each_step_waits_for_those_before_it():
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "40.00")
    evening.counts_drawer("240.00")

    assert closing(evening).states == {"players": NOW, "chips": LATER, "drawer": LATER, "close": LATER}


def test_whoever_lost_everything_holds_up_nobody():
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "40.00")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    evening.cash_out("Bo", "60.00")

    assert closing(evening).losers == ["Cy"]
    assert closing(evening).states == {"players": DONE, "chips": DONE, "drawer": NOW, "close": LATER}


def test_a_house_with_a_final_pot_waits_for_everybody():
    evening = Evening("mike")
    evening.buy_in("Bo", "40.00")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    evening.cash_out("Bo", "59.50")

    assert closing(evening).states["players"] == NOW
    evening.cash_out("Cy", "0")
    assert closing(evening).states == {"players": DONE, "pot": NOW, "chips": NOW, "drawer": LATER, "close": LATER}
    assert closing(evening).pot_cents == 100


def test_what_the_banker_takes_home():
    evening = Evening("dave-2018")
    evening.adds("10.00")
    evening.counts_drawer("205.00")

    found = closing(evening)

    assert found.states["close"] == NOW
    assert (found.banker_bears_cents, found.ends.drawer_home_cents) == (500, 20500)


def test_a_count_is_no_longer_one_once_money_moves():
    evening = Evening("dave-2018")
    evening.counts_drawer("200.00")
    evening.adds("10.00")

    assert closing(evening).states["drawer"] == NOW
    assert closing(evening).ends is None


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


def test_an_undone_act_is_not_suspected():
    evening = Evening("dave-2018")
    evening.undo(evening.buy_in("Bo", "40.00"))

    assert searched(evening) == [("open", "", 20000, 0)]


def test_a_lead_knows_its_act_and_its_player():
    evening = Evening("dave-2018")
    evening.it_is("21:04")
    evening.buy_in("Bo", "40.00")
    twice = evening.buy_in("Bo", "40.00", stack="0")

    found = leads(tonight_of(evening.night), Place.CHIPS, -4000)

    sentence = (
        "Bo's buy-in of 40.00 at 21:04 and the one at 21:04 look like one recorded twice: "
        f"undoing act {twice.act.number} would explain it."
    )
    assert found[0] == Lead(sentence, twice.act.number, player_named("Bo").number)


def test_times_are_those_on_the_wall():
    evening = Evening("dave-2018")
    evening.it_is("21:04")
    evening.buy_in("Bo", "40.00")

    at = [each.at for each in entries(tonight_of(evening.night))]

    assert f"{at[-1]:%H:%M}" == "21:04"


def test_reasons_are_offered_once_the_newest_first():
    evening = Evening("dave-2018")
    for reason in ("the dog", "under the sofa", "the dog"):
        evening.declares_extra("1.00", reason)

    assert reasons_given() == ["the dog", "under the sofa"]
