"""A month without small payments, and a month paid through two players: payments, and amounts that roll over."""

from datetime import date

import pytest

from ledger.audit.queries import faults
from ledger.money.cents import format_cents
from tests.stories.evening import book, impossible
from tests.stories.months import NOVEMBER, OCTOBER, an_october, plan_of, the_report

pytestmark = pytest.mark.django_db


def rolls(report):
    """Return the amounts that roll into the next month, by name."""
    return {person.name: format_cents(person.stays_cents) for person in report.rolls}


def test_small_sums_roll_into_the_next_month():
    months = an_october()

    months.consolidates(OCTOBER, least="10.00")

    report = the_report()
    assert plan_of(report) == ["Cy Ann 25.00"]
    assert (rolls(report), report.adds_up) == ({"Ann": "5.00", "Bo": "-10.00", "Dee": "5.00"}, True)


def test_what_rolled_over_is_paid_with_the_next_month():
    months = an_october()
    months.consolidates(OCTOBER, least="10.00")
    months.is_on(date(2024, 11, 2))
    months.pays_debt("Cy", "Ann", "25.00")
    assert book() == {"Ann": "5.00", "Bo": "-10.00", "Dee": "5.00"}
    months.plays(date(2024, 11, 8), Bo="-20.00", Dee="20.00")
    months.is_on(date(2024, 12, 1))

    months.consolidates(NOVEMBER)

    assert plan_of(the_report()) == ["Bo Ann 5.00", "Bo Dee 25.00"]
    assert (rolls(the_report()), [*faults()]) == ({}, [])


def test_a_month_goes_through_two_people():
    months = an_october()

    months.consolidates(OCTOBER, "Dee", "Ann")

    assert plan_of(the_report()) == ["Bo Dee 10.00", "Cy Ann 25.00", "Dee Ann 5.00"]
    assert the_report().hub == "Dee or Ann"


def test_two_people_are_not_one():
    months = an_october()

    with impossible("two"):
        months.consolidates(OCTOBER, "Dee", "Dee")


def test_a_month_is_not_consolidated_again_another_way():
    months = an_october()
    months.consolidates(OCTOBER, least="10.00", key="month-0001")

    assert months.consolidates(OCTOBER, least="10.00", key="month-0001").known
    with impossible("consolidated", "Thu 31 Oct 2024", "act 28"):
        months.consolidates(OCTOBER)
