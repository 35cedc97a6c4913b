"""Dave's game of 2020 through the pages: the host's favour, a night's own maximum, owed blinds, two counts."""

from datetime import date

import pytest

from reservations.players.queries import player_named
from tests.reservations.regulars import add
from tests.stories.pages import PlayedNight

pytestmark = pytest.mark.django_db


RESULTS = (
    *("Ann 200.00 300.00 +100.00", "Zoe 20.00 20.00 0.00"),
    *("Fay 150.00 125.20 −24.80", "Eve 100.00 44.80 −55.20", "490.00 490.00 0.00"),
)


def number(name):
    return player_named(name).number


def gil_is_favoured(night):
    """The player whom the host favours stands before earlier ones, and gets the seat that comes free."""
    night.adds_players("Ann, Bo, Cy, Di, Eve, Fay, Gil, Zoe")
    night.it_is("10:00", date(2026, 11, 16))
    night.plans("dave-2020", seats="3")
    for name in ("Bo", "Cy", "Di", "Eve", "Fay", "Gil"):
        night.answers(name, "yes")
    assert "3rd in line Two asked before you." in night.reads("Gil")
    night.opens(night.url)
    night.goes(f"/guests/{number('Gil')}/")
    night.sends("/favour/", reason="he drives")
    assert "2nd in line One is before you by the host's favour." in night.reads("Eve")
    night.it_is("12:00")
    night.answers("Cy", "no")
    assert "You have a seat" in night.reads("Gil")


def an_offer_never_holds_past_the_start(night):
    """Half an hour would end at 19:15, but the offer ends at 19:00, and so does answering."""
    night.it_is("18:45")
    night.answers("Di", "no")
    assert "A seat is kept for you until 19:00" in night.reads("Eve")
    night.it_is("18:59:59")
    assert "You have a seat" in night.says("Eve", "/offer/", take="yes")
    night.it_is("19:00:00")
    assert "Your seat is kept until 19:15" in night.reads("Bo")
    assert night.phone("Bo").offers("/answer/", "answer") == []


def the_night_has_a_maximum_of_its_own(night):
    """With blinds of 0.50 and 1.00, buy-ins go from 20.00 up to 200 big blinds; 40.00 play behind."""
    night.opens_bank(float_cents="200", small_blind="0.50", big_blind="1", big_blinds="200")
    night.comes("Ann", "Gil", "Eve")
    assert night.buy_in("Ann", "200.01").alert == "2020 200.01 200.00 Ann 20.00 200.00 200.00"
    night.sends("/buy-in/", amount="200.00", pay="cash")
    assert night.buy_in("Gil", "19.99").alert == "2020 19.99 20.00 Gil 20.00 200.00 20.00"
    night.sends("/buy-in/", amount="20.00", pay="cash")
    night.buy_in("Eve", "100")
    night.player("Eve", "/behind/")
    night.sends("/behind/", amount="40")
    assert "Plays 40.00 behind" in night.player("Eve").text
    night.stands("320.00", "320.00", "0.00", "520.00")


def the_host_gives_a_seat_on(night):
    """Bo's seat is kept until 19:15; a second later it can be given away."""
    night.it_is("19:15:00")
    assert "Seat kept until 19:15" in night.opens(f"{night.url}door/").text
    night.it_is("19:15:01")
    assert "The seat was kept until 19:15; you can give it away" in night.opens(f"{night.url}door/").text
    night.goes(f"/door/{number('Bo')}/?as=no-show")
    night.sends(f"/door/{number('Bo')}/", mark="no-show", reason="no word")
    night.opens(night.url)
    night.goes("/nights/1/?part=guests#guests")
    night.goes(f"/guests/{number('Fay')}/")
    night.sends("/seat/", reason="Bo stayed away")
    night.comes("Fay")
    night.buy_in("Fay", "150")
    night.stands("470.00", "470.00", "0.00", "670.00")


def a_night_keeps_its_version(night):
    """The minimum is 30 big blinds from the next night on; tonight a player still buys 20.00."""
    night.opens("/houses/dave-2020/revise/")
    text = night.page.form("/revise/").fields["document"][0].replace("{big_blinds = 20}", "{big_blinds = 30}")
    night.sends("/revise/", document=text)
    assert "says 20" in night.page.text
    assert "Version 2 is saved" in night.sends("/save/").text


def zoe_buys_the_button(night):
    """Fay has the small blind and Ann the big blind: in the next hand seat 6 is between button and small blind."""
    night.tonight("/seats/")
    night.sends("/seats/", seats="11")
    night.tonight("/seats/")
    night.sends("/seats/", everybody="yes")
    assert night.table(1) == "1 Ann, 2 Gil, 3 Eve, 4 Fay"
    night.tonight("/tables/1/button/")
    night.sends("/button/", seat="3")

    night.it_is("19:18")
    night.comes("Zoe")
    night.buy_in("Zoe", "20")
    night.player("Zoe")
    night.sends("/seat/", spot="1-6")
    assert night.lacks("1.00 0.50") == []
    assert night.offers("/enter/", "how") == ["buys the button", "need not post", "waits"]
    night.sends("/enter/", how="buys the button")
    night.player("Eve")
    night.sends("/away/", away="yes")
    night.sends("/missed/", missed="both")
    assert night.lacks("1.00 0.50 1.00 2.00") == []


def two_counts_differ(night):
    """Two digits are swapped: the banker's count holds, with a reason that the report states."""
    night.it_is("21:00")
    night.opens(f"{night.url}tonight/")
    night.goes("/float/")
    night.sends("/float/", amount="50")
    night.stands("490.00", "490.00", "0.00", "740.00")
    night.it_is("23:00")
    night.last_hand()
    differ = night.counts("Fay", "152.20", banker_count="125.20")
    assert differ.alert == "Fay 152.20 125.20 27.00 Fay"
    assert "Two digits may be swapped" in differ.text
    night.sends("/cash-out/", count_ruling="counted three times")
    assert night.sends("/cash-out/", step="pay").receipt.endswith("125.20 150.00 125.20 −24.80")
    night.stands("490.00", "364.80", "125.20", "614.80")


def it_closes(night):
    """The drawer should hold 250.00 and holds 240.00: Ann bears the 10.00."""
    for name, count in (("Gil", "0"), ("Zoe", "20"), ("Eve", "44.80"), ("Ann", "300")):
        night.cash_out(name, count)
    night.stands("490.00", "0.00", "490.00", "250.00")
    night.counts_drawer("240")
    assert night.lacks("Ann 240.00 Ann 250.00 10.00") == []
    night.closes()
    assert night.lacks(*RESULTS, "Gil 20.00 −20.00", "250.00 490.00 −490.00 250.00 240.00 10.00 10.00 Ann") == []
    assert "counted three times" in night.page.text
    assert "Version 1 of the rules" in night.page.text
    assert night.paper_lacks("report.pdf", *RESULTS, "Gil 20.00 0.00 −20.00") == []
    assert "THE BOOK is empty" in night.opens("/book/").text


@pytest.mark.long
def test_a_whole_evening(monkeypatch):
    night = PlayedNight(monkeypatch)

    gil_is_favoured(night)
    an_offer_never_holds_past_the_start(night)
    the_night_has_a_maximum_of_its_own(night)
    the_host_gives_a_seat_on(night)
    a_night_keeps_its_version(night)
    zoe_buys_the_button(night)
    two_counts_differ(night)
    it_closes(night)


def test_a_short_evening(monkeypatch):
    """Bo says by phone when he comes and buys 200 big blinds of 1.00; of two counts, one has its point a place off."""
    night = PlayedNight(monkeypatch)
    add("Bo", regular=True)
    night.plans("dave-2020")
    night.answers("Bo", "yes", expected="19:30")
    night.opens_bank(float_cents="200", small_blind="0.50", big_blind="1", big_blinds="200")
    night.player("Bo")
    night.sends("/add/", name="Bo")

    too_much = night.buy_in("Bo", "200.01")
    night.sends("/buy-in/", amount="200.00", pay="cash")
    differ = night.counts("Bo", "100", banker_count="10")
    night.sends("/cash-out/", count_ruling="a point a place off")

    assert too_much.alert == "2020 200.01 200.00 Bo 20.00 200.00 200.00"
    assert differ.alert == "Bo 100.00 10.00 90.00 Bo"
