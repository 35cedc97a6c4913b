"""Hybrid game through the pages: an offered seat, blinds that rise to the second, and cash when they go up."""

from datetime import date

import pytest

from reservations.players.queries import player_named
from tests.reservations.regulars import add
from tests.stories.pages import PlayedNight

pytestmark = pytest.mark.django_db
LEVELS = ("20:10", "20:30", "20:50", "21:10", "21:30", "21:50", "22:10")
RESULTS = (
    "Ann 10.00 20.00 10.00 +10.00",
    "Fay 10.00 12.50 10.00 +2.50",
    "Gil 7.00 9.10 7.00 +2.10",
    "Eve 4.00 20.00 2 9.35 24.00 −14.65",
    "31.00 20.00 2 50.95 51.00 −0.05",
)
ON_PAPER = ("Ann 10.00 20.00 +10.00", "Fay 10.00 12.50 +2.50", "Gil 7.00 9.10 +2.10", "Eve 4.00 2 20.00 9.35 −14.65")


def they_answer(night):
    """Four seats: until two hours before the start the next player moves up at once, after that a seat is offered."""
    night.adds_players("Ann, Bo, Cy, Di, Eve, Fay")
    night.adds_players("Gil", plays_as="guest", invited_by=player_named("Ann").number)
    night.it_is("10:00", date(2026, 11, 16))
    night.plans("hybrid", seats="4")
    for name in ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gil"):
        night.answers(name, "yes")
    assert "Seats 4 of 4 taken, 3 waiting" in night.reads("Gil")

    night.it_is("16:59:59")
    night.answers("Di", "no")
    assert "You have a seat" in night.reads("Eve")

    night.it_is("17:00:00")
    night.answers("Cy", "no")
    assert "A seat is kept for you until 17:30" in night.reads("Fay")
    night.it_is("17:29:59")
    assert "You have a seat" in night.says("Fay", "/offer/", take="yes")

    night.it_is("17:30:00")
    night.answers("Bo", "no")
    night.it_is("17:59:59")
    assert "A seat is kept for you until 18:00" in night.reads("Gil")
    night.it_is("18:00:00")
    assert "You let an offered seat pass" in night.reads("Gil")
    assert night.phone("Gil").offers("/offer/", "take") == []
    assert "A seat is kept for you until 18:30" in night.answers("Gil", "yes")
    assert "You have a seat" in night.says("Gil", "/offer/", take="yes")


def chips_are_sold(night):
    """Buy-ins go from 4.00 to 10.00 in whole dollars, for cash; rebuys only when busted."""
    night.it_is("18:50")
    night.opens_bank(float_cents="200")
    night.comes("Ann", "Eve", "Fay", "Gil")
    night.it_is("19:00")
    night.sets_clock("start")
    night.buy_in("Ann", "10")
    assert night.buy_in("Eve", "3.99").alert == "3.99 4.00 1.00 3.99 Eve 4.00 10.00 1.00 4.00"
    night.sends("/buy-in/", amount="4.00", pay="cash")
    assert night.buy_in("Fay", "10.01").alert == "10.01 10.00 1.00 10.01 Fay 4.00 10.00 1.00 10.00"
    assert night.buy_in("Fay", "11").alert == "11.00 10.00 Fay 4.00 10.00 1.00 10.00"
    night.buy_in("Fay", "10")
    night.buy_in("Gil", "7")
    night.stands("31.00", "31.00", "0.00", "231.00")

    night.it_is("19:10")
    assert night.buy_in("Eve", "10", stack="0.01").alert == "Eve 0.01 Eve"
    assert night.buy_in("Eve", "3", busted="yes").alert == "Eve"
    assert night.sends("/buy-in/", just_busted="yes").alert == "3.00 4.00 Eve 4.00 10.00 1.00 4.00"
    night.buy_in("Eve", "10", busted="yes")
    night.sends("/buy-in/", just_busted="yes")
    night.stands("41.00", "41.00", "0.00", "241.00")
    assert night.sits("Eve") == "in for 14.00"
    night.player("Eve")
    assert (night.offers("/buy-in/", "pay"), [url for url in night.page.leads_to if "sell" in url]) == (["cash"], [])


def blinds_go_up(night):
    """Chips turn into cash for five minutes from the start of a level, to the second; a pause delays the next level."""
    night.it_is("19:19:59")
    assert night.clock == "1 0:01 0.01 0.02"
    assert night.cash_out("Fay", "12.50").alert == "5 Fay 19:20 19:25"
    night.it_is("19:20:00")
    assert night.clock == "2 20:00 0.02 0.04"
    night.it_is("19:25:00")
    assert night.cash_out("Fay", "12.50").receipt == "Fay 12.50 19 19:25:00 12.50 10.00 12.50 +2.50"
    night.stands("41.00", "28.50", "12.50", "228.50")
    night.it_is("19:25:01")
    assert night.cash_out("Gil", "9.00").alert == "5 5:01 Gil 19:40 19:45"

    night.it_is("19:30:00")
    night.sets_clock("pause")
    night.it_is("19:40:00")
    assert night.clock == "2 10:00 0.02 0.04"
    night.sets_clock("start")
    night.it_is("19:49:59")
    assert night.clock == "2 0:01 0.02 0.04"
    night.it_is("19:50:00")
    assert night.clock == "3 20:00 0.03 0.06"
    assert night.cash_out("Gil", "9.00", banker_count="9.10").alert == "Gil 9.00 9.10 0.10 Gil"
    assert night.cash_out("Gil", "9.10").receipt == "Gil 9.10 21 19:50:00 9.10 7.00 9.10 +2.10"
    night.stands("41.00", "19.40", "21.60", "219.40")


def the_last_level_stays(night):
    """The eleventh level is the last. The limits are in dollars, and do not rise with the blinds."""
    for clock in LEVELS:
        night.it_is(clock)
    night.it_is("22:29:59")
    assert night.clock == "10 0:01 0.75 1.50"
    night.it_is("22:30:00")
    assert night.clock == "11 1.00 2.00"
    assert night.buy_in("Eve", "10.01", busted="yes").alert == "10.01 10.00 1.00 10.01 Eve 4.00 10.00 1.00 10.00"
    night.buy_in("Eve", "10", busted="yes")
    night.it_is("22:35:01")
    assert night.cash_out("Ann", "20.00").alert == "5 5:01 Ann"
    night.it_is("22:50:00")
    assert night.clock == "11 1.00 2.00"

    night.last_hand()
    assert night.buy_in("Eve", "10", busted="yes").status == 409
    assert night.cash_out("Ann", "20.00").receipt == "Ann 20.00 32 22:50:00 20.00 10.00 20.00 +10.00"
    assert night.cash_out("Eve", "9.35").receipt == "Eve 9.35 33 22:50:00 9.35 24.00 9.35 −14.65"
    night.stands("51.00", "0.05", "50.95", "200.05")


def it_closes(night):
    """A chip of 0.05 is missing, and so is 0.05 in cash: Ann bears nothing and takes her 200.00 home."""
    night.closing()
    assert night.offers("/closing/close/") == []
    night.sends("/closing/chips/", amount="0.05", reason="under the sofa")
    assert night.counts_drawer("200.00").receipt == "200.00 35 200.05 200.00 0.05"
    assert night.lacks("Ann 200.00 Ann 200.00") == []

    night.closes()
    assert night.lacks(*RESULTS, "200.00 51.00 −50.95 200.05 200.00 0.05", "51.00 −50.95 −0.05 0.00") == []
    assert night.paper_lacks("report.pdf", *ON_PAPER) == []
    night.it_is("10:00", date(2026, 12, 1))
    assert "THE BOOK is empty" in night.opens("/book/").text


@pytest.mark.long
def test_a_whole_evening(monkeypatch):
    night = PlayedNight(monkeypatch)

    they_answer(night)
    chips_are_sold(night)
    blinds_go_up(night)
    the_last_level_stays(night)
    it_closes(night)


def test_a_short_evening(monkeypatch):
    """Eve buys the minimum, and takes 4.00 home in the last second in which chips turn into cash."""
    night = PlayedNight(monkeypatch)
    add("Eve", regular=True)
    night.plans("hybrid")
    night.opens_bank(float_cents="200")
    night.comes("Eve")

    too_little = night.buy_in("Eve", "3.99")
    night.sends("/buy-in/", amount="4.00", pay="cash")
    night.sets_clock("start")
    night.it_is("12:19:59")
    too_early = night.cash_out("Eve", "4")
    night.it_is("12:25:00")
    night.sends("/cash-out/", step="count")
    paid = night.sends("/cash-out/", step="pay")

    assert too_little.alert == "3.99 4.00 1.00 3.99 Eve 4.00 10.00 1.00 4.00"
    assert too_early.alert == "5 Eve 12:20 12:25"
    assert paid.receipt == "Eve 4.00 6 12:25:00 4.00 4.00 4.00 0.00"
    night.stands("4.00", "0.00", "4.00", "200.00")
