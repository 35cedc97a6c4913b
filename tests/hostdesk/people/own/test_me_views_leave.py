"""A player leaves the group on their own page: their debts stay, and the host is told and decides."""

import pytest

from reservations.models import Act, Player
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser, own, phone
from tests.signed_in import host_client
from tests.stories.evening import Evening, book
from tests.stories.months import a_plan

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
def plan(db):
    """Bo owes 10.00, Cy owes 25.00, and both debts are overdue; Ann is owed 30.00."""
    return a_plan()


def leaves(browser, name, **said):
    return browser.sends(browser.opens(own(name, "me/")).form("/leave/"), **{"sure": "on", **said})


@pytest.fixture
def host():
    return Browser(host_client())


@pytest.mark.parametrize(
    ("name", "asked"),
    [("Bo", "You owe 10.00 . You owe it afterwards, too."), ("Ann", "You get 30.00 . It stays yours.")],
)
def test_what_is_open_is_asked_about_first(plan, name, asked):
    assert asked in phone(name).opens(own(name, "me/")).part("leave")


def test_who_has_nothing_open_is_asked_only_whether_they_want_to(plan):
    told = phone("Gil").opens(own("Gil", "me/")).part("leave")

    assert ("Yes, I want to leave" in told, "You owe" in told, "You get" in told) == (True, False, False)


def test_who_leaves_is_signed_out_and_everything_recorded_stays(plan):
    bo, standings, acts = phone("Bo"), book(), Act.objects.count()

    page = leaves(bo, "Bo")

    assert "You left the group" in page.text
    assert bo.opens(own("Bo")).url.startswith("/sign-in/")
    assert (book(), Act.objects.count() - acts) == (standings, 1)
    act = Act.objects.latest("number")
    assert (act.kind, act.by, player_named("Bo").removed) == ("player", "Bo", True)


@pytest.mark.parametrize(("decides", "removed"), [("no", False), ("yes", True)])
def test_the_host_reads_of_it_and_takes_them_back_or_not(plan, host, decides, removed):
    leaves(phone("Bo"), "Bo")
    inbox = host.opens("/inbox/")

    host.sends(inbox.form("/remove/"), on=decides)

    assert "Bo left the group." in inbox.text
    assert ("left the group" in host.opens("/inbox/").text, player_named("Bo").removed) == (False, removed)


def test_whom_the_host_removes_or_renames_has_not_left(plan, host):
    host.client.post(f"/players/{player_named('Cy').number}/remove/", {"key": "removes-cy", "on": "yes"})
    leaves(phone("Bo"), "Bo")
    plan.renames("Bo", "Bob")

    told = host.opens("/inbox/").text

    assert ("Cy left" in told, "Bob left the group." in told) == (False, True)


def test_who_was_shown_another_debt_is_asked_again(plan):
    bo = phone("Bo")
    form = bo.opens(own("Bo", "me/")).form("/leave/")
    plan.corrects("Bo", "Ann", "5.00")

    page = bo.sends(form, sure="on")

    assert (page.status, "You owe 15.00" in page.part("leave"), player_named("Bo").removed) == (409, True, False)


def test_nobody_leaves_without_the_tick(plan):
    assert (leaves(phone("Bo"), "Bo", sure="").status, player_named("Bo").removed) == (422, False)


def test_nobody_leaves_out_of_an_open_night():
    evening = Evening("mike")
    evening.buy_in("Bo", "10.00")

    refused = leaves(phone("Bo"), "Bo")
    evening.last_hand()
    evening.cash_out("Bo", "10.00")
    evening.ends("200.00")
    left = leaves(phone("Bo"), "Bo")

    assert (refused.status, "that night is closed" in refused.text, left.status) == (422, True, 200)
    assert Player.objects.get(name="Bo").removed is True
