from collections import Counter
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from ledger.pictures.shapes import NARROW, Boxes
from ledger.seasons.hours_picture import bought_by_hour, hours_bought
from ledger.seasons.report import Played, SeasonNight
from tests.ledger.seasons.nights import ANN, BO, EVENING, FIRST

NEW_YORK = ZoneInfo("America/New_York")  # 20:00 UTC is 15:00 there in November.


def bought(**hours):
    played = [
        Played({"ann": ANN, "bo": BO}[name], 0, bought_at=tuple(EVENING + timedelta(hours=each) for each in theirs))
        for name, theirs in hours.items()
    ]
    return (SeasonNight(1, FIRST, 1, 10, tuple(played)),)


def test_the_first_is_a_buy_in_and_the_others_are_rebuys_by_the_hour_of_the_zone():
    nights = bought(ann=(0, 2, 5), bo=(1,))

    assert hours_bought(nights, NEW_YORK) == (Counter({3: 1, 4: 1}), Counter({5: 1, 8: 1}))
    assert hours_bought(nights, NEW_YORK, BO) == (Counter({4: 1}), Counter())


def test_one_oclock_comes_after_midnight():
    first_and_again = hours_bought(bought(ann=(8, 10)), NEW_YORK)  # 23:00 and 1:00

    picture = bought_by_hour(first_and_again).wide

    assert picture.table.rows == (
        *(("23:00 to 0:00", "1", "0"), ("0:00 to 1:00", "0", "0"), ("1:00 to 2:00", "0", "1")),
    )


def test_rebuys_stand_on_the_buy_ins_of_their_hour():
    picture = bought_by_hour((Counter({8: 3}), Counter({8: 1}))).wide

    first, again = [mark.boxes[0] for mark in picture.marks if isinstance(mark, Boxes)][:2]
    assert again[1] + again[3] == pytest.approx(first[1])
    assert first[3] == pytest.approx(3 * again[3], abs=0.2)


def test_of_a_whole_day_not_every_hour_is_named_on_a_phone():
    pair = bought_by_hour((Counter(range(24)), Counter()))

    assert pair.narrow.width == NARROW
    assert len(pair.narrow.marks) < len(pair.wide.marks)


@pytest.mark.parametrize(
    ("again", "name", "title"),
    [
        (Counter({8: 1, 10: 2}), "", "Most rebuys come between 22:00 and 23:00"),
        (Counter({11: 2}), "Ann", "Ann rebuys most between 23:00 and 0:00"),
        (Counter(), "", "Nobody bought again"),
        (Counter(), "Ann", "Ann never bought again"),
    ],
)
def test_the_title_says_when_rebuys_come(again, name, title):
    assert bought_by_hour((Counter({8: 3}), again), name).wide.title.translate({0x2068: "", 0x2069: ""}) == title
