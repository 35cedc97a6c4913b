"""The picture of a night's result, read back as pixels."""

import io
import os
import subprocess
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PIL import Image

from ledger.reports.night_result import Comeback, NightResult, Placing
from ledger.reports.result_png import POST, STORY, WIDTH, result_png
from tests.ledger.evenings import HOSTILE

ROOT = Path(__file__).resolve().parents[3]
RESULT = NightResult(
    "Dave's cash game",
    date(2026, 11, 20),
    figures=(("Players", "3"), ("Bought", "$123,456,789.00"), ("Hours", "5:35")),
    places=(
        Placing(1, "Cy", 2200),
        Placing(2, "Ann", 1550),
        Placing(3, "Gil", 50),
        Placing(3, "Hal", 50),
        Placing(5, "Bo", -3850),
    ),
    player_count=5,
    ahead=4,
    comeback=Comeback("Cy", 3000, 2200),
    season="2026",
    nights=12,
    leaders=(Placing(1, "Ann", 12450), Placing(2, "Cy")),
    payment_count=2,
    proof="Fewest possible: proven.",
    turned=(5000, 7200),
    skyline=((0, 0), (0, 0.5), (0.5, 0.5), (0.5, 1), (0.9, 1), (0.9, 0), (1, 0)),
)
GREEN, PAPER, DEEP, PALE = (27, 100, 70), (246, 242, 232), (18, 74, 51), (207, 227, 212)


def looked_at(result, height=POST):
    return Image.open(io.BytesIO(result_png(result, height)))


def test_another_process_draws_the_same_bytes():
    code = (
        "import sys; from tests.ledger.reports.test_result_png import RESULT, result_png;"
        "sys.stdout.buffer.write(result_png(RESULT))"
    )
    elsewhere = os.environ | {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LANG": "C"}

    other = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=elsewhere, capture_output=True, check=True)

    assert other.stdout == result_png(RESULT)


@pytest.mark.parametrize("height", [POST, STORY])
def test_the_skyline_stands_on_the_ground_with_the_figures(height):
    picture = looked_at(RESULT, height)

    ground = height - 250
    assert picture.size == (WIDTH, height)
    assert [picture.getpixel((x, ground - 5)) for x in (5, 600, WIDTH - 5)] == [GREEN, GREEN, PAPER]
    assert {picture.getpixel((x, ground + 5)) for x in (0, 600, WIDTH - 1)} == {DEEP}


def test_a_players_own_line_stands_out_before_a_pale_skyline():
    picture = looked_at(replace(RESULT, course=((0, 0), (0, 0.5), (0.5, 0.5), (1, 0.5))))

    inside, on_the_line = picture.getpixel((WIDTH // 4, 1060)), picture.crop((WIDTH // 2, 600, WIDTH // 2 + 9, 1100))

    assert inside == PALE
    assert GREEN in {colour for _, colour in on_the_line.getcolors()}


def test_without_names_and_without_play_there_is_a_picture_too():
    unnamed, unplayed = replace(RESULT, places=(), until="00:30"), NightResult("Dave's", date(2026, 11, 20))

    assert looked_at(unnamed).getpixel((600, POST - 255)) == GREEN
    assert looked_at(unplayed).getpixel((600, POST - 255)) == PAPER


def test_hostile_and_long_names_stay_inside_the_picture():
    hostile = replace(
        RESULT,
        house=HOSTILE[0] * 3,
        figures=tuple((f"{label} of the night", "$99,999,999,999.00") for label in ("Bought", "Hours", "Pot")),
        places=tuple(Placing(1, name, 99_999_999_900) for name in HOSTILE[-3:]),
        ahead=3,
        skyline=(),
    )

    picture = looked_at(hostile)

    edges = [(x, y) for x in (40, WIDTH - 40) for y in range(POST)]
    assert {picture.getpixel(point) for point in edges} == {PAPER, DEEP}
