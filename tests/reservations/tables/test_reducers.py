"""The effect of each fact on the tables; the tests of the commands tell of moves and of taking them back."""

from datetime import UTC, datetime, timedelta

from reservations.acts.facts import FactKind, FactValue
from reservations.tables.reducers import fold_tables, kept_moves, read_moves
from reservations.tables.seats import Button, Entered, HandEntryKind, Seating, Spot, Wish

NOW = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
ANN, BO, CY = 1, 2, 3


def told(*facts):
    """Return the tables after facts of these kinds and contents, a minute apart."""
    said = [FactValue(id=place, kind=kind, at=at(place), **rest) for place, (kind, rest) in enumerate(facts, 1)]
    return fold_tables(said, usual=9)


def at(place):
    return NOW + timedelta(minutes=place)


def move(*moves, tables=(1, 1)):
    return FactKind.MOVE, {"outcome": {"moves": [list(each) for each in moves], "tables": list(tables)}}


def wish(player, table):
    return FactKind.WISH, {"player": player, "content": {"table": table}}


def button(table, seat):
    return FactKind.BUTTON, {"content": {"table": table, "seat": seat}}


def back(about):
    return FactKind.TAKE_BACK, {"about": about}


def test_before_the_first_fact_there_is_one_empty_table():
    assert told() == Seating(usual=9)


def test_facts_about_coming_say_nothing_about_seats():
    assert told((FactKind.CAME, {"player": BO, "content": {"came": True}})) == Seating(usual=9)


def test_moves_are_kept_and_read_again():
    moves = [(ANN, Spot(1, 4)), (BO, None)]

    assert kept_moves(moves) == [[ANN, 1, 4], [BO, 0, 0]]
    assert read_moves(kept_moves(moves)) == moves


def test_a_second_table_forgets_where_the_button_was():
    split = told(move((ANN, 1, 1), (BO, 1, 2)), button(1, 2), move((BO, 2, 1), tables=(1, 2)))

    assert (split.tables, split.buttons, split.spots) == (2, {}, {ANN: Spot(1, 1), BO: Spot(2, 1)})


def test_a_merge_leaves_nobody_at_the_table_that_went_and_no_wish():
    two = (move((ANN, 1, 1), (BO, 2, 1), (CY, 2, 2), tables=(1, 2)), wish(BO, 1))

    merged = told(*two, move((BO, 1, 2), tables=(2, 1)))

    assert (merged.tables, merged.spots, merged.wishes) == (1, {ANN: Spot(1, 1), BO: Spot(1, 2)}, ())


def test_a_wish_is_met_by_any_change_of_table_and_comes_back_with_it():
    two = (move((ANN, 1, 1), (BO, 2, 1), (CY, 2, 2), tables=(1, 2)), wish(BO, 1), wish(CY, 1))

    moved = told(*two, move((BO, 1, 2), tables=(2, 2)))
    undone = told(*two, move((BO, 1, 2), tables=(2, 2)), back(4))

    assert moved.wishes == (Wish(CY, 1, at(3)),)
    assert undone.wishes == (Wish(BO, 1, at(2)), Wish(CY, 1, at(3)))


def test_a_second_table_that_is_put_up_again_has_all_its_chairs():
    size = (FactKind.SIZE, {"content": {"table": 2, "seats": 4}})

    assert told(move((ANN, 1, 1), tables=(1, 2)), size, move(tables=(2, 1))).sizes == {}


def test_a_way_into_the_hand_stays_while_others_sit_down_and_ends_when_its_player_sits_down_anew():
    enters = FactKind.ENTER, {"player": BO, "content": {"how": HandEntryKind.WAITS.value}}
    seated = (move((BO, 1, 2)), enters, move((CY, 1, 3)))

    stayed, anew = told(*seated), told(*seated, move((BO, 0, 0)), move((BO, 1, 5)))

    assert (stayed.entries, anew.entries) == ({BO: Entered(HandEntryKind.WAITS, at(2))}, {})


def test_standing_up_meets_no_wish():
    two = (move((ANN, 1, 1), (BO, 2, 1), (CY, 2, 2), tables=(1, 2)), wish(BO, 1))

    assert told(*two, move((BO, 0, 0), tables=(2, 2))).wishes == (Wish(BO, 1, at(2)),)


def test_a_split_that_is_taken_back_knows_where_the_button_was():
    split = (move((ANN, 1, 1), (BO, 1, 2)), button(1, 2), move((BO, 2, 1), tables=(1, 2)))

    undone = told(*split, back(3))

    assert (undone.tables, undone.buttons) == (1, {1: Button(2, at(2))})


def test_a_button_where_no_chair_is_any_more_is_forgotten():
    size = (FactKind.SIZE, {"content": {"table": 1, "seats": 8}})

    assert told(button(1, 9), size).buttons == {}
    assert told(button(1, 8), button(2, 9), size).buttons == {1: Button(8, at(1)), 2: Button(9, at(2))}


def test_a_swap_at_one_table_meets_no_wish():
    two = (move((ANN, 1, 1), (BO, 2, 1), (CY, 2, 2), tables=(1, 2)), wish(BO, 1))

    assert told(*two, move((BO, 2, 2), (CY, 2, 1), tables=(2, 2))).wishes == (Wish(BO, 1, at(2)),)


def test_the_last_move_that_was_not_taken_back_is_the_one_to_undo():
    moves = (move((ANN, 1, 1)), move((BO, 1, 2)))

    assert (told().last_move, told(*moves).last_move, told(*moves, back(2)).last_move) == (None, 2, 1)


def test_a_taken_back_button_is_as_if_it_had_not_been_placed():
    assert told(button(1, 2), button(1, 5), back(2)).buttons == {1: Button(2, at(1))}
