"""``docs/head.md``: its example is correct, and an export has the fields it needs."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from hostdesk.imports.night_log.export_queries import export_all
from reservations.models import Act
from tests.hostdesk.logs import ANN, OPEN, log, posted

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_a_folder_of_its_own")]

EXAMPLE = Path(__file__).resolve().parents[4].joinpath("docs", "head.md").read_text("utf-8").split("## An example")[1]


def test_the_example_has_the_heads_that_it_tells():
    lines, hashed = (
        re.findall(r"^    (\{.*)$", EXAMPLE, re.MULTILINE),
        re.findall(r"^    (\[.*)$", EXAMPLE, re.MULTILINE),
    )
    told = [(int(number), head) for number, head in re.findall(r"^    (\d) ([0-9a-f]{64})$", EXAMPLE, re.MULTILINE)]
    head, chained = "0" * 64, []

    posted("".join(f"{line}\n" for line in lines))
    for number, text in enumerate(hashed, start=1):
        head = hashlib.sha256(f"{head}\n{text}".encode()).hexdigest()
        chained.append((number, head))

    assert (len(told), chained) == (3, told)
    assert list(Act.objects.order_by("number").values_list("number", "head")) == told
    assert [json.loads(line) for line in export_all()] == [json.loads(line) for line in lines]


@pytest.mark.parametrize(("house", "says"), [("mike", True), ("dave-2018", None)])
def test_an_opening_says_that_the_house_pays_whole_dollars(house, says):
    posted(log(ANN, {**OPEN, "house": house}))

    assert json.loads(export_all()[1]).get("whole_dollars") is says


def test_posting_goes_by_the_rules_of_the_house_and_not_by_the_line():
    posted(log(ANN, {**OPEN, "house": "dave-2018", "whole_dollars": True}))

    assert "whole_dollars" not in json.loads(export_all()[1])
