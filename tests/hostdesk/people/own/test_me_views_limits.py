"""The page on which a player limits their own play."""

from datetime import timedelta

import pytest
from django.utils import timezone

from hostdesk.people.own_limits.page import LimitShown, limit_shown
from reservations.models import OwnLimitSaid
from reservations.own_limits.commands import say_own_limits
from reservations.own_limits.queries import figures_in_force
from reservations.own_limits.rules import Limited, OwnLimit
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser, own, phone
from tests.played_once import played_once
from tests.signed_in import host_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def evening():
    return Evening("dave-2018")


def limits_of(name):
    return figures_in_force([player_named(name).number], timezone.now())


def typed(page):
    fields = page.form("/limits/").fields
    return {each.value: fields[each.value][0] for each in Limited}


def test_limits_are_typed_saved_and_shown_again(evening):
    browser = phone("Bo")
    page = browser.opens(own("Bo", "limits/"))

    saved = browser.sends(page.form("/limits/"), night="50", month="120.50", rebuys="2")

    assert limits_of("Bo") == {Limited.NIGHT: 5000, Limited.MONTH: 12050, Limited.REBUYS: 2}
    assert typed(saved) == {"night": "50.00", "month": "120.50", "rebuys": "2", "pause": ""}


def test_a_looser_limit_says_from_when_it_holds(evening):
    say_own_limits(player=player_named("Bo"), figures={Limited.NIGHT: 5000}, at=timezone.now() - timedelta(hours=1))
    browser = phone("Bo")

    saved = browser.sends(browser.opens(own("Bo", "limits/")).form("/limits/"), night="90")

    assert limits_of("Bo") == {Limited.NIGHT: 5000}
    assert "50.00 until" in saved.text
    assert typed(saved)["night"] == "90.00"


def test_nothing_of_what_cannot_be_is_kept(evening):
    browser = phone("Bo")
    today = timezone.localdate().isoformat()

    page = browser.sends(browser.opens(own("Bo", "limits/")).form("/limits/"), night="fifty", rebuys="-1", pause=today)

    assert (page.status, OwnLimitSaid.objects.count()) == (422, 0)
    assert typed(page) == {"night": "fifty", "month": "", "rebuys": "-1", "pause": today}


def test_a_pause_of_a_lifetime_is_none(evening):
    browser = phone("Bo")

    page = browser.sends(browser.opens(own("Bo", "limits/")).form("/limits/"), pause="2099-01-01")

    assert (page.status, OwnLimitSaid.objects.count()) == (422, 0)


def test_a_pause_is_shown_until_its_day(evening):
    today = timezone.localdate()
    ends = OwnLimit(today.toordinal() + 1)

    assert limit_shown(Limited.PAUSE, ends, today).typed == (today + timedelta(days=1)).isoformat()
    assert limit_shown(Limited.PAUSE, ends, today + timedelta(days=1)) == LimitShown("no pause", "", None, "")


def test_nobody_else_sees_the_page(evening):
    host, url = Browser(host_client()), own("Bo", "limits/")

    assert (host.opens(url).part("limits"), phone("Cy").client.get(url).status_code) == ("", 404)
    assert [client.post(url, {"night": "5"}).status_code for client in (host.client, phone("Cy").client)] == [403, 404]
    assert limits_of("Bo") == {}


def test_the_hosts_line_on_help_stands_below_the_limits(evening):
    host = Browser(host_client())
    before = phone("Bo").opens(own("Bo", "limits/"))

    host.sends(host.opens("/desk/?open=help").forms[-1], help_line="Call 1-800-GAMBLER <b>")

    after = phone("Bo").opens(own("Bo", "limits/"))
    assert ["Call 1-800-GAMBLER <b>" in page.text for page in (before, after)] == [False, True]
