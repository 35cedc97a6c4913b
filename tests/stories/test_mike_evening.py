"""Mike's game through the pages: notes and THE BOOK, chip sales, whole dollars, the final pot, and the month after."""

from datetime import date

import pytest

from reservations.players.queries import player_named
from tests.reservations.regulars import add
from tests.stories.pages import PlayedNight

pytestmark = pytest.mark.django_db
THURSDAY = date(2026, 11, 19)
RESULTS = (
    "Bo 25.00 7.35 30.00 25.00 37.35 +12.35",
    "Ann 10.00 19.00 10.00 19.00 +9.00",
    "Gil 15.00 8.00 1.00 15.00 9.00 −6.00",
    "Cy 20.00 7.35 12.00 27.35 12.00 −15.35",
    "70.00 7.35 7.35 69.00 1.00 77.35 77.35 0.00",
)
INTO_THE_BOOK = ("Cy −8.00 −7.35 −15.35", "Bo +7.35 +7.35", "Ann −2.00 +10.00 +8.00")
ON_PAPER = (
    "Ann 10.00 19.00 10.00 19.00 +9.00",
    "Bo 25.00 7.35 30.00 25.00 37.35 +12.35",
    "Cy 20.00 7.35 12.00 27.35 12.00 −15.35",
    "Gil 15.00 8.00 1.00 15.00 9.00 −6.00",
)


def they_answer(night):
    """A maybe is accepted until a day before the start, to the second."""
    night.adds_players("Ann, Bo, Cy")
    night.adds_players("Gil", plays_as="guest", invited_by=player_named("Ann").number)
    night.it_is("10:00", THURSDAY)
    night.plans("mike", maybe_hours="24")
    for name in ("Ann", "Bo", "Gil"):
        assert "You have a seat" in night.answers(name, "yes")

    night.it_is("19:00:00", THURSDAY)
    assert "A maybe keeps no seat. Say yes or no by Thu 19 Nov 2026, 19:00." in night.answers("Cy", "maybe")
    night.it_is("19:00:01", THURSDAY)
    assert "A maybe keeps no seat. It closed Thu 19 Nov 2026, 19:00." in night.reads("Cy")
    assert "maybe" not in night.phone("Cy").offers("/answer/", "answer")
    assert "You have a seat" in night.answers("Cy", "yes")


def chips_are_sold(night):
    """The bank sells multiples of 5.00 without a maximum, for cash, a note or THE BOOK, which is for regulars only."""
    night.it_is("18:50")
    night.opens_bank(float_cents="200")
    night.comes("Ann", "Bo", "Cy", "Gil")
    night.it_is("19:00")
    night.buy_in("Ann", "10")
    assert night.buy_in("Bo", "4.99").alert == "4.99 5.00 5.00 4.99 Bo 5.00 5.00"
    assert night.buy_in("Bo", "5.01").alert == "5.00 5.01 Bo 5.00 5.00"
    assert "BOG" in night.buy_in("Bo", "25", pay="note", note="n1", mark="BOG").text
    assert night.buy_in("Bo", "25", pay="note", note="n1", mark="BOB").receipt == "Bo 1 25.00 12 19:00:00 1 1"
    night.buy_in("Cy", "20", pay="book")
    assert night.buy_in("Gil", "15", pay="book").alert == "Gil"
    assert night.sends("/buy-in/", pay="note").receipt == "Gil 2 15.00 15 19:00:00 2 2"
    night.stands("70.00", "70.00", "0.00", "210.00")
    night.tonight("/add/")
    assert night.sends("/add/", name="Zoe", guest="yes").alert == "Zoe"

    night.buy_in("Ann", "5000")
    night.stands("5,070.00", "5,070.00", "0.00", "5,210.00")
    night.follows("Undo")
    night.sends("/undo/16/", reason="the wrong key")
    night.stands("70.00", "70.00", "0.00", "210.00")


def chips_change_hands(night):
    """Players sell any amount for a note that the seller holds; the guest pays 5.00 of his note; Cy jumps two bets."""
    cy = player_named("Cy").number
    night.it_is("20:00")
    night.player("Bo", "/sell/")
    assert night.sends("/sell/", buyer=cy, pay="cash", amount="70.01").alert == "Bo 70.01 70.00"
    assert night.sends("/sell/", buyer=cy, pay="note", note="n3", amount="7.35").alert == "Cy"
    night.sends("/sell/", mark="BOC")
    night.stands("70.00", "70.00", "0.00", "210.00")
    assert (night.sits("Bo"), night.sits("Cy")) == ("in for 25.00", "in for 27.35")
    night.tonight("/tonight/notes/")
    assert night.lacks("60.00", "Cy 27.35 7.35 7.35 Bo 20.00", "Bo 25.00 25.00", "Gil 15.00 15.00") == []

    night.goes("/tonight/notes/2/")
    assert night.sends("/notes/2/", amount="15.01").alert == "15.00 2 15.01"
    night.sends("/notes/2/", amount="5")
    assert night.lacks("Gil 10.00", "15.00") == []
    night.stands("70.00", "70.00", "0.00", "215.00")
    for tally in ("Cy 1", "Cy 1 1 0.20"):
        night.player("Cy", f"/conduct/?player={cy}")
        night.sends("/jump/", player=cy)
        assert night.lacks(tally) == []


def cy_leaves_when_both_ends_have_dealt_alike(night):
    """No player leaves before that; Cy's 12.00 comes off his debt in THE BOOK, and 0.40 goes into the final pot."""
    night.it_is("22:00")
    assert night.counts("Cy", "12.40").alert == "Cy Cy"
    night.sends("/cash-out/", dealt="6", last_dealt="6")
    assert night.lacks("27.35 12.40 −15.35", "12.00 0.40 12.00 3 7.35 Bo") == []
    night.sends("/cash-out/", step="pay")
    night.stands("70.00", "57.60", "12.40", "0.40", "215.00")


def the_others_cash_out(night):
    """Payouts are in whole dollars, the player's own note first: Bo has 3 white, 10 black and 4 green chips."""
    night.it_is("23:00")
    night.last_hand()
    night.player("Bo", "/cash-out/")
    night.sends("/cash-out/", **{"player_count-0": "3", "player_count-4": "10", "player_count-5": "4"})
    assert night.lacks("25.00 30.15 +12.35", "7.35 30.00 0.15 1 25.00 5.00") == []
    night.sends("/cash-out/", step="pay")
    night.stands("70.00", "27.45", "42.55", "0.55", "210.00")
    assert night.cash_out("Gil", "8.30").receipt == "Gil 8.30 24 23:00:00 0.30 2 8.00 15.00 8.00 −7.00"
    night.stands("70.00", "19.15", "50.85", "0.85", "210.00")
    assert night.cash_out("Ann", "19").receipt == "Ann 19.00 25 23:00:00 19.00 10.00 19.00 +9.00"
    night.stands("70.00", "0.15", "69.85", "0.85", "191.00")


def it_closes(night):
    """0.15 in the middle makes the final pot 1.00; Ann answers for her guest; the drawer is 10.00 below her float."""
    night.closing()
    assert night.lacks("1.00 0.15") == []
    night.sends("/final-pot/", winner=player_named("Gil").number)
    night.stands("70.00", "0.00", "70.00", "190.00")

    night.closing()
    assert night.sends("/notes/commit/").alert == "2 Gil"
    night.goes("/tonight/notes/2/")
    night.goes("/charge/")
    assert night.lacks("Gil 2 2.00 Ann", "2.00 Ann") == []
    night.sends("/charge/")
    night.closing()
    night.sends("/notes/commit/")
    assert night.counts_drawer("190").receipt == "190.00 29 190.00 190.00"
    assert night.lacks("Ann 190.00 Ann 200.00 Ann 10.00") == []
    night.closes()
    assert night.lacks(*RESULTS, *INTO_THE_BOOK, "Cy 1 1 0.20") == []
    assert night.paper_lacks("report.pdf", *ON_PAPER) == []


def cy_pays_bo_at_once_and_ann_in_december(night):
    """Of two payments one waits for the month: Cy reports it as paid by phone, and Ann confirms that it came."""
    night.opens(night.url)
    assert night.lacks("Ann 0.00 +8.00 +8.00", "Bo 0.00 +7.35 +7.35", "Cy 0.00 −15.35 −15.35") == []
    night.follows("Paid… by Cy to Bo")
    night.sends("/book/", step="pay")
    assert night.lacks("Cy 0.00 −15.35 −15.35 +7.35 −8.00") == []

    night.it_is("10:00", date(2026, 12, 1))
    night.opens("/book/")
    night.follows("Settle up November 2026")
    assert night.lacks("Cy Ann 8.00 8.00", "Ann 8.00 Cy +8.00") == []
    night.sends("/months/new/")
    for name, step, other in (("Cy", "claim", "Ann"), ("Ann", "confirm", "Cy")):
        phone = night.phone(name)
        phone.opens("/")
        phone.goes("/payments/32/1/")
        phone.sends("/payments/32/1/", step=step)
        assert phone.page.receipt.startswith(f"{other} 8.00")
    assert "All players are even" in night.opens("/book/").text


@pytest.mark.long
def test_a_whole_evening(monkeypatch):
    night = PlayedNight(monkeypatch)

    they_answer(night)
    chips_are_sold(night)
    chips_change_hands(night)
    cy_leaves_when_both_ends_have_dealt_alike(night)
    the_others_cash_out(night)
    it_closes(night)
    cy_pays_bo_at_once_and_ann_in_december(night)


def test_a_short_evening(monkeypatch):
    """Bo takes 5.00 on a note and brings 3.40 back: 3.00 comes off the note, and 0.40 goes into the final pot."""
    night = PlayedNight(monkeypatch)
    add("Bo", regular=True)
    night.plans("mike")
    night.opens_bank(float_cents="200")
    night.comes("Bo")

    too_little = night.buy_in("Bo", "4.99")
    night.sends("/buy-in/", amount="5", pay="note", mark="BOB")
    too_early = night.cash_out("Bo", "3.40")
    night.sends("/cash-out/", dealt="6", last_dealt="6")
    paid = night.sends("/cash-out/", step="pay")

    assert (too_little.alert, too_early.alert) == ("4.99 5.00 5.00 4.99 Bo 5.00 5.00", "Bo Bo")
    assert paid.receipt == "Bo 6 6 3.40 6 12:00:00 0.40 1 3.00 5.00 3.00 −2.00"
    night.stands("5.00", "1.60", "3.40", "0.40", "200.00")
