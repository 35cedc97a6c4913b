"""``night_result``: a row per player, in the order of names."""

import pytest

from tests.played_once import played_once
from tests.running import Ran, run
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return Evening("mike")


def sheet():
    """Return the rows below the header."""
    return run("night_result", "2026-11-20", "--csv").out.splitlines()[1:]


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

    assert run("night_result", "2026-11-20", "--csv").out == ("player,bought,received,result\nBo,5.00,0.00,\n")


def test_a_name_is_no_formula(evening):
    evening.brings_along("=1+1")
    evening.buy_in("=1+1", "5.00", ruling="let it be")

    assert run("night_result", "2026-11-20", "--csv").out == ("player,bought,received,result\n'=1+1,5.00,0.00,\n")


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


def test_chips_in_play_are_no_loss_and_visitors_have_no_row_while_the_night_is_open():
    evening = Evening("dave-2018")
    evening.knows("ann smith")
    evening.buy_in("Bo", "20.00")
    evening.arrives("ann smith")
    evening.undo(evening.buy_in("Cy", "20.00"))

    assert sheet() == ["Bo,20.00,0.00,"]


def test_a_result_stands_from_the_cash_out_until_the_player_buys_again():
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "20.00")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    evening.cash_out("Bo", "25.00")
    out = sheet()
    evening.buy_in("Bo", "20.00", stack="0", ruling="one more")

    assert (out, sheet()) == (["Bo,20.00,25.00,5.00", "Cy,20.00,0.00,"], ["Bo,40.00,25.00,", "Cy,20.00,0.00,"])


def test_who_only_came_to_a_closed_night_is_a_row_of_zeros_and_names_are_sorted_without_case():
    evening = Evening("dave-2018")
    evening.knows("ann smith")
    evening.buy_in("Bo", "20.00")
    evening.arrives("ann smith")
    evening.last_hand()
    evening.cash_out("Bo", "20.00")
    evening.counts_drawer("200.00")
    evening.closes()

    assert sheet() == ["ann smith,0.00,0.00,0.00", "Bo,20.00,20.00,0.00"]


def test_who_never_cashed_out_of_a_closed_night_has_lost():
    evening = Evening("mike")
    evening.buy_in("Ann", "10.00")
    evening.buy_in("Cy", "10.00")
    evening.last_hand()
    evening.cash_out("Ann", "20.00")
    open_rows = sheet()
    evening.counts_drawer("200.00")
    evening.closes()

    assert (open_rows, sheet()) == (
        ["Ann,10.00,20.00,10.00", "Cy,10.00,0.00,"],
        ["Ann,10.00,20.00,10.00", "Cy,10.00,0.00,-10.00"],
    )
