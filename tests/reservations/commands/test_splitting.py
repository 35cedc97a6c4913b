"""Two tables out of one and one out of two, by volunteers and cards; and what keeps them even."""

import json

import pytest

from reservations.models import Fact
from reservations.problems import Impossible, Refused
from reservations.seating import Order
from reservations.seats import Spot
from reservations.tables import seating_of
from tests.played_once import played_once
from tests.reservations.at_tables import CROWD, Evening, crowd, last_fact, stacked
from tests.reservations.commands.test_seating import refused
from tests.reservations.friday import a_house, one, preset

pytestmark = pytest.mark.django_db

TWELVE = CROWD[:12]


@pytest.fixture
@played_once
def twelve():
    """Eleven sit at the main table, and Lou, the twelfth, has just come."""
    evening = Evening(a_house(), *TWELVE)
    evening.here.remove("Lou")
    evening.do("seat_everybody")
    evening.here.append("Lou")
    return evening


def split(evening, *volunteers, cards=(), **said):
    people = [one(name) for name in volunteers]
    return evening.do("split_table", volunteers=people, shuffle=stacked(*cards), **said)


def test_six_volunteers_move_without_a_card(twelve):
    done = split(twelve, "Bo", "Cy", "Di", "Eve", "Fay", "Lou")

    assert done.remark == "Two tables: 6 stay, 6 move to table 2."
    assert twelve.at(2) == ["Bo", "Cy", "Di", "Eve", "Fay", "Lou"]
    assert [twelve.where[name] for name in ("Ann", "Gus", "Kim")] == [(1, 1), (1, 7), (1, 11)]
    assert "cards" not in json.loads(last_fact().outcome)


def test_the_highest_cards_move_where_volunteers_are_too_few(twelve):
    # Four places are left; Bo and Lou volunteer, the banker does not draw.
    # Cy, Di, Eve, Fay, Gus, Hal, Ida, Jo and Kim draw.
    split(twelve, "Bo", "Lou", cards=("2c", "Kd", "3c", "Ah", "5s", "Qc", "7c", "9d", "Jc"))

    assert twelve.at(2) == ["Bo", "Lou", "Fay", "Di", "Hal", "Kim"]
    assert sorted(twelve.at(1)) == ["Ann", "Cy", "Eve", "Gus", "Ida", "Jo"]
    drawn = json.loads(last_fact().outcome)["cards"]["rounds"]
    assert drawn[0][1] == [one("Di").number, "Kd"]


def test_a_tie_for_the_last_place_is_drawn_again(twelve):
    five = ("Bo", "Cy", "Di", "Eve", "Lou")
    split(twelve, *five, cards=("Kc", "Kd", "2c", "3c", "4c", "5c", "7c", "9c"))

    assert twelve.at(2) == [*five, "Gus"]


def test_where_suits_rank_the_tie_follows_the_suits():
    evening = Evening(preset("ericn"), *TWELVE)
    evening.do("seat_everybody")

    split(evening, "Bo", "Cy", "Di", "Eve", "Lou", cards=("Kc", "Kd", "2c", "3c", "4c", "5c"))

    assert evening.at(2)[-1] == "Gus"
    assert len(json.loads(last_fact().outcome)["cards"]["rounds"]) == 1


def test_nobody_is_seated_twice_and_the_banker_has_not_moved(twelve):
    twelve.do("split_table", volunteers=[])

    assert len(set(twelve.where.values())) == 12
    assert (len(twelve.at(1)), len(twelve.at(2)), twelve.where["Ann"]) == (6, 6, (1, 1))


def test_a_split_is_taken_back_as_a_whole(twelve):
    before = twelve.where
    done = split(twelve, "Bo", "Cy", "Di", "Eve", "Fay", "Lou")

    twelve.do("take_back", fact=done.fact.pk)

    assert (twelve.where, seating_of(twelve.night).tables) == (before, 1)


def test_a_ruling_that_nothing_needed_is_not_kept_as_one(twelve):
    split(twelve, ruling="just in case")

    assert "ruling" not in twelve.outcome(last_fact())


def test_the_same_form_twice_draws_once(twelve):
    first = split(twelve, "Bo", key="the-same-key")
    again = split(twelve, "Bo", key="the-same-key", cards=("2c", "3c"))

    assert (again.known, again.fact.outcome) == (True, first.fact.outcome)


def test_eleven_stay_at_one_table(twelve):
    twelve.here.remove("Lou")

    sentence = "The friday game: One table becomes two when 12 are here; now there are 11."
    refused(Refused, sentence, lambda: split(twelve, "Bo"))
    split(twelve, "Bo", ruling="everybody asked for it")
    outcome = twelve.outcome(last_fact())
    assert [len(twelve.at(1)), len(twelve.at(2))] == [6, 5]
    assert (outcome["ruling"], outcome["overruled"]) == (
        "everybody asked for it",
        ["One table becomes two when 12 are here; now there are 11."],
    )


@pytest.mark.parametrize(
    ("volunteers", "sentence"),
    [
        (("Ann",), "The banker stays at the main table with the bank."),
        (("Ned",), "Ned is not at the tables now."),
        (CROWD[1:8], "Only 6 move to the second table: choose fewer volunteers."),
    ],
)
def test_volunteers_who_cannot_move_are_refused(volunteers, sentence):
    evening = Evening(a_house(), *TWELVE, "Ned")
    evening.here.remove("Ned")

    refused(Impossible, sentence, lambda: split(evening, *volunteers))


def test_a_table_is_split_once_and_with_four_at_least(twelve):
    split(twelve)
    few = Evening(a_house("few"), "Uma", "Vic", "Wes")

    refused(Impossible, "There are two tables already.", lambda: split(twelve))
    refused(Impossible, "Two tables need four players or more.", lambda: split(few, ruling="for fun"))


def test_a_table_with_too_few_chairs_is_not_split_onto(twelve):
    small = Evening(a_house("small"), "Uma")
    small.here = twelve.here
    small.do("size_table", table=1, seats=5)

    refused(Impossible, "Table 1 has 5 seats, and 6 would sit there.", lambda: split(small))


def test_more_people_than_two_tables_take_are_refused_and_overruled():
    small = {"seating": {"most": 4, "split_at": 5, "merge_at": 4}}
    evening = Evening(a_house("small", **small), *CROWD[:10])
    evening.do("size_table", table=1, seats=6)

    # Table 2 has as many chairs as the house wants players at one.
    sentence = "Table 2 has 4 seats, and 5 would sit there."
    refused(Impossible, sentence, lambda: split(evening, ruling="we squeeze in"))
    evening.here = evening.here[:9]
    refused(Refused, "The small game: At most 4 sit at one table; at table 1 it would be 5.", lambda: split(evening))
    split(evening, ruling="we squeeze in")
    assert (len(evening.at(1)), len(evening.at(2))) == (5, 4)


# --- Balance


@pytest.fixture
@played_once
def uneven():
    """Five sit at the first table and three at the second; Eve has the next big blind, and the banker is Ann."""
    evening = Evening(a_house(), *CROWD[:8])
    evening.seated(["Bo", "Cy", "Di", "Eve", "Ann"], ["Fay", "Gus", "Hal"])
    evening.do("place_button", table=1, seat=1)
    evening.do("place_button", table=2, seat=1)
    return evening


def balance(evening, name, table, seat, **said):
    return evening.do("balance", name, spot=Spot(table, seat), **said)


def test_a_proposal_that_is_taken_moves_somebody_and_says_why(uneven):
    done = balance(uneven, "Eve", 2, 4)

    assert (len(uneven.at(1)), uneven.at(2)) == (4, ["Fay", "Gus", "Hal", "Eve"])
    assert done.remark == (
        "Eve moves to table 2, seat 4. Eve has the next big blind. "
        "Table 2, seat 4 is the first where it comes no sooner: at the next hand."
    )


def test_another_seat_than_the_proposed_one_is_taken_without_its_words(uneven):
    assert balance(uneven, "Eve", 2, 9).remark == "Eve moves to table 2, seat 9."


def test_a_button_of_a_while_ago_explains_nothing(uneven):
    uneven.minutes = 10

    assert balance(uneven, "Eve", 2, 4).remark == "Eve moves to table 2, seat 4."


def test_who_came_after_the_button_was_said_does_not_move_the_blinds(uneven):
    # Gus and Hal have the blinds of the second table, at seats 2 and 3; Ida comes to sit right behind them.
    crowd("Ida")
    uneven.here.append("Ida")
    uneven.sit("Ida", 2, 4)
    uneven.here.remove("Ann")
    uneven.banker = None
    uneven.sit("Di", 1, 6)

    seating = seating_of(uneven.night)
    assert (seating.buttons[2].big, seating.buttons[1].big) == (3, 3)


def test_a_move_without_buttons_is_taken_without_the_words():
    evening = Evening(a_house(), *CROWD[:6]).seated(["Ann", "Bo", "Cy", "Di"], ["Eve", "Fay"])

    assert balance(evening, "Bo", 2, 3, key="the-same-key").remark == "Bo moves to table 2, seat 3."
    assert balance(evening, "Bo", 2, 3, key="the-same-key").known


def test_the_second_device_finds_the_tables_even(uneven):
    balance(uneven, "Eve", 2, 4)

    refused(Impossible, "The tables are even: nobody has to move.", lambda: balance(uneven, "Bo", 2, 5))


@pytest.mark.parametrize(
    ("name", "spot", "sentence"),
    [
        ("Ann", (2, 4), "The banker stays with the bank: hand it over first."),
        ("Fay", (2, 4), "Somebody has to move from table 1 to table 2."),
        ("Bo", (1, 8), "Somebody has to move from table 1 to table 2."),
        ("Bo", (2, 3), "Hal sits there: Table 2, seat 3. Take a free seat, or swap the two."),
    ],
)
def test_a_move_that_does_not_balance_is_none(uneven, name, spot, sentence):
    refused(Impossible, sentence, lambda: balance(uneven, name, *spot))


# --- Merge


@pytest.fixture
@played_once
def ten():
    """Five sit at each of two tables."""
    return Evening(a_house(), *CROWD[:10]).seated(["Ann", "Bo", "Cy", "Di", "Eve"], ["Jo", "Ida", "Hal", "Gus", "Fay"])


def test_ten_play_at_one_table_first_come_first_served(ten):
    done = ten.do("merge_tables", order=Order.ARRIVAL)

    assert done.remark == "One table. Draw the button anew."
    assert ten.at(1) == ["Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo"]
    assert (seating_of(ten.night).tables, seating_of(ten.night).buttons) == (1, {})


def test_ten_draw_their_seats_the_banker_too(ten):
    cards = ("2c", "Ac", "Kc", "Qc", "Jc", "10c", "9c", "8c", "7c", "6c")
    ten.do("merge_tables", order=Order.DRAWN, shuffle=stacked(*cards), key="the-same-key")

    assert ten.at(1) == ["Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Ann"]
    assert ten.do("merge_tables", order=Order.DRAWN, key="the-same-key").known


def test_a_merge_is_taken_back_as_a_whole(ten):
    before = ten.where
    done = ten.do("merge_tables", order=Order.DRAWN)

    ten.do("take_back", fact=done.fact.pk)

    assert (ten.where, seating_of(ten.night).tables) == (before, 2)


def test_eleven_stay_at_two_tables(ten):
    eleven = Evening(a_house("eleven"), "Uma", "Vic", "Wes", "Xia")
    eleven.here = [*ten.here, "Uma"]
    eleven.seated(ten.at(1), ten.at(2))

    sentence = "The eleven game: Two tables become one when 10 or fewer are left; now there are 11."
    refused(Refused, sentence, lambda: eleven.do("merge_tables", order=Order.ARRIVAL))
    eleven.do("merge_tables", order=Order.ARRIVAL, ruling="the others want to watch")
    assert len(eleven.at(1)) == 11


def test_one_table_is_not_merged_and_nobody_can_be():
    evening = Evening(a_house(), *CROWD[:4])

    refused(Impossible, "There is one table already.", lambda: evening.do("merge_tables", order=Order.DRAWN))
    evening.seated(["Ann", "Bo"], ["Cy", "Di"])
    evening.here = []
    evening.do("merge_tables", order=Order.DRAWN)
    assert evening.at(1) == []


# --- The button


def test_the_high_card_has_the_button(ten):
    drawn = ten.do("draw_button", table=2, shuffle=stacked("2c", "3c", "4c", "Ks", "5c"), key="the-same-key")

    assert drawn.remark == "Gus has the button."
    assert seating_of(ten.night).buttons[2].seat == 4
    assert ten.do("draw_button", table=2, key="the-same-key").known


def test_where_nobody_has_a_seat_everybody_draws():
    evening = Evening(a_house(), "Ann", "Bo")

    assert evening.do("draw_button", table=1, shuffle=stacked("2c", "3c")).remark == "Bo has the button."
    assert seating_of(evening.night).buttons == {}


@pytest.mark.parametrize(("table", "sentence"), [(2, "There is no table 2 tonight."), (1, "Nobody sits at table 1.")])
def test_nobody_draws_at_no_table(table, sentence):
    evening = Evening(a_house(), "Ann")
    evening.here = []

    refused(Impossible, sentence, lambda: evening.do("draw_button", table=table))


def test_the_button_is_placed_by_a_tap_at_an_empty_seat_too(ten):
    placed = ten.do("place_button", table=2, seat=9, key="the-same-key")

    assert placed.remark == "The button of table 2 is at seat 9."
    assert seating_of(ten.night).buttons[2].seat == 9
    assert ten.do("place_button", table=2, seat=9, key="the-same-key").known
    refused(
        Impossible, "There is no such seat tonight: Table 2, seat 12.", lambda: ten.do("place_button", table=2, seat=12)
    )


def test_a_drawn_button_that_was_taken_back_is_where_it_was_before(ten):
    ten.do("place_button", table=2, seat=9)
    drawn = ten.do("draw_button", table=2)

    ten.do("take_back", fact=drawn.fact.pk)

    assert seating_of(ten.night).buttons[2].seat == 9
    assert Fact.objects.filter(pk=drawn.fact.pk).exists()


# --- Everything taken back


def standing(evening):
    """What an undo has to bring back: the tables, who sits where, the buttons, and the wishes."""
    seating = seating_of(evening.night)
    return seating.tables, dict(seating.spots), dict(seating.buttons), seating.wishes


def test_an_evening_is_taken_back_move_by_move_as_it_was():
    evening = Evening(a_house(), *CROWD[:10]).seated(CROWD[:10])
    evening.do("place_button", table=1, seat=3)
    before, moves = [], []
    for verb, who, said in (
        ("swap_seats", ("Bo", "Cy"), {}),
        ("split_table", (), {"volunteers": [one("Jo"), one("Ida")], "ruling": "as asked"}),
        ("merge_tables", (), {"order": Order.DRAWN}),
        ("stand_up", ("Di",), {}),
        ("seat_everybody", (), {}),
    ):
        before.append(standing(evening))
        moves.append(evening.do(verb, *who, **said).fact.pk)

    back = []
    for fact in reversed(moves):
        evening.do("take_back", fact=fact)
        back.append(standing(evening))

    assert back == before[::-1]


def test_a_merge_that_is_taken_back_leaves_wishes_buttons_and_who_had_gone(ten):
    ten.do("place_button", table=2, seat=1)
    ten.do("wish", "Bo", table=2)
    ten.here.remove("Jo")
    before = standing(ten)

    ten.do("take_back", fact=ten.do("merge_tables", order=Order.ARRIVAL).fact.pk)

    ten.here.append("Jo")
    assert (standing(ten), ten.where["Jo"]) == (before, (2, 1))
