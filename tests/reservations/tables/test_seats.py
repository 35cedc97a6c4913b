"""Seats and tables as values."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from reservations.tables.seats import Entered, HandEntryKind, Missed, Present, Seating, Spot, Wish

NOW = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
ANN, BO, CY, DI = 1, 2, 3, 4
TWO = Seating(
    usual=4,
    tables=2,
    sizes={2: 3},
    spots={CY: Spot(1, 4), ANN: Spot(1, 1), BO: Spot(2, 3)},
    wishes=(Wish(BO, 1, NOW), Wish(CY, 2, NOW)),
    away={BO: NOW},
    missed={BO: Missed(small=True), CY: Missed(big=True)},
    entries={BO: Entered(HandEntryKind.WAITS, NOW), ANN: Entered(HandEntryKind.BUYS, NOW)},
)


def test_a_table_lists_its_seats_in_their_order_and_those_that_are_free():
    assert (TWO.sitting(1), TWO.free(1), TWO.count(1)) == ({1: ANN, 4: CY}, [2, 3], 2)
    assert (TWO.sitting(2), TWO.free(2), TWO.seats(2)) == ({3: BO}, [1, 2], 3)


def test_a_seat_is_there_or_not():
    assert [TWO.has(spot) for spot in (Spot(1, 4), Spot(1, 5), Spot(2, 4), Spot(3, 1), Spot(1, 0))] == [
        *(True, False, False),
        *(False, False),
    ]
    assert str(Spot(2, 3)) == "Table 2, seat 3"


def test_a_seat_says_who_has_it():
    assert (TWO.at(Spot(1, 4)), TWO.at(Spot(1, 2))) == (CY, None)


def test_a_player_who_left_has_left_their_seat_and_their_wish():
    left = TWO.only(Present((ANN, CY)))

    assert left.spots == {CY: Spot(1, 4), ANN: Spot(1, 1)}
    assert [wish.player for wish in left.wishes] == [CY]
    assert (left.away, left.missed, left.entries) == (
        {},
        {CY: Missed(big=True)},
        {ANN: Entered(HandEntryKind.BUYS, NOW)},
    )


def test_a_player_who_comes_back_is_not_away_and_owes_the_blinds_they_missed():
    later = NOW + timedelta(minutes=30)

    back = TWO.only(Present((ANN, BO, CY), back={BO: later}))
    away_again = replace(TWO, away={BO: later}).only(Present((BO,), back={BO: later}))

    assert (back.spots[BO], back.missed[BO]) == (Spot(2, 3), Missed(small=True))
    assert (back.away, [wish.player for wish in back.wishes], list(back.entries)) == ({}, [CY], [ANN])
    assert away_again.away == {BO: later}


def test_who_has_no_chips_yet_is_not_dealt_in():
    seating = replace(TWO, away={CY: NOW}).only(Present((ANN, BO, CY), without_chips=frozenset({ANN})))

    assert (seating.dealt_in(1, away_too=True), seating.dealt_in(1, away_too=False)) == ({4: CY}, {})
    assert (seating.sitting(1), seating.dealt_in(2, away_too=False)) == ({1: ANN, 4: CY}, {3: BO})


def test_a_seat_is_left_where_somebody_had_it_and_nobody_is_dealt_in():
    used = replace(TWO, used=frozenset({Spot(1, 1), Spot(1, 3), Spot(1, 4), Spot(2, 1)}), away={CY: NOW})

    assert (used.left(1, away_too=True), used.left(1, away_too=False)) == (frozenset({3}), frozenset({3, 4}))


def test_a_chair_that_is_not_there_any_more_is_nobodys():
    assert replace(TWO, sizes={2: 2}).only(Present((ANN, BO))).spots == {ANN: Spot(1, 1)}


def test_who_has_no_seat_is_told_in_the_order_asked_for():
    assert TWO.unseated([DI, BO, 9]) == [DI, 9]


def test_moves_are_made_at_once():
    swapped = TWO.after([(ANN, Spot(2, 3)), (BO, Spot(1, 1))])

    assert swapped.spots == {CY: Spot(1, 4), ANN: Spot(2, 3), BO: Spot(1, 1)}


def test_a_seat_that_is_taken_is_lost_to_the_player_who_had_it():
    assert TWO.after([(DI, Spot(1, 4)), (ANN, None)]).spots == {BO: Spot(2, 3), DI: Spot(1, 4)}


def test_who_is_away_is_dealt_in_where_the_house_does_so():
    assert TWO.dealt_in(2, away_too=False) == {}
    assert TWO.dealt_in(2, away_too=True) == {3: BO}


def test_one_missed_blind_is_owed():
    assert [bool(each) for each in (Missed(), Missed(small=True), Missed(big=True))] == [False, True, True]
