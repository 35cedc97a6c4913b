"""Dave's game of 2018 through the pages: half an hour of notice, the big stack, the twelfth player, and even tables."""

from datetime import date

import pytest

from reservations.players.queries import player_named
from tests.reservations.regulars import add
from tests.stories.pages import PlayedNight

pytestmark = pytest.mark.django_db
ELEVEN = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gil", "Hal", "Ida", "Jan", "Kim")
VOLUNTEERS = ("Bo", "Di", "Fay", "Hal", "Jan", "Lou")
RESULTS = (
    *("Ann 20.00 100.00 20.00 +80.00", "50.00 100.00 50.00 +50.00", "Di 20.00 50.00 20.00 +30.00"),
    *("Bo 20.00 37.70 1 61.25 57.70 +3.55", "20.00 20.00 20.00 0.00", "10.00 10.00 −10.00"),
    *("Gil 20.00 6.45 20.00 −13.55", "Cy 20.00 20.00 −20.00", "300.00 37.70 1 337.70 337.70 0.00"),
)


def eleven_sit_at_one_table(night):
    """Eleven players sit at one table, and the twelfth finds no seat."""
    night.adds_players(", ".join((*ELEVEN, "Lou", "Mo", "Nia")))
    night.it_is("10:00", date(2026, 11, 16))
    night.plans("dave-2018", tables="2")
    night.answers("Mo", "yes", guests="", expected="20:10")
    night.it_is("18:50")
    night.opens_bank(float_cents="200")
    night.comes(*ELEVEN)
    night.it_is("19:00")
    night.tonight("/everyone/")
    night.sends("/everyone/", amount="20")
    night.stands("220.00", "220.00", "0.00", "420.00")
    night.tonight("/seats/")
    night.sends("/seats/", everybody="yes")
    assert night.table(1) == ", ".join(f"{seat} {name}" for seat, name in enumerate(ELEVEN, 1))
    assert "split" not in night.tonight().part("players")

    night.it_is("20:00")
    night.comes("Lou")
    assert "All seats are taken" in night.page.text
    assert night.buy_in("Lou", "9.99").alert == "2018 9.99 10.00 10.00 50.00 10.00"
    night.sends("/buy-in/", amount="20", pay="cash")


def six_move_to_a_second_table(night):
    """Six players volunteer, and the banker stays. Mo said 20:10, so that seat is kept until 20:25."""
    night.tonight("/split/")
    night.sends("/split/", volunteers=[player_named(name).number for name in VOLUNTEERS])
    assert night.table(1) == "1 Ann, 3 Cy, 5 Eve, 7 Gil, 9 Ida, 11 Kim"
    assert night.table(2) == "1 Bo, 2 Di, 3 Fay, 4 Hal, 5 Jan, 6 Lou"

    night.it_is("20:25:00")
    assert "seat kept until 20:25" in night.opens(f"{night.url}door/").text
    night.it_is("20:25:01")
    assert "The seat was kept until 20:25; you can give it away" in night.opens(f"{night.url}door/").text


def notes_big_stack(night, amount):
    night.opens(f"{night.url}tonight/")
    night.goes("/big-stack/")
    night.sends("/big-stack/", amount=amount)


def newcomers_go_where_fewer_are(night):
    """The maximum is 100 big blinds or the big stack, whichever is more; a top-up reaches it and no cent more."""
    night.it_is("20:26")
    night.comes("Mo")
    night.sends("/seat/", spot="1-2")
    assert night.buy_in("Mo", "50.01").alert == "2018 50.01 50.00 10.00 50.00 50.00"
    notes_big_stack(night, "82.50")
    assert night.buy_in("Mo", "82.51").alert == "2018 82.51 82.50 10.00 82.50 82.50"
    night.buy_in("Mo", "50")
    night.comes("Nia")
    night.player("Nia", "/seat/")
    assert night.sends("/seat/", spot="1-4").alert == "2018 2 6 1 7"
    night.player("Nia")
    night.sends("/seat/", spot="2-7")
    night.buy_in("Nia", "10")
    night.stands("300.00", "300.00", "0.00", "500.00")

    assert night.buy_in("Bo", "70.21", stack="12.30").alert == "2018 Bo 12.30 82.50 Bo 70.20 70.20"
    notes_big_stack(night, "49.99")
    assert night.buy_in("Bo", "37.71", stack="12.30").alert == "2018 Bo 12.30 50.00 Bo 37.70 37.70"
    night.buy_in("Bo", "37.70", stack="12.30")
    night.stands("337.70", "337.70", "0.00", "537.70")


def two_leave_after_a_round_or_half_an_hour(night):
    night.it_is("20:30:00")
    for name in ("Bo", "Hal"):
        night.player(name)
        night.sends("/notice/")
    night.it_is("20:45")
    assert night.cash_out("Hal", "20").alert == "2018 30 15:00 20:30 21:00"
    night.sends("/cash-out/", round_played="yes")
    night.sends("/cash-out/", step="pay")

    night.it_is("20:59:59")
    assert night.cash_out("Bo", "61.25").alert == "2018 30 Bo 29:59 20:30 21:00"
    night.it_is("21:00:00")
    assert night.cash_out("Bo", "61.25").receipt.endswith("Bo 61.25 50 21:00:00 61.25 57.70 61.25 +3.55")
    night.stands("337.70", "256.45", "81.25", "456.45")


def the_tables_are_kept_even(night):
    """Seven against five: Ann is next but has the bank and stays; Mo has the big blind in two hands at either table."""
    night.tonight("/balance/")
    night.sends("/tables/1/button/", seat="7")
    night.sends("/tables/2/button/", seat="4")
    night.sends("/balance/", spot="2-1")
    assert night.table(1) == "1 Ann, 3 Cy, 5 Eve, 7 Gil, 9 Ida, 11 Kim"
    assert night.table(2) == "1 Mo, 2 Di, 3 Fay, 5 Jan, 6 Lou, 7 Nia"

    night.player("Cy")
    night.sends("/wish/", table="2")
    night.tonight("/seats/")
    night.goes("/wishes/")
    assert night.sends("/grant/", spot="2-4").alert == "2018 2 7 1 5"
    night.cash_out("Nia", "0")
    night.tonight("/seats/")
    night.goes("/wishes/")
    night.sends("/grant/", spot="2-4")
    assert night.table(1) == "1 Ann, 5 Eve, 7 Gil, 9 Ida, 11 Kim"
    assert night.table(2) == "1 Mo, 2 Di, 3 Fay, 4 Cy, 5 Jan, 6 Lou"


def ten_come_together(night):
    """Eleven players stay at two tables; with ten the second table ends, and a new button is drawn."""
    assert not any(url.endswith("/merge/") for url in night.tonight().leads_to)
    night.cash_out("Kim", "0")
    night.tonight("/merge/")
    night.sends("/merge/", order="first come, first served")
    assert night.table(1) == "1 Ann, 2 Cy, 3 Di, 4 Fay, 5 Eve, 6 Jan, 7 Gil, 8 Lou, 9 Ida, 10 Mo"
    assert "has the button" in night.sends("/tables/1/button/", draw="yes").text


def it_closes(night):
    """Busted players leave with one press at the closing; the drawer holds Ann's 200.00 again."""
    night.it_is("23:30")
    night.last_hand()
    for name in ("Cy", "Eve"):
        night.opens(f"{night.url}closing/")
        night.sends(f"/{player_named(name).number}/cash-out/", step="pay")
    for name, count in (("Ann", "100"), ("Mo", "100"), ("Di", "50"), ("Gil", "6.45")):
        night.cash_out(name, count)
    night.stands("337.70", "0.00", "337.70", "200.00")
    night.counts_drawer("200")
    night.closes()
    assert night.lacks(*RESULTS, "200.00 337.70 −337.70 200.00 200.00") == []
    assert night.paper_lacks("report.pdf", "Bo 20.00 1 37.70 61.25 +3.55", "300.00 1 37.70 337.70 0.00") == []
    assert "THE BOOK is empty" in night.opens("/book/").text


@pytest.mark.long
def test_a_whole_evening(monkeypatch):
    night = PlayedNight(monkeypatch)

    eleven_sit_at_one_table(night)
    six_move_to_a_second_table(night)
    newcomers_go_where_fewer_are(night)
    two_leave_after_a_round_or_half_an_hour(night)
    the_tables_are_kept_even(night)
    ten_come_together(night)
    it_closes(night)


def test_a_short_evening(monkeypatch):
    """Bo buys the minimum, gives notice at 12:00, and is paid 10.00 half an hour later, to the second."""
    night = PlayedNight(monkeypatch)
    add("Bo", regular=True)
    night.plans("dave-2018")
    night.opens_bank(float_cents="200")
    night.comes("Bo")

    too_little = night.buy_in("Bo", "9.99")
    night.sends("/buy-in/", amount="10", pay="cash")
    night.player("Bo")
    night.sends("/notice/")
    night.it_is("12:29:59")
    too_early = night.cash_out("Bo", "10")
    night.it_is("12:30:00")
    night.sends("/cash-out/", step="count")
    paid = night.sends("/cash-out/", step="pay")

    assert too_little.alert == "2018 9.99 10.00 Bo 10.00 50.00 10.00"
    assert too_early.alert == "2018 30 Bo 29:59 12:00 12:30"
    assert paid.receipt == "Bo 10.00 6 12:30:00 10.00 10.00 10.00 0.00"
    night.stands("10.00", "0.00", "10.00", "200.00")
