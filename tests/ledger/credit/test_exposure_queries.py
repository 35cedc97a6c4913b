"""The bank's credit tonight, and the players who owe it."""

from dataclasses import replace

import pytest

from ledger.bank.queries import bank_of, terms_of
from ledger.credit.exposure_queries import Exposure, credit_of, exposed_cents, exposures
from ledger.credit.rules import CreditTerms
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db
ANYTHING = CreditTerms()


@pytest.fixture
@played_once
def evening():
    """Bo owes 20.00 on a note to the bank and Gil 5.00 on one to Cy; Cy owes THE BOOK 10.00, and 5.00 from before."""
    evening = Evening("mike")
    evening.takes_over(Cy="-5.00", Ann="5.00")
    evening.buy_in("Bo", "20.00", note="n1")
    evening.buy_in("Cy", "10.00", pay="book")
    evening.sells("Cy", "Gil", "5.00", note="n2")
    return evening


def test_what_the_bank_holds_and_what_the_book_is_owed_from_tonight(evening):
    assert exposed_cents(bank_of(evening.night)) == 3000


def test_what_one_player_owes_another_is_not_owed_to_the_bank(evening):
    """Ann owes THE BOOK 4.00, which it owes Bo: 20.00 on n1 and Cy's 10.00 are all of the bank's credit."""
    evening.sells("Bo", "Ann", "4.00", pay="book")

    assert exposed_cents(bank_of(evening.night)) == 2000 + (1000 + 400 - 400)
    assert [(each.player, each.book_cents) for each in exposures(bank_of(evening.night))] == [
        (2, -400),
        (3, 1000),
        (4, 0),
        (1, 400),
    ]


def test_credit_for_chips_is_taken_off(evening):
    """THE BOOK owes Ann 8.00 for her chips: the bank's credit is 20.00 on n1 and Cy's 10.00, less her 8.00."""
    evening.buy_in("Ann", "10.00")
    evening.last_hand()
    evening.cash_out("Ann", "8.00", payout={"book": "8.00"})

    assert exposed_cents(bank_of(evening.night)) == 2000 + 1000 - 800
    assert exposures(bank_of(evening.night))[-1] == Exposure(1, 0, -800, -1300, ANYTHING)


def test_the_bank_is_never_owed_less_than_nothing():
    evening = Evening("mike")
    evening.buy_in("Ann", "10.00")
    evening.last_hand()
    evening.cash_out("Ann", "8.00", payout={"book": "8.00"})

    assert exposed_cents(bank_of(evening.night)) == 0


def test_everybody_who_owes_from_tonight(evening):
    assert exposures(bank_of(evening.night)) == [
        Exposure(2, 2000, 0, 2000, ANYTHING),
        Exposure(3, 0, 1000, 1500, ANYTHING),
        Exposure(4, 500, 0, 500, ANYTHING),
    ]


def test_nobody_owes_when_all_is_paid(evening):
    evening.redeems("n1", "20.00")
    evening.redeems("n2", "5.00")
    evening.last_hand()
    evening.cash_out("Cy", "10.00")

    assert (exposures(bank_of(evening.night)), exposed_cents(bank_of(evening.night))) == ([], 0)


@pytest.mark.parametrize(
    ("acts", "terms"),
    [
        ([], CreditTerms(10000, hard=True)),
        ([{"limit": "50.00"}], CreditTerms(5000)),
        ([{"limit": "50.00"}, {"hard": True}], CreditTerms(5000, hard=True)),
        ([{"limit": "50.00", "hard": True}, {"limit": "70.00", "hard": False}], CreditTerms(7000)),
        ([{"hard": False}], CreditTerms(10000)),
        ([{"refuses": True}], CreditTerms(10000, hard=True, refuses=True)),
        ([{"limit": "0.00"}, {"refuses": False}], CreditTerms(0)),
    ],
)
def test_a_players_own_limit_goes_before_the_houses(acts, terms, evening):
    for said in acts:
        evening.credit("Bo", **said)

    house = terms_of(bank_of(evening.night).night.kept_rules)
    limited = replace(house, credit_limit_cents=10000, credit_is_hard=True)

    assert credit_of(player_named("Bo"), limited) == terms


def test_what_was_set_for_somebody_alone(evening):
    evening.credit("Cy", limit="50.00")

    assert (credit_of(player_named("Cy")), credit_of(player_named("Bo"))) == (CreditTerms(5000), ANYTHING)
