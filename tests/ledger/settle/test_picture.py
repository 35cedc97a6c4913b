"""The picture of who pays whom: both sides, the bands between them, and the words beside it."""

import pytest

from ledger.paper.layout import TextStyle
from ledger.settle.fewest_payments import Payment
from ledger.settle.picture import payments_picture
from tests.written import written

CROSSED = (("Ann", "Gus", 500), ("Bo", "Dee", 100), ("Cy", "Gus", 1000), ("Cy", "Dee", 250))


def drawn(*payments):
    return payments_picture([Payment(*each) for each in payments])


def foot(picture, side):
    """Return the height at which the bars of a side end."""
    return max(top + height for at, top, height in picture.bars if at == side)


def test_one_payment_goes_straight_across():
    picture = drawn(("Bo", "Ann", 1000))

    assert picture.names == ((0, 41, "Bo"), (1, 41, "Ann"))
    assert picture.amounts == ((0, 78, "$10.00"), (1, 78, "$10.00"))
    assert picture.bars == ((0, 52, 52), (1, 52, 52))
    assert picture.bands == ("M0 52.0C50 52.0 50 52.0 100 52.0V104.0C50 104.0 50 104.0 0 104.0Z",)
    assert picture.height == 104


def test_a_band_is_as_thick_as_its_payment_but_never_too_thin_to_see():
    picture = drawn(("Ann", "Gus", 10000), ("Bo", "Gus", 5000), ("Cy", "Gus", 1))

    starts = [float(outline.removeprefix("M0 ").partition("C")[0]) for outline in picture.bands]
    ends = [float(outline.removesuffix("Z").rpartition(" ")[2]) for outline in picture.bands]
    assert [end - start for start, end in zip(starts, ends, strict=True)] == [52, 26, 3]


@pytest.mark.parametrize(("cents", "inset", "width"), [(99_999, 28, 44), (220_600, 28, 44), (100_000_000, 40, 20)])
def test_the_bands_leave_room_for_the_longest_amount_on_a_phone(cents, inset, width):
    with written(separator=".", sign="$", pattern="${}", thousands=","):
        picture = drawn(("Bo", "Ann", 100), ("Cy", "Ann", cents))

    assert (picture.inset, picture.width) == (inset, width)


def test_nobody_is_drawn_twice_and_bands_that_need_not_cross_do_not():
    picture = drawn(*CROSSED)

    assert [name for _, _, name in picture.names] == ["Ann", "Cy", "Bo", "Gus", "Dee"]
    assert [amount for side, _, amount in picture.amounts if side] == ["$5.00", "$10.00", "$2.50", "$1.00"]


def test_the_side_with_fewer_names_is_spread_over_the_height_of_the_other():
    picture = drawn(*((payer, payee, 100) for payer in ("Ann", "Bo", "Cy") for payee in ("Dee", "Eve")))

    assert (foot(picture, 0), foot(picture, 1)) == (picture.height, picture.height - 18)


@pytest.mark.parametrize(
    "name", ["W" * 40, "Maximiliane von und zu Hohenstein-Lichtenau", "محمد بن سلمان", "🂡🔥🎲", "<b>"]
)
def test_a_name_is_whole_however_long_and_fits_half_a_phone(name):
    picture = drawn((name, "Ann", 100))

    lines = [line for side, _, line in picture.names if side == 0]
    assert "".join(lines).replace(" ", "") == name.replace(" ", "")
    assert max(map(TextStyle(16).measure, lines)) <= 150
    assert picture.bars[0] == (0, 30 + 22 * len(lines), 52)


def test_the_words_say_what_is_drawn():
    words = drawn(*CROSSED).words

    assert words == "Ann pays Gus $5.00. Cy pays Gus $10.00. Cy pays Dee $2.50. Bo pays Dee $1.00."


def test_without_payments_there_is_nothing_to_draw():
    picture = drawn()

    assert (picture.names, picture.amounts, picture.bars, picture.bands, picture.words) == ((), (), (), (), "")
