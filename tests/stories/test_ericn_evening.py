"""EricN's game through the pages: two hours to the second, IDs at the door, 110 % of the maximum, one banker."""

from datetime import date

import pytest

from reservations.players.queries import player_named
from tests.reservations.regulars import add
from tests.stories.pages import PlayedNight

pytestmark = pytest.mark.django_db
WEEK_BEFORE = date(2026, 11, 13)
STAKES = {"small_blind": "0.10", "big_blind": "0.20", "buy_in_min": "5", "buy_in_max": "20"}
RESULTS = (
    "Di 12.34 30.00 12.34 +17.66",
    "Ann 20.00 2.01 1 21.40 22.01 −0.61",
    "Bo 5.00 22.00 1 10.00 27.00 −17.00",
    "37.34 24.01 2 61.40 61.35 +0.05",
)
ON_PAPER = ("Ann 20.00 1 2.01 21.40 −0.61", "Bo 5.00 1 22.00 10.00 −17.00", "Di 12.34 30.00 +17.66")


def cy_is_a_second_late(night):
    """Two hours before the start a player can still give up a seat; a second later the desk asks first, and strikes."""
    night.adds_players("Ann, Bo, Cy, Di, Eve, Fay")
    night.it_is("10:00", date(2026, 11, 9))
    night.plans("ericn", date=WEEK_BEFORE)
    for name in ("Bo", "Cy"):
        night.answers(name, "yes")
    night.it_is("17:00:00", WEEK_BEFORE)
    assert "You are not coming" in night.answers("Bo", "no")
    night.it_is("17:00:01", WEEK_BEFORE)
    assert "Since 17:00 this is a late change: strike 1." in night.answers("Cy", "no")
    assert "You are not coming" in night.phone("Cy").sends("/answer/", sure="yes").text


def the_second_time_is_the_last(night):
    """Cy's second late change removes Cy; a yes within the two hours is already too late to take back."""
    night.it_is("10:00", date(2026, 11, 16))
    night.plans("ericn")
    for name in ("Ann", "Bo", "Cy", "Di"):
        night.answers(name, "yes")
    night.it_is("17:00:01")
    assert "Since 17:00 this is a late change: strike 2." in night.answers("Cy", "no")
    assert "Removed from the group" in night.phone("Cy").sends("/answer/", sure="yes").text
    night.reads("Cy")
    assert night.phone("Cy").offers("/answer/", "answer") == []

    night.it_is("17:30")
    night.answers("Eve", "yes")
    night.it_is("17:31")
    assert "strike 1" in night.answers("Eve", "no")
    night.phone("Eve").sends("/answer/", sure="yes")
    pages = [night.opens(f"/players/{player_named(name).number}/") for name in ("Bo", "Cy", "Eve")]
    assert ["No strikes." in page.text for page in pages] == [True, False, False]
    assert [any(form.action.endswith("/reinstate/") for form in page.forms) for page in pages] == [False, True, False]


def the_bank_opens(night):
    """The host sets the stakes. A player under 21 gets no chips, and the bank asks for an ID that was not seen."""
    night.it_is("18:50")
    assert night.opens_bank(float_cents="200").status == 422
    assert "This house asks for it every night: the maximum buy-in." in night.page.text
    assert night.sends("/open/", float_cents="200", **{**STAKES, "buy_in_min": "20.01"}).alert == "20.01 20.00"
    night.sends("/open/", **STAKES)
    night.comes("Ann", "Bo", "Di", "Fay")
    assert "Door 4 " in night.player("Bo").text
    night.sends("/id/")
    assert "Door 3 " in night.page.text
    night.player("Fay", "/away/")
    night.sends("/away/", reason="under 21")
    assert night.sits("Fay") == "turned away –"
    assert night.buy_in("Fay", "20").alert == "Fay 21 Fay 21"
    assert night.buy_in("Ann", "20").alert == "Ann 21 20.00"
    for name in ("Ann", "Di"):
        night.player(name)
        night.sends("/id/")


def chips_are_sold(night):
    """Buy-ins go from 5.00 to 20.00; below the maximum, rebuys go up to 22.00."""
    night.it_is("19:00")
    assert night.buy_in("Ann", "4.99").alert == "4.99 5.00 Ann 5.00 20.00 5.00"
    assert night.buy_in("Ann", "20.01").alert == "20.01 20.00 Ann 5.00 20.00 20.00"
    night.sends("/buy-in/", amount="20.00")
    night.buy_in("Bo", "5")
    night.buy_in("Di", "12.34")
    night.stands("37.34", "37.34", "0.00", "237.34")

    night.it_is("20:00")
    assert night.buy_in("Ann", "0.01", stack="20").alert == "20.00 Ann 20.00 Ann 20.00"
    assert night.buy_in("Ann", "2.02", stack="19.99").alert == "Ann 19.99 22.00 Ann 2.01 2.01"
    assert night.buy_in("Ann", "2.01", stack="19.99").receipt == "Ann 19.99 2.01 15 20:00:00"
    assert night.buy_in("Bo", "22.01", busted="yes").alert == "Bo 22.00 Bo 22.00 22.00"
    night.buy_in("Bo", "22", busted="yes")
    night.stands("61.35", "61.35", "0.00", "261.35")


def the_clock_is_called(night):
    """The high card gets the button, the bank stays with Ann, and the called clock runs a minute, to the second."""
    bo = player_named("Bo").number
    night.tonight("/seats/")
    night.sends("/seats/", everybody="yes")
    night.tonight("/seats/")
    night.goes("/tables/1/button/")
    assert "has the button" in night.sends("/button/", draw="yes").text
    night.opens(f"{night.url}tonight/")
    night.goes("/hand-over/")
    assert "says no" in night.sends("/hand-over/", banker=bo).text

    night.it_is("21:15:00")
    night.player("Bo", f"/conduct/?player={bo}")
    night.sends("/call/", player=bo)
    assert night.lacks("Bo 1:00") == []
    night.it_is("21:15:59")
    night.tonight()
    assert night.lacks("Bo 0:01") == []
    night.it_is("21:16:00")
    night.tonight()
    assert night.lacks("Bo 0:01", "Bo 0:00") == ["Bo 0:01"]


def they_cash_out(night):
    """A player who leaves early is teased and paid. 0.05 more in chips comes back than was sold: Ann bears it."""
    night.it_is("21:30")
    assert "bad manners" in night.counts("Di", "30").text
    paid = night.sends("/cash-out/", step="pay")
    assert paid.receipt == "Di 30.00 17 21:30:00 30.00 12.34 30.00 +17.66 Di"
    night.stands("61.35", "31.35", "30.00", "231.35")

    night.it_is("23:00")
    night.last_hand()
    assert night.cash_out("Ann", "21.40").receipt == "Ann 21.40 19 23:00:00 21.40 22.01 21.40 −0.61"
    assert night.cash_out("Bo", "10").alert == "10.00 Bo 9.95 0.05"
    night.sends("/cash-out/", then="closing")
    night.sends("/cash-out/", reason="from another set")
    night.opens(f"{night.url}tonight/")
    assert night.cash_out("Bo", "10").receipt == "Bo 10.00 21 23:00:00 10.00 27.00 10.00 −17.00"
    night.stands("61.35", "0.05", "0.00", "61.40", "199.95")

    night.counts_drawer("199.95")
    assert night.lacks("Ann 199.95 Ann 200.00 0.05") == []
    night.closes()
    assert night.lacks(*RESULTS, "200.00 61.35 −61.40 199.95 199.95 0.05 Ann", "61.35 0.05 −61.40 0.00") == []
    assert night.paper_lacks("report.pdf", *ON_PAPER) == []
    assert "THE BOOK is empty" in night.opens("/book/").text


@pytest.mark.long
def test_a_whole_evening(monkeypatch):
    night = PlayedNight(monkeypatch)

    cy_is_a_second_late(night)
    the_second_time_is_the_last(night)
    the_bank_opens(night)
    chips_are_sold(night)
    the_clock_is_called(night)
    they_cash_out(night)


def test_a_short_evening(monkeypatch):
    """Bo shows an ID, buys 20.00, and 2.01 more when a cent below that; he leaves early with all of it."""
    night = PlayedNight(monkeypatch)
    add("Bo", regular=True)
    night.plans("ericn")
    night.opens_bank(float_cents="200", **STAKES)
    night.comes("Bo")
    night.sends("/id/")

    too_much = night.buy_in("Bo", "20.01")
    night.sends("/buy-in/", amount="20.00", pay="cash")
    above = night.buy_in("Bo", "2.02", stack="19.99")
    night.sends("/buy-in/", amount="2.01", stack="19.99")
    paid = night.cash_out("Bo", "22.01")

    assert (too_much.alert, above.alert) == ("20.01 20.00 Bo 5.00 20.00 20.00", "Bo 19.99 22.00 Bo 2.01 2.01")
    assert paid.receipt == "Bo 22.01 6 12:00:00 22.01 22.01 22.01 0.00 Bo"
    night.stands("22.01", "0.00", "22.01", "200.00")
