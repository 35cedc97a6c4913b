"""A count piece by piece, as a form shows it again."""

import pytest

from hostdesk.table.tonight.counted import CountInput, chip_inputs, differed_at, piece_inputs
from ledger.money.cash import Denomination
from ledger.terms.bank_terms import Colour

COLOURS = (Colour("white", 10), Colour("red", 25))


def test_chips_have_a_row_for_each_colour():
    rows = chip_inputs({"count-1": "12", "count-2": "9"}, "count", COLOURS)

    assert rows.rows == [
        CountInput("count-0", "white", 10, "", chip=True),
        CountInput("count-1", "red", 25, "12", chip=True),
    ]


def test_notes_and_coins_have_a_row_for_each_value():
    rows = piece_inputs({"drawer-0": "3"}, "drawer", [Denomination(2000, coin=False), Denomination(25, coin=True)])

    assert rows.rows == [CountInput("drawer-0", "20.00", 2000, "3"), CountInput("drawer-1", "0.25", 25, "", coin=True)]


@pytest.mark.parametrize(("data", "written"), [({}, False), ({"count-0": ""}, False), ({"count-1": "x"}, True)])
def test_whether_anything_was_written(data, written):
    assert chip_inputs(data, "count", COLOURS).written is written


def test_counts_that_differed_are_kept_for_each_night():
    assert len({differed_at(night) for night in (1, 2, 12)}) == 3
