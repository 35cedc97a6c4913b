"""The pictures of a night, compared with their numbers."""

from datetime import UTC, datetime, timedelta

import pytest

from ledger.pictures.shapes import NARROW, WIDE, Boxes, Dots, Ink, Label
from ledger.reports.night_picture import results_picture, story_picture
from ledger.reports.night_story import NightStory, StoryStep
from tests.ledger.evenings import HOSTILE

EIGHT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
RESULTS = [("Ann", 1550), ("Bo", -3750), ("Cy", 2200), ("Gil", 0)]


def step(minutes, kind, player="", cents=0, chips=0, **more):
    at = EIGHT + timedelta(minutes=minutes)
    return StoryStep(minutes, at, kind, f"{player} {kind}", player=player, cents=cents, chips_cents=chips, **more)


STORY = NightStory(
    (
        step(0, "arrive", "Bo"),
        step(10, "buy_in", "Ann", 2000, 2000),
        step(20, "buy_in", "Bo", 1000, 3000),
        step(60, "buy_in", "Bo", 1000, 4000),
        step(120, "cash_out", "Bo", 500, 3500),
        step(230, "cash_out", "Ann", 3200, 300),
        step(240, "final_pot", "Ann", 300),
    )
)


def marks(picture, kind, ink=None):
    return [mark for mark in picture.marks if isinstance(mark, kind) and ink in (None, mark.ink)]


def words(picture):
    return [mark.text for mark in marks(picture, Label)]


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_bars_are_as_long_as_the_results_and_on_their_side_of_zero(width):
    picture = results_picture(RESULTS, width)

    boxes = [box for mark in marks(picture, Boxes) for box in mark.boxes]
    starts, lengths = [box[0] for box in boxes], [box[2] for box in boxes]
    zero = starts[0]
    assert picture.table.rows == (("Cy", "+22.00"), ("Ann", "+15.50"), ("Gil", "0.00"), ("Bo", "−37.50"))
    assert [round(length / lengths[0] * 2200) for length in lengths] == [2200, 1550, 0, 3750]
    assert starts == [zero, zero, zero, pytest.approx(zero - lengths[3])]
    assert picture.title == "\u2068Cy\u2069 won most: +22.00"


def test_bars_of_several_pictures_have_one_measure():
    results = [("Ann", 1000), ("Bo", -500)]

    alone, beside = (results_picture(results, WIDE, longest=longest) for longest in ((), (4000,)))

    lengths = [marks(each, Boxes)[0].boxes[0][2] for each in (alone, beside)]
    assert lengths[1] < lengths[0] / 2


@pytest.mark.parametrize(
    ("results", "title"),
    [
        ([("Ann", 0)], "Everybody went home even"),
        ([("Ann", 0), ("Bo", -5)], "Nobody left ahead"),
        ([("Ann", 100), ("Bo", 100), ("Cy", -200)], "2 players won most: +1.00"),
    ],
)
def test_the_title_says_what_one_sees(results, title):
    assert results_picture(results, NARROW).title == title


def test_all_of_the_story():
    picture = story_picture(STORY, WIDE, len(STORY.steps))

    assert picture.title == "$40.00 went into play: 3 purchases in 3:40 hours"
    assert picture.table.rows[1] == ("Ann buy_in", "20:10", "20.00", "20.00")
    assert [text for text in words(picture) if "→" in text] == ["20.00 → 32.00", "20.00 → 5.00"]
    assert [text for text in words(picture) if ":" in text] == ["20:00", "22:00", "00:00"]
    assert [len(mark.points) for mark in marks(picture, Dots, Ink.UP)] == [1, 1]  # in the row of Ann and in the legend


def test_half_way_what_comes_later_stands_back():
    picture = story_picture(STORY, NARROW, 3)

    assert picture.title == "20:20 \u2068Bo buy_in\u2069 $10.00"
    assert [text for text in words(picture) if text.startswith(("Bought", "In play"))] == [
        "Bought $30.00",
        "In play $30.00",
    ]
    assert sum(len(mark.points) for mark in marks(picture, Dots, Ink.INK)) == 2 + 1  # and the one of the legend
    assert sum(len(mark.points) for mark in marks(picture, Dots, Ink.GRID)) == 3


def test_who_has_not_come_yet_is_told_so():
    first = story_picture(STORY, WIDE, 1)

    assert first.title == "20:00 \u2068Bo arrive\u2069"
    assert first.description.endswith("\u2068Ann\u2069: not here yet. \u2068Bo\u2069: not here yet.")


def test_every_moment_has_the_same_measure():
    assert (
        len({(each.width, each.height) for each in (story_picture(STORY, WIDE, count) for count in range(1, 8))}) == 1
    )


def test_a_part_of_the_players_is_drawn_by_itself():
    picture = story_picture(STORY, WIDE, 7, shown=slice(1, 2))

    assert ("Bo" in words(picture), "Ann" in words(picture)) == (True, False)


def test_acts_of_one_moment_and_a_night_of_nobody_are_drawn():
    at_once = NightStory((step(0, "buy_in", "Ann", 1000, 1000), step(0, "cash_out", "Ann", 1000)))
    nobody = NightStory((step(0, "last_hand"), step(2000, "close")))

    assert story_picture(at_once, WIDE, 2).title == "$10.00 went into play: 1 purchase"
    assert story_picture(nobody, NARROW, 2).title == "$0.00 went into play: 0 purchases"


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_long_and_hostile_names_stay_inside_the_picture(width):
    story = NightStory(tuple(step(place, "buy_in", name, 99_999_900, 1) for place, name in enumerate(HOSTILE)))
    results = [(name, 99_999_900 * (-1) ** place) for place, name in enumerate(HOSTILE)]

    for picture in (story_picture(story, width, 5), results_picture(results, width)):
        boxes = [box for mark in marks(picture, Boxes) for box in mark.boxes]
        assert all(x >= 0 and x + wide <= width for x, _, wide, _ in boxes)
        assert all(0 <= mark.x <= width for mark in marks(picture, Label))
