"""Mike's game on credit: the life of bank notes, and THE BOOK. Ann runs the bank, and Gil is her guest."""

import pytest

from tests.played_once import played_once
from tests.stories.evening import Evening, book, impossible, overruled, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return Evening("mike")


def test_a_note_is_half_paid_and_handed_back_in_part(evening):
    evening.buy_in("Bo", "25.00", note="n1")
    evening.buy_in("Cy", "20.00")
    evening.stands(drawer="220.00", chips="45.00")
    evening.redeems("n1", "10.00")
    evening.stands(drawer="230.00", chips="45.00")
    assert evening.register() == {"n1": "15.00 with the bank"}
    evening.last_hand()
    evening.cash_out("Bo", "12.00")
    evening.stands(drawer="230.00", chips="33.00")
    assert evening.register() == {"n1": "3.00 with the bank"}
    evening.cash_out("Cy", "33.00")
    evening.redeems("n1", "3.00")
    evening.stands(drawer="200.00", chips="0.00")
    evening.counts_drawer("200.00")
    evening.closes()

    assert (evening.register(), book()) == ({"n1": "paid"}, {})
    assert evening.results() == {"Bo": "-13.00", "Cy": "13.00"}


def test_a_note_is_handed_on_to_the_winner_and_committed(evening):
    evening.buy_in("Bo", "20.00", note="n1")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    evening.cash_out("Cy", "40.00", payout={"cash": "20.00", "note n1": "20.00"})
    evening.stands(drawer="200.00", chips="0.00")
    assert evening.register() == {"n1": "20.00 with Cy"}
    evening.redeems("n1", "5.00")
    evening.stands(drawer="200.00", chips="0.00")
    evening.commits()
    assert (evening.register(), book()) == ({"n1": "committed"}, {"Bo": "-15.00", "Cy": "15.00"})
    evening.counts_drawer("200.00")
    evening.closes()

    assert book() == {"Bo": "-15.00", "Cy": "15.00"}
    assert evening.results() == {"Bo": "-20.00", "Cy": "20.00"}


def test_only_a_whole_note_is_handed_on(evening):
    evening.buy_in("Bo", "20.00", note="n1")
    evening.last_hand()

    with impossible("note n1", "whole", "20.00"):
        evening.cash_out("Cy", "15.00", payout={"note n1": "15.00"}, ruling="a gift")
    with impossible("no note n1"):
        evening.cash_out("Bo", "20.00", payout={"note n1": "20.00"})


def test_a_note_between_players_lapses_at_the_cost_of_its_holder(evening):
    evening.buy_in("Bo", "20.00")
    evening.sells("Bo", "Cy", "10.00", note="n1")
    assert evening.register() == {"n1": "10.00 with Bo"}
    evening.last_hand()
    evening.cash_out("Bo", "20.00")
    evening.lapses()
    evening.stands(drawer="200.00", chips="0.00")
    evening.counts_drawer("200.00")
    evening.closes()

    assert (evening.register(), book()) == ({"n1": "lapsed"}, {})
    assert evening.results() == {"Bo": "10.00", "Cy": "-10.00"}


def test_a_note_in_the_bank_lapses_at_the_cost_of_the_banker(evening):
    evening.buy_in("Bo", "20.00", note="n1")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    evening.cash_out("Cy", "40.00")
    evening.stands(drawer="180.00", chips="0.00")
    evening.lapses()
    evening.stands(drawer="180.00", chips="0.00", over_short="20.00")
    evening.counts_drawer("180.00")
    evening.closes()

    evening.stands(drawer="0.00", chips="0.00", float_="0.00")
    assert (evening.register(), book()) == ({"n1": "lapsed"}, {})


def test_a_guests_note_goes_to_the_inviter(evening):
    evening.knows("Hal", invited_by="Bo")
    evening.buy_in("Hal", "20.00", note="n1")
    evening.buy_in("Cy", "20.00", note="n2")
    evening.last_hand()
    evening.cash_out("Cy", "40.00")
    evening.stands(drawer="180.00", chips="0.00")
    with refused("who may owe: Hal"):
        evening.commits()
    evening.charges_inviter("n1")
    assert evening.register() == {"n1": "charged to the inviter", "n2": "handed back"}
    evening.counts_drawer("180.00")
    evening.closes()

    assert book() == {"Ann": "20.00", "Bo": "-20.00"}


def test_nobody_is_charged_for_a_regular(evening):
    evening.buy_in("Bo", "20.00", note="n1")

    with impossible("Bo is a regular", "note n1"):
        evening.charges_inviter("n1")


def test_tonights_debt_is_struck_out_before_there_is_credit(evening):
    evening.buy_in("Bo", "10.00", pay="book")
    evening.buy_in("Cy", "300.00", pay="book")
    evening.stands(drawer="200.00", chips="310.00")
    assert book() == {"Bo": "-10.00", "Cy": "-300.00"}
    evening.last_hand()
    evening.cash_out("Bo", "250.00")
    evening.stands(drawer="0.00", chips="60.00")
    assert book() == {"Bo": "40.00", "Cy": "-300.00"}
    evening.cash_out("Cy", "60.00")
    evening.stands(drawer="0.00", chips="0.00")
    evening.counts_drawer("0")
    evening.closes()

    assert book() == {"Ann": "200.00", "Bo": "40.00", "Cy": "-240.00"}


def test_a_guest_writes_notes_and_owes_nothing_to_the_book(evening):
    with refused("who may owe: Gil"):
        evening.buy_in("Gil", "5.00", pay="book")
    evening.buy_in("Gil", "5.00", note="n1")
    evening.buy_in("Bo", "300.00", pay="book")
    evening.last_hand()
    evening.cash_out("Gil", "305.00")

    evening.stands(drawer="0.00", chips="0.00")
    assert (evening.register(), book()) == ({"n1": "handed back"}, {"Bo": "-300.00", "Gil": "100.00"})


def test_a_ruling_lets_a_guest_owe(evening):
    answer = evening.buy_in("Gil", "5.00", pay="book", ruling="Ann says so")

    assert overruled(answer) == ["Gil is a guest: only regulars owe THE BOOK."]
    assert book() == {"Gil": "-5.00"}


def test_what_is_left_of_the_bank_goes_to_the_banker_in_the_book(evening):
    evening.buy_in("Bo", "20.00", note="n1")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    evening.cash_out("Cy", "40.00")
    evening.commits()
    evening.stands(drawer="180.00", chips="0.00")
    evening.counts_drawer("175.00")
    evening.closes()

    # The bank owed Ann 20.00 more than the drawer should have held; she bears the missing 5.00.
    assert book() == {"Ann": "20.00", "Bo": "-20.00"}


def test_a_player_who_takes_the_bank_over_takes_its_notes(evening):
    evening.buy_in("Bo", "20.00", note="n1")
    evening.hands_over_to("Cy")
    evening.last_hand()
    evening.cash_out("Bo", "10.00")
    assert evening.register() == {"n1": "10.00 with the bank"}
    evening.declares_missing("10.00")
    evening.stands(drawer="200.00", chips="0.00", over_short="-10.00")
    evening.lapses()
    evening.stands(drawer="200.00", chips="0.00", over_short="0.00")
    evening.counts_drawer("200.00")
    evening.closes()

    assert (evening.banker(), book()) == ("Cy", {})


def test_an_empty_drawer_pays_the_final_pot_in_the_book(evening):
    evening.buy_in("Bo", "5.00", pay="book")
    evening.buy_in("Cy", "210.00", pay="book")
    evening.last_hand()
    evening.cash_out("Bo", "209.50")
    evening.stands(drawer="0.00", chips="5.50", final_pot="0.50")
    evening.cash_out("Cy", "5.50")
    evening.stands(drawer="0.00", chips="0.00", final_pot="1.00")
    assert book() == {"Bo": "4.00", "Cy": "-205.00"}
    evening.final_pot("Bo")
    evening.stands(drawer="0.00", chips="0.00")
    evening.counts_drawer("0")
    evening.closes()

    assert book() == {"Ann": "200.00", "Bo": "5.00", "Cy": "-205.00"}
    assert evening.results() == {"Bo": "205.00", "Cy": "-205.00"}


def test_a_night_does_not_close_over_notes(evening):
    evening.buy_in("Bo", "20.00", note="n1")
    evening.last_hand()
    evening.cash_out("Bo", "15.00")
    evening.declares_missing("5.00")
    evening.counts_drawer("200.00")

    with impossible("notes", "5.00", "still out"):
        evening.closes()
