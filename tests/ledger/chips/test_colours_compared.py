"""Two counts of the same chips, side by side."""

import pytest

from ledger.chips.colours import difference_in_colours
from ledger.terms.bank_terms import Colour
from reservations.acts.problems import Malformed

COLOURS = (Colour("white", 5), Colour("red", 10), Colour("blue", 25))


def test_each_colour_counted_differently_is_named():
    differing = difference_in_colours({"white": 4, "red": 12, "blue": 3}, {"white": 4, "red": 10, "blue": 4}, COLOURS)

    assert differing == (
        "red: 12 by the player, 10 by the banker (0.20 less)",
        "blue: 3 by the player, 4 by the banker (0.25 more)",
    )


def test_a_colour_left_out_is_none_of_it():
    assert difference_in_colours({"white": 4}, {}, COLOURS) == ("white: 4 by the player, 0 by the banker (0.20 less)",)
    assert difference_in_colours({}, {"red": 0}, COLOURS) == ()


@pytest.mark.parametrize(("own", "bankers"), [({"pink": 1}, {}), ({}, {"red": -1}), ({"red": 1.5}, {"red": 1.5})])
def test_counts_that_cannot_be_right_are_refused(own, bankers):
    with pytest.raises(Malformed, match=r"^There are no|^A number of red chips"):
        difference_in_colours(own, bankers, COLOURS)
