"""The switch on a player's own page: no credit for me."""

import json

import pytest

from ledger.credit.exposure_queries import credit_of
from reservations.models import Act
from reservations.players.commands import record_player
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser, own, phone
from tests.played_once import played_once
from tests.signed_in import host_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def evening():
    """An open night in which Bo has written 15.00 into THE BOOK and Cy has paid 40.00 in cash."""
    evening = Evening("mike")
    evening.buy_in("Bo", "15.00", pay="book")
    evening.buy_in("Cy", "40.00")
    return evening


def test_no_credit_for_me(evening):
    browser = phone("Bo")

    off = browser.sends(browser.opens(own("Bo", "me/")).form("/credit/"), on="yes")
    refused = credit_of(player_named("Bo")).refuses
    on = browser.sends(off.form("/credit/"), on="no")

    assert ("Credit is off:" in off.text, "You want no credit" in off.text) == (True, True)
    assert (refused, credit_of(player_named("Bo")).refuses) == (True, False)
    assert "You take credit again" in on.text
    assert Act.objects.latest("number").by == "Bo"


@pytest.mark.parametrize("on", [None, "", "perhaps"])
def test_whether_credit_or_not_has_to_be_said(evening, on):
    browser, before = phone("Bo"), Act.objects.count()

    page = browser.sends(browser.opens(own("Bo", "me/")).form("/credit/"), on=on)

    assert (page.status, Act.objects.count()) == (422, before)
    assert (page.form("/credit/").action, "THE BOOK" in page.text) == (own("Bo", "credit/"), True)


def test_sent_twice_it_is_one_act(evening):
    browser = phone("Bo")
    form = browser.opens(own("Bo", "me/")).form("/credit/")

    first, second = browser.sends(form, on="yes"), browser.sends(form, on="yes")

    assert (first.url, Act.objects.filter(kind="credit").count()) == (second.url, 1)


def test_one_form_that_says_two_things_is_told(evening):
    browser = phone("Bo")
    form = browser.opens(own("Bo", "me/")).form("/credit/")
    browser.sends(form, on="yes")

    page = browser.sends(form, on="no")

    assert (page.status, "This form has been used already." in page.text) == (409, True)


def test_nobody_elses_credit_is_switched(evening):
    browser = phone("Bo")
    form = browser.opens(own("Bo", "me/")).form("/credit/")
    form.action = own("Cy", "credit/")

    assert browser.sends(form, on="yes").status == 404
    assert credit_of(player_named("Cy")).refuses is False


def test_a_removed_players_form_is_not_recorded(evening):
    browser = phone("Bo")
    form = browser.opens(own("Bo", "me/")).form("/credit/")
    record_player(stamp=evening.stamp(), name="Bo", removed=True)

    page = browser.sends(form, on="yes")

    assert (page.status, Act.objects.filter(kind="credit").count()) == (401, 0)
    assert "removed from the group" in page.text


def test_the_act_says_what_was_chosen(evening):
    browser = phone("Bo")

    browser.sends(browser.opens(own("Bo", "me/")).form("/credit/"), on="yes")

    assert json.loads(Act.objects.latest("number").content) == {"player": player_named("Bo").number, "refuses": True}


def test_a_host_says_so_on_another_page_with_a_reason(evening):
    page = Browser(host_client()).opens(own("Bo", "me/"))

    links = [each for each in ("/players/2/#credit", "/own/2/credit/") if f'"{each}"' in page.html]
    assert (page.status, links) == (200, ["/players/2/#credit"])
