"""A late rebuy at the hybrid game: a busted player buys again at once, or within 5 minutes after the blinds go up."""

from datetime import datetime

import pytest
from django.utils import timezone

from reservations.models import Act
from reservations.players.queries import player_named
from tests.hostdesk.counting import bank, last
from tests.stories.evening import NEW_YORK, Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(monkeypatch):
    """Bo and Cy have been in for 10.00 since 20:00, and it is 20:25."""
    evening = Evening("hybrid")
    evening.it_is("20:00")
    evening.buy_in("Bo", "10.00")
    evening.buy_in("Cy", "10.00")
    moment = datetime(2026, 11, 20, 20, 25, tzinfo=NEW_YORK)
    monkeypatch.setattr(timezone, "now", lambda: moment)
    return evening


def rebuys(desk, evening, name="Bo"):
    """Press "Busted: rebuy 10.00 · cash"."""
    page = desk.opens(f"/nights/{evening.night.pk}/tonight/players/{player_named(name).number}/")
    return desk.sends(page.form("/buy-in/"), busted="yes", amount="10.00")


def test_it_is_asked_when_the_player_busted_and_nothing_is_recorded(desk, evening):
    asked = rebuys(desk, evening)

    assert asked.form("/buy-in/").fields["busted_at"] == ["20:00"]
    assert "When did Bo bust?" in asked.text
    assert bank(evening) == ("220.00", "20.00", "0.00", "0.00")


def test_who_has_just_busted_buys_again(desk, evening):
    sold = desk.sends(rebuys(desk, evening).form("/buy-in/"), just_busted="yes")

    assert "Bo buys in, paid in cash, 0.00 in front 10.00" in sold.text
    assert bank(evening) == ("230.00", "30.00", "0.00", "0.00")


@pytest.mark.parametrize(("said", "busted"), [("20:10", "20:10"), ("19:30", "20:00"), ("20:30", "20:00")])
def test_who_busted_too_long_ago_is_refused_with_the_time(desk, evening, said, busted):
    """A bust cannot be earlier than the last chips; 20:30 has not come yet, so it would mean the day before."""
    refused = desk.sends(rebuys(desk, evening).form("/buy-in/"), busted_at=said)

    assert (refused.status, f"Bo busted at {busted}." in refused.text) == (422, True)
    assert bank(evening) == ("220.00", "20.00", "0.00", "0.00")


def test_five_minutes_are_at_once(desk, evening):
    desk.sends(rebuys(desk, evening).form("/buy-in/"), busted_at="20:20")

    assert bank(evening) == ("230.00", "30.00", "0.00", "0.00")


def test_an_overruling_keeps_when_the_player_busted(desk, evening):
    refused = desk.sends(rebuys(desk, evening).form("/buy-in/"), busted_at="20:10")

    desk.sends(refused.form("/buy-in/"), ruling="he was on the phone")

    assert ("Bo busted at 20:10." in last().overruled, last().ruling) == (True, "he was on the phone")
    assert bank(evening) == ("230.00", "30.00", "0.00", "0.00")


def test_a_time_that_is_none_is_said(desk, evening):
    refused = desk.sends(rebuys(desk, evening).form("/buy-in/"), busted_at="noon")

    assert (refused.status, "Enter a time like 20:30." in refused.text) == (422, True)


def test_nothing_is_asked_while_the_blinds_have_just_gone_up(desk, evening):
    evening.it_is("20:21")
    evening.level(2)

    rebuys(desk, evening)

    assert bank(evening) == ("230.00", "30.00", "0.00", "0.00")


def test_a_bust_that_was_noted_is_not_asked_for(desk, evening):
    evening.it_is("20:10")
    evening.cash_out("Bo", "0.00")

    refused = rebuys(desk, evening)

    assert (refused.status, "Bo busted at 20:10." in refused.text) == (422, True)


def test_who_left_with_money_comes_back_without_a_question(desk, evening):
    evening.it_is("20:01")
    evening.level(2)
    evening.cash_out("Bo", "4.00")

    rebuys(desk, evening)

    assert bank(evening) == ("226.00", "26.00", "0.00", "0.00")


@pytest.mark.parametrize("house", ["dave-2018", "mike"])
def test_no_house_without_a_window_asks(desk, evening, house):
    evening.opens(house)
    evening.it_is("20:00")
    evening.buy_in("Bo", "10.00")

    rebuys(desk, evening)

    assert Act.objects.filter(night=evening.night, kind="buy_in").count() == 2
