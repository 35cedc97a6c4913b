"""The offer at the end of a month, and the list of consolidations."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.months.plan_queries import (
    MonthOffer,
    MonthRow,
    PaymentState,
    month_rows,
    offer,
    payment_now,
    payments_now,
    plans_of,
)
from reservations.players.queries import player_named
from tests.stories.months import NOVEMBER, OCTOBER, Months, a_plan, an_october, the_month

pytestmark = pytest.mark.django_db
FIRST_OF_NOVEMBER = date(2024, 11, 1)


@pytest.mark.parametrize(
    ("today", "offered"),
    [
        (date(2024, 10, 31), None),
        (FIRST_OF_NOVEMBER, MonthOffer("October 2024", OCTOBER)),
        (date(2024, 12, 24), MonthOffer("November 2024", NOVEMBER)),
    ],
)
def test_a_month_that_has_ended_is_offered(today, offered):
    an_october()

    assert offer(today) == offered


def test_a_month_is_offered_once():
    months = an_october()
    made = months.consolidates(OCTOBER)
    before = offer(FIRST_OF_NOVEMBER)

    months.undo(made)

    assert (before, offer(FIRST_OF_NOVEMBER)) == (None, MonthOffer("October 2024", OCTOBER))


def test_months_that_were_left_out_are_offered_together():
    a_plan()

    assert offer(date(2025, 1, 5)) == MonthOffer("up to 31 December 2024", date(2024, 12, 31))


def test_where_nobody_owes_anything_nothing_is_offered(db):
    Months()

    assert offer(FIRST_OF_NOVEMBER) is None


def test_the_list_has_the_latest_first_and_what_is_left():
    months = a_plan()
    months.pays_debt("Bo", "Ann", "5.00")
    months.is_on(date(2024, 12, 1))
    months.consolidates(NOVEMBER)

    rows = month_rows()

    assert rows == [
        MonthRow(30, "November 2024", NOVEMBER, 2, 2, True),
        MonthRow(28, "October 2024", OCTOBER, 3, 2, False),
    ]
    assert [row.state for row in rows] == ["being paid", "rolled over"]


def test_a_plan_that_is_paid_says_so():
    months = a_plan()
    for payer, payee, amount in (("Bo", "Ann", "5.00"), ("Bo", "Dee", "5.00"), ("Cy", "Ann", "25.00")):
        months.pays_debt(payer, payee, amount)

    assert [(row.left, row.state) for row in month_rows()] == [(0, "all settled")]


def test_many_months_take_as_many_queries_as_one():
    months = a_plan()
    with CaptureQueriesContext(connection) as one:
        month_rows()
    months.is_on(date(2024, 12, 1))
    months.consolidates(date(2024, 11, 10))
    months.consolidates(NOVEMBER)

    with CaptureQueriesContext(connection) as three:
        month_rows()

    assert len(three) == len(one)


def test_somebody_sees_their_own_payments_what_they_pay_first():
    months = a_plan()
    months.plays(date(2024, 11, 8), Ann="-45.00", Bo="45.00")
    months.is_on(date(2024, 12, 1))
    months.consolidates(NOVEMBER)

    bo, ann, gil = (plans_of(player_named(name)) for name in ("Bo", "Ann", "Gil"))

    assert [(plan.title, [(each.payer_name, each.payee_name) for each in plan.payments]) for plan in bo.plans] == [
        ("November 2024", [("Ann", "Bo"), ("Cy", "Bo")]),
        ("October 2024", [("Bo", "Ann"), ("Bo", "Dee")]),
    ]
    assert bo.latest == bo.plans[0]
    assert [each.payee_name for each in ann.plans[0].payments] == ["Bo", "Dee"]
    assert (gil.plans, gil.latest) == ([], None)


def test_a_payment_that_is_not_there():
    a_plan()

    assert [payment_now(28, 4), payment_now(27, 1), payment_now(28, 0)] == [None] * 3


def test_what_can_be_undone_of_a_payment():
    months = a_plan()
    first, second = months.claims("Cy", "Ann", "5.00"), months.claims("Cy", "Ann", "6.00")
    disputed = months.disputes(first)
    paid = months.pays_debt("Cy", "Ann", "1.00")

    found = payment_now(28, 3)

    assert found.undoable == [paid.act.number, second.act.number, disputed.act.number]
    assert (found.state, found.left_cents, found.is_over) == (PaymentState.DISPUTED, 2400, False)


def test_two_payments_between_one_pair_share_a_claim_in_their_order():
    """Bo turns out to be Cy, who pays Ann 5.00 and 25.00 by the plan, and says that 8.00 of it are paid."""
    months = a_plan()
    months.merges("Bo", "Cy")
    months.claims("Cy", "Ann", "8.00")

    found = payments_now(the_month())

    assert [(each.payer_name, each.payee_name, each.left_cents, each.unclaimed_cents) for each in found] == [
        ("Cy", "Ann", 500, 0),
        ("Cy", "Dee", 500, 500),
        ("Cy", "Ann", 2500, 2200),
    ]
