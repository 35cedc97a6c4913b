from dataclasses import replace
from itertools import pairwise

import pytest

from ledger.pictures.shapes import NARROW, WIDE, Ink, Label, Line, text_width
from ledger.seasons.report import Entrant, line_of
from ledger.seasons.season_picture import net_over_season, nights_won
from tests.ledger.seasons.nights import ANN, AUTUMN, BO, CY, crowd, lines, night


def curves(picture):
    return {mark.of: mark for mark in picture.marks if isinstance(mark, Line) and mark.of}


def words(picture, of):
    return [mark.text for mark in picture.marks if isinstance(mark, Label) and mark.of == of]


def test_the_numbers_behind_the_net_are_what_each_had_after_their_nights():
    table = net_over_season(AUTUMN, lines()).wide.table

    assert table.headings == ("After", "Ann", "Bo", "Cy")
    assert table.rows == (
        ("Fri 6 Nov 2026", "+10.00", "−10.00", ""),
        ("Fri 13 Nov 2026", "+5.00", "−5.00", ""),
        ("Fri 20 Nov 2026", "+25.00", "", "−20.00"),
        ("Fri 27 Nov 2026", "", "−5.00", "−20.00"),
    )


def test_who_is_not_shown_has_no_line_and_no_number():
    picture = net_over_season(AUTUMN, lines()[1:]).wide

    assert [*curves(picture)] == [CY, BO]
    assert picture.table.headings == ("After", "Bo", "Cy")


def test_a_line_begins_at_zero_before_the_first_night_and_is_level_while_one_is_away():
    picture = net_over_season(AUTUMN, lines()).wide

    heights = {of: [y for _, y in line.points] for of, line in curves(picture).items()}
    assert (len(heights[ANN]), heights[ANN][-1]) == (5, heights[ANN][-2])
    assert len(heights[BO]) == 5
    assert len(heights[CY]) == 3


def test_what_somebody_started_with_is_where_their_line_begins():
    started = [
        replace(line, starting_cents=cents, net_cents=line.net_cents + cents)
        for line, cents in zip(lines(), (1000, 0, 0), strict=True)
    ]
    dee = line_of(Entrant("Dee"), (), player=9, starting_cents=-500)

    picture = net_over_season(AUTUMN, [*started, dee]).wide

    heights = {of: [y for _, y in line.points] for of, line in curves(picture).items()}
    assert [row[1] for row in picture.table.rows] == ["+20.00", "+15.00", "+35.00", ""]
    assert heights[ANN][0] < heights[BO][0] < heights[9][0] == heights[9][-1]
    assert heights[ANN][1] < heights[ANN][0]


@pytest.mark.parametrize(
    ("player", "title"),
    [(0, "Ann leads with +25.00"), (BO, "Bo is at −5.00 after 3 nights"), (99, "Ann leads with +25.00")],
)
def test_the_title_says_who_leads_or_where_the_player_is(player, title):
    assert net_over_season(AUTUMN, lines(), player).wide.title.translate({0x2068: "", 0x2069: ""}) == title


@pytest.mark.parametrize(
    ("nights", "player", "title"),
    [
        ((night(0, ann=5, bo=5, cy=-10),), 0, "Ann and Bo lead with +5.00"),
        ((night(0, ann=0, bo=0),), 0, "Nobody is ahead"),
        ((night(0, ann=0, bo=0),), ANN, "Ann is even after 1 night"),
    ],
)
def test_who_shares_the_lead_and_who_is_even(nights, player, title):
    assert net_over_season(nights, lines(nights), player).wide.title.translate({0x2068: "", 0x2069: ""}) == title


@pytest.mark.parametrize(("player", "first"), [(0, ANN), (BO, BO), (99, ANN)])
def test_one_line_stands_out_that_of_the_player_looked_at_or_of_the_leader(player, first):
    drawn = curves(net_over_season(AUTUMN, lines(), player).wide)

    assert {of: (line.ink, line.thick) for of, line in drawn.items()} == {
        of: (Ink.ACCENT, 4) if of == first else (Ink.INK, 2) for of in (ANN, BO, CY)
    }
    assert [*drawn][-1] == first


@pytest.mark.parametrize(("place", "dark"), [(0, [1, 39]), (20, [0, 19, 21, 39])])
def test_the_next_in_rank_the_first_and_the_last_are_dark_and_all_others_pale(place, dark):
    nights, names = crowd(40, 60)
    ranks = sorted(lines(nights, names), key=lambda line: (-line.net_cents, line.name.casefold()))

    drawn = curves(net_over_season(nights, ranks, ranks[place].player).wide)

    inks = [drawn[line.player].ink for line in ranks]
    assert [at for at, ink in enumerate(inks) if ink == Ink.INK] == dark
    assert inks.count(Ink.GRID) == 40 - len(dark) - 1


def test_of_forty_players_as_many_are_named_as_fit_and_the_one_looked_at_always():
    nights, names = crowd(40, 60)

    for width in (NARROW, WIDE):
        pair = net_over_season(nights, lines(nights, names), 30)
        picture = pair.narrow if width == NARROW else pair.wide
        labels = [mark for mark in picture.marks if isinstance(mark, Label) and (mark.of or mark.text.endswith("more"))]
        places = sorted({mark.y for mark in labels})
        assert len(curves(picture)) == 40
        assert words(picture, 30)[0].endswith("…")
        assert min(after - before for before, after in pairwise(places)) >= 20
        assert all(mark.x + text_width(mark.text) <= width for mark in labels if mark.align == "start")
    assert net_over_season(nights, lines(nights, names)).wide.description.endswith("and 35 more.")


def test_on_a_phone_a_line_has_the_first_name_that_tells_it_from_the_others():
    named = [replace(line, name=name) for line, name in zip(lines(), ("Uncle Kit", "Bo Ray", "Bo Lim"), strict=True)]

    drawn = net_over_season(AUTUMN, named)

    assert [words(drawn.narrow, line.player)[0] for line in named] == ["Uncle Kit", "Bo R.", "Bo L."]
    assert [words(drawn.wide, line.player)[0] for line in named] == ["Uncle Kit", "Bo Ray", "Bo Lim"]


def test_of_many_nights_a_line_has_no_more_points_than_can_be_seen():
    nights, names = crowd(2, 900)

    picture = net_over_season(nights, lines(nights, names)).narrow

    assert max(len(line.points) for line in curves(picture).values()) < NARROW
    assert len(picture.table.rows) == 900


def test_nights_won_are_right_of_the_line_and_nights_lost_left_of_it():
    picture = nights_won(lines()).wide

    assert picture.table.rows == (("Ann", "3", "2", "1", "0"), ("Bo", "3", "1", "1", "1"), ("Cy", "2", "0", "1", "1"))
    assert {of: words(picture, of) for of in (ANN, BO, CY)} == {
        ANN: ["Ann", "1", "2"],
        BO: ["Bo", "1", "1"],
        CY: ["Cy", "1", "0"],
    }


@pytest.mark.parametrize(
    ("nights", "player", "title"),
    [
        (AUTUMN, 0, "Ann was ahead most often: 2 nights"),
        (AUTUMN, BO, "Bo was ahead on 1 of 3 nights"),
        ((night(0, ann=5, bo=5, cy=-10),), 0, "Ann and Bo were ahead most often: 1 night"),
        ((night(0, ann=0, bo=0),), 0, "Nobody was ahead on any night"),
    ],
)
def test_the_title_says_who_was_ahead_most_often(nights, player, title):
    assert nights_won(lines(nights), player).wide.title.translate({0x2068: "", 0x2069: ""}) == title


@pytest.mark.parametrize("count", [3, 5, 20, 40])
def test_the_days_below_stand_apart(count):
    nights, names = crowd(3, count)

    picture = net_over_season(nights, lines(nights, names)).wide

    days = [mark for mark in picture.marks if isinstance(mark, Label) and mark.align == "middle"]
    assert len({each.text for each in days}) == len(days) > 1
    assert (
        min(after.x - before.x for before, after in pairwise(days)) >= max(text_width(each.text) for each in days) + 8
    )


def test_where_nobody_won_anything_the_line_at_zero_is_in_the_middle():
    nights = (night(0, ann=0, bo=0),)

    words_of = [mark.text for mark in net_over_season(nights, lines(nights)).wide.marks if isinstance(mark, Label)]

    assert [text for text in words_of if text in ("−10", "0", "+10")] == ["−10", "0", "+10"]
