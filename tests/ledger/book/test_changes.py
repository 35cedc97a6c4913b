"""The effect of an act on standings: the sum, odd payments, and likely payments."""

import pytest

from ledger.book.changes import Change, likely_payment, likely_payments, most_forgiven, overshoots
from ledger.settle.fewest_payments import Payment


def odd(payer_cents, payee_cents, paid):
    return list(overshoots(Change("Bo", payer_cents, paid), Change("Ann", payee_cents, -paid)))


def test_before_and_change_make_after():
    assert Change("Bo", -2000, 500).after_cents == -1500


@pytest.mark.parametrize(
    ("payer", "payee", "paid", "sentences"),
    [
        (-2000, 2000, 2000, []),
        (-2000, 2000, 1, []),
        (-2000, 2500, 2001, ["Bo owes $20.00: after this Bo is owed $0.01."]),
        (-2500, 2000, 2001, ["Ann is owed $20.00: after this Ann owes $0.01."]),
        (
            0,
            0,
            500,
            ["Bo owes nothing: after this Bo is owed $5.00.", "Ann is owed nothing: after this Ann owes $5.00."],
        ),
        (
            300,
            -700,
            500,
            ["Bo owes nothing: after this Bo is owed $8.00.", "Ann is owed nothing: after this Ann owes $12.00."],
        ),
    ],
)
def test_a_payment_beyond_what_is_owed_is_told(payer, payee, paid, sentences):
    assert odd(payer, payee, paid) == sentences


def test_a_player_who_owes_most_is_likely_to_pay_the_one_who_is_owed_most():
    standings = {1: 2500, 2: -1500, 3: -1000}

    assert likely_payments(standings) == [Payment(2, 1, 1500), Payment(3, 1, 1000)]
    assert likely_payments(standings, most=1) == [Payment(2, 1, 1500)]


def test_nothing_is_likely_while_the_standings_do_not_sum_to_zero():
    assert likely_payments({1: 2500, 2: -1500}) == []


@pytest.mark.parametrize(
    ("payer", "payee", "found"),
    [
        (2, None, Payment(2, 1, 1500)),
        (None, 4, Payment(2, 4, 500)),
        (3, 4, Payment(3, 4, 500)),
        (1, None, None),
        (None, None, None),
        (1, 2, None),
        (2, 2, None),
        (99, 1, None),
    ],
)
def test_the_other_side_and_the_amount_of_a_payment_are_found(payer, payee, found):
    assert likely_payment({1: 2000, 2: -1500, 3: -1000, 4: 500}, payer=payer, payee=payee) == found


@pytest.mark.parametrize(("payer", "payee"), [(2, None), (None, 1)])
def test_a_debt_of_one_cent_is_found_too(payer, payee):
    assert likely_payment({1: 1, 2: -1}, payer=payer, payee=payee) == Payment(2, 1, 1)


@pytest.mark.parametrize(("payer", "payee"), [(2, None), (None, 1)])
def test_where_nobody_owes_nothing_is_found(payer, payee):
    assert likely_payment({}, payer=payer, payee=payee) is None


@pytest.mark.parametrize(
    ("standings", "still_open", "most"),
    [
        ({1: 2000, 2: -1500}, [], 1500),
        ({1: 1000, 2: -1500}, [], 1000),
        ({1: 2000, 2: -1500}, [Payment(2, 1, 600)], 1500),
        ({1: 2000, 2: -1500}, [Payment(2, 3, 600)], 900),
        ({1: 2000, 2: 500}, [Payment(2, 1, 600)], 600),
        ({1: 0, 2: -1500}, [], 0),
    ],
)
def test_what_one_owes_and_the_other_is_owed_can_be_forgiven(standings, still_open, most):
    assert most_forgiven(standings, still_open, creditor=1, debtor=2) == most
