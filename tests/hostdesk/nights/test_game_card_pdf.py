"""The game card on paper: what stands on it, that all of it fits, and that the same card is the same paper."""

from dataclasses import replace
from datetime import date

import pytest

from hostdesk.nights.game_card_pdf import GameCard, game_card_pdf
from ledger.paper.sizes import A4, LETTER, card_page, printed_on
from ledger.terms.bank_terms import Colour
from tests.ledger.evenings import HOSTILE
from tests.ledger.reading import as_drawn, pages, places

CARD = GameCard(
    house="Mike's game",
    day=date(2026, 11, 20),
    starts="19:00",
    banker="Ann",
    version=3,
    headlines=(("Bets", "up to $0.50"), ("Buy-in", "from $5.00")),
    own=(),
    told=(("Leaving", ("Chips turn into cash at the end.",)),),
    chips=(Colour("white", 5), Colour("green", 500, reserve=True)),
    levels=(),
    level_minutes=None,
    address="http://192.168.7.7:8000/houses/mike/rules/",
)
LEVELS = tuple(f"{number}.00/{2 * number}.00" for number in range(1, 31))
MANY = replace(
    CARD,
    own=("Blinds 0.50/1.00; the house has 0.25/0.50.",) * 3,
    chips=tuple(Colour("lavender with gold stripes", 10**8) for _ in range(20)),
    levels=LEVELS,
    level_minutes=20,
    told=(("Buying chips", ("All chips come from the bank.",) * 6),) * 3,
)


def test_what_a_player_asks_stands_on_one_page():
    [card] = pages(game_card_pdf(CARD))

    assert card == [
        *("GAME CARD · ALL AMOUNTS IN US DOLLARS", "Mike's game", "Friday 20 November 2026, 19:00", "Banker: Ann"),
        *("All rules of the house", "Bets", "up to $0.50", "Buy-in", "from $5.00"),
        *("Chips", "$0.05", "white", "$5.00", "green, when needed"),
        *("Leaving", "Chips turn into cash at the end."),
        "Game card · 20 November 2026 page 1 of 1 rules version 3",
    ]


def test_levels_are_read_down_their_columns():
    [card] = pages(game_card_pdf(replace(CARD, chips=(), levels=LEVELS[:11], level_minutes=20)))

    assert card[card.index("Levels of 20 minutes") + 1] == "1 1.00/2.00 5 5.00/10.00 9 9.00/18.00"


@pytest.mark.parametrize(("levels", "columns"), [(2, 2), (8, 2), (9, 3), (24, 4), (30, 4)])
def test_many_levels_stand_in_more_columns(levels, columns):
    found = places(game_card_pdf(replace(CARD, levels=LEVELS[:levels], level_minutes=20)))

    assert len({round(x) for text, x, _ in found if text in LEVELS}) == columns


def test_what_is_of_this_night_stands_first():
    [card] = pages(game_card_pdf(replace(CARD, own=("Blinds 0.50/1.00; the house has 0.25/0.50.",))))

    assert card[card.index("from $5.00") + 1 :][:2] == ["Only this night", "Blinds 0.50/1.00; the house has 0.25/0.50."]


def test_a_card_that_says_much_is_written_smaller_and_goes_on_at_the_back():
    few, many = pages(game_card_pdf(replace(MANY, chips=(), levels=()))), pages(game_card_pdf(MANY))

    assert [len(few), len(many)] == [1, 2]
    assert sum(line == "All chips come from the bank." for page in many for line in page) == 18


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("name", [*HOSTILE[:4], "W" * 40, "שלום פוקר", "日本ポーカー 🎉"])
def test_no_name_leaves_the_paper(paper, name):
    with printed_on(paper):
        page = card_page()
        found = places(game_card_pdf(replace(MANY, house=name, banker=name, told=(), chips=(Colour(name, 5),))))

    assert page.left - 0.01 <= min(x for _, x, _ in found)
    assert max(x for _, x, _ in found) < page.left + page.width
    assert 15 < min(y for _, _, y in found) < max(y for _, _, y in found) < page.paper.height - 20


def test_a_right_to_left_house_is_drawn_from_its_end():
    [card] = as_drawn(game_card_pdf(replace(CARD, house="שלום")))

    assert "םולש" in [line.strip() for line in card]


def test_before_the_bank_is_opened_there_is_a_line_for_the_banker():
    [card] = pages(game_card_pdf(replace(CARD, banker="", starts="")))

    assert card[2:4] == ["Friday 20 November 2026", f"Banker: {'_' * 24}"]


def test_a_cancelled_night_says_so():
    [card] = pages(game_card_pdf(replace(CARD, cancelled=True)))

    assert "Cancelled" in card


def test_the_same_card_gives_the_same_bytes():
    assert game_card_pdf(MANY) == game_card_pdf(MANY)
