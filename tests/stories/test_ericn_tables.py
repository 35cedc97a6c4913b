"""EricN's game: high card for the button by rank and suit, a newcomer waits for the button, the clock is called."""

import pytest

from reservations.acts.problems import Impossible
from reservations.conduct.queries import conduct_of
from reservations.tables import blinds_commands as blinds_commands
from reservations.tables import seat_commands as seat_commands
from reservations.tables.positions import BlindSeats, hands_to_wait
from reservations.tables.seats import HandEntryKind
from tests.reservations.at_tables import stacked
from tests.stories.tables import Tables, spot

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    """Return a night with Ann, Bo, Cy and Di at one table; Ann has the bank."""
    night = Tables("ericn", small_blind="0.10", big_blind="0.20", buy_in_min="5.00", buy_in_max="20.00")
    night.comes("Ann", "Bo", "Cy", "Di")
    return night


def test_high_card_has_the_button_and_of_kings_the_king_of_spades(night):
    noted = night.does(blinds_commands.draw_button, table=1, cards=stacked("Kh 3s Ks Kd"))

    assert night.cards(noted) == ["Ann K♥, Bo 3♠, Cy K♠, Di K♦"]
    assert (noted.remark, night.seating.buttons[1].seat) == ("Cy has the button.", 3)


def test_clubs_are_lowest_then_diamonds_hearts_and_spades(night):
    drawn = [
        night.does(blinds_commands.draw_button, table=1, cards=stacked(cards)).remark
        for cards in ("Kc Kd Kh Ks", "Ks Kc Kd Kh", "2c Ac 2d Kd", "9c 9d 9h 2s")
    ]

    assert drawn == [f"{name} has the button." for name in ("Di", "Ann", "Bo", "Cy")]


def test_a_newcomer_waits_for_the_button(night):
    """Ann has the button, Bo the small blind, Cy the big blind. Eve sits down between Bo and Cy."""
    night.does(seat_commands.take_seat, "Di", spot=spot("1-7"))
    night.does(seat_commands.take_seat, "Cy", spot=spot("1-4"))
    night.places_buttons("1-1")
    night.comes("Eve")
    assert night.table(1) == "1 Ann, 2 Bo, 3 Eve, 4 Cy, 7 Di"

    met = BlindSeats(small=2, big=4)
    assert hands_to_wait(3, met, 11) == 1
    night.does(blinds_commands.note_entry, "Eve", how=HandEntryKind.WAITS)
    assert [entered.how for entered in night.seating.entries.values()] == [HandEntryKind.WAITS]
    assert [hands_to_wait(seat, met, 11) for seat in (5, 6, 8, 11)] == [0, 0, 0, 0]


def test_a_player_who_is_away_is_dealt_in(night):
    night.does(blinds_commands.set_away, "Bo", away=True)

    assert night.seating.dealt_in(1, away_too=night.terms.away_dealt_in) == night.seating.sitting(1)
    assert night.table(1) == "1 Ann, 2 Bo, 3 Cy, 4 Di"


def test_the_clock_is_called_for_a_minute(night):
    night.it_is("21:15")
    call = night.calls_the_clock("Bo")
    night.it_is("21:15:59")
    assert conduct_of(night.night).running_at(night.now) is not None
    with pytest.raises(Impossible, match="The clock runs on Bo already"):
        night.calls_the_clock("Cy")

    night.it_is("21:16")

    assert conduct_of(night.night).running_at(night.now) is None
    assert call.remark == "The clock is called on Bo."
    night.calls_the_clock("Cy")
