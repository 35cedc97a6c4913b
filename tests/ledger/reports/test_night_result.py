"""The result of a night as a host shares it with the group."""

import re
from datetime import date

import pytest

from ledger.reports.night_result import SOMEBODY, Comeback, NightResult, Placing, leading, placed
from ledger.settle.fewest_payments import Payment

NAMES = {1: "Ann", 2: "bo", 3: "Cy"}


def result(cents, names=NAMES, *, with_amounts=True, **more):
    return NightResult(
        "Dave's",
        date(2026, 11, 20),
        places=placed(cents, names, with_amounts=with_amounts),
        player_count=len(cents),
        ahead=sum(each > 0 for each in cents.values()),
        **more,
    )


def test_players_have_places_and_equal_ones_the_same():
    assert placed({3: 500, 1: -1000, 2: 500}, NAMES, with_amounts=True) == (
        Placing(1, "bo", 500),
        Placing(1, "Cy", 500),
        Placing(3, "Ann", -1000),
    )


def test_who_is_not_named_is_somebody_without_an_amount():
    assert placed({1: 500, 9: 700}, NAMES, with_amounts=True) == (Placing(1, SOMEBODY), Placing(2, "Ann", 500))


def test_without_amounts_the_places_stay():
    assert placed({1: 500, 2: 700}, NAMES, with_amounts=False) == (Placing(1, "bo"), Placing(2, "Ann"))


def test_on_the_podium_stand_the_first_three_who_left_ahead():
    assert [each.name for each in result({1: 500, 2: -700, 3: 200}).podium] == ["Ann", "Cy"]


def test_more_in_the_same_place_are_counted():
    tied = result(dict.fromkeys(range(5), 100) | {9: -500}, {number: f"P{number}" for number in range(9)})

    assert ([each.place for each in tied.podium], tied.others) == ([1, 1, 1], 2)


def test_the_skyline_is_drawn_as_a_polygon_that_stands_on_the_ground():
    night = result({1: 500}, skyline=((0, 0), (0, 0.25), (0.5, 0.25), (0.5, 1), (1, 1), (1, 0)))

    assert night.outline == "0,100 0,100 0,75 50,75 50,0 100,0 100,100 100,100"
    assert result({1: 500}).outline == ""


@pytest.mark.parametrize(
    ("cents", "sentence"),
    [
        ({}, "Nobody played."),
        ({1: 0}, "One player, home even."),
        ({1: 0, 2: 0}, "Everybody went home even."),
        ({1: 1, 2: -1}, ""),
    ],
)
def test_a_night_without_a_podium_says_why(cents, sentence):
    assert (result(cents).without_podium, result(cents).others) == (sentence, 0)


def test_where_nobody_is_named_the_winners_are_counted():
    assert NightResult("Dave's", date(2026, 11, 20), player_count=4, ahead=2).without_podium == "2 players left ahead."


@pytest.mark.parametrize(
    ("cents", "more", "sentence"),
    [
        ({1: 9400, 2: -9400}, {"turned": (5000, 14400)}, "Ann turned 50 into 144"),
        ({1: 1225, 2: -1225}, {"turned": (5000, 6225)}, "Ann turned 50 into 62.25"),
        ({1: 9400, 2: -9400}, {}, "Ann won the night"),
        ({1: 500, 2: 500, 3: -1000}, {"turned": (5000, 5500)}, "Ann and bo won the night"),
        ({1: 0, 2: 0}, {"until": "00:30"}, "Everybody went home even."),
        ({}, {}, "Nobody played."),
    ],
)
def test_the_night_in_one_sentence(cents, more, sentence):
    assert re.sub("[\u2068\u2069]", "", result(cents, **more).sentence) == sentence


def test_the_sentence_without_names_is_the_hour_of_the_end():
    unnamed = NightResult("Dave's", date(2026, 11, 20), player_count=4, ahead=2, until="00:30")
    many = result(dict.fromkeys(range(5), 100), {number: f"P{number}" for number in range(5)})

    assert (unnamed.sentence, many.sentence) == ("Cards until 00:30", "5 players won the night")


def test_the_text_says_what_the_picture_says_and_who_pays_whom():
    told = result(
        {1: 1500, 2: -2500, 3: 1000},
        figures=(("Players", "3"),),
        comeback=Comeback("Cy", 2000, 1000),
        season="2026",
        nights=2,
        leaders=(Placing(1, "Ann", 2000),),
        payments=(Payment("bo", "Ann", 1500),),
        payment_count=2,
        proof="Fewest possible: proven.",
    )

    assert told.text.splitlines() == [
        *("Fri 20 Nov 2026, Dave's", ""),
        *("1. Ann +15.00", "2. Cy +10.00", "3. bo −25.00", ""),
        *("Players: 3", ""),
        *("Best comeback: Cy bought $20.00 more and still won $10.00.", ""),
        *("2026 after 2 nights", "1. Ann +20.00", ""),
        *("bo pays Ann $15.00", "2 payments. Fewest possible: proven."),
    ]


def test_a_text_without_amounts_has_the_podium_alone():
    told = result({1: 1500, 2: -1500}, with_amounts=False, comeback=Comeback("Ann"))

    assert told.text == ("Fri 20 Nov 2026, Dave's\n\n1. Ann\n\nBest comeback: Ann bought again and still left ahead.\n")


def test_the_text_of_a_night_without_players_says_so():
    assert result({}).text == "Fri 20 Nov 2026, Dave's\n\nNobody played.\n"


def test_three_lead_a_season():
    assert [each.place for each in leading([Placing(1, "a"), Placing(1, "b"), Placing(3, "c"), Placing(3, "d")])] == [
        1,
        1,
        3,
    ]
    assert leading([Placing(1, "a"), Placing(4, "b")]) == (Placing(1, "a"),)
