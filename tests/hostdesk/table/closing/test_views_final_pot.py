"""The final pot at the closing: odd cents and the chips in the middle, in whole dollars."""

import pytest

from reservations.players.queries import player_named
from tests.hostdesk.counting import bank, closing, last, steps
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    evening = Evening("mike")
    evening.buy_in("Bo", "40.00")
    evening.buy_in("Cy", "20.00")
    return evening


def test_the_last_hand_is_one_press(desk, evening):
    page = desk.sends(desk.opens(closing(evening)).form("/last-hand/"))

    assert "The last hand has been played" in page.text
    assert last().kind == "last_hand"


def test_the_winner_gets_the_pot_with_the_middle(desk, evening):
    evening.last_hand()
    evening.cash_out("Bo", "35.40")
    evening.cash_out("Cy", "24.40")
    page = desk.opens(closing(evening))

    done = desk.sends(page.form("/final-pot/"), winner=player_named("Cy").number)

    assert "The winner gets 1.00 . Of this, 0.20 is chips left in the middle." in page.text
    assert "Cy wins the final pot 1.00 act" in done.text
    assert steps(done) == {"players": "done", "pot": "done", "chips": "done", "drawer": "now", "close": "later"}
    assert bank(evening) == ("200.00", "0.00", "0.00", "0.00")


def test_a_pot_that_is_not_whole_is_refused_and_overruled(desk, evening):
    evening.last_hand()
    evening.cash_out("Bo", "35.40")
    evening.cash_out("Cy", "24.35")
    evening.declares_missing("0.05")
    page = desk.sends(desk.opens(closing(evening)).form("/final-pot/"), winner=player_named("Cy").number)

    overruling = next(form for form in page.forms if "ruling" in form.fields)
    done = desk.sends(overruling, ruling="close enough")

    assert page.status == 422
    assert last().ruling == "close enough"
    assert steps(done)["pot"] == "done"


def test_chips_that_nobody_has_are_declared_before(desk, evening):
    evening.last_hand()
    evening.cash_out("Bo", "35.00")
    evening.cash_out("Cy", "24.00")
    page = desk.opens(closing(evening))

    done = desk.sends(page.form("/chips/"), reason="under the sofa")

    assert steps(page) == {"players": "done", "pot": "now", "chips": "now", "drawer": "later", "close": "later"}
    assert steps(done) == {"players": "done", "pot": "done", "chips": "done", "drawer": "now", "close": "later"}


def test_a_pot_that_grew_meanwhile_is_told(desk, evening):
    evening.last_hand()
    evening.cash_out("Bo", "35.40")
    evening.cash_out("Cy", "24.40")
    form = desk.opens(closing(evening)).form("/final-pot/")
    evening.declares_extra("1.00")

    page = desk.sends(form, winner=player_named("Cy").number)

    assert page.status == 409
    assert "The page showed 1.00; now it is 2.00." in page.text
    assert last().kind == "declare_chips"


def test_somebody_has_to_have_won_it(desk, evening):
    evening.last_hand()
    evening.cash_out("Bo", "35.40")
    evening.cash_out("Cy", "24.60")

    page = desk.sends(desk.opens(closing(evening)).form("/final-pot/"))

    assert page.status == 422
    assert "Choose the winner." in page.text
