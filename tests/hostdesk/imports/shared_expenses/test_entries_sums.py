"""Amounts in whole cents: they sum to zero, and no share is off by a whole cent."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostdesk.imports.shared_expenses.entries import Cells, in_cents

PARTS = st.lists(st.fractions(min_value=-500, max_value=500, max_denominator=97), min_size=1, max_size=9)


@settings(max_examples=25)
@given(PARTS)
def test_whatever_is_shared_sums_to_zero_and_is_rounded_by_less_than_a_cent(parts):
    nets = {f"player {place}": part for place, part in enumerate([*parts, -sum(parts)])}

    cents = in_cents(nets)

    assert sum(cents.values()) == 0
    assert all(abs(cents[name] - net * 100) < 1 for name, net in nets.items())


def test_the_odd_cent_goes_to_who_lost_the_most_by_rounding():
    thirds = {"Ann": Fraction(10), "Bo": Fraction(-10, 3), "Cy": Fraction(-20, 3)}

    assert in_cents(thirds) == {"Ann": 1000, "Bo": -333, "Cy": -667}


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        ("12.5", Fraction(25, 2)),
        ("-12,50", Fraction(-25, 2)),
        (3, Fraction(3)),
        ("1,000", None),
        ("1e3", None),
        (True, None),
    ],
)
def test_amounts_have_a_decimal_point_or_comma(said, amount):
    faults = Cells()

    read = faults.amount(7, "Cost", said)

    assert (read, len(faults)) == ((0, 1) if amount is None else (amount, 0))
