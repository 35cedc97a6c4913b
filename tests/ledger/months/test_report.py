"""The figures of a month: carried plus added is the standing before, and the payments bring it to zero."""

from dataclasses import replace

import pytest

from ledger.months.report import PlanShare
from reservations.parsing.names import counted
from tests.ledger.months.papers import ANN, BO, FIRST, GIL, OCTOBER, night


def test_the_figures_of_a_person():
    found = (BO.added_cents, BO.before_cents, BO.pays_cents, BO.gets_cents, BO.after_cents)

    assert found == (500, -500, 500, 0, 0)
    assert (ANN.gets_cents, ANN.after_cents) == (3000, 0)


def test_a_month_adds_up():
    assert (OCTOBER.adds_up, OCTOBER.cents) == (True, 3000)


@pytest.mark.parametrize(
    "person",
    [replace(ANN, frozen_cents=2999), replace(ANN, carried_cents=999), replace(ANN, gets=(PlanShare("Cy", 2500),))],
    ids=["another standing recorded", "less carried over", "less to get"],
)
def test_one_wrong_figure_is_seen(person):
    assert replace(OCTOBER, people=(person, BO)).adds_up is False


def test_nights_that_left_nothing_in_the_book_are_told_together():
    cash, late = night(FIRST, 0, result_cents=-500), night(FIRST, 0, result_cents=100, late=True)
    gil = replace(GIL, added=(cash, *GIL.added, late))

    settled = gil.settled
    assert (gil.changed, settled.text, settled.result_cents) == ((late,), "and 2 nights settled on the spot", -200)
    assert (BO.changed, BO.settled) == (BO.added, None)


@pytest.mark.parametrize(
    ("nights", "said"),
    [
        (2, "2 payments, old debts included. Its 2 nights, each settled by itself, would have taken 4."),
        (1, "2 payments, old debts included. Its one night, settled by itself, would have taken 4."),
        (0, "2 payments, old debts included."),
    ],
)
def test_it_is_compared_with_its_nights(nights, said):
    assert replace(OCTOBER, nights_count=nights).compared == said


def test_a_first_month_carries_nothing_over():
    assert replace(OCTOBER, people=(GIL,), nights_count=0).compared == "2 payments."


@pytest.mark.parametrize(("count", "said"), [(1, "1 payment"), (2, "2 payments"), (0, "0 payments")])
def test_counted(count, said):
    assert counted(count, "payment") == said
