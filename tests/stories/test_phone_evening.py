"""A player's evening on their phone: the link, the waiting list, their buy-ins and their payments."""

import re
from datetime import date

import pytest
from django.test import Client

from tests.hostdesk.browsing import own
from tests.reservations.regulars import add
from tests.stories.pages import PlayedNight, Visitor

pytestmark = pytest.mark.django_db
THURSDAY = date(2026, 11, 19)


def looks(night):
    """Return the text that Cy reads on their own page."""
    return night.phone("Cy").opens(own("Cy")).text


def a_link_works_once_and_for_one_page(night):
    night.adds_players("Ann, Bo, Cy")
    night.it_is("10:00", THURSDAY)
    night.plans("mike", seats="2", place="12 Elm Street")
    link, phone, other = night.link_of("Cy"), Visitor(Client()), Visitor(Client())
    phone.opens(link)
    assert phone.sends(link).url == own("Cy")
    night.phones["Cy"] = phone

    assert other.opens(link).status == 410
    assert (phone.opens(own("Ann")).status, phone.opens("/book/").status) == (404, 403)


def cy_waits_and_moves_up(night):
    """Only players with a seat read the address, and the page names no other player."""
    for name in ("Ann", "Bo"):
        night.answers(name, "yes")
    assert "1st in line" in night.answers("Cy", "yes")
    assert "2 of 2 taken, 1 waiting" in night.reads("Cy")
    assert {"Ann", "Bo", "Elm"} & {*re.findall(r"\w+", night.reads("Cy"))} == set()

    night.it_is("20:30", THURSDAY)
    night.answers("Bo", "no")
    assert "Where: 12 Elm Street" in looks(night)
    night.says("Cy", "/expect/", expected="19:30")
    assert "You come late, at 19:30." in night.reads("Cy")


def cy_reads_what_they_are_in_for(night):
    """Cy takes 20.00 in THE BOOK and 10.00 on a note, then turns credit off: even the host cannot overrule that."""
    night.it_is("19:00")
    night.opens_bank(float_cents="200")
    night.comes("Ann")
    night.buy_in("Ann", "30")
    night.it_is("19:30")
    night.comes("Cy")
    assert "You have bought no chips yet." in looks(night)
    night.buy_in("Cy", "20", pay="book")
    night.it_is("20:00")
    night.buy_in("Cy", "10", pay="note", mark="BOC")
    looks(night)
    assert night.phone("Cy").lacks("19:00 30.00 19:30 20.00 20:00 10.00", "20.00") == []

    night.phone("Cy").opens(own("Cy", "me/"))
    night.phone("Cy").sends("/credit/", on="yes")
    refused = night.buy_in("Cy", "5", pay="book")
    assert ("wants no credit" in refused.text, "Overrule" in refused.text) == (True, False)
    night.sends("/buy-in/", amount="5", pay="cash")
    looks(night)
    assert night.phone("Cy").lacks("19:00 35.00 19:30 20.00 20:00 10.00 20:00 5.00") == []


def cy_owes_and_pays(night):
    """7.00 comes off the note; the other 3.00 and the 20.00 stand in THE BOOK until Ann has them."""
    night.it_is("23:00")
    night.last_hand()
    night.cash_out("Cy", "7")
    night.cash_out("Ann", "58")
    assert "You owe" in looks(night)
    assert night.phone("Cy").lacks("20.00", "−28.00 19:30 −20.00 20:00 −10.00 20:00 −5.00 +7.00", "3.00") == []
    night.closing()
    night.sends("/notes/commit/")
    night.counts_drawer("177")
    night.closes()
    assert re.findall(r"You owe .{0,40}?(\d+\.\d\d)", looks(night)) == ["23.00"]
    night.phone("Cy").opens(own("Cy", "book/"))
    assert night.phone("Cy").lacks("20 2026 −3.00 −23.00 20 2026 −20.00 −20.00") == []

    night.it_is("10:00", date(2026, 12, 1))
    night.opens("/book/")
    night.follows("Settle up November 2026")
    month = re.findall(r"/months/(\d+)/", night.sends("/months/new/").url)[0]
    for name, step in (("Cy", "claim"), ("Ann", "confirm")):
        phone = night.phone(name)
        phone.opens(own(name))
        phone.goes(f"/payments/{month}/1/")
        phone.sends("/1/", step=step)
    assert "Even. You owe nothing" in looks(night)


@pytest.mark.long
def test_a_whole_evening(monkeypatch):
    night = PlayedNight(monkeypatch)

    a_link_works_once_and_for_one_page(night)
    cy_waits_and_moves_up(night)
    cy_reads_what_they_are_in_for(night)
    cy_owes_and_pays(night)


def test_a_short_evening(monkeypatch):
    """Cy signs in with the link, says yes, buys 10.00 on a note, and reads about it."""
    night = PlayedNight(monkeypatch)
    add("Cy", regular=True)
    night.plans("mike")
    seat = night.answers("Cy", "yes")
    night.opens_bank(float_cents="200")
    night.player("Cy")
    night.sends("/add/", name="Cy")
    night.buy_in("Cy", "10", pay="note", mark="BOC")
    looks(night)

    assert "You have a seat" in seat
    assert night.phone("Cy").lacks("10.00 12:00 10.00") == []
