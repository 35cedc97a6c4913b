"""Dave's game at two tables: the twelfth player, a split, even tables, table changes, and a merge with ten players."""

import pytest

from reservations.acts.problems import Impossible, Refused
from reservations.players.queries import player_named
from reservations.tables import blinds_commands as blinds_commands
from reservations.tables import seat_commands as seat_commands
from reservations.tables import seat_commands as tables_seat_commands
from reservations.tables.positions import hands_from
from reservations.tables.rules import MergeOrder, must_merge, must_split
from tests.reservations.at_tables import stacked
from tests.stories.tables import Tables, spot

pytestmark = pytest.mark.django_db


def test_a_night_that_goes_to_two_tables_and_back():
    night = Tables("dave-2018")

    eleven_sit_as_they_come(night)
    the_twelfth_finds_no_seat(night)
    six_move_to_a_second_table(night)
    newcomers_go_where_fewer_are(night)
    two_leave_and_the_next_big_blind_moves(night)
    a_table_change_waits_for_a_departure(night)
    two_wishes_are_met_by_a_swap(night)
    ten_come_together_as_they_came_tonight(night)
    a_new_button_is_drawn(night)
    they_would_rather_have_drawn_their_seats(night)


def eleven_sit_as_they_come(night):
    night.comes("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gil", "Hal", "Ida", "Jan", "Kim")

    assert night.table(1) == "1 Ann, 2 Bo, 3 Cy, 4 Di, 5 Eve, 6 Fay, 7 Gil, 8 Hal, 9 Ida, 10 Jan, 11 Kim"
    assert (night.sizes, must_split(night.seating, night.present, night.terms)) == ([11], False)
    with pytest.raises(Refused):
        night.does(tables_seat_commands.split_table, volunteers=[])


def the_twelfth_finds_no_seat(night):
    night.comes_to_stand("Lou")

    with pytest.raises(Impossible, match="All seats are taken"):
        night.does(seat_commands.seat_everybody)

    assert must_split(night.seating, night.present, night.terms)


def splits(night):
    """Let Kim and Bo volunteer and the others draw; players with a nine draw again, because only one of them moves."""
    cards = stacked("Kc 9d 9s Ah 4c Jd 2s 9h 3d" + " 5c Qs 5h")
    volunteers = [player_named("Kim"), player_named("Bo")]
    return night.does(tables_seat_commands.split_table, volunteers=volunteers, cards=cards)


def six_move_to_a_second_table(night):
    before = night.table(1)
    night.does(seat_commands.take_back, fact=splits(night).fact.pk)
    assert (night.table(1), night.sizes) == (before, [11])

    noted = splits(night)

    assert night.cards(noted) == [
        "Cy K♣, Di 9♦, Eve 9♠, Fay A♥, Gil 4♣, Hal J♦, Ida 2♠, Jan 9♥, Lou 3♦",
        "Di 5♣, Eve Q♠, Jan 5♥",
    ]
    assert night.table(1) == "1 Ann, 2 Lou, 4 Di, 7 Gil, 9 Ida, 10 Jan"
    assert night.table(2) == "1 Kim, 2 Bo, 3 Fay, 4 Cy, 5 Hal, 6 Eve"
    assert night.sizes == [6, 6]


def newcomers_go_where_fewer_are(night):
    night.comes("Mo", "Nia")

    assert night.table(1) == "1 Ann, 2 Lou, 3 Mo, 4 Di, 7 Gil, 9 Ida, 10 Jan"
    assert night.table(2) == "1 Kim, 2 Bo, 3 Fay, 4 Cy, 5 Hal, 6 Eve, 7 Nia"
    assert night.sizes == [7, 7]


def two_leave_and_the_next_big_blind_moves(night):
    """Ann is next but has the bank and stays. Lou has the big blind in two hands, at the new seat as at the old."""
    night.cash_out_each("Bo", "Hal")
    night.places_buttons("1-7", "2-4")
    assert night.sizes == [7, 5]
    assert night.proposed == [
        *("Lou 2-2 (2, 2)", "Mo 2-5 (3, 4)", "Di 2-5 (4, 4)"),
        *("Gil 2-5 (5, 4)", "Ida 2-5 (6, 4)", "Jan 2-5 (7, 4)"),
    ]
    with pytest.raises(Impossible, match="The banker stays"):
        night.does(blinds_commands.balance, "Ann", spot=spot("2-2"))

    noted = night.does(blinds_commands.balance, "Lou", spot=spot("2-2"))

    assert noted.remark == (
        "Lou moves to table 2, seat 2. Lou has the big blind in 2 hands, right after the banker, who stays. "
        "Table 2, seat 2 is the first where it comes no sooner: in 2 hands."
    )
    assert night.table(1) == "1 Ann, 3 Mo, 4 Di, 7 Gil, 9 Ida, 10 Jan"
    assert night.table(2) == "1 Kim, 2 Lou, 3 Fay, 4 Cy, 6 Eve, 7 Nia"
    assert (night.sizes, night.proposed) == ([6, 6], [])


def a_table_change_waits_for_a_departure(night):
    night.does(blinds_commands.wish, "Di", table=2)
    assert night.wishes == {"Di": "Waits until a player comes to table 1, or a player leaves table 2, or for a swap."}
    with pytest.raises(Refused):
        night.does(blinds_commands.grant_wish, "Di", spot=spot("2-5"))

    night.cash_out_each("Eve")
    assert (night.sizes, night.wishes) == ([6, 5], {"Di": "Can change now."})
    night.does(blinds_commands.grant_wish, "Di", spot=spot("2-5"))

    assert night.table(1) == "1 Ann, 3 Mo, 7 Gil, 9 Ida, 10 Jan"
    assert night.table(2) == "1 Kim, 2 Lou, 3 Fay, 4 Cy, 5 Di, 7 Nia"
    assert (night.sizes, night.wishes) == ([5, 6], {})


def two_wishes_are_met_by_a_swap(night):
    night.does(blinds_commands.wish, "Gil", table=2)
    night.does(blinds_commands.wish, "Cy", table=1)

    night.does(blinds_commands.swap_wishes, "Gil", "Cy")

    assert night.table(1) == "1 Ann, 3 Mo, 7 Cy, 9 Ida, 10 Jan"
    assert night.table(2) == "1 Kim, 2 Lou, 3 Fay, 4 Gil, 5 Di, 7 Nia"
    assert (night.sizes, night.wishes) == ([5, 6], {})


def ten_come_together_as_they_came_tonight(night):
    assert not must_merge(night.seating, night.present, night.terms)  # Eleven players stay at two tables.
    night.cash_out_each("Ida")
    assert (night.sizes, must_merge(night.seating, night.present, night.terms)) == ([4, 6], True)

    night.does(tables_seat_commands.merge_tables, order=MergeOrder.ARRIVAL)

    assert (night.sizes, night.seating.buttons) == ([10], {})
    assert night.table(1) == "1 Ann, 2 Di, 3 Mo, 4 Fay, 5 Gil, 6 Kim, 7 Cy, 8 Lou, 9 Nia, 10 Jan"


def a_new_button_is_drawn(night):
    cards = stacked("2c Ac 3d 4d 5d As 6d 7d 8d 9d" + " 7h 2s")

    noted = night.does(blinds_commands.draw_button, table=1, cards=cards)

    assert night.cards(noted)[1:] == ["Di 7♥, Kim 2♠"]
    assert (noted.remark, night.seating.buttons[1].seat) == ("Di has the button.", 2)


def they_would_rather_have_drawn_their_seats(night):
    """The players draw in the order in which they came, and the last to come has the highest card."""
    night.does(seat_commands.take_back, fact=night.seating.last_move)
    assert night.sizes == [4, 6]

    cards = stacked("2c 3c 4c 5c 6c 7c 8c 9c 10c Jc")
    night.does(tables_seat_commands.merge_tables, order=MergeOrder.DRAWN, cards=cards)

    assert night.table(1) == "1 Nia, 2 Mo, 3 Lou, 4 Kim, 5 Jan, 6 Gil, 7 Fay, 8 Di, 9 Cy, 10 Ann"


def test_the_big_blind_passes_who_has_not_bought_chips_yet():
    """Five players have bought chips for 20.00 each: 100.00 are in play. Fay sits at seat 6 without chips or cards."""
    night = Tables("dave-2018")
    night.comes("Ann", "Bo", "Cy", "Di", "Eve")
    night.knows("Fay")
    night.arrives("Fay")
    night.does(seat_commands.seat_everybody)
    night.places_buttons("1-3")

    before = list(night.seating.dealt_in(1, away_too=False)), until_big_blind(night)
    night.buy_in("Fay", "20.00")

    assert before == ([1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 1])
    assert until_big_blind(night) == [2, 3, 4, 5, 6, 1]


def until_big_blind(night):
    """Return the number of hands until the big blind, now at seat 5, is at each of the seats 1 to 6."""
    dealt_in = night.seating.dealt_in(1, away_too=False)
    return [hands_from(night.seating.buttons[1].big, seat, dealt_in, 11) for seat in (1, 2, 3, 4, 5, 6)]
