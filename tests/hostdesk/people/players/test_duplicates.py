"""Names that probably belong to one person: pure."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostdesk.people.players.duplicates import (
    INITIAL,
    LETTER,
    NICKNAME,
    NUMBERED,
    ONLINE,
    SAME,
    PlayerEntry,
    alike,
    likely_pairs,
)


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("Ann Lee", "annlee", SAME),
        ("Zoë", "Zoe", SAME),
        ("J.-P. Roux", "JP Roux", SAME),
        ("Bo (2)", "Bo", NUMBERED),
        ("bo_1987", "Bo", NICKNAME),
        ("Bo", "Bo Keller", INITIAL),
        ("Bo K.", "Bo Keller", INITIAL),
        ("Bo M.", "Bo Keller", ""),
        ("Bo Karl", "Bo Keller", ""),
        ("Bo Karl Maria", "Bo Keller", ""),
        ("Mathew", "Matthew", LETTER),
        ("Steven", "Stephen", ""),
        ("Katrin", "Kathin", LETTER),
        ("Brain", "Brian", LETTER),
        ("Marta", "Marit", ""),
        ("Ann", "Dan", ""),
        ("Seat 1", "Seat 2", ""),
        ("Seat1", "Seat12", ""),
        ("Cy", "Dee", ""),
        ("123", "456", ""),
    ],
)
def test_names_are_alike(one, other, why):
    assert (alike(one, other), alike(other, one)) == (why, why)


NAMES = st.text("abé B12(). ", min_size=1, max_size=7).map(str.strip).filter(bool) | st.sampled_from(("ab (2)", "AB"))


@given(st.lists(NAMES, min_size=2, max_size=12))
def test_no_pair_that_is_alike_is_left_out(names):
    entries = [PlayerEntry(number, name) for number, name in enumerate(names)]

    found = likely_pairs(entries)

    wanted = {(one.number, other.number) for one, other in combinations(entries, 2) if alike(one.name, other.name)}
    assert {tuple(sorted((each.keep.number, each.duplicate.number))) for each in found} == wanted


def test_more_nights_are_kept_and_among_equals_the_older_entry():
    entries = [
        PlayerEntry(1, "Bo", (0, 3)),
        PlayerEntry(2, "Bo K", (0, 9)),
        PlayerEntry(3, "Zoë", (0, 1)),
        PlayerEntry(4, "Zoe", (0, 1)),
    ]

    pairs = likely_pairs(entries)

    assert [(each.duplicate.name, each.keep.name, each.why) for each in pairs] == [
        ("Zoe", "Zoë", SAME),
        ("Bo", "Bo K", INITIAL),
    ]


def test_two_who_sat_on_one_night_together_are_two_people():
    entries = [PlayerEntry(1, "Bo"), PlayerEntry(2, "bo!"), PlayerEntry(3, "B.O.")]

    pairs = likely_pairs(entries, [frozenset({1, 2, 9})])

    assert [(each.duplicate.number, each.keep.number) for each in pairs] == [(3, 1), (3, 2)]


@pytest.mark.parametrize(
    ("nicknames", "others", "pairs"),
    [
        (("river-rat",), ("River Rat",), [ONLINE]),
        (("Cy",), (), [ONLINE]),
        ((), ("bo",), [ONLINE]),
        (("!",), ("?",), []),
        (("river-rat",), ("queen",), []),
    ],
)
def test_a_nickname_that_two_have_played_under_is_told(nicknames, others, pairs):
    entries = [PlayerEntry(1, "Bo", nicknames=nicknames), PlayerEntry(2, "Cy", nicknames=others)]

    assert [each.why for each in likely_pairs(entries)] == pairs
