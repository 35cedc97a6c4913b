"""A whole night in WebKit and in Firefox: set-up, buy-ins, an undone rebuy, cash-outs and the close."""

import pytest

from tests import desk
from tests.engines.driving import ENGINES, LANDSCAPE, PHONE

pytestmark = [
    pytest.mark.long,
    pytest.mark.engines,
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),  # selenium's own
]


@pytest.fixture
def running(tmp_path):
    with desk.running(desk.laid_out(tmp_path)) as one:
        yield one


def sets_up(window):
    """Set up and open the bank: Ann plays for fifty cents and a dollar; Bo and Cy come."""
    window.writes("Your name", "Ann")
    window.writes("Password", "river rat")
    window.taps("0.50 / 1.00")
    window.taps("Play tonight")
    window.writes("New players", "Bo,Cy")
    window.taps("Open the bank")
    window.shows("main", "Tap a player to sell chips.")


def sells(window):
    """Sell Bo 40.00 and again 40.00 ("Twice"), undo the second sale, and sell Cy 25.00 by the keys."""
    window.opens("Bo")
    window.taps("Buy in 40.00 · cash")
    window.shows(".bank-line", "Drawer $40.00")
    window.opens("Bo")
    window.taps("Rebuy 40.00 · cash")
    window.taps("Twice")
    window.shows(".bank-line", "Drawer $80.00")
    window.taps("Undo")
    window.taps("Undo it")
    window.shows(".bank-line", "Drawer $40.00")
    window.opens("Cy")
    window.types("25")
    window.taps("Buy in 25.00 · cash")
    window.shows(".bank-line", "Drawer $65.00")


def cashes_out(window):
    """Cash out Bo with 50.00 and Cy with 15.00: the drawer is empty."""
    for name, count, drawer in (("Bo", "50", "15.00"), ("Cy", "15", "0.00")):
        window.opens(name)
        window.taps("Cash out")
        window.shows("#panel", "cashes out")
        window.types(count)
        window.taps(f"Pay ${count}.00")
        window.shows(".bank-line", f"Drawer ${drawer}")


def closes(window):
    """Close with an empty drawer: Bo won 10.00 from Cy."""
    window.taps("More…")
    window.shows("#panel h2", "The night")  # the card of the last cash-out has the same button
    window.taps("Close the night…")
    window.taps("It is empty")
    window.taps("Close the night")
    window.shows(".report-players", "Bo 40.00 50.00 +10.00")


@pytest.mark.parametrize("size", [LANDSCAPE, PHONE], ids=["tablet", "phone"])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_whole_night_goes_without_a_fault_of_a_script(engine, size, running):
    with ENGINES[engine](size) as window:
        window.goes(f"http://127.0.0.1:{running.port}{running.set_up_path}")

        sets_up(window)
        sells(window)
        cashes_out(window)
        closes(window)

        assert window.heard() == []
