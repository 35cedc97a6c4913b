"""Cards that are drawn: ties, suits, what is kept, and that the draw is fair."""

from collections import Counter
from random import Random

import pytest

from reservations.acts.problems import Impossible
from reservations.tables.draws import Card, CardDraw, deck, draw
from tests.reservations.at_tables import stacked

ANN, BO, CY, DI = 1, 2, 3, 4


def drawn(*codes, players=(ANN, BO, CY), **how):
    return draw(players, stacked(*codes), **{"suits_rank": False, **how})


def cards(drawing):
    return [[card.code for _, card in each] for each in drawing.rounds]


def test_a_deck_has_52_cards():
    assert len(set(deck())) == 52


@pytest.mark.parametrize(
    ("code", "shown", "words"),
    [
        ("Kc", "K♣", "king of clubs"),
        ("10h", "10♥", "10 of hearts"),
        ("As", "A♠", "ace of spades"),
        ("2d", "2♦", "2 of diamonds"),
    ],
)
def test_a_card_is_kept_shown_and_said(code, shown, words):
    card = Card.of(code)

    assert (card.code, str(card), card.words) == (code, shown, words)


def test_the_highest_card_is_first():
    drawing = drawn("9c", "Kd", "10s")

    assert (drawing.order, drawing.winner, cards(drawing)) == ((BO, CY, ANN), BO, [["9c", "Kd", "10s"]])


def test_who_is_tied_draws_again_from_the_rest_of_the_deck():
    drawing = drawn("Kc", "2s", "Kd", "5h", "9h")

    assert cards(drawing) == [["Kc", "2s", "Kd"], ["5h", "9h"]]
    assert (drawing.rounds[1][0][0], drawing.order) == (ANN, (CY, ANN, BO))


def test_a_tie_after_a_tie_is_drawn_once_more():
    drawing = drawn("Kc", "Kd", "2s", "7c", "7d", "3c", "4c")

    assert cards(drawing) == [["Kc", "Kd", "2s"], ["7c", "7d"], ["3c", "4c"]]
    assert drawing.order == (BO, ANN, CY)


@pytest.mark.parametrize(
    ("codes", "order"),
    [
        pytest.param(("Kc", "Kd", "2s"), (BO, ANN, CY), id="clubs below diamonds"),
        pytest.param(("Kh", "Kd", "2s"), (ANN, BO, CY), id="diamonds below hearts"),
        pytest.param(("Kh", "Ks", "2s"), (BO, ANN, CY), id="hearts below spades"),
    ],
)
def test_where_suits_rank_they_order_the_cards_of_one_rank(codes, order):
    drawing = drawn(*codes, suits_rank=True)

    assert (drawing.order, len(drawing.rounds)) == (order, 1)


def test_a_tie_that_does_not_matter_is_left_as_it_fell():
    two_of_four = drawn("Kc", "Kd", "5c", "5d", players=(ANN, BO, CY, DI), top=2)

    assert (two_of_four.order, len(two_of_four.rounds)) == ((ANN, BO, CY, DI), 1)


def test_a_tie_across_the_line_is_drawn_again_by_those_two_alone():
    drawing = drawn("Kc", "5d", "5c", "2d", "8c", "9c", players=(ANN, BO, CY, DI), top=2)

    assert [[number for number, _ in each] for each in drawing.rounds] == [[ANN, BO, CY, DI], [BO, CY]]
    assert drawing.order == (ANN, CY, BO, DI)


def test_a_new_deck_is_shuffled_where_the_cards_run_out():
    crowd = range(1, 53)

    drawing = draw(crowd, Random(1).shuffle, suits_rank=False)

    assert sorted(drawing.order) == list(crowd)
    assert len(drawing.rounds) > 1


@pytest.mark.parametrize("many", [0, 53])
def test_nobody_and_too_many_draw_nothing(many):
    with pytest.raises(Impossible, match="1 to 52 players can draw"):
        draw(range(many), Random(1).shuffle, suits_rank=False)


def test_a_drawing_is_kept_as_it_was():
    drawing = drawn("Kc", "2s", "Kd", "5h", "9h")

    assert CardDraw.of(drawing.kept()) == drawing


def test_everybody_is_as_likely_to_move():
    """Ten draw for five places, 4,000 times: each moves about 2,000 times (standard deviation 31.6)."""
    shuffle = Random(20_261_120).shuffle
    moved = Counter(
        number for _ in range(4_000) for number in draw(range(10), shuffle, suits_rank=False, top=5).order[:5]
    )

    assert all(abs(moved[number] - 2_000) < 6 * 31.6 for number in range(10))


def test_every_order_is_as_likely():
    """Three draw 6,000 times: each of the six orders comes about 1,000 times (standard deviation 28.9)."""
    shuffle = Random(7).shuffle
    orders = Counter(draw((ANN, BO, CY), shuffle, suits_rank=False).order for _ in range(6_000))

    assert len(orders) == 6
    assert all(abs(times - 1_000) < 6 * 28.9 for times in orders.values())
