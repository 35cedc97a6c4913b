"""Every article of a house has its place in the map of its source, and every term has an explanation."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hostdesk.rules.houses.presets import load_preset, preset_keys
from hostdesk.rules.houses.queries import seating_stated
from ledger.night.stakes_queries import stated
from ledger.terms.bank_terms import BankDocument, bank_terms
from reservations.houses.attendance_terms import AttendanceDocument, attendance_terms
from reservations.houses.seating_terms import SeatingDocument, seating_terms
from reservations.houses.text import attendance_statement
from reservations.parsing.documents import keys_of

MAP = (Path(__file__).parents[4] / "docs/houses.md").read_text(encoding="utf-8")
CHAPTERS = {title: text for title, _, text in (part.partition("\n") for part in MAP.split("\n## ")[1:])}
EACH_HOUSE = pytest.mark.parametrize("key", preset_keys())
TABLES = {*keys_of(BankDocument), *keys_of(AttendanceDocument), *keys_of(SeatingDocument)}


@EACH_HOUSE
def test_the_map_of_a_source_names_every_article_and_no_other(key):
    numbers = {article["number"] for article in load_preset(key)["articles"]}

    named = [number for _, *cells in _rows(_chapter(key)) for number in cells[0].split(", ")]

    assert set(named) ^ numbers == set()


@EACH_HOUSE
def test_an_article_that_is_ours_comes_from_no_section_of_the_source(key):
    rows = [(section, cells[0].split(", ")) for section, *cells in _rows(_chapter(key))]

    *theirs, (last, ours) = rows

    assert last == "*Ours*"
    assert [section for section, articles in theirs if set(articles) & set(ours)] == []
    assert [number for number in _numbers(key) if number[-1].isalpha() and number not in ours] == []


@EACH_HOUSE
def test_every_term_that_a_house_says_is_explained_by_a_sentence_or_an_article(key):
    document = load_preset(key)
    bank, seating = bank_terms(document), seating_terms(document)
    sentences = {**stated(bank), **attendance_statement(attendance_terms(document)), **seating_stated(bank, seating)}

    lacking = {term for term in _said(document) if term.replace(".", "-") not in sentences} - set(_by_article(key))

    assert lacking == set()


@EACH_HOUSE
def test_an_article_is_named_only_for_a_term_that_the_house_says(key):
    explained = _by_article(key)

    assert set(explained) - _said(load_preset(key)) == set()
    assert set(explained.values()) - set(_numbers(key)) == set()


def _chapter(key: str) -> str:
    return next(text for title, text in CHAPTERS.items() if key in title.split(", "))


def _numbers(key: str) -> list[str]:
    return [article["number"] for article in load_preset(key)["articles"]]


def _rows(text: str) -> list[list[str]]:
    """Return the cells of a table's rows, without its head and the line below the head."""
    rows = re.findall(r"^\| (.*) \|$", text, re.MULTILINE)
    return [
        [cell.strip() for cell in row.split("|")] for row in rows if not row.startswith(("source |", "term |", "--- |"))
    ]


def _by_article(key: str) -> dict[str, str]:
    """Return the terms that only an article explains in a house, with the number of that article."""
    text = CHAPTERS["Terms that only an article explains"]
    [head] = re.findall(r"^\| term \| (.*) \|$", text, re.MULTILINE)
    column = next(at for at, title in enumerate(head.split(" | "), start=1) if key in title.split(", "))
    return {row[0].strip("`"): row[column] for row in _rows(text) if row[column]}


def _said(document: Mapping[str, Any]) -> set[str]:
    """Return the terms of a document, each as table and key."""
    tables = {name: part for name, part in document.items() if name in TABLES}
    rows = ((name, row) for name, part in tables.items() for row in (part if isinstance(part, list) else [part]))
    return {f"{name}.{key}" for name, row in rows for key in row}
