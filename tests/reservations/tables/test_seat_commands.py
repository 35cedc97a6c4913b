"""Seats: taken, swapped, left and taken back; refusals have words and record no fact."""

import json

import pytest

from reservations.acts.fact_queries import FactTaken
from reservations.acts.problems import Impossible, Refused
from reservations.models import Fact, Night
from reservations.tables.draws import parse_cards
from reservations.tables.queries import seating_of
from reservations.tables.seat_commands import SHUFFLE
from reservations.tables.seats import HandEntryKind, Spot
from tests.reservations.at_tables import CROWD, Evening, last_fact, stacked
from tests.reservations.friday import a_house, one

pytestmark = pytest.mark.django_db

DEALT = {"Ann": "Qs", "Bo": "Kd 7c", "Cy": "2h", "Di": "Kh 9c"}


@pytest.fixture
def evening():
    """Return an evening with four players present and no seats given yet."""
    return Evening(a_house(), "Ann", "Bo", "Cy", "Di")


@pytest.fixture
def table(evening):
    """Seat the four players at seats 1 to 4."""
    return evening.seated(["Ann", "Bo", "Cy", "Di"])


def refused(error, sentence, do):
    before = Fact.objects.count()
    with pytest.raises(error) as caught:
        do()
    assert (str(caught.value), Fact.objects.count()) == (sentence, before)


def test_somebody_takes_a_seat_and_moves_to_another(evening):
    took = evening.sit("Bo", 1, 4)
    moved = evening.sit("Bo", 1, 7)

    assert (took.remark, moved.remark) == ("Bo sits at table 1, seat 4.", "Bo sits at table 1, seat 7.")
    assert evening.where == {"Bo": (1, 7)}


def test_the_same_form_twice_moves_once(evening):
    first = evening.sit("Bo", 1, 4, key="the-same-key")
    again = evening.sit("Bo", 1, 4, key="the-same-key")

    assert (again.fact, again.known, again.remark) == (first.fact, True, first.remark)


def test_the_same_key_for_another_seat_is_said_to_be_used(evening):
    evening.sit("Bo", 1, 4, key="the-same-key")

    with pytest.raises(FactTaken):
        evening.sit("Bo", 1, 5, key="the-same-key")
    assert evening.where == {"Bo": (1, 4)}


def test_a_seat_that_is_taken_is_not_taken_twice(table):
    refused(
        Impossible, "Cy sits there: Table 1, seat 3. Take a free seat, or swap the two.", lambda: table.sit("Bo", 1, 3)
    )
    refused(Impossible, "Bo sits there already: Table 1, seat 2.", lambda: table.sit("Bo", 1, 2))


@pytest.mark.parametrize(("spot", "name"), [((2, 1), "Table 2, seat 1"), ((1, 12), "Table 1, seat 12")])
def test_a_seat_that_is_not_there_is_not_taken(evening, spot, name):
    refused(Impossible, f"There is no such seat tonight: {name}.", lambda: evening.sit("Bo", *spot))


def test_who_is_not_here_gets_no_seat(evening):
    evening.here.remove("Di")

    refused(Impossible, "Di is not at the tables now.", lambda: evening.sit("Di", 1, 4))


@pytest.fixture
def two_tables():
    """Seat seven players at table 1 and six at table 2; Ned is present and stands."""
    return Evening(a_house(), *CROWD).seated(CROWD[:7], CROWD[7:13])


def test_somebody_new_sits_at_the_table_with_fewer_or_by_a_ruling(two_tables):
    sentence = "The friday game: New players go to the table with fewer: table 2 has 6, table 1 7."

    refused(Refused, sentence, lambda: two_tables.sit("Ned", 1, 9))
    two_tables.sit("Ned", 1, 9, ruling="he has only come to see Bo")

    assert two_tables.where["Ned"] == (1, 9)


def test_somebody_new_has_the_choice_of_even_tables_and_of_the_only_one_with_a_seat(two_tables):
    two_tables.do("size_table", table=2, seats=6)
    two_tables.sit("Ned", 1, 9)
    two_tables.here.remove("Gus")
    two_tables.do("stand_up", "Ned")
    two_tables.do("size_table", table=2, seats=7)

    two_tables.sit("Ned", 1, 8)

    assert two_tables.where["Ned"] == (1, 8)


def test_a_change_of_tables_by_hand_keeps_them_even_or_is_a_ruling(two_tables):
    two_tables.sit("Ned", 2, 7)
    sentence = "The friday game: A change leaves the tables even: table 2 would have 8, table 1 6."

    refused(Refused, sentence, lambda: two_tables.sit("Bo", 2, 8))
    two_tables.sit("Bo", 2, 8, ruling="the door is cold")
    two_tables.sit("Ned", 1, 2)

    assert (two_tables.where["Bo"], len(two_tables.at(1)), len(two_tables.at(2))) == ((2, 8), 7, 7)


def test_the_twelfth_at_a_table_is_overruled():
    full = Evening(a_house(), *CROWD[:12])
    full.do("size_table", table=1, seats=12)
    full.here.remove("Lou")
    full.do("seat_everybody")
    full.here.append("Lou")

    sentence = "The friday game: At most 11 sit at one table; at table 1 it would be 12."
    refused(Refused, sentence, lambda: full.sit("Lou", 1, 12))
    full.sit("Lou", 1, 12, ruling="just for the last hand")
    assert full.where["Lou"] == (1, 12)


def test_somebody_moves_within_a_full_table():
    full = Evening(a_house(), *CROWD[:11])
    full.do("size_table", table=1, seats=12)
    full.do("seat_everybody")

    full.sit("Bo", 1, 12)

    assert full.where["Bo"] == (1, 12)


def test_a_player_who_cashed_out_has_left_the_seat_and_has_it_again_where_nobody_took_it(table):
    table.here.remove("Bo")
    gone = dict(table.where)
    table.here.append("Bo")

    assert "Bo" not in gone
    assert table.where["Bo"] == (1, 2)


def test_a_seat_somebody_left_is_taken_by_another_for_good(table):
    table.here.remove("Bo")
    table.sit("Di", 1, 2)
    table.here.append("Bo")

    assert table.where == {"Ann": (1, 1), "Cy": (1, 3), "Di": (1, 2)}


def test_everybody_is_seated_in_the_order_in_which_they_came(evening):
    evening.sit("Cy", 1, 2)

    seated = evening.do("seat_everybody")

    assert seated.remark == "3 have a seat."
    assert evening.where == {"Cy": (1, 2), "Ann": (1, 1), "Bo": (1, 3), "Di": (1, 4)}


def test_where_seats_are_too_few_some_stand(evening):
    evening.do("size_table", table=1, seats=3)

    assert evening.do("seat_everybody").remark == "3 have a seat. 1 found none."
    refused(Impossible, "All seats are taken.", lambda: evening.do("seat_everybody"))


def test_one_is_seated_and_then_nobody_is_left_standing(evening):
    evening.here = ["Ann"]

    assert evening.do("seat_everybody", key="the-same-key").remark == "1 has a seat."
    assert evening.do("seat_everybody", key="the-same-key").known
    refused(Impossible, "Everybody has a seat.", lambda: evening.do("seat_everybody"))


def test_seats_are_drawn_the_highest_card_first(evening):
    """Ann, Bo, Cy and Di draw; the players with the two sevens draw again."""
    drawn = evening.do("seat_everybody", cards=stacked("7c", "Kd", "7s", "2h", "3c", "9c"), key="the-same-key")

    assert evening.where == {"Bo": (1, 1), "Cy": (1, 2), "Ann": (1, 3), "Di": (1, 4)}
    assert drawn.remark == "4 have a seat."
    assert evening.outcome(drawn.fact)["cards"]["rounds"][1] == [[one("Ann").number, "3c"], [one("Cy").number, "9c"]]
    assert evening.do("seat_everybody", cards=SHUFFLE, key="the-same-key").known


def test_who_has_a_seat_draws_none_and_keeps_it(evening):
    evening.sit("Ann", 1, 2)

    evening.do("seat_everybody", cards=stacked("2c", "3c", "4c"))

    assert evening.where == {"Ann": (1, 2), "Di": (1, 1), "Cy": (1, 3), "Bo": (1, 4)}


def test_drawn_seats_keep_two_tables_even():
    evening = Evening(a_house(), *CROWD[:12]).seated(["Ann", "Bo", "Cy"], ["Di"])

    evening.do("seat_everybody", cards=SHUFFLE)

    assert (len(evening.at(1)), len(evening.at(2)), evening.where["Ann"]) == (6, 6, (1, 1))


def test_a_draw_for_seats_is_taken_back_like_any_move(evening):
    drawn = evening.do("seat_everybody", cards=SHUFFLE).fact

    evening.do("take_back", fact=drawn.pk)

    assert (evening.where, Fact.objects.filter(pk=drawn.pk).exists()) == ({}, True)


def test_a_player_who_draws_the_lowest_cards_finds_no_seat_where_they_are_too_few(evening):
    evening.do("size_table", table=1, seats=3)

    drawn = evening.do("seat_everybody", cards=stacked("2c", "3c", "4c", "5c"))

    assert (drawn.remark, list(evening.where)) == ("3 have a seat. 1 found none.", ["Di", "Cy", "Bo"])
    refused(Impossible, "All seats are taken.", lambda: evening.do("seat_everybody", cards=SHUFFLE))


def test_nobody_draws_who_has_a_seat(table):
    refused(Impossible, "Everybody has a seat.", lambda: table.do("seat_everybody", cards=SHUFFLE))


def test_cards_dealt_at_the_table_give_the_seats(evening):
    """Bo and Di tie with a king each, and both are dealt another card."""
    dealt = {one(name).number: parse_cards(cards) for name, cards in DEALT.items()}

    drawn = evening.do("seat_everybody", cards=dealt, key="the-same-key")

    kept = {str(one(name).number): cards for name, cards in DEALT.items()}
    assert (list(evening.where), json.loads(drawn.fact.content)["dealt"]) == (["Di", "Bo", "Ann", "Cy"], kept)
    assert evening.do("seat_everybody", cards=dealt, key="the-same-key").known
    with pytest.raises(FactTaken):
        evening.do("seat_everybody", cards=SHUFFLE, key="the-same-key")


def test_the_names_of_cards_that_are_missing_are_said(evening):
    dealt = {one("Bo").number: parse_cards("Kd")}
    sentence = "The card is missing of Ann, Cy, Di."

    refused(Impossible, sentence, lambda: evening.do("seat_everybody", cards=dealt))


def test_two_swap_their_seats(table):
    swapped = table.do("swap_seats", "Bo", "Di", key="the-same-key")

    assert swapped.remark == "Bo and Di have changed seats."
    assert (table.where["Bo"], table.where["Di"]) == ((1, 4), (1, 2))
    assert table.do("swap_seats", "Bo", "Di", key="the-same-key").known


def test_who_has_no_seat_swaps_none(evening):
    evening.sit("Bo", 1, 4)

    refused(Impossible, "Cy has no seat yet.", lambda: evening.do("swap_seats", "Bo", "Cy"))
    refused(Impossible, "Bo sits there already.", lambda: evening.do("swap_seats", "Bo", "Bo"))


def test_somebody_leaves_their_seat_and_stays(table):
    left = table.do("stand_up", "Bo", key="the-same-key")

    assert left.remark == "Bo has no seat now."
    assert "Bo" not in table.where
    assert table.do("stand_up", "Bo", key="the-same-key").known
    refused(Impossible, "Bo has no seat yet.", lambda: table.do("stand_up", "Bo"))


def test_a_table_has_the_seats_that_stand_there(table):
    table.do("size_table", table=1, seats=4, key="the-same-key")

    assert table.do("size_table", table=1, seats=4, key="the-same-key").known
    refused(Impossible, "There is no such seat tonight: Table 1, seat 5.", lambda: table.sit("Bo", 1, 5))


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"table": 2, "seats": 6}, "There is no table 2 tonight."),
        ({"table": 1, "seats": 1}, "A table has 2 to 20 seats."),
        ({"table": 1, "seats": 21}, "A table has 2 to 20 seats."),
        ({"table": 1, "seats": 3}, "Seat 4 is taken: move the player first."),
    ],
)
def test_a_table_is_not_sized_wrongly(table, asked, sentence):
    refused(Impossible, sentence, lambda: table.do("size_table", **asked))


# --- Taken back


def test_a_move_is_taken_back(table):
    moved = table.sit("Bo", 1, 7)

    back = table.do("take_back", fact=moved.fact.pk, key="the-same-key")

    assert back.remark == "Taken back: everybody sits as before."
    assert table.where["Bo"] == (1, 2)
    assert table.do("take_back", fact=moved.fact.pk, key="the-same-key").known


def test_who_had_no_seat_before_has_none_again(evening):
    evening.do("take_back", fact=evening.sit("Bo", 1, 7).fact.pk)

    assert evening.where == {}


def test_moves_are_taken_back_the_last_one_first(table):
    first, second = table.sit("Bo", 1, 7), table.do("swap_seats", "Ann", "Cy")

    sentence = "Another move came later: undo that first."
    refused(Impossible, sentence, lambda: table.do("take_back", fact=first.fact.pk))
    table.do("take_back", fact=second.fact.pk)
    table.do("take_back", fact=first.fact.pk)
    assert table.where == {"Ann": (1, 1), "Bo": (1, 2), "Cy": (1, 3), "Di": (1, 4)}


def test_a_move_into_the_seat_of_somebody_who_left_gives_it_back(table):
    table.here.remove("Bo")
    moved = table.sit("Di", 1, 2)

    table.do("take_back", fact=moved.fact.pk)

    table.here.append("Bo")
    assert (table.where["Bo"], table.where["Di"]) == ((1, 2), (1, 4))


def test_nothing_is_taken_back_twice_or_that_is_no_fact_of_the_night(table):
    moved = table.sit("Bo", 1, 7)
    table.do("take_back", fact=moved.fact.pk)

    sentence = "This cannot be undone."
    refused(Impossible, "Already undone.", lambda: table.do("take_back", fact=moved.fact.pk))
    refused(Impossible, sentence, lambda: table.do("take_back", fact=last_fact().pk))
    refused(Impossible, sentence, lambda: table.do("take_back", fact=0))


def test_a_button_that_was_placed_wrongly_is_taken_back(table):
    placed = table.do("place_button", table=1, seat=3)

    assert table.do("take_back", fact=placed.fact.pk).remark == "Taken back."
    assert last_fact().about == placed.fact


def test_a_reason_is_kept(evening):
    evening.do("take_seat", "Bo", spot=Spot(1, 4), reason=" the window is cold ")

    assert last_fact().reason == "the window is cold"


def test_a_chair_that_was_taken_away_is_no_seat_to_come_back_to(evening):
    evening.sit("Bo", 1, 9)
    evening.here.remove("Bo")
    evening.do("size_table", table=1, seats=8)
    evening.here.append("Bo")

    assert evening.where == {}
    assert evening.sit("Bo", 1, 8).remark == "Bo sits at table 1, seat 8."


def test_a_move_from_a_chair_that_was_taken_away_is_not_taken_back(evening):
    evening.sit("Bo", 1, 9)
    moved = evening.sit("Bo", 1, 4)
    evening.do("size_table", table=1, seats=6)

    sentence = "Table 1 has 6 seats now: add seat 9 first."
    refused(Impossible, sentence, lambda: evening.do("take_back", fact=moved.fact.pk))
    evening.do("size_table", table=1, seats=9)
    evening.do("take_back", fact=moved.fact.pk)
    assert evening.where == {"Bo": (1, 9)}


def test_nothing_changes_at_the_tables_of_a_night_that_is_closed_or_cancelled(evening):
    evening.is_over = True
    refused(Impossible, "The night is closed.", lambda: evening.sit("Bo", 1, 4))

    evening.is_over = False
    Night.objects.filter(pk=evening.night.pk).update(rules=None, cancelled_at=evening.now)
    refused(
        Impossible, "The night of Fri 20 Nov 2026 is cancelled.", lambda: evening.do("size_table", table=1, seats=4)
    )


def test_who_was_away_without_a_seat_is_there_once_they_sit(evening):
    evening.sit("Bo", 1, 2)
    evening.do("note_entry", "Bo", how=HandEntryKind.WAITS)
    evening.do("stand_up", "Bo")
    evening.do("set_away", "Bo", away=True)

    evening.sit("Bo", 1, 4)

    seating = seating_of(evening.night)
    assert (seating.away, seating.entries) == ({}, {})
