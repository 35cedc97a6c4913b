"""A draw in rounds: the card of each player, the card that decided, and the players who drew again."""

from datetime import UTC, datetime

import pytest

from hostdesk.table.tables.page import NightTables, drawn_of
from reservations.acts.facts import FactKind
from reservations.houses.seating_terms import SeatingTerms
from reservations.models import Fact
from reservations.tables.seats import Present, Seating, Spot

pytestmark = pytest.mark.django_db

AT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
NAMES = {1: "Ann", 2: "Bo", 3: "Cy"}
SPOTS = {1: Spot(1, 1), 2: Spot(1, 2), 3: Spot(1, 3)}


def drawn(kind, content, outcome, *, suits_rank=False):
    fact = Fact(pk=7, kind=kind.value, at=AT, content=content, outcome=outcome)
    tables = NightTables(Seating(spots=SPOTS), Present((1, 2, 3), 1), SeatingTerms(suits_rank=suits_rank), NAMES)
    return drawn_of(fact, tables)


def cards(one):
    return [[(each.name, str(each.card), each.wins) for each in turn.cards] for turn in one.rounds]


TIE = '{"cards":{"rounds":[[[1,"Kc"],[2,"Ks"],[3,"2d"]],[[1,"5h"],[2,"9h"]]],"order":[2,1,3]},"winner":2,"seat":2}'


def test_those_of_a_tie_draw_again_and_the_last_card_decides():
    one = drawn(FactKind.DRAW, '{"table":1}', TIE)

    assert cards(one) == [
        [("Ann", "K♣", False), ("Bo", "K♠", False), ("Cy", "2♦", False)],
        [("Ann", "5♥", False), ("Bo", "9♥", True)],
    ]
    assert [each.why for each in one.rounds] == ["", "Ann and Bo"]
    assert (one.winner, one.table, one.seat) == ("Bo", 1, 2)


@pytest.mark.parametrize(
    ("suits_rank", "rule"),
    [
        (True, "Equal ranks go by suit: clubs lowest, then diamonds, hearts, spades."),
        (False, "Players with equal ranks draw again."),
    ],
)
def test_the_rule_for_ties_is_that_of_the_house(suits_rank, rule):
    one = drawn(FactKind.DRAW, '{"table":1}', TIE, suits_rank=suits_rank)

    assert one.rule == f"The highest card has the button. {rule}"


def test_in_a_split_the_cards_of_those_who_move_decided():
    outcome = (
        '{"cards":{"rounds":[[[2,"Ac"],[3,"2d"]]],"order":[2,3]},"moves":[[2,2,1]],"tables":[1,2],"was":[[2,1,2]]}'
    )

    one = drawn(FactKind.MOVE, '{"why":"the table was split"}', outcome)

    assert cards(one) == [[("Bo", "A♣", True), ("Cy", "2♦", False)]]
    assert [(each.name, each.spot) for each in one.goes] == [("Bo", Spot(2, 1))]
    assert (one.heading, one.needs_button) == ("Two tables", (1,))


def test_who_volunteers_moves_without_a_card_and_who_drew_goes_to_a_seat_of_their_number():
    outcome = (
        '{"cards":{"rounds":[[[2,"Ac"],[3,"2d"]]],"order":[2,3]},"moves":[[1,2,2],[2,2,1]],"tables":[1,2],"was":[]}'
    )

    one = drawn(FactKind.MOVE, '{"why":"the table was split"}', outcome)

    assert [(each.name, each.wins, each.number) for each in one.rounds[0].cards] == [("Bo", True, 2), ("Cy", False, 0)]
    assert [(each.name, each.spot) for each in one.goes] == [("Bo", Spot(2, 1)), ("Ann", Spot(2, 2))]


def test_a_move_without_cards_shows_where_people_went():
    outcome = '{"moves":[[2,0,0],[3,1,1]],"tables":[1,1],"was":[]}'

    one = drawn(FactKind.MOVE, '{"why":"moved by the host"}', outcome)

    assert [(each.name, each.spot) for each in one.goes] == [("Cy", Spot(1, 1)), ("Bo", None)]
    assert (one.heading, one.rounds, one.needs_button) == ("Moved", (), ())
