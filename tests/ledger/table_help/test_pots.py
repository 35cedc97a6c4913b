"""Split pots and side pots: the houses' odd chips as literal rows, and no cent is ever lost."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.table_help.pots import Pot, Shares, Stake, pay_pots, side_pots, split, split_high_low
from reservations.houses.seating_terms import OddChips

BUTTON, HIGH, LEFT = OddChips.BUTTON, OddChips.HIGH_HAND, OddChips.LEFT
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Fay")


@pytest.mark.parametrize(
    ("cents", "winners", "unit", "odd", "shares"),
    [
        # dave and hybrid: the first players after the button, one chip each.
        (1025, ("Ann", "Bo"), 25, BUTTON, Shares({"Ann": 525, "Bo": 500}, {"Ann": 25})),
        (
            1050,
            ("Ann", "Bo", "Cy", "Dee"),
            25,
            BUTTON,
            Shares({"Ann": 275, "Bo": 275, "Cy": 250, "Dee": 250}, {"Ann": 25, "Bo": 25}),
        ),
        # ericn: without a high and a low hand, the winner nearest the dealer's left.
        (1025, ("Ann", "Bo"), 25, HIGH, Shares({"Ann": 525, "Bo": 500}, {"Ann": 25})),
        # mike: it stays for the next game.
        (105, ("Ann", "Bo"), 5, LEFT, Shares({"Ann": 50, "Bo": 50}, {}, 5)),
        (1000, ("Ann", "Bo"), 25, LEFT, Shares({"Ann": 500, "Bo": 500}, {})),
        # Less than a chip goes with the first odd chip.
        (1007, ("Ann", "Bo"), 5, BUTTON, Shares({"Ann": 507, "Bo": 500}, {"Ann": 7})),
        (1003, ("Ann", "Bo"), 5, BUTTON, Shares({"Ann": 503, "Bo": 500}, {"Ann": 3})),
        (1003, ("Ann",), 5, LEFT, Shares({"Ann": 1003}, {})),
    ],
)
def test_a_pot_is_split_evenly_and_odd_chips_go_where_the_house_says(cents, winners, unit, odd, shares):
    assert split(cents, winners, unit, odd) == shares


@pytest.mark.parametrize(
    ("cents", "high", "low", "odd", "shares"),
    [
        # ericn and mike: the odd chip between the halves goes to the high hand.
        (105, {"Bo"}, {"Ann"}, HIGH, Shares({"Ann": 50, "Bo": 55}, {"Bo": 5})),
        (105, {"Bo"}, {"Ann"}, LEFT, Shares({"Ann": 50, "Bo": 55}, {"Bo": 5})),
        # dave and hybrid: any odd chip goes to the first winner after the button.
        (105, {"Bo"}, {"Ann"}, BUTTON, Shares({"Ann": 55, "Bo": 50}, {"Ann": 5})),
        (105, {"Ann"}, {"Bo"}, OddChips.UNSAID, Shares({"Ann": 55, "Bo": 50}, {"Ann": 5})),
        # mike: within a half it stays for the next game.
        (110, {"Cy"}, {"Ann", "Bo"}, LEFT, Shares({"Ann": 25, "Bo": 25, "Cy": 55}, {}, 5)),
        (110, {"Cy"}, {"Ann", "Bo"}, HIGH, Shares({"Ann": 30, "Bo": 25, "Cy": 55}, {"Ann": 5})),
        # One player wins high and ties for low.
        (400, {"Ann"}, {"Ann", "Bo"}, HIGH, Shares({"Ann": 300, "Bo": 100}, {})),
        # Nobody has a low hand.
        (105, {"Ann", "Bo"}, set(), HIGH, Shares({"Ann": 55, "Bo": 50}, {"Ann": 5})),
    ],
)
def test_a_high_low_pot_is_halved_and_each_half_split(cents, high, low, odd, shares):
    assert split_high_low(cents, NAMES, high, low, 5, odd) == shares


def test_shares_are_read_out_one_by_one():
    assert Shares({"Ann": 525, "Bo": 500}, {"Ann": 25}).rows == [("Ann", 525, 25), ("Bo", 500, 0)]


@pytest.mark.parametrize(
    ("stakes", "before", "pots"),
    [
        # Everybody has put in the same: one pot.
        ([("Ann", 1000), ("Bo", 1000), ("Cy", 1000)], 0, [Pot(3000, ("Ann", "Bo", "Cy"))]),
        # Cy is all-in for 4, the others go on: a main pot and a side pot.
        ([("Ann", 1000), ("Bo", 1000), ("Cy", 400)], 150, [Pot(1350, ("Ann", "Bo", "Cy")), Pot(1200, ("Ann", "Bo"))]),
        # Three stacks all-in: two pots, and what nobody could call goes back.
        (
            [("Ann", 500), ("Bo", 1500), ("Cy", 4000)],
            0,
            [Pot(1500, ("Ann", "Bo", "Cy")), Pot(2000, ("Bo", "Cy")), Pot(2500, ("Cy",))],
        ),
    ],
)
def test_each_all_in_ends_a_pot(stakes, before, pots):
    assert side_pots([Stake(*each) for each in stakes], before) == pots


def test_who_has_folded_pays_into_the_pots_and_is_in_none():
    stakes = [Stake("Ann", 1000), Stake("Bo", 600, folded=True), Stake("Cy", 400), Stake("Dee", 1200, folded=True)]

    assert side_pots(stakes) == [Pot(1600, ("Ann", "Cy")), Pot(1600, ("Ann",))]


def test_a_hand_that_everybody_has_folded_has_no_pot():
    with pytest.raises(ValueError, match="Somebody"):
        side_pots([Stake("Ann", 100, folded=True)])


def test_who_put_nothing_in_can_win_what_lay_in_the_middle():
    assert side_pots([Stake("Ann", 0), Stake("Bo", 0)], 300) == [Pot(300, ("Ann", "Bo"))]
    assert side_pots([Stake("Ann", 0), Stake("Bo", 0)]) == []


def test_every_pot_has_its_own_winners():
    pots = [Pot(1500, ("Ann", "Bo", "Cy")), Pot(2000, ("Bo", "Cy")), Pot(2500, ("Cy",))]

    paid, totals = pay_pots(pots, [{"Ann", "Bo"}, {"Bo"}, ()], 25, BUTTON)

    assert [each.cents for each in paid] == [{"Ann": 750, "Bo": 750}, {"Bo": 2000}, {"Cy": 2500}]
    assert totals == {"Ann": 750, "Bo": 2750, "Cy": 2500}


def test_a_side_pot_is_halved_too_between_its_high_and_its_low():
    pots = [Pot(1500, ("Ann", "Bo", "Cy")), Pot(2025, ("Bo", "Cy"))]

    paid, totals = pay_pots(pots, [{"Ann"}, {"Cy"}], 25, BUTTON, [{"Bo", "Cy"}, {"Ann", "Bo"}])

    assert [each.cents for each in paid] == [{"Ann": 750, "Bo": 375, "Cy": 375}, {"Bo": 1025, "Cy": 1000}]
    assert totals == {"Ann": 750, "Bo": 1400, "Cy": 1375}


def test_a_pot_that_nobody_was_chosen_for_is_not_paid_yet():
    paid, totals = pay_pots([Pot(1500, ("Ann", "Bo"))], [{"Cy"}], 25, BUTTON)

    assert (paid, totals) == ([Shares({}, {}, 1500)], {})


amounts = st.integers(0, 100_000)
units = st.sampled_from([1, 5, 25, 100])
somebody = st.sets(st.sampled_from(NAMES), min_size=1)


@given(amounts, somebody, st.sets(st.sampled_from(NAMES)), units, st.sampled_from(OddChips))
def test_splitting_loses_no_cent(cents, high, low, unit, odd):
    shares = split_high_low(cents, NAMES, high, low, unit, odd)

    assert sum(shares.cents.values()) + shares.left_cents == cents
    assert set(shares.cents) == high | low
    assert all(0 < each <= shares.cents[name] for name, each in shares.odd.items())


@given(st.lists(st.tuples(amounts, st.booleans()), min_size=1, max_size=6), amounts, st.data())
def test_side_pots_sum_to_what_was_put_in_and_pay_it_out(rows, before, data):
    stakes = [Stake(name, cents, folded) for name, (cents, folded) in zip(NAMES, rows, strict=False)]
    stakes[0] = Stake("Ann", rows[0][0])

    pots = side_pots(stakes, before)
    winners = [data.draw(st.sets(st.sampled_from(pot.players), min_size=1)) for pot in pots]
    _paid, totals = pay_pots(pots, winners, 25, BUTTON)

    assert sum(pot.cents for pot in pots) == before + sum(each.cents for each in stakes)
    assert sum(totals.values()) == sum(pot.cents for pot in pots)
    assert all(set(after.players) < set(first.players) for first, after in itertools.pairwise(pots))
