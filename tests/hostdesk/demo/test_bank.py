"""The bank of a night under mike's rules as the demo keeps it, beside what the ledger will make of it."""

import pytest

from hostdesk.demo.bank import Bank
from hostdesk.rules.presets import load_preset
from ledger.payout import Part, Payout, Way
from ledger.terms import Means, bank_terms
from tests.played_once import played_once

CASH, NOTE, BOOK = Means.CASH, Means.NOTE, Means.BOOK


@pytest.fixture
@played_once
def bank():
    """A bank with 20.00 in the drawer."""
    return Bank(bank_terms(load_preset("mike")), 2000)


def test_chips_are_paid_for_in_three_ways(bank):
    for pay, payer in ((CASH, "Ann"), (NOTE, "Bo"), (BOOK, "Cy")):
        bank.take(pay, payer, 1000, key="night-01")

    assert bank.drawer_cents == 3000
    assert [(note.name, note.debtor, note.out_cents, note.of) for note in bank.notes] == [
        ("n1", "Bo", 1000, "night-01")
    ]
    assert dict(bank.book) == {"Cy": -1000}
    assert [bank.owed_cents(name) for name in ("Ann", "Bo", "Cy")] == [0, 1000, 1000]


def test_players_pay_each_other_past_the_drawer(bank):
    for pay in (CASH, NOTE, BOOK):
        bank.pass_on(pay, "Bo", "Ann", 500)

    assert bank.drawer_cents == 2000
    assert [(note.holder, note.is_whole) for note in bank.notes] == [("Ann", False)]
    assert dict(bank.book) == {"Bo": -500, "Ann": 500}


def test_cash_for_a_note_goes_to_whoever_holds_it(bank):
    bank.take(NOTE, "Bo", 1000, key="night-01")
    bank.pass_on(NOTE, "Cy", "Ann", 500)

    for note in bank.notes:
        bank.redeem(note, 400)

    assert bank.drawer_cents == 2400
    assert [note.out_cents for note in bank.notes] == [600, 100]


def test_a_note_is_handed_back_in_part(bank):
    bank.take(NOTE, "Bo", 1000, key="night-01")

    paid = bank.pay_out("Bo", 430)

    assert paid == (Payout(30, (Part(Way.OWN_NOTE, 400, "n1"),)), False)
    assert (bank.notes[0].out_cents, bank.drawer_cents) == (600, 2000)


def test_debts_of_tonight_are_struck_out_before_there_is_cash(bank):
    bank.take(BOOK, "Bo", 1000, key="night-01")

    paid, _ = bank.pay_out("Bo", 1500)

    assert paid.parts == (Part(Way.BOOK, 1000), Part(Way.CASH, 500))
    assert (bank.book["Bo"], bank.drawer_cents) == (0, 1500)


def test_a_winner_takes_a_note_for_what_the_drawer_does_not_hold(bank):
    bank.take(NOTE, "Bo", 1000, key="night-01")

    paid, handed_on = bank.pay_out("Ann", 3500)

    assert handed_on
    assert paid.parts == (Part(Way.NOTE, 1000, "n1"), Part(Way.CASH, 2000), Part(Way.BOOK, 500))
    assert (bank.notes[0].holder, bank.notes[0].out_cents, bank.book["Ann"]) == ("Ann", 1000, 500)


def test_no_note_of_more_than_the_credit_is_handed_on(bank):
    bank.take(NOTE, "Bo", 1000, key="night-01")

    assert bank.pay_out("Ann", 2500) == (Payout(0, (Part(Way.CASH, 2000), Part(Way.BOOK, 500))), False)


def test_a_guests_note_is_charged_and_the_others_lapse(bank):
    bank.take(NOTE, "Gil", 1000, key="night-01")
    bank.take(NOTE, "Bo", 500, key="night-02")

    bank.charge(bank.notes[0], "Ann")
    bank.lapse()

    assert dict(bank.book) == {"Ann": -1000}
    assert list(bank.out()) == []


def test_a_note_that_a_player_holds_is_owed_to_them(bank):
    bank.pass_on(NOTE, "Bo", "Cy", 500)

    bank.charge(bank.notes[0], "Bo")

    assert dict(bank.book) == {"Bo": -500, "Cy": 500}


def test_the_final_pot_is_paid_in_cash_and_the_rest_of_the_float_is_the_bankers(bank):
    bank.take(BOOK, "Bo", 1000, key="night-01")

    bank.pay_pot("Cy", 2100)
    bank.close("Ann")

    assert dict(bank.book) == {"Bo": -1000, "Cy": 100, "Ann": 900}
    assert bank.drawer_cents == 0
