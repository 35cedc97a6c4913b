"""``manage.py house``: look at houses, load one, break amounts into chips."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from hostdesk.rules.houses.presets import load_preset
from reservations.houses.commands import make_house
from reservations.models import House
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db
HOUSES = Path(__file__).parents[4] / "hostdesk/rules/houses"
MIKE, ERICN = HOUSES / "mike.toml", HOUSES / "ericn.toml"


def house(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("house", *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_houses_come_before_the_presets_they_were_not_made_from() -> None:
    make_house(document=load_preset("mike"))

    assert house("list") == [
        "mike: Mike's game, version 1",
        "dave-2018: Dave's cash game (2018), a preset",
        "dave-2020: Dave's cash game (2020), a preset",
        "ericn: EricN's game, a preset",
        "hybrid: Hybrid game, a preset",
    ]


def test_a_preset_is_shown_with_limits_levels_and_articles() -> None:
    lines = house("show", "hybrid")

    assert lines[:5] == [
        "Hybrid game (hybrid), a preset",
        "",
        "Blinds from 0.01/0.02 up to 1.00/2.00, 11 levels of 20 minutes.",
        "The minimum buy-in is 4.00.",
        "The maximum buy-in is 10.00.",
    ]
    assert lines[13:16] == ["Levels of 20 minutes", " 1  0.01/0.02", " 2  0.02/0.04"]
    assert lines[26:28] == [
        "Reservations and attendance",
        "If you can't come, give up your seat at once; before the start that is no strike.",
    ]
    assert lines[37:40] == [
        "Tables, blinds and conduct",
        "At most 11 sit at one table. First come, first served.",
        "With 12 the game goes on at two tables: volunteers move, then those who are drawn. The banker stays.",
    ]
    assert lines[lines.index("The levels") :][:3] == ["The levels", "", "1. Rising blinds"]


def test_an_article_is_shown_with_its_mark_and_without_a_heading_if_it_has_none(tmp_path: Path) -> None:
    edited = tmp_path / "mike.toml"
    edited.write_text(MIKE.read_text().replace('section = "The bank and its chips"\n', ""))
    house("load", str(edited))

    lines = house("show", "mike")

    assert [
        lines.count(each) for each in ("The bank and its chips", "Bets", "13.2. The winner pays the next ante (new)")
    ] == [0, 1, 1]


def test_what_staying_away_means_is_shown() -> None:
    lines = house("show", "ericn")

    assert lines[lines.index("Reservations and attendance") :][1:4] == [
        "Giving up a seat less than 2 hours before the start is a no-show; exactly 2 hours is still fine.",
        "It stays a strike even if somebody else takes the seat.",
        (
            "1 strike: a friendly reminder. "
            "2 strikes: removed from the group, with no reservations until the host takes them back."
        ),
    ]


def test_a_house_without_blinds_is_shown_with_its_tables_and_conduct() -> None:
    lines = house("show", "mike")

    assert lines[lines.index("Tables, blinds and conduct") :][8:10] == [
        "Players who are away are not dealt in. A player who is not there on their turn has a dead hand.",
        "The first jumped bet of a night, no matter who makes it, gets only a warning.",
    ]


def test_a_house_whose_figures_are_the_nights_says_so() -> None:
    assert house("show", "ericn")[2:7] == [
        "The blinds are set when the night opens.",
        "The minimum buy-in is set when the night opens.",
        "The maximum buy-in is set when the night opens.",
        "Chips are paid for in cash only.",
        "All chips come from the bank.",
    ]


def test_limits_in_blinds_that_are_the_nights_are_shown_as_such(tmp_path: Path) -> None:
    edited = tmp_path / "ericn.toml"
    edited.write_text(ERICN.read_text().replace("minimum = {asked = true}", "minimum = {big_blinds = 20}"))
    house("load", str(edited))

    assert house("show", "ericn")[3] == "The minimum buy-in is 20 big blinds."


def test_the_list_asks_once_however_many_houses_there_are(django_assert_num_queries: Any) -> None:
    for key in ("mike", "ericn", "hybrid"):
        make_house(document=load_preset(key))

    with django_assert_num_queries(1):
        assert len(house("list")) == 5


def test_chips_are_shown_with_what_they_are_worth() -> None:
    colours = "white 0.05, red 0.10, blue 0.25, yellow* 0.50, black* 1.00, green* 5.00"

    assert house("show", "mike")[19] == f"Chips: {colours} (* when the lower ones have run out)"


def test_a_file_makes_a_house_and_an_edited_one_its_next_version(tmp_path: Path) -> None:
    edited = tmp_path / "mike.toml"
    edited.write_text(MIKE.read_text().replace('multiple = "5.00"', 'multiple = "10.00"'))

    assert house("load", str(MIKE)) == ["Mike's game (mike) has version 1 of its rules."]
    assert house("load", str(MIKE)) == ["Mike's game (mike) has version 1 of its rules."]
    assert house("load", str(edited)) == [
        "Mike's game (mike) has version 2 of its rules.",
        "Article 2 still says 5.00, which was changed.",
        "Article 5 still says 5.00, which was changed.",
    ]
    assert house("show", "mike")[5] == "The bank sells chips in multiples of 10.00."
    assert house("show", "mike", "--version", "1")[5] == "The bank sells chips in multiples of 5.00."


def test_a_file_whose_articles_state_another_number_than_its_terms_says_so(tmp_path: Path) -> None:
    written = tmp_path / "mike.toml"
    written.write_text(MIKE.read_text().replace("for 5.00 or a multiple of it", "for 5.00 each, rebuys for 3.00"))

    assert house("load", str(written))[1:] == ["Article 2 says 3.00, the terms 5.00, 10.00."]


def test_a_night_keeps_the_version_it_was_opened_with(tmp_path: Path) -> None:
    evening = Evening("mike")
    edited = tmp_path / "mike.toml"
    edited.write_text(MIKE.read_text().replace('multiple = "5.00"', 'multiple = "10.00"'))
    house("load", str(edited))

    evening.buy_in("Ann", "5.00")

    evening.stands(drawer="205.00", chips="5.00")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [('multiple = "5.00"', "multiple = 5", "multiple"), ("[invitation]", "[waiting]", r"Line \d+: \[waiting\] says")],
)
def test_a_file_with_faults_makes_nothing(tmp_path: Path, old: str, new: str, place: str) -> None:
    violations = tmp_path / "mike.toml"
    violations.write_text(MIKE.read_text().replace(old, new))

    with pytest.raises(CommandError, match=place):
        house("load", str(violations))

    assert House.objects.count() == 0


def test_amounts_are_broken_one_after_the_other_out_of_one_rack(tmp_path: Path) -> None:
    counted = tmp_path / "mike.toml"
    counted.write_text(MIKE.read_text().replace('value = "0.05"', 'value = "0.05"\nstock = 20'))
    house("load", str(counted))

    assert house("chips", "mike", "$5", "1.00") == ["5.00: 16 white, 12 red, 12 blue", "1.00: 4 white, 3 red, 2 blue"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("show", "nope"), "There is no house"),
        (("show", "mike", "--version", "2"), "No house is called 'mike'"),
        (("chips", "mike", "0.03"), "0.03"),
        (("chips", "mike", "5,000"), "5,000"),
    ],
)
def test_what_is_not_there_is_told(arguments: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        house(*arguments)
