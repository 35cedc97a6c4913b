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
from ledger.reports.result_png import WIDTH, result_png
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
)
GREEN, PAPER = (27, 100, 70), (246, 242, 232)


def looked_at(result):
    return Image.open(io.BytesIO(result_png(result)))


def test_another_process_draws_the_same_bytes():
    code = (
        "import sys; from tests.ledger.reports.test_result_png import RESULT, result_png;"
        "sys.stdout.buffer.write(result_png(RESULT))"
    )
    elsewhere = os.environ | {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LANG": "C"}

    other = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=elsewhere, capture_output=True, check=True)

    assert other.stdout == result_png(RESULT)


def test_the_first_stands_in_the_middle_and_highest():
    picture = looked_at(RESULT)

    steps = [next(y for y in range(300, 700) if picture.getpixel((x, y)) != PAPER) for x in (100, 420, 740)]
    assert picture.size[0] == WIDTH
    assert steps[1] < steps[0] < steps[2]
    assert picture.getpixel((540, 640)) == GREEN


@pytest.mark.parametrize("count", [0, 1])
def test_what_there_is_not_takes_no_room(count):
    short = NightResult("Dave's", date(2026, 11, 20), player_count=count, ahead=0)

    assert looked_at(short).size[1] < looked_at(RESULT).size[1] // 2


def test_who_is_not_named_stands_there_without_an_amount():
    first = Placing(1, "Somebody")

    assert looked_at(replace(RESULT, places=(first, *RESULT.places[1:]))).size == looked_at(RESULT).size


def test_hostile_and_long_names_stay_inside_the_picture():
    hostile = NightResult(
        HOSTILE[0] * 3,
        date(2026, 11, 20),
        figures=tuple(
            (f"{label} of the night", "$99,999,999,999.00") for label in ("Bought", "Rebuys", "Hours", "Pot")
        ),
        places=tuple(Placing(1, name, 99_999_999_900) for name in HOSTILE[-3:]),
        player_count=3,
        ahead=3,
        comeback=Comeback("W" * 300, 99_999_999_900, 1),
        leaders=tuple(Placing(1, name, 99_999_999_900) for name in HOSTILE[7:10]),
        season="W" * 60,
    )

    picture = looked_at(hostile)

    assert {picture.getpixel((x, y)) for x in (20, WIDTH - 20) for y in range(240, picture.size[1])} == {PAPER}
