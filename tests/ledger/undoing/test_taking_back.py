"""The order in which a night is undone, and the keys under which its acts come again: pure functions."""

import pytest

from ledger.undoing.taking_back import ActMoved, free_key, undoing_order, undone_next

OPENS = ActMoved(1, "opens", held_cents={"drawer": 0})


def bought(number: int, cents: int, *notes: int) -> ActMoved:
    return ActMoved(number, f"act-{number}", held_cents={"drawer": cents, "chips": cents}, notes=frozenset(notes))


def paid_out(number: int, cents: int, *notes: int) -> ActMoved:
    return bought(number, -cents, *notes)


def test_the_last_act_is_undone_first_and_the_opening_last():
    assert undoing_order([OPENS, bought(2, 4000), paid_out(3, 4000)]) == [3, 2, 1]


def test_what_was_paid_out_comes_back_before_what_paid_for_it():
    """30.00 came in, 30.00 went out, 10.00 came in. In the other case the act that paid for the 30.00 is undone."""
    acts = [OPENS, bought(2, 3000), paid_out(4, 3000), bought(6, 1000)]

    assert undoing_order(acts) == [6, 4, 2, 1]
    assert undone_next([OPENS, paid_out(4, 3000), bought(6, 4000)]) == [4]


def test_a_note_moves_back_before_the_act_that_wrote_it_is_undone():
    """Act 3 pays the note of act 2; the drawer cannot give that money back before act 4 is undone."""
    acts = [OPENS, bought(2, 1000, 7), bought(3, 1000, 7), paid_out(4, 1500)]

    assert undone_next(acts) == [4]
    assert undoing_order(acts) == [4, 3, 2, 1]


def test_an_act_waits_for_the_one_that_is_about_it():
    paid_otherwise = ActMoved(3, "act-3", of="act-2")

    assert undone_next([OPENS, bought(2, 1000), paid_otherwise]) == [3]


def test_of_acts_that_hold_each_other_the_latest_goes_first():
    drawer = ActMoved(2, "act-2", held_cents={"drawer": 100, "chips": -100})
    chips = ActMoved(3, "act-3", held_cents={"drawer": -100, "chips": 100})

    assert undone_next([OPENS, drawer, chips]) == []
    assert undoing_order([OPENS, drawer, chips]) == [3, 2, 1]


@pytest.mark.parametrize(
    ("taken", "key"),
    [
        (set(), "line-0001"),
        ({"line-0001"}, "line-0001_2"),
        ({"line-0001", "line-0001_2"}, "line-0001_3"),
        ({"line-0001_2"}, "line-0001"),
    ],
)
def test_a_key_of_a_night_that_was_taken_back_gets_a_number(taken, key):
    assert free_key("line-0001", taken) == key


def test_a_long_key_stays_within_64_characters_and_comes_to_the_same_one_again():
    long = "k" * 64

    again = free_key(long, {long})

    assert (len(again), again[:51], free_key(long, {long})) == (64, "k" * 51, again)
    assert free_key(long, {long, again}) not in (long, again)
