"""Straddles over the big blind, and coming back to the table: in each house."""

import pytest

from hostdesk.rules.houses.presets import load_preset
from ledger.table_help.betting import Rung, WayBack, ladder, ways_back
from ledger.terms.bank_terms import Blinds
from reservations.houses.seating_terms import Entering, SeatingTerms, Straddles, seating_terms
from reservations.tables.seats import HandEntryKind, Missed

BLINDS = Blinds(25, 50)
WAITS, BUYS, POSTS, NOTHING = (
    WayBack(HandEntryKind.WAITS),
    WayBack(HandEntryKind.BUYS, 50, 25),
    HandEntryKind.POSTS,
    WayBack(HandEntryKind.NOTHING),
)


def test_over_a_big_blind_of_1_the_straddles_are_2_4_and_8():
    assert [rung.cents for rung in ladder(100, 5, Straddles.BLINDS)] == [100, 200, 400, 800]


def test_a_straddle_as_a_blind_is_the_least_raise_as_a_whole():
    assert ladder(100, 4, Straddles.BLINDS)[1:] == [Rung(1, 200, 400), Rung(2, 400, 800)]
    assert ladder(100, 4, Straddles.UNSAID) == ladder(100, 4, Straddles.BLINDS)


def test_a_straddle_as_a_raise_is_raised_by_what_it_added():
    assert ladder(100, 4, Straddles.RAISES)[1:] == [Rung(1, 200, 300), Rung(2, 400, 600)]


@pytest.mark.parametrize(("players", "straddles"), [(2, 0), (3, 1), (6, 4)])
def test_the_button_straddles_last(players, straddles):
    assert len(ladder(100, players, Straddles.BLINDS)) == 1 + straddles


def test_where_nobody_straddles_there_is_the_big_blind_alone():
    assert ladder(100, 9, Straddles.NONE) == [Rung(0, 100, 200)]


@pytest.mark.parametrize(
    ("house", "missed", "between", "ways"),
    [
        ("dave-2018", Missed(small=True, big=True), False, [WayBack(POSTS, 50, 25), WAITS]),
        ("dave-2018", Missed(big=True), False, [WayBack(POSTS, 50, 0), WAITS]),
        ("dave-2018", Missed(small=True), False, [WayBack(POSTS, 0, 25), WAITS]),
        ("dave-2018", Missed(), False, [NOTHING]),
        ("dave-2018", Missed(), True, [BUYS, WAITS]),
        ("hybrid", Missed(small=True, big=True), True, [NOTHING]),
        ("ericn", Missed(small=True, big=True), False, [NOTHING]),
        ("ericn", Missed(), True, [WAITS]),
    ],
)
def test_what_a_player_who_comes_back_pays(house, missed, between, ways):
    terms = seating_terms(load_preset(house))

    assert ways_back(terms, BLINDS, missed, is_between=between) == ways


def test_a_house_that_says_nothing_asks_for_nothing():
    assert ways_back(SeatingTerms(), BLINDS, Missed(big=True), is_between=True) == [NOTHING]
    assert SeatingTerms().entering is Entering.FREELY


def test_what_is_posted_is_the_live_and_the_dead_part_together():
    assert WayBack(POSTS, 50, 25).total_cents == 75
