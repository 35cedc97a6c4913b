"""The focused field is never covered, in WebKit and in Firefox; nor is the reason of an overruling."""

import pytest

from tests.browser.test_every_page import PAGES
from tests.browser.visit import visiting
from tests.engines.driving import ENGINES, LANDSCAPE, PHONE

pytestmark = [
    pytest.mark.long,
    pytest.mark.engines,
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),  # selenium's own
]
FORMS = [
    *("tonight_add", "tonight_everyone", "tonight_player", "tonight_sell", "tonight_cash_out", "tonight_stakes"),
    *("tonight_float", "tonight_hand_over", "tonight_conduct", "tonight_seats", "closing", "night_plan", "night_play"),
    *("night_open", "book_payment", "book_correct", "players_add", "poll_new", "month_payment", "own", "own_me"),
]


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "everything") as one:
        yield one


@pytest.mark.parametrize("size", [LANDSCAPE, PHONE], ids=["tablet", "phone"])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_field_with_the_focus_is_in_sight(engine, size, visit):
    found, seen = {}, 0

    with ENGINES[engine](size) as window:
        window.signs_in(visit.origin, f"desk{visit.desk.port}", visit.made["session"])
        for name in FORMS:
            window.goes(visit.origin + PAGES[name][0].format(**visit.made))
            number, covered = window.covered()
            seen += number
            found |= {name: covered} if covered else {}
        heard = window.heard()

    assert (found, heard) == ({}, [])
    assert seen > 2 * len(FORMS)


@pytest.fixture(scope="module")
def at_the_table(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "keypads") as one:
        yield one


@pytest.mark.parametrize("size", [(1180, 746), PHONE], ids=["tablet", "phone"])
@pytest.mark.parametrize("engine", ENGINES)
def test_the_reason_of_an_overruling_has_the_focus_and_is_in_sight_with_its_button(engine, size, at_the_table):
    made = at_the_table.made
    with ENGINES[engine](size) as window:
        window.signs_in(at_the_table.origin, f"desk{at_the_table.desk.port}", made["session"])
        window.goes(f"{at_the_table.origin}/nights/{made['of_9']}/tonight/players/{made['player']}/")
        window.writes("Rebuy", "3")
        window.taps("Rebuy 3.00 · cash")
        window.shows("#panel [role=alert]", "says no")

        window.taps("Overrule…")

        window.focuses("ruling")
        reached = [window.reaches("#ruling"), window.reaches("button", "Overrule and record")]
        assert (reached, window.heard()) == ([True, True], [])
