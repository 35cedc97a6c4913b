"""The data behind the page of an open night: a fold over the acts and transfers, read with few queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hostdesk.table.open_night.queries import BankLine, PlayerTonight, Tonight, tonight_of
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    evening = Evening("mike")
    evening.buy_in("Bo", "20.00")
    evening.sells("Bo", "Cy", "7.50")
    return evening


def sitting(evening, name):
    found = tonight_of(evening.night).player(player_named(name).number)
    assert found is not None
    return found


def test_what_somebody_is_in_for_counts_chips_of_other_players(evening):
    cy = sitting(evening, "Cy")

    assert [(each["cents"], each["paid"]) for each in cy.bought] == [(750, "from a player, in cash")]
    assert (cy.in_for_cents, cy.state) == (750, "playing")


@pytest.mark.parametrize(
    ("house", "offered"),
    [
        ("mike", [("½", 500), ("1", 1000), ("2", 2000)]),  # no maximum
        ("hybrid", [("½", 500), ("1", 1000)]),  # up to 10.00
        ("dave-2018", [("½", 2500), ("1", 5000)]),  # up to 50.00
    ],
)
def test_half_once_and_twice_the_usual_are_offered_where_the_house_allows_it(house, offered):
    tonight = tonight_of(Evening(house).night)

    assert tonight.quick_amounts_for(PlayerTonight(1, "Bo")) == offered


def test_the_newest_act_that_stands_is_undone_first(evening):
    newest = evening.arrives("Ann").act.number
    before = tonight_of(evening.night).last_to_undo
    evening.undo(evening.arrives("Gil"))

    assert (before, tonight_of(evening.night).last_to_undo) == (newest, newest)


def test_what_somebody_sold_is_told_apart(evening):
    bo = sitting(evening, "Bo")

    assert (bo.in_for_cents, bo.sold_cents, bo.last_buy_cents) == (2000, 750, 2000)


def test_a_sale_between_players_leaves_the_line_alone(evening):
    assert tonight_of(evening.night).line == BankLine(
        sold_cents=2000,
        extra_cents=0,
        in_play_cents=2000,
        back_cents=0,
        missing_cents=0,
        drawer_cents=22000,
        final_pot_cents=0,
    )


def test_the_line_adds_up_through_a_whole_night(evening):
    evening.last_hand()
    evening.cash_out("Bo", "12.35")
    evening.declares_extra("1.00")
    evening.declares_missing("0.50")

    line = tonight_of(evening.night).line
    assert (line.sold_cents, line.extra_cents, line.in_play_cents) == (2000, 100, 815)
    assert (line.back_cents, line.missing_cents, line.off_cents) == (1235, 50, 0)


def test_the_line_tells_what_it_is_off_by():
    line = BankLine(
        sold_cents=1000,
        extra_cents=50,
        in_play_cents=700,
        back_cents=200,
        missing_cents=20,
        drawer_cents=0,
        final_pot_cents=0,
    )

    assert (line.whole_cents, line.off_cents) == (1050, 130)


def test_who_has_left_comes_last(evening):
    evening.buy_in("Gil", "5.00")
    evening.last_hand()
    evening.cash_out("Bo", "5.00")

    assert [each.name for each in tonight_of(evening.night).players] == ["Cy", "Gil", "Bo"]


def test_an_undone_act_stands_and_counts_nothing(evening):
    bought = evening.buy_in("Gil", "5.00")
    evening.undo(bought)

    tonight = tonight_of(evening.night)
    assert tonight.player(player_named("Gil").number) is None
    assert [(each.text, each.undone, each.can_undo) for each in tonight.acts][1] == ("Gil buys in", True, False)


def test_the_last_amount_is_the_usual_one(evening):
    evening.buy_in("Bo", "35.00")
    tonight = tonight_of(evening.night)

    assert tonight.usual_for(sitting(evening, "Bo")) == 3500
    assert tonight.usual_for(PlayerTonight(99, "Dee")) == 1000


def test_everything_the_house_takes_can_be_paid_with(evening):
    tonight = tonight_of(evening.night)

    assert (list(tonight.means), tonight.takes_notes) == (["cash", "note", "book"], True)


def test_the_next_note_has_a_name_that_is_free(evening):
    evening.buy_in("Bo", "10.00", pay="note", note="n2")

    assert tonight_of(evening.night).next_note == "n3"


def test_the_name_of_a_voided_note_is_free_again(evening):
    evening.undo(evening.buy_in("Bo", "10.00", pay="note", note="n1"))

    assert tonight_of(evening.night).next_note == "n1"


def test_chips_are_on_the_table_as_they_were_sold_until_they_come_back():
    evening = Evening("mike")
    first = evening.buy_in("Bo", "10.00")
    evening.buy_in("Cy", "5.00")
    evening.last_hand()
    evening.cash_out("Cy", "5.00")
    now = tonight_of(evening.night).now

    rows = [each.by_colour for each in (now.chips_at(first.act.number), now.chips)]

    assert [sum(colour.cents * out for colour, out, _ in each) for each in rows] == [1000, 1000]


def test_a_house_without_colours_has_no_chips_to_count():
    assert tonight_of(Evening("hybrid").night).now.chips is None


def test_more_acts_take_no_more_queries(evening):
    tonight_of(evening.night)
    few = queries_of(evening)
    for name in ("Ann", "Gil", "Cy"):
        evening.buy_in(name, "10.00")

    assert queries_of(evening) <= few


def queries_of(evening):
    with CaptureQueriesContext(connection) as captured:
        drawn(tonight_of(evening.night))
    return len(captured)


def drawn(tonight: Tonight) -> None:
    """Read all the data that the page shows."""
    assert tonight.players
    assert list(tonight.acts)
    assert tonight.line.off_cents == 0
