"""One table split into two and two merged into one, by volunteers and cards, and both taken back."""

import json

import pytest

from reservations.acts.problems import Impossible, Refused
from reservations.tables.queries import seating_of
from reservations.tables.rules import MergeOrder
from tests.played_once import played_once
from tests.reservations.at_tables import CROWD, Evening, last_fact, stacked
from tests.reservations.friday import a_house, one, preset
from tests.reservations.tables.test_seat_commands import refused

pytestmark = pytest.mark.django_db

TWELVE = CROWD[:12]


@pytest.fixture
@played_once
def twelve():
    """Seat eleven players at the main table; Lou, the twelfth, has just come."""
    evening = Evening(a_house(), *TWELVE)
    evening.here.remove("Lou")
    evening.do("seat_everybody")
    evening.here.append("Lou")
    return evening


def split(evening, *volunteers, cards=(), **said):
    people = [one(name) for name in volunteers]
    return evening.do("split_table", volunteers=people, cards=stacked(*cards), **said)


def test_six_volunteers_move_without_a_card(twelve):
    done = split(twelve, "Bo", "Cy", "Di", "Eve", "Fay", "Lou")

    assert done.remark == "Two tables: 6 stay, 6 move to table 2."
    assert twelve.at(2) == ["Bo", "Cy", "Di", "Eve", "Fay", "Lou"]
    assert [twelve.where[name] for name in ("Ann", "Gus", "Kim")] == [(1, 1), (1, 7), (1, 11)]
    assert "cards" not in json.loads(last_fact().outcome)


def test_the_highest_cards_move_where_volunteers_are_too_few(twelve):
    # Bo and Lou volunteer, which leaves four places; the banker does not draw.
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
        [["when tables split", "One table becomes two when 12 are here; now there are 11."]],
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

    # Table 2 has as many chairs as the house allows players at a table.
    sentence = "Table 2 has 4 seats, and 5 would sit there."
    refused(Impossible, sentence, lambda: split(evening, ruling="we squeeze in"))
    evening.here = evening.here[:9]
    refused(Refused, "The small game: At most 4 sit at one table; at table 1 it would be 5.", lambda: split(evening))
    split(evening, ruling="we squeeze in")
    assert (len(evening.at(1)), len(evening.at(2))) == (5, 4)


# --- Merge


@pytest.fixture
@played_once
def ten():
    """Seat five players at each of two tables."""
    return Evening(a_house(), *CROWD[:10]).seated(["Ann", "Bo", "Cy", "Di", "Eve"], ["Jo", "Ida", "Hal", "Gus", "Fay"])


def test_ten_play_at_one_table_first_come_first_served(ten):
    done = ten.do("merge_tables", order=MergeOrder.ARRIVAL)

    assert done.remark == "One table. Draw the button anew."
    assert ten.at(1) == ["Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo"]
    assert (seating_of(ten.night).tables, seating_of(ten.night).buttons) == (1, {})


def test_ten_draw_their_seats_the_banker_too(ten):
    cards = ("2c", "Ac", "Kc", "Qc", "Jc", "10c", "9c", "8c", "7c", "6c")
    ten.do("merge_tables", order=MergeOrder.DRAWN, cards=stacked(*cards), key="the-same-key")

    assert ten.at(1) == ["Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Ann"]
    assert ten.do("merge_tables", order=MergeOrder.DRAWN, key="the-same-key").known


def test_a_merge_is_taken_back_as_a_whole(ten):
    before = ten.where
    done = ten.do("merge_tables", order=MergeOrder.DRAWN)

    ten.do("take_back", fact=done.fact.pk)

    assert (ten.where, seating_of(ten.night).tables) == (before, 2)


def test_eleven_stay_at_two_tables(ten):
    eleven = Evening(a_house("eleven"), "Uma", "Vic", "Wes", "Xia")
    eleven.here = [*ten.here, "Uma"]
    eleven.seated(ten.at(1), ten.at(2))

    sentence = "The eleven game: Two tables become one when 10 or fewer are left; now there are 11."
    refused(Refused, sentence, lambda: eleven.do("merge_tables", order=MergeOrder.ARRIVAL))
    eleven.do("merge_tables", order=MergeOrder.ARRIVAL, ruling="the others want to watch")
    assert len(eleven.at(1)) == 11


def test_one_table_is_not_merged_and_nobody_can_be():
    evening = Evening(a_house(), *CROWD[:4])

    refused(Impossible, "There is one table already.", lambda: evening.do("merge_tables", order=MergeOrder.DRAWN))
    evening.seated(["Ann", "Bo"], ["Cy", "Di"])
    evening.here = []
    evening.do("merge_tables", order=MergeOrder.DRAWN)
    assert evening.at(1) == []


# --- Everything taken back


def standing(evening):
    """Return the state that an undo must restore: the tables, the seats, the buttons and the wishes."""
    seating = seating_of(evening.night)
    return seating.tables, dict(seating.spots), dict(seating.buttons), seating.wishes


def test_an_evening_is_taken_back_move_by_move_as_it_was():
    evening = Evening(a_house(), *CROWD[:10]).seated(CROWD[:10])
    evening.do("place_button", table=1, seat=3)
    before, moves = [], []
    for verb, who, said in (
        ("swap_seats", ("Bo", "Cy"), {}),
        ("split_table", (), {"volunteers": [one("Jo"), one("Ida")], "ruling": "as asked"}),
        ("merge_tables", (), {"order": MergeOrder.DRAWN}),
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

    ten.do("take_back", fact=ten.do("merge_tables", order=MergeOrder.ARRIVAL).fact.pk)

    ten.here.append("Jo")
    assert (standing(ten), ten.where["Jo"]) == (before, (2, 1))
