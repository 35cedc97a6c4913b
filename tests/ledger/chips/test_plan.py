"""The stacks and rebuys that a case of chips allows, and the changes when colours run out."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.chips.colours import ChipBreakdown, Exchange
from ledger.chips.plan import MOST_REBUYS, Rebuys, RunsOut, chip_plan
from ledger.terms.bank_terms import Colour

WHITE, RED, GREEN, BLACK = (
    Colour("white", 25, stock=100),
    Colour("red", 100, stock=150),
    Colour("green", 500, stock=150),
    Colour("black", 2500, stock=50),
)
CASE = (WHITE, RED, GREEN, BLACK)
NICKEL, DIME, QUARTER = Colour("white", 5, stock=100), Colour("red", 10, stock=100), Colour("blue", 25, stock=100)
HALF, DOLLAR = Colour("yellow", 50, True, 100), Colour("black", 100, True, 50)
STARRED = (NICKEL, DIME, QUARTER, HALF, DOLLAR)


@pytest.mark.parametrize(
    ("case", "players", "cents", "bets", "stack"),
    [
        (CASE, 8, 5000, (25, 50), "8 white, 8 red, 8 green"),
        (CASE, 6, 2000, (25, 50), "16 white, 16 red"),
        (CASE, 9, 10000, (50, 100), "8 white, 8 red, 3 green, 3 black"),
        (CASE, 12, 5000, (25, 50), "8 white, 8 red, 8 green"),
        (CASE, 20, 5000, (25, 50), "4 white, 4 red, 4 green, 1 black"),
        (STARRED, 6, 1000, (), "15 white, 15 red, 15 blue, 8 yellow"),
        (STARRED, 4, 1000, (), "25 white, 25 red, 25 blue"),
        ((NICKEL, DIME, QUARTER, DOLLAR), 4, 1000, (25, 50), "24 blue, 4 black"),
        ((replace(WHITE, stock=None), RED), 4, 2000, (), "16 white, 16 red"),
    ],
)
def test_everybody_begins_with_the_same_chips(case, players, cents, bets, stack):
    assert str(chip_plan(case, players=players, buy_in_cents=cents, bets=bets).stack) == stack


def test_what_the_stacks_leave_is_good_for_so_many_rebuys():
    """Six stacks of 10.00 leave ten of each low colour: one rebuy takes them, and the starred ones follow."""
    plan = chip_plan(STARRED, players=6, buy_in_cents=1000)

    left = {"white": 10, "red": 10, "blue": 10, "yellow": 52, "black": 50}
    assert (plan.stack.number, plan.after.rack, plan.left_cents) == (53, left, 8000)
    assert plan.rebuys == (
        Rebuys(1, ChipBreakdown(((NICKEL, 10), (DIME, 10), (QUARTER, 10), (HALF, 12)))),
        Rebuys(2, ChipBreakdown(((HALF, 16), (DOLLAR, 2)))),
        Rebuys(1, ChipBreakdown(((HALF, 8), (DOLLAR, 6)))),
        Rebuys(4, ChipBreakdown(((DOLLAR, 10),))),
    )
    assert (plan.number_of_rebuys, plan.is_plenty) == (8, False)


def test_when_colours_run_out_it_says_what_to_change():
    plan = chip_plan(STARRED, players=6, buy_in_cents=1000)

    assert plan.runs_out == (
        RunsOut(NICKEL, 1, Exchange(HALF, NICKEL)),
        RunsOut(DIME, 1, Exchange(HALF, DIME)),
        RunsOut(QUARTER, 1, Exchange(HALF, QUARTER)),
        RunsOut(HALF, 4, Exchange(DOLLAR, HALF)),
        RunsOut(DOLLAR, 8, None),
    )
    assert str(plan.runs_out[0].change) == "1 yellow for 10 white"


def test_a_colour_may_be_gone_with_the_stacks():
    plan = chip_plan((replace(WHITE, stock=64), RED), players=4, buy_in_cents=2000)

    assert plan.runs_out[0] == RunsOut(replace(WHITE, stock=64), 0, Exchange(RED, replace(WHITE, stock=64)))


def test_chips_that_are_plentiful_are_good_for_any_number():
    plenty = [replace(each, stock=None) for each in CASE]

    plan = chip_plan(plenty, players=8, buy_in_cents=5000)

    assert (plan.number_of_rebuys, plan.is_plenty, plan.left_cents, plan.runs_out) == (MOST_REBUYS, True, None, ())


def test_colours_too_low_for_the_blinds_stay_in_the_case():
    plan = chip_plan(STARRED, players=4, buy_in_cents=2000, bets=(25, 50))

    assert [each.name for each in plan.useless] == ["white", "red"]


@pytest.mark.parametrize(
    ("case", "players", "cents", "problem"),
    [
        ((WHITE,), 6, 5000, "The case holds $25.00 in chips, and 6 stacks take $300.00."),
        ((RED, GREEN), 6, 5050, "There are not 6 stacks of $50.50: the chips make $50.00 each."),
        ((replace(RED, stock=3),), 2, 150, "There are not 2 stacks of $1.50: the chips make $1.00 each."),
        ((replace(RED, stock=3), replace(GREEN, stock=100)), 4, 200, "There are fewer than 4 chips of each colour."),
        ((replace(RED, stock=None),), 4, 50, "There are fewer than 4 chips of each colour."),
        ((), 4, 50, "This house has no chip colours."),
    ],
)
def test_stacks_that_cannot_be_are_said(case, players, cents, problem):
    plan = chip_plan(case, players=players, buy_in_cents=cents)

    assert (plan.stack, plan.rebuys, plan.problem) == (None, (), problem)


cases = st.lists(
    st.tuples(st.sampled_from([5, 10, 25, 50, 100, 500, 2500]), st.booleans(), st.none() | st.integers(0, 300)),
    max_size=5,
    unique_by=lambda row: row[0],
).map(lambda rows: [Colour(f"colour {cents}", cents, reserve, stock) for cents, reserve, stock in rows])


@settings(max_examples=60)
@given(cases, st.integers(1, 12), st.integers(1, 80), st.sampled_from([(), (5, 10), (25, 50), (50, 100)]))
def test_every_sum_is_exact_and_no_chip_is_given_that_is_not_there(case, players, quarters, bets):
    cents = quarters * 25

    plan = chip_plan(case, players=players, buy_in_cents=cents, bets=bets)

    if plan.stack is None:
        assert plan.problem
        return
    given = [(players, plan.stack), *((each.number, each.chips) for each in plan.rebuys)]
    taken = {colour.name: sum(times * dict(chips.counts).get(colour, 0) for times, chips in given) for colour in case}
    assert {chips.cents for _, chips in given} == {cents}
    assert all(taken[each.name] <= each.stock for each in case if each.stock is not None)
    assert all(
        plan.after.rack[each.name] == each.stock - players * dict(plan.stack.counts).get(each, 0)
        for each in case
        if each.stock is not None
    )
