import pytest

from ledger.pictures.shapes import (
    NARROW,
    WIDE,
    Label,
    Scale,
    Table,
    apart,
    cut_to,
    for_both,
    isolated,
    listed,
    scale_of,
    text_width,
    tick_cents,
)


def test_a_picture_is_drawn_for_both_widths():
    pair = for_both("net", "Ann leads", "", Table((), ()), lambda width: (width / 2, [Label(0, 0, "Ann")]))

    assert (pair.narrow.width, pair.narrow.height) == (NARROW, NARROW / 2)
    assert (pair.wide.width, pair.wide.height) == (WIDE, WIDE / 2)


@pytest.mark.parametrize(
    ("names", "words"),
    [(["Ann"], "Ann"), (["Ann", "Bo", "Cy"], "Ann, Bo and Cy"), (["Ann", "Bo", "Cy", "Dave"], "4 players")],
)
def test_up_to_three_names_begin_a_sentence(names, words):
    assert listed(names).translate({0x2068: "", 0x2069: ""}) == words


def test_labels_stay_in_their_order_and_apart():
    assert apart([10, 12, 13, 80], 20, 0, 100) == [10, 30, 50, 80]


def test_labels_stay_between_the_top_and_the_foot():
    assert apart([-5, 95, 99], 20, 0, 100) == [0, 80, 100]


def test_a_long_name_is_cut_where_the_room_ends():
    assert cut_to("Ann", 100) == "Ann"
    assert cut_to("Maximiliane von und zu Hohenfels", 100).endswith("…")
    assert text_width(cut_to("Maximiliane von und zu Hohenfels", 100)) <= 100
    assert text_width(cut_to("Maximiliane von und zu Hohenfels", 100, strong=True), strong=True) <= 100


def test_a_name_turns_nothing_round_in_a_sentence():
    assert isolated("Ann") == "\u2068Ann\u2069"


def test_a_scale_has_round_ticks_around_all_values_and_zero():
    scale = scale_of([-3200, 8400], 300, 0, every=60)

    assert scale.ticks == (-5000, 0, 5000, 10000)
    assert [scale.at(each) for each in scale.ticks] == [300, 200, 100, 0]


def test_a_scale_of_nothing_has_one_step():
    assert scale_of([], 0, 10, every=60).ticks == (0, 1)


def test_a_tick_has_decimals_only_where_one_of_them_needs_them():
    assert [tick_cents(each, Scale(-5000, 5000, 0, 1, (-5000, 0, 5000))) for each in (-5000, 0, 5000)] == [
        *("−50", "0", "+50")
    ]
    assert tick_cents(0, Scale(0, 50, 0, 1, (0, 50))) == "0.00"
