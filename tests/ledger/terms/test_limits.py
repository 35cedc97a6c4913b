from dataclasses import replace

import pytest

from ledger.money.cents import show_cents
from ledger.terms.bank_terms import Blinds, Limit
from ledger.terms.limits import NightLimits, Origin, night_limits, opening_faults, own_figures, plan_faults
from reservations.acts.problems import Impossible, Malformed
from tests.ledger.houses import TERMS, ordinary


@pytest.mark.parametrize(
    ("house", "expected"),
    [
        ("dave-2018", NightLimits(1000, 5000, 5000, None, without_stack_cents=5000)),
        ("dave-2020", NightLimits(1000, 5000, 5000, None, without_stack_cents=5000)),
        ("hybrid", NightLimits(400, 1000, 1000, 100)),
        ("ericn", NightLimits(500, 2000, 2000, None, Origin.NIGHT, Origin.NIGHT)),
        ("mike", NightLimits(500, None, 1000, 500)),
    ],
)
def test_limits_of_an_ordinary_night(house, expected):
    assert ordinary(house) == expected


@pytest.mark.parametrize(
    ("big_stack_cents", "maximum_cents", "words"),
    [
        (None, 5000, "50.00, or the big stack"),
        (3000, 5000, "50.00, or the big stack"),
        (5000, 5000, "50.00, or the big stack"),
        (5001, 5001, "50.00, or the big stack: 50.01"),
        (8000, 8000, "50.00, or the big stack: 80.00"),
    ],
)
def test_dave_follows_the_big_stack_above_100_big_blinds(big_stack_cents, maximum_cents, words):
    found = night_limits(TERMS["dave-2018"], blinds=Blinds(25, 50), big_stack_cents=big_stack_cents)

    assert (found.maximum_cents, found.maximum_in_words(show_cents)) == (maximum_cents, words)


def test_dave_counts_in_the_big_blinds_of_the_night():
    found = night_limits(TERMS["dave-2018"], blinds=Blinds(50, 100))

    assert found == NightLimits(2000, 10000, 10000, None, without_stack_cents=10000)


def test_a_night_without_blinds_of_its_own_has_those_of_the_house():
    assert night_limits(TERMS["dave-2018"], blinds=None) == ordinary("dave-2018")


def test_a_night_with_a_maximum_of_its_own_leaves_the_big_stack_out():
    found = night_limits(TERMS["dave-2018"], blinds=Blinds(25, 50), maximum_cents=3000, big_stack_cents=8000)

    assert found == NightLimits(1000, 3000, 3000, None, Origin.HOUSE, Origin.NIGHT)


def test_a_maximum_of_the_nights_own_may_count_the_big_stack_where_the_house_does_not():
    found = night_limits(TERMS["hybrid"], blinds=None, maximum_cents=3000, big_stack_cents=8500, or_big_stack=True)

    assert (found.maximum_cents, found.maximum_in_words(show_cents)) == (8500, "30.00, or the big stack: 85.00")
    assert ordinary("mike").maximum_in_words(show_cents) == ""


def test_hybrid_does_not_move_with_the_level():
    assert night_limits(TERMS["hybrid"], blinds=Blinds(100, 200)) == ordinary("hybrid")


@pytest.mark.parametrize(
    ("minimum_cents", "maximum_cents", "usual_cents"),
    [(None, 750, 700), (None, 1100, 1000), (1200, 2000, 1200), (1150, 2000, 1200)],
)
def test_usual_amount_stays_within_the_limits_and_multiples_of_the_night(minimum_cents, maximum_cents, usual_cents):
    found = night_limits(TERMS["hybrid"], blinds=None, minimum_cents=minimum_cents, maximum_cents=maximum_cents)

    assert found.usual_cents == usual_cents


def test_a_house_without_a_usual_amount_has_none():
    terms = replace(TERMS["hybrid"], usual=None)

    assert night_limits(terms, blinds=None).usual_cents is None


def test_a_house_without_a_minimum_has_none():
    terms = replace(TERMS["hybrid"], minimum=None)

    assert night_limits(terms, blinds=None).minimum_cents is None


def test_big_blinds_cannot_be_counted_without_blinds():
    terms = replace(TERMS["dave-2018"], blinds=None, blinds_at_opening=True)

    with pytest.raises(Impossible, match=r"^Buy-ins are counted in big blinds, and this night has no blinds\.$"):
        night_limits(terms, blinds=None)


@pytest.mark.parametrize("house", ["dave-2018", "dave-2020", "hybrid", "mike"])
def test_a_house_with_figures_of_its_own_opens_without_any(house):
    assert opening_faults(TERMS[house], blinds=None, minimum_cents=None, maximum_cents=None) == ()


def test_ericn_needs_blinds_minimum_and_maximum_at_the_opening():
    faults = opening_faults(TERMS["ericn"], blinds=None, minimum_cents=None, maximum_cents=None)

    assert faults == (
        "This house sets the blinds each night: enter the small and the big blind.",
        "This house sets the minimum buy-in each night: enter it.",
        "This house sets the maximum buy-in each night: enter it.",
    )


@pytest.mark.parametrize(
    ("blinds", "minimum_cents", "maximum_cents", "faults"),
    [
        (Blinds(10, 20), 500, 2000, ()),
        (Blinds(20, 20), 2000, 2000, ()),
        (Blinds(21, 20), 500, 2000, ("The small blind of 0.21 is above the big blind of 0.20.",)),
        (Blinds(10, 20), 2001, 2000, ("The minimum buy-in of 20.01 is above the maximum of 20.00.",)),
        (
            Blinds(21, 20),
            500,
            None,
            (
                "The small blind of 0.21 is above the big blind of 0.20.",
                "This house sets the maximum buy-in each night: enter it.",
            ),
        ),
    ],
)
def test_figures_of_an_opening_fit_together(blinds, minimum_cents, maximum_cents, faults):
    found = opening_faults(TERMS["ericn"], blinds=blinds, minimum_cents=minimum_cents, maximum_cents=maximum_cents)

    assert found == faults


@pytest.mark.parametrize(
    ("minimum_cents", "maximum_cents", "faults"),
    [
        (450, 500, ()),
        (450, 499, ("No multiple of 1.00 lies between 4.50 and 4.99.",)),
        (450, 450, ("No multiple of 1.00 lies between 4.50 and 4.50.",)),
        (None, 399, ("The minimum buy-in of 4.00 is above the maximum of 3.99.",)),
    ],
)
def test_hybrid_leaves_room_for_a_multiple(minimum_cents, maximum_cents, faults):
    found = opening_faults(TERMS["hybrid"], blinds=None, minimum_cents=minimum_cents, maximum_cents=maximum_cents)

    assert found == faults


def test_a_maximum_counted_in_multiples():
    terms = replace(TERMS["mike"], maximum=Limit(multiples=4))

    assert night_limits(terms, blinds=None).maximum_cents == 2000


@pytest.mark.parametrize(
    ("house", "blinds", "most_cents", "faults"),
    [
        ("ericn", None, 2000, ()),
        ("ericn", Blinds(20, 10), 2000, ("The small blind of 0.20 is above the big blind of 0.10.",)),
        ("dave-2018", None, 999, ("The minimum buy-in of 10.00 is above the maximum of 9.99.",)),
        ("dave-2018", Blinds(50, 100), 1999, ("The minimum buy-in of 20.00 is above the maximum of 19.99.",)),
    ],
)
def test_a_plan_may_leave_figures_open_and_contradicts_none(house, blinds, most_cents, faults):
    found = plan_faults(TERMS[house], blinds=blinds, minimum_cents=None, maximum_cents=most_cents)

    assert found == faults


def test_limits_in_big_blinds_wait_for_the_blinds():
    terms = replace(TERMS["dave-2018"], blinds=None, blinds_at_opening=True)

    assert plan_faults(terms, blinds=None, minimum_cents=None, maximum_cents=1) == ()


@pytest.mark.parametrize(
    ("figures", "kept"),
    [
        ({}, {}),
        ({"buy_in_min": 0, "buy_in_max": 8000}, {"buy_in_min": 0, "buy_in_max": 8000}),
        ({"buy_in_max": 8000, "or_big_stack": True}, {"buy_in_max": 8000, "or_big_stack": True}),
        ({"buy_in_max": 8000, "or_big_stack": False}, {"buy_in_max": 8000}),
    ],
)
def test_the_figures_that_a_night_keeps_as_its_own(figures, kept):
    assert own_figures(figures) == kept


@pytest.mark.parametrize("figures", [{"buy_in_max": 0}, {"small_blind": -1}])
def test_an_amount_that_cannot_be_is_no_figure(figures):
    with pytest.raises(Malformed):
        own_figures(figures)


def test_a_big_stack_lifts_a_maximum_of_the_nights_own():
    with pytest.raises(Impossible, match="enter that too"):
        own_figures({"or_big_stack": True})
