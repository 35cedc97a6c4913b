"""The mark that a page suggests, and the one that is the host's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reservations.parsing.names import parse_mark
from reservations.players.marks import suggested_mark


@pytest.mark.parametrize(
    ("name", "taken", "mark"),
    [
        ("Fay", [], "BOF"),
        ("Fay", ["BOF"], "BOA"),
        ("Fay", ["BOF", "BOA", "BOY"], "BOFA"),
        ("Fay", ["BOF", "BOA", "BOY", "BOFA"], "BOFAY"),
        ("Fay", ["BOF", "BOA", "BOY", "BOFA", "BOFAY"], "BOF1"),
        ("Fay", ["BOF", "BOA", "BOY", "BOFA", "BOFAY", "BOF1"], "BOF2"),
        ("Élise", [], "BOE"),
        ("ann", [], "BOA"),
        ("<b>", [], "BOB"),
        ("2Pac", [], "BO2"),
        ("Łukasz ♠", [], "BOU"),
        ("שלום", [], "BO1"),
        ("🦊", ["BO1"], "BO2"),
    ],
)
def test_the_suggestion_is_bo_and_the_initial_or_what_is_free_after_it(name, taken, mark):
    assert suggested_mark(name, taken) == mark


@given(st.text(), st.integers(0, 40))
def test_whatever_the_name_the_suggestion_is_a_mark_and_free(name, others):
    taken: list[str] = []
    for _ in range(others):
        taken.append(suggested_mark(name, taken))

    assert [parse_mark(mark) for mark in taken] == taken
    assert len(set(taken)) == others
