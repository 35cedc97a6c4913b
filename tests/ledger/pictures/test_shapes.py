from ledger.pictures.shapes import NARROW, WIDE, Picture, Table, apart, cut_to, for_both, isolated, steps, text_width


def test_a_picture_is_drawn_for_both_widths():
    pair = for_both(lambda width: Picture("net", "Ann leads", "", width, width / 2, (), Table((), ())))

    assert (pair.narrow.width, pair.wide.width) == (NARROW, WIDE)


def test_labels_stay_in_their_order_and_apart():
    assert apart([10, 12, 13, 80], 20, 0, 100) == [10, 30, 50, 80]


def test_labels_stay_between_the_top_and_the_foot():
    assert apart([-5, 95, 99], 20, 0, 100) == [0, 80, 100]


def test_a_long_name_is_cut_where_the_room_ends():
    assert cut_to("Ann", 100) == "Ann"
    assert cut_to("Maximiliane von und zu Hohenfels", 100).endswith("…")
    assert text_width(cut_to("Maximiliane von und zu Hohenfels", 100)) <= 100


def test_a_name_turns_nothing_round_in_a_sentence():
    assert isolated("Ann") == "\u2068Ann\u2069"


def test_the_scale_has_round_numbers_around_what_is_shown():
    assert [*steps(-3200, 8400, 6)] == [-5000, 0, 5000, 10000]
    assert [*steps(0, 7, 4)] == [0, 2, 4, 6, 8]
    assert [*steps(0, 0, 4)] == [0, 1]
