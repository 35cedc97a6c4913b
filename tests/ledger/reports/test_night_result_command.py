"""``night_result``: a row a player, by name."""

import pytest

from tests.played_once import played_once
from tests.running import Ran, run
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return Evening("mike")


def test_what_each_player_bought_received_and_won(evening):
    evening.buy_in("Cy", "10.00")
    evening.buy_in("Ann", "20.00")
    evening.sells("Ann", "Bo", "2.50")
    evening.last_hand()
    evening.cash_out("Ann", "29.40")
    evening.cash_out("Bo", "0")
    evening.cash_out("Cy", "0")
    evening.final_pot("Bo")

    assert run("night_result", "2026-11-20", "--csv") == Ran(
        0, "player,bought,received,result\nAnn,20.00,31.50,11.50\nBo,2.50,1.00,-1.50\nCy,10.00,0.00,-10.00\n"
    )


def test_what_was_undone_counts_for_nothing(evening):
    evening.undo(evening.buy_in("Ann", "20.00"))
    evening.buy_in("Bo", "5.00")

    assert run("night_result", "2026-11-20", "--csv").out == ("player,bought,received,result\nBo,5.00,0.00,-5.00\n")


def test_a_name_is_no_formula(evening):
    evening.brings_along("=1+1")
    evening.buy_in("=1+1", "5.00", ruling="let it be")

    assert run("night_result", "2026-11-20", "--csv").out == ("player,bought,received,result\n'=1+1,5.00,0.00,-5.00\n")


def test_a_night_goes_by_its_id_too(evening):
    assert run("night_result", evening.night.pk, "--csv") == Ran(0, "player,bought,received,result\n")


def test_a_night_that_is_not_there():
    assert run("night_result", "2026-11-20", "--csv") == Ran(
        1, "", "CommandError: No night goes by 2026-11-20: give its date, as in 2026-11-20, or its id.\n"
    )


def test_the_format_is_asked_for():
    assert run("night_result", "2026-11-20") == Ran(
        1, "", "CommandError: Error: the following arguments are required: --csv\n"
    )


def test_who_only_came_is_a_row_of_zeros_and_names_are_sorted_without_case():
    evening = Evening("dave-2018")
    evening.knows("ann smith")
    evening.buy_in("Bo", "20.00")
    evening.arrives("ann smith")
    evening.undo(evening.buy_in("Cy", "20.00"))

    ran = run("night_result", "2026-11-20", "--csv")

    assert ran.out.splitlines()[1:] == ["ann smith,0.00,0.00,0.00", "Bo,20.00,0.00,-20.00"]
