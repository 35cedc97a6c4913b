"""Card draws: ties, suits, the record of a draw, and its fairness."""

from collections import Counter
from random import Random

import pytest

from reservations.acts.problems import Impossible, Malformed
from reservations.tables.draws import Card, CardDraw, WrongCards, deck, draw, kept_cards, parse_cards
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


def test_who_draws_alone_is_first():
    drawing = drawn("9c", players=(ANN,))

    assert (drawing.order, cards(drawing)) == ((ANN,), [["9c"]])


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
    """Ten players draw for five places 4,000 times: each moves about 2,000 times (standard deviation 31.6)."""
    shuffle = Random(20_261_120).shuffle
    moved = Counter(
        number for _ in range(4_000) for number in draw(range(10), shuffle, suits_rank=False, top=5).order[:5]
    )

    assert all(abs(moved[number] - 2_000) < 6 * 31.6 for number in range(10))


@pytest.mark.further
def test_every_order_is_as_likely():
    """Three players draw 6,000 times: each of the six orders comes about 1,000 times (standard deviation 28.9)."""
    shuffle = Random(7).shuffle
    orders = Counter(draw((ANN, BO, CY), shuffle, suits_rank=False).order for _ in range(6_000))

    assert len(orders) == 6
    assert all(abs(times - 1_000) < 6 * 28.9 for times in orders.values())


# --- Dealt at the table


def dealt(suits_rank=False, top=None, **typed):
    """Return the draw of Ann, Bo and Cy with the cards dealt to them, as in ann="Kd 7c"."""
    names = {"ann": ANN, "bo": BO, "cy": CY, "di": DI}
    cards = {names[name]: parse_cards(text) for name, text in typed.items()}
    return draw((ANN, BO, CY), cards, suits_rank=suits_rank, top=top)


@pytest.mark.parametrize(
    ("typed", "codes"),
    [
        ("Kh", ["Kh"]),
        (" kH  7C ", ["Kh", "7c"]),
        ("10s", ["10s"]),
        ("ts", ["10s"]),
        ("A♠ Q♥\ufe0f j♦ 2♣", ["As", "Qh", "Jd", "2c"]),
        ("", []),
    ],
)
def test_cards_are_read_as_people_type_them(typed, codes):
    assert [card.code for card in parse_cards(typed)] == codes


@pytest.mark.parametrize("typed", ["K", "1h", "11h", "Kx", "Kh7c", "<b>", "٣h"])
def test_what_is_no_card_is_said(typed):
    with pytest.raises(Malformed, match="is no card: type rank and suit"):
        parse_cards(typed)


def test_dealt_cards_decide_as_drawn_ones_do():
    assert dealt(ann="9c", bo="Kd", cy="10s").order == (BO, CY, ANN)
    assert dealt(ann="9c", bo="9d", cy="9s", suits_rank=True).order == (CY, BO, ANN)


def test_whoever_is_tied_is_dealt_another_card():
    drawing = dealt(ann="Kd 7c", bo="2s", cy="Kh 8c")

    assert (drawing.order, cards(drawing)) == ((CY, ANN, BO), [["Kd", "2s", "Kh"], ["7c", "8c"]])


@pytest.mark.parametrize(
    ("typed", "whose"),
    [
        ({"ann": "Kd", "cy": "2s"}, ("The card is missing of {}.", [BO])),
        ({"ann": "Kd", "bo": "Kh", "cy": "2s"}, ("Equal ranks: add the next card, as in Kd 7c, for {}.", [ANN, BO])),
        ({"ann": "Kd", "bo": "9h 3c", "cy": "2s"}, ("A card too many: {}.", [BO])),
        ({"ann": "Kd", "bo": "9h", "cy": "2s", "di": "3s"}, ("A card too many: {}.", [DI])),
    ],
)
def test_cards_that_do_not_fit_say_whose(typed, whose):
    with pytest.raises(WrongCards) as wrong:
        dealt(**typed)

    assert (wrong.value.sentence, wrong.value.numbers) == whose


def test_a_card_is_there_once():
    with pytest.raises(Impossible, match="The king of diamonds is there twice"):
        dealt(ann="Kd", bo="Kd", cy="2s")


def test_a_tie_below_the_top_needs_no_further_card():
    assert dealt(ann="Kd", bo="2h", cy="2s", top=1).order == (ANN, BO, CY)


def test_what_was_dealt_is_kept_by_number():
    assert (kept_cards(stacked()), kept_cards({BO: parse_cards("Kd 7c")})) == ({}, {"dealt": {"2": "Kd 7c"}})
