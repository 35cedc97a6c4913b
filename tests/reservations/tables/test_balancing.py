"""Even tables: the player who moves, their new seat, and changes that players ask for."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from reservations.houses.seating_terms import SeatingTerms
from reservations.tables.balancing import (
    Imbalance,
    against_seat,
    has_unknown_button,
    imbalance,
    known_button,
    proposal_for,
    proposals,
    volunteer,
    wishes_of,
)
from reservations.tables.seats import Button, Present, Seating, Spot, Wish

NOW = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
TERMS = SeatingTerms()
ANN, BO, CY, DI, EVE, FAY, GUS, HAL, IDA, JO = range(1, 11)


def seated(first, second, *, buttons=(1, 1), usual=8, **changes):
    """Return two tables of eight seats with their players and buttons by seat."""
    places = {**{n: Spot(1, seat) for seat, n in first.items()}, **{n: Spot(2, seat) for seat, n in second.items()}}
    known = {table: Button(seat, NOW) for table, seat in enumerate(buttons, 1) if seat}
    return Seating(usual=usual, tables=2, spots=places, buttons=known, **changes)


def here(seating, banker=ANN):
    return Present(tuple(sorted(seating.spots)), banker)


def moves(seating, terms=TERMS, banker=ANN):
    return [(move.player, move.spot) for move in proposals(seating, here(seating, banker), terms)]


# At table 1 Bo has the button, Cy and Di the blinds, Eve the next big blind. At table 2 Fay has the button at seat 1,
# Gus and Hal the blinds at seats 3 and 5.
FIVE_AND_THREE = seated({1: BO, 2: CY, 3: DI, 4: EVE, 5: ANN}, {1: FAY, 3: GUS, 5: HAL})


def test_a_difference_of_two_is_an_imbalance():
    assert imbalance(FIVE_AND_THREE) == Imbalance(larger=1, smaller=2, needed=1)
    assert imbalance(seated({1: ANN, 2: BO, 3: CY}, {1: DI, 2: EVE})) is None
    assert imbalance(seated({}, {1: DI, 2: EVE, 3: FAY, 4: GUS, 5: HAL})) == Imbalance(2, 1, 2)


def test_one_table_is_always_even():
    assert imbalance(Seating(spots={ANN: Spot(1, 1), BO: Spot(1, 2)})) is None


def test_who_has_the_next_big_blind_goes_where_it_comes_no_sooner():
    best = proposals(FIVE_AND_THREE, here(FIVE_AND_THREE), TERMS)[0]

    assert (best.player, best.spot, best.here, best.there) == (EVE, Spot(2, 6), 1, 1)
    assert (
        best.words == "has the next big blind. Table 2, seat 6 is the first where it comes no sooner: at the next hand."
    )


def test_the_next_best_is_who_has_it_after_them_and_the_banker_stays():
    assert [player for player, _ in moves(FIVE_AND_THREE)] == [EVE, BO, CY, DI]


@pytest.mark.parametrize(
    ("player", "here_in", "spot", "there"),
    [
        pytest.param(EVE, 1, Spot(2, 6), 1, id="equivalent: right after the big blind"),
        pytest.param(BO, 3, Spot(2, 4), 3, id="equivalent: between the blinds"),
        pytest.param(CY, 4, Spot(2, 4), 3, id="no free seat is as late: the latest"),
    ],
)
def test_a_volunteer_goes_to_the_first_seat_that_is_no_sooner(player, here_in, spot, there):
    found = proposal_for(player, FIVE_AND_THREE, here(FIVE_AND_THREE), TERMS)

    assert found is not None
    assert (found.here, found.spot, found.there, found.is_later) == (here_in, spot, there, there >= here_in)


def test_a_seat_that_is_sooner_is_said_to_be_so():
    found = proposal_for(CY, FIVE_AND_THREE, here(FIVE_AND_THREE), TERMS)

    assert found is not None
    assert (
        found.words == "has the big blind in 4 hands. No free seat is as late: at table 2, seat 4 it comes in 3 hands."
    )


def test_the_other_free_seats_follow_from_the_better_to_the_worse():
    best = proposals(FIVE_AND_THREE, here(FIVE_AND_THREE), TERMS)[0]

    # Hands until the big blind: one at seats 6, 7 and 8, two at seat 2, three at seat 4.
    assert [spot.seat for spot in best.others] == [7, 8, 2, 4]


def test_who_follows_the_banker_is_said_to():
    ann_is_next = seated({1: BO, 2: CY, 3: DI, 4: ANN, 5: EVE}, {1: FAY, 3: GUS, 5: HAL})

    best = proposals(ann_is_next, here(ann_is_next), TERMS)[0]

    assert (best.player, best.here, best.follows_banker) == (EVE, 2, True)
    assert best.words.partition(". ")[0] == "has the big blind in 2 hands, right after the banker, who stays"


def test_who_came_since_the_button_was_said_does_not_move_the_big_blind():
    ida_came = seated({1: BO, 2: CY, 3: DI, 4: EVE, 5: ANN, 6: JO}, {1: FAY, 2: IDA, 3: GUS, 5: HAL})
    as_it_was = replace(ida_came, buttons={1: Button(1, NOW, big=3), 2: Button(1, NOW, big=5)})

    # From the button alone, Gus would seem to have the big blind, and seat 4 the next one.
    assert moves(ida_came)[0] == (EVE, Spot(2, 4))
    assert moves(as_it_was)[0] == (EVE, Spot(2, 6))


def test_an_empty_table_needs_no_button():
    empty = seated({1: BO, 2: CY, 3: ANN}, {}, buttons=(1,))

    assert moves(empty)[0] == (BO, Spot(2, 1))
    assert [has_unknown_button(empty, table, TERMS, NOW) for table in (1, 2)] == [False, False]
    assert has_unknown_button(replace(empty, buttons={}), 1, TERMS, NOW)


def test_who_is_away_is_passed_by_the_blinds_and_asked_last():
    without_eve = replace(FIVE_AND_THREE, away={EVE: NOW})

    assert [player for player, _ in moves(without_eve)] == [BO, CY, DI, EVE]
    assert proposals(without_eve, here(without_eve), TERMS)[-1].words.startswith(
        "has the next big blind, but is away. "
    )


def test_where_who_is_away_is_dealt_in_they_have_the_big_blind_like_everybody():
    without_eve = replace(FIVE_AND_THREE, away={EVE: NOW})

    assert moves(without_eve, replace(TERMS, away_dealt_in=True))[0] == (EVE, Spot(2, 6))


def asking(seating, *wishes):
    return replace(seating, wishes=tuple(Wish(player, table, NOW) for player, table in wishes))


@pytest.mark.parametrize(
    ("wishes", "order"),
    [
        pytest.param([(CY, 2)], [CY, EVE, BO, DI], id="before the next big blind"),
        pytest.param([(DI, 2), (CY, 2)], [DI, CY, EVE, BO], id="the oldest wish first"),
        pytest.param([(ANN, 2)], [EVE, BO, CY, DI], id="the banker stays all the same"),
        pytest.param([(GUS, 1)], [EVE, BO, CY, DI], id="for the larger table nobody moves"),
    ],
)
def test_who_asks_for_the_smaller_table_moves_first(wishes, order):
    assert [player for player, _ in moves(asking(FIVE_AND_THREE, *wishes))] == order


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (BO, "asks for table 2 anyway. Table 2, seat 4 is the first where the big blind comes no sooner: in 3 hands."),
        (CY, "asks for table 2 anyway. No free seat is as late: at table 2, seat 4 the big blind comes in 3 hands."),
    ],
)
def test_that_they_ask_for_it_is_why_they_move(player, words):
    wished = asking(FIVE_AND_THREE, (player, 2))

    assert proposals(wished, here(wished), TERMS)[0].words == words


def test_who_asks_and_is_away_comes_after_all_who_are_not():
    away = asking(replace(FIVE_AND_THREE, away={CY: NOW}), (CY, 2))

    assert [player for player, _ in moves(away)] == [BO, DI, EVE, CY]
    assert proposals(away, here(away), TERMS)[-1].words.startswith("asks for table 2 anyway, but is away. ")


def test_three_more_are_waited_for():
    waits = "Waits until 3 come to table 2, or 3 leave table 1, or for a swap."

    assert states(seated({1: ANN, 2: BO, 3: CY, 4: DI}, {1: EVE, 2: FAY}), (EVE, 1)) == [(EVE, False, waits, None)]


@pytest.mark.parametrize(
    ("seating", "terms"),
    [
        pytest.param(replace(FIVE_AND_THREE, buttons={1: Button(1, NOW)}), TERMS, id="one button is not known"),
        pytest.param(FIVE_AND_THREE, replace(TERMS, most=3), id="the smaller table has no seat for one more"),
        pytest.param(seated({1: ANN, 2: BO}, {1: CY}), TERMS, id="the tables are even"),
    ],
)
def test_nobody_is_proposed(seating, terms):
    assert moves(seating, terms) == []
    assert proposal_for(BO, seating, here(seating), terms) is None


def test_what_was_said_of_a_button_holds_for_five_minutes():
    at = [NOW + timedelta(minutes=5), NOW + timedelta(minutes=5, seconds=1)]

    assert [known_button(FIVE_AND_THREE, 1, now) for now in at] == [Button(1, NOW), None]
    assert known_button(replace(FIVE_AND_THREE, buttons={}), 1, NOW) is None


# --- Table changes


def states(seating, *wishes):
    asked = tuple(Wish(player, table, NOW) for player, table in wishes)
    return [
        (each.wish.player, each.can_be_granted, each.words, each.swaps_with)
        for each in wishes_of(replace(seating, wishes=asked), TERMS)
    ]


FOUR_AND_THREE = seated({1: ANN, 2: BO, 3: CY, 4: DI}, {1: EVE, 2: FAY, 3: GUS})


def test_who_sits_at_the_larger_table_can_change_now():
    assert states(FOUR_AND_THREE, (BO, 2)) == [(BO, True, "Can change now.", None)]


def test_who_sits_at_the_smaller_table_waits_for_somebody_to_come_or_leave():
    waits = "Waits until two come to table 2, or two leave table 1, or for a swap."

    assert states(FOUR_AND_THREE, (EVE, 1)) == [(EVE, False, waits, None)]


def test_at_even_tables_one_more_is_waited_for():
    waits = "Waits until a player comes to table 1, or a player leaves table 2, or for a swap."

    assert states(seated({1: ANN, 2: BO}, {1: CY, 2: DI}), (BO, 2)) == [(BO, False, waits, None)]


def test_two_wishes_that_meet_are_a_swap():
    assert [(player, swaps) for player, _, _, swaps in states(FOUR_AND_THREE, (EVE, 1), (BO, 2), (CY, 2))] == [
        *((EVE, BO), (BO, EVE), (CY, EVE))
    ]


def test_a_full_table_has_no_seat_to_change_to():
    full = replace(FOUR_AND_THREE, sizes={2: 3})

    assert states(full, (BO, 2)) == [(BO, False, "Waits for a seat at table 2.", None)]


def four_and_more_at_the_first(larger):
    people = [ANN, BO, CY, DI, EVE, FAY, GUS]
    return seated(dict(enumerate(people[:larger], 1)), {1: HAL, 2: IDA, 3: JO})


@pytest.mark.parametrize("larger", [4, 5, 6, 7])
def test_a_change_to_the_table_with_fewer_makes_nothing_uneven_and_one_back_does(larger):
    tables = four_and_more_at_the_first(larger)
    back = next(iter(tables.sitting(2).values()))

    assert against_seat(tables, BO, 2, TERMS) == against_seat(tables, BO, 1, TERMS) == ()
    assert [each.term for each in against_seat(tables, back, 1, TERMS)] == ["table change"]


def test_a_change_that_makes_nothing_uneven_can_be_had_now():
    assert states(FOUR_AND_THREE, (BO, 2)) == [(BO, True, "Can change now.", None)]


@pytest.mark.parametrize("larger", [5, 6, 7])
def test_while_tables_are_uneven_a_change_to_the_smaller_one_is_the_balance(larger):
    tables = replace(four_and_more_at_the_first(larger), wishes=(Wish(BO, 2, NOW),))

    (state,) = wishes_of(tables, TERMS)

    assert (state.can_be_granted, state.is_balance) == (False, True)


def test_the_volunteer_is_who_asked_first_and_is_neither_away_nor_the_banker():
    asking = [Wish(number, 2, NOW) for number in (ANN, CY, BO)] + [Wish(HAL, 1, NOW)]
    uneven = replace(four_and_more_at_the_first(5), wishes=tuple(asking))
    even = replace(FOUR_AND_THREE, wishes=tuple(asking))

    assert (volunteer(uneven, here(uneven)), volunteer(replace(uneven, away={CY: NOW}), here(uneven))) == (CY, BO)
    assert (volunteer(even, here(even)), volunteer(four_and_more_at_the_first(5), here(uneven))) == (None, None)


def test_who_has_no_chips_yet_has_no_blind_and_moves_after_those_who_play():
    """Eve would have the next big blind but has no chips yet, so Bo has it."""
    best, *_, last = proposals(replace(FIVE_AND_THREE, chipless=frozenset({EVE})), here(FIVE_AND_THREE), TERMS)

    assert (best.player, best.here, last.player) == (BO, 2, EVE)
    assert last.words.startswith("has no blind before they have chips. ")


def test_where_no_hand_is_dealt_yet_anybody_may_move():
    nobody = replace(FIVE_AND_THREE, chipless=frozenset(FIVE_AND_THREE.spots))

    first = proposals(nobody, here(nobody), TERMS)[0]

    assert first.words == ("may move as well as anybody: no hand is dealt at their table yet. Table 2, seat 2 is free.")


@pytest.mark.parametrize("wish", [(BO, 1), (99, 2), (BO, 3)])
def test_a_wish_that_is_met_or_means_nothing_is_none(wish):
    assert states(FOUR_AND_THREE, wish) == []
