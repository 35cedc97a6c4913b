"""The benchmarks run and measure: on tiny books here, since ``make bench`` takes minutes."""

import json
import subprocess
import sys

import pytest

from tests.benchmarks import performance
from tests.benchmarks.__main__ import MEASURES
from tests.benchmarks.timing import Line
from tests.desk import ROOT

ALL = [name for name in MEASURES if name != "tapping"]  # tests/browser plays its night
QUICKEST = ["buying_in", "settling"]
"""The benchmarks that start no server and play few nights."""


@pytest.mark.long
@pytest.mark.parametrize("names", [QUICKEST, pytest.param(ALL, marks=pytest.mark.long)], ids=len)
def test_every_benchmark_yields_lines_with_a_name_of_their_own_and_a_figure(names):
    ran = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks", "--tiny", *names], cwd=ROOT, capture_output=True, check=False
    )

    origin, *lines = [json.loads(line) for line in ran.stdout.splitlines()]
    figures = [next((line[name] for name in performance.FIGURES if name in line), 0) for line in lines]
    assert ran.returncode == 0, ran.stderr.decode()
    assert origin["cores"] >= 1
    assert len({line["benchmark"] for line in lines}) == len(lines) >= len(names)
    assert [figure for figure in figures if not 0 < figure < 10**6] == []


def test_the_page_tells_what_holds_and_what_it_was_before():
    line: Line = {"benchmark": "Tonight", "against": "a bare page", "ratio": 5.2, "ms": 26.0, "against_ms": 5.0}
    presses: Line = {"benchmark": "opening", "presses": 2, "at_most": 3, "holds": True}
    broken = line | {"at_most": 4, "holds": False, "rows": 25}

    rows = [*performance.measured([broken, presses], [{"version": "0.1"}, line | {"ratio": 9.1}])]

    assert rows[2:3] == ["version 0.1. Of 2 bounds 1 hold."]
    assert rows[-2:] == [
        "| Tonight | a bare page | 5.2 | **≤ 4** | 9.1 | 26.0 | 5.0 | 25 rows |",
        "| opening |  | 2 presses | ≤ 3 | – |  |  |  |",
    ]
