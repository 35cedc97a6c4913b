"""A new player's way into a hand: at once, after some hands, or only by buying the button."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from reservations.houses.seating_terms import Entering, MissedBlinds, SeatingTerms
from reservations.tables.entering import WayIn, against_entry, way_in
from reservations.tables.seats import Button, Entered, HandEntryKind, Missed, Seating, Spot

NOW = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
BEFORE, LATER = NOW - timedelta(hours=1), NOW + timedelta(minutes=1)
ANN, BO, CY, DI = 1, 2, 3, 4
PASSED, BUYING = SeatingTerms(entering=Entering.PASSED), SeatingTerms(entering=Entering.BUYING)
IN, WAITS, BUYS, POSTS = HandEntryKind.NOTHING, HandEntryKind.WAITS, HandEntryKind.BUYS, HandEntryKind.POSTS

TABLE = Seating(
    spots={ANN: Spot(1, 1), BO: Spot(1, 2), CY: Spot(1, 5), DI: Spot(1, 3)}, buttons={1: Button(1, NOW, big=5, small=2)}
)
"""Ann has the button, Bo and Cy the blinds; Di came to seat 3 between them after that."""


def way(terms, seating=TABLE, *, now=NOW, since=LATER):
    return way_in(seating, DI, since, terms, now)


def stands_against(how, terms, *, now=NOW, **known):
    found = against_entry(replace(TABLE, **known), DI, how, LATER, terms, now)
    return [each.term for each in found]


@pytest.mark.parametrize(
    ("terms", "found"), [(SeatingTerms(), WayIn()), (PASSED, WayIn(hands=1)), (BUYING, WayIn(is_between=True))]
)
def test_between_button_and_small_blind_each_house_has_its_way(terms, found):
    assert way(terms) == found


def test_whoever_takes_the_seat_of_the_big_blind_waits_two_hands():
    there = replace(TABLE, spots={**TABLE.spots, CY: Spot(1, 7), DI: Spot(1, 5)})

    assert way(PASSED, there) == WayIn(hands=2)


def test_the_blinds_are_those_of_the_others_if_the_new_player_sat_there_before():
    """Di already had seat 3 when the button was noted, so that note put the big blind at seat 3."""
    noted = replace(TABLE, buttons={1: Button(1, NOW, big=3, small=2)})

    assert (way(BUYING, noted, since=BEFORE), way(BUYING, noted)) == (WayIn(is_between=True), WayIn())


def test_a_button_noted_without_a_game_tells_no_blinds_and_nobody_waits_for_one_player():
    alone = Seating(spots={DI: Spot(1, 3), ANN: Spot(1, 1)}, buttons={1: Button(1, NOW)})

    assert way(PASSED, alone) == WayIn()


def test_the_button_is_asked_for_after_a_few_minutes():
    assert way(BUYING, now=NOW + timedelta(minutes=6)) == WayIn(asks_button=True)


@pytest.mark.parametrize("how", [IN, POSTS])
@pytest.mark.parametrize("terms", [PASSED, BUYING])
def test_nobody_is_dealt_in_out_of_turn(how, terms):
    assert stands_against(how, terms) == ["new players"]


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        (3, "No new player enters on the small blind or the button: whoever sits at seat 3 waits 1 hand."),
        (5, "No new player enters on the small blind or the button: whoever sits at seat 5 waits 2 hands."),
    ],
)
def test_the_refusal_says_how_long(seat, sentence):
    there = replace(TABLE, spots={**TABLE.spots, CY: Spot(1, 7), DI: Spot(1, seat)})

    assert [str(each) for each in against_entry(there, DI, IN, LATER, PASSED, NOW)] == [sentence]


@pytest.mark.parametrize("how", [WAITS, BUYS])
def test_waiting_and_buying_are_always_in_turn(how):
    assert stands_against(how, BUYING) == []


def test_where_players_come_in_anywhere_or_nobody_knows_the_button_nothing_stands_against_it():
    assert stands_against(IN, SeatingTerms()) == []
    assert stands_against(IN, BUYING, buttons={}) == []


@pytest.mark.parametrize("was", [IN, BUYS, POSTS])
def test_who_is_in_stays_in(was):
    assert stands_against(IN, BUYING, entries={DI: Entered(was, NOW)}) == []


def test_who_was_noted_as_waiting_has_waited_unless_a_later_button_says_otherwise():
    waits = {DI: Entered(WAITS, NOW)}

    assert stands_against(IN, PASSED, entries=waits) == []
    assert stands_against(IN, PASSED, entries=waits, buttons={}) == []
    assert stands_against(IN, PASSED, entries=waits, buttons={1: Button(1, LATER, big=5, small=2)}) == ["new players"]


def test_a_player_who_owes_blinds_posts_them_or_waits():
    terms, owes = SeatingTerms(missed=MissedBlinds.POSTED), {"missed": {DI: Missed(big=True)}}

    assert stands_against(IN, terms, **owes) == ["missed blinds"]
    assert stands_against(POSTS, terms, **owes) == []
    assert stands_against(IN, terms, entries={DI: Entered(WAITS, NOW)}, **owes) == []
    assert stands_against(IN, SeatingTerms(missed=MissedBlinds.PUT_IN), **owes) == []
