"""Debts that a creditor forgives: by the plan and beyond it, never as a payment, and undone like any act."""

from datetime import date

import pytest

from ledger.book.payment_queries import ClaimState, payments_and_claims
from ledger.money.cents import format_cents
from ledger.months.plan_queries import payments_now
from ledger.months.queries import progress
from ledger.results.queries import winnings
from reservations.acts.problems import UndoFirst
from tests.stories.evening import book, impossible
from tests.stories.months import NOVEMBER, OCTOBER, a_plan, an_october, made_of, plan_of, the_month, the_report

pytestmark = pytest.mark.django_db


def left() -> list[str]:
    """Return for each payment of the latest plan its state, and the amounts paid, forgiven and left."""
    return [
        " ".join([each.state, *map(format_cents, (each.paid_cents, each.forgiven_cents, each.left_cents))])
        for each in payments_now(the_month())
    ]


def test_a_payment_of_the_plan_is_forgiven_and_not_paid():
    months = a_plan()
    before, plan = winnings(), plan_of(the_report())

    months.forgives("Ann", "Cy", "25.00")

    assert left() == ["open 0.00 0.00 5.00", "open 0.00 0.00 5.00", "forgiven 0.00 25.00 0.00"]
    assert book() == {"Ann": "5.00", "Bo": "-10.00", "Dee": "5.00"}
    assert (winnings(), plan_of(the_report())) == (before, plan)


def test_a_part_is_forgiven_and_the_rest_is_paid():
    months = a_plan()

    months.forgives("Ann", "Cy", "10.00")
    part = left()[2]
    months.pays_debt("Cy", "Ann", "15.00")

    assert (part, left()[2]) == ("open 0.00 10.00 15.00", "forgiven 15.00 10.00 0.00")


@pytest.mark.parametrize(("creditor", "debtor", "most"), [("Ann", "Bo", "10.00"), ("Dee", "Cy", "5.00")])
def test_without_a_plan_both_standings_are_the_limit(creditor, debtor, most):
    """Ann is owed 30.00 and Dee 5.00; Bo owes 10.00 and Cy 25.00."""
    months = an_october()

    with impossible("does not owe", str(float(most) + 1) + "0", most, "at most"):
        months.forgives(creditor, debtor, str(float(most) + 1) + "0", ruling="they agreed")
    months.forgives(creditor, debtor, most)

    assert debtor != "Bo" or debtor not in book()


def test_what_came_after_the_plan_can_be_forgiven_as_well():
    """By the plan Cy pays Ann 25.00; on a later night he lost 10.00 to her."""
    months = a_plan()
    months.plays(date(2024, 11, 8), Ann="10.00", Cy="-10.00")

    with impossible("does not owe", "35.01", "35.00", "at most"):
        months.forgives("Ann", "Cy", "35.01")
    with impossible("does not owe", "15.01", "5.00", "at most"):
        months.forgives("Ann", "Bo", "15.01")
    months.forgives("Ann", "Cy", "35.00")

    assert (left()[2], book().get("Cy")) == ("forgiven 0.00 35.00 0.00", None)


@pytest.mark.parametrize(("creditor", "debtor"), [("Cy", "Ann"), ("Dee", "Cy"), ("Gil", "Cy")])
def test_what_is_not_owed_cannot_be_forgiven(creditor, debtor):
    """The plan clears all debts, and these pairs are not in it."""
    months = a_plan()

    with impossible("nothing can be forgiven", "1.00"):
        months.forgives(creditor, debtor, "1.00", ruling="they agreed")


def test_nobody_forgives_themselves():
    months = a_plan()

    with impossible("Ann cannot owe themselves"):
        months.forgives("Ann", "Ann", "1.00", ruling="she insists")


def test_while_a_claim_waits_nothing_is_forgiven():
    months = a_plan()
    claim = months.claims("Cy", "Ann", "20.00")

    with impossible("act 29", "20.00", "confirm or dispute"):
        months.forgives("Ann", "Cy", "1.00", ruling="she insists")
    months.disputes(claim)
    months.forgives("Ann", "Cy", "20.00")

    [said] = payments_and_claims().claims()
    assert (said.state, left()[2]) == (ClaimState.DISPUTED, "disputed 0.00 20.00 5.00")


def test_what_was_forgiven_settles_no_claim_of_an_earlier_plan():
    """Cy's claim of October is disputed; Ann forgives the payment of November's plan, and the claim stays disputed."""
    months = a_plan()
    months.disputes(months.claims("Cy", "Ann", "25.00"))
    months.is_on(date(2024, 12, 1))
    months.consolidates(NOVEMBER)

    months.forgives("Ann", "Cy", "25.00")

    [october] = [each for each in payments_now(the_month().previous or the_month()) if each.payer_name == "Cy"]
    assert [claim.state for claim in october.disputed] == [ClaimState.DISPUTED]


def test_it_is_undone_at_any_time():
    months = a_plan()
    forgiven = months.forgives("Ann", "Cy", "25.00")
    months.is_on(date(2024, 12, 1))
    months.consolidates(NOVEMBER)

    months.undo(forgiven)

    assert book() == {"Ann": "30.00", "Bo": "-10.00", "Cy": "-25.00", "Dee": "5.00"}


def test_undoing_a_plan_waits_for_what_was_forgiven_of_it():
    months = an_october()
    plan = months.consolidates(OCTOBER)
    forgiven = months.forgives("Ann", "Cy", "1.00")

    with pytest.raises(UndoFirst) as waits:
        months.undo(plan)
    months.undo(forgiven)
    months.undo(plan)

    assert waits.value.numbers == [forgiven.act.number]


def test_a_plan_made_for_an_earlier_day_counts_what_was_forgiven_since():
    """On 1 November Ann forgives 10.00 of Cy's debt, and then the end of October is consolidated."""
    months = an_october()
    months.forgives("Ann", "Cy", "10.00")

    months.consolidates(OCTOBER)

    assert left()[2] == "open 0.00 10.00 15.00"


def test_the_next_plan_starts_from_the_new_standings():
    months = a_plan()
    months.forgives("Ann", "Cy", "24.00")
    months.is_on(date(2024, 12, 1))
    months.consolidates(NOVEMBER)

    report = the_report()
    assert (made_of(report)["Cy"], plan_of(report)[-1]) == (["-25.00", "24.00", "-1.00"], "Cy Dee 1.00")
    assert [(each.payer, each.left_cents, each.forgiven_cents) for each in report.rolled][-1] == ("Cy", 100, 2400)


def test_of_two_payments_of_one_person_both_are_forgiven():
    """Bo and Cy turn out to be one person: Ann forgives 27.00 of their 5.00 and 25.00."""
    months = a_plan()
    months.merges("Bo", "Cy")

    months.forgives("Ann", "Cy", "27.00")

    shares = [each.forgiven_cents for each in progress(the_month()) if each.proposed.payee == 1]
    assert (shares, left()[2]) == ([500, 2200], "open 0.00 22.00 3.00")
