"""A player's messages on their own page, and their e-mail address."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from hostdesk.mail.messages.commands import draft_messages, set_email
from hostdesk.mail.messages.queries import email_of
from hostdesk.models import Message
from hostdesk.people.players.commands import merge_players
from hostdesk.templatetags.desk import day
from reservations.acts.facts import Mark
from reservations.acts.kinds import Stamp
from reservations.nights import commands as nights_commands
from reservations.strikes.queries import strikes_of
from reservations.waiting_list import commands as waiting_list_commands
from tests import all_commands as commands
from tests.hostdesk.browsing import Browser, own, phone
from tests.hostdesk.post import friday, message
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one
from tests.signed_in import host_client

pytestmark = [pytest.mark.further, pytest.mark.django_db]
SEAT = "You have a seat at The friday game."


@pytest.fixture
@played_once
def night():
    """A Friday, thirty days ahead, on which Di has moved up."""
    night = friday(starts_at=timezone.now().replace(microsecond=0) + timedelta(days=30))
    night.full("Bo", "Cy", "Di").no("Bo")
    draft_messages()
    return night


def test_a_player_finds_what_they_have_not_seen_and_says_so(night):
    browser = phone("Di")

    page = browser.opens(own("Di", "me/"))
    after = browser.sends(page.form("/seen/"), message=message("seat", "Di").pk)

    assert (SEAT in page.text, after.url, SEAT in after.text) == (True, own("Di", "me/"), False)
    assert message("seat", "Di").seen_at is not None


def test_looking_changes_nothing(night):
    phone("Di").opens(own("Di"))

    assert message("seat", "Di").seen_at is None


def test_what_no_longer_concerns_them_is_not_shown(night):
    night.no("Di")

    assert SEAT not in phone("Di").opens(own("Di")).text


def news_of(name):
    """Return the kinds of news that a player's own page shows, newest first."""
    return [each.kind for each in phone(name).client.get(own(name, "me/")).context["own_messages"]]


def test_a_deleted_reservation_is_no_news_again_after_a_yes_and_a_no(night):
    night.full("Fay").do("release", "Fay")
    draft_messages()
    deleted = news_of("Fay")
    night.full("Fay").no("Fay")
    draft_messages()

    assert (deleted, news_of("Fay")) == (["reservation deleted"], [])


def test_an_invitation_to_a_cancelled_night_does_not_come_back_but_the_news_does(night):
    waiting_list_commands.invite(stamp=night.at(9_000), night=night.night, players=[one("Fay")])
    draft_messages()
    invited = news_of("Fay")
    nights_commands.cancel_night(stamp=night.at(8_000), night=night.night, reason="The heating.")
    nights_commands.restore_night(stamp=night.at(7_000), night=night.night)
    draft_messages()

    assert (invited, news_of("Fay"), news_of("Di")) == (["invitation"], ["on again"], ["on again"])


def test_a_seat_that_was_taken_back_and_given_again_is_news_once(night):
    night.do("bump", "Di")
    night.do("seat_player", "Di")
    draft_messages()

    assert news_of("Di") == ["seat"]


def test_a_message_is_dated_by_what_it_tells_of(night):
    Message.objects.update(made_at=datetime(2020, 1, 1, 12, tzinfo=UTC))
    fact = message("seat", "Di").fact

    page = phone("Di").opens(own("Di", "me/"))

    assert ("2020" in page.text, f"{day(fact.at)}, {timezone.localtime(fact.at):%H:%M}" in page.text) == (False, True)


def test_what_is_new_is_a_row_and_a_tap_away(night):
    night.do("bump", "Di")
    night.do("seat_player", "Di")
    draft_messages()
    seat = message("seat", "Di")
    Message.objects.create(fact=seat.fact, player=one("Di"), kind="rules", subject="B", text="b", made_at=seat.made_at)

    page = phone("Di").opens(own("Di"))

    assert page.links["For you B 2 new"] == own("Di", "me/#messages")


@pytest.mark.parametrize("verb", ["contest", "pardon", "unmark"])
def test_a_strike_of_which_more_was_said_since_is_no_news(verb):
    cast()
    Friday(a_house(attendance={"steps": [[1, "reminder"]]})).full("Bo").mark("Bo", Mark.NO_SHOW)
    draft_messages()
    strike, before = strikes_of(one("Bo"))[0].fact, phone("Bo").opens(own("Bo"))

    said = {"words": "The train."} if verb == "contest" else {"reason": "The train."}
    getattr(commands, verb)(stamp=Stamp("said-since", START), strike=strike, **said)

    assert [("For you" in page.text) for page in (before, phone("Bo").opens(own("Bo")))] == [True, False]


def test_nobody_sees_the_messages_of_another(night):
    answer = phone("Bo").client.post(own("Bo", "seen/"), {"message": message("seat", "Di").pk})

    assert (answer.status_code, message("seat", "Di").seen_at) == (303, None)
    assert SEAT not in phone("Bo").opens(own("Bo")).text


def test_a_message_to_a_duplicate_is_the_persons(night):
    merge_players(stamp=Stamp("di-is-eve", START), player=one("Di"), into=one("Eve"))
    browser = phone("Eve")

    page = browser.opens(own("Eve", "me/"))
    after = browser.sends(page.form("/seen/"), message=message("seat", "Di").pk)

    assert (SEAT in page.text, SEAT in after.text) == (True, False)


def test_the_host_sees_them_and_has_not_seen_them_for_anybody(night):
    host = Browser(host_client())

    page = host.opens(own("Di", "me/"))
    answer = host.client.post(own("Di", "seen/"), {"message": message("seat", "Di").pk})

    assert ("Not seen by Di yet" in page.text, "Got it" in page.text) == (True, False)
    assert (answer.status_code, message("seat", "Di").seen_at) == (403, None)


def switch(page):
    """Return the form whose single button switches the player's e-mail on or off."""
    return [form for form in page.forms if form.action.endswith("/email/")][1]


def test_a_player_writes_down_an_address_and_takes_it_back(night):
    browser = phone("Di")

    page = browser.sends(browser.opens(own("Di", "email/")).form("/email/"), address=" di@example.org ")
    kept = email_of(one("Di"))
    browser.sends(browser.opens(own("Di", "email/")).form("/email/"), address="")

    assert (page.url, "di@example.org" in page.text) == (own("Di", "me/?saved=email#email"), True)
    assert (kept.address, kept.wanted, email_of(one("Di"))) == ("di@example.org", True, None)


def test_a_player_who_wants_no_letters_says_so_by_one_button_and_the_host_leaves_it_at_that(night):
    set_email(one("Di"), "di@example.org", wanted=True)
    browser, host = phone("Di"), Browser(host_client())

    stopped = browser.sends(switch(browser.opens(own("Di", "me/"))))
    asked = host.opens(own("Di", "email/"))
    host.sends(asked.form("/email/"), address="di@example.net", wanted="on")

    assert "You get no e-mail from this desk." in stopped.text
    assert (email_of(one("Di")).address, email_of(one("Di")).wanted) == ("di@example.net", False)
    assert len([form for form in asked.forms if form.action.endswith("/email/")]) == 1
    assert "wants no e-mail" in host.opens(f"/players/{one('Di').number}/").text


def test_what_the_host_turned_off_host_and_player_may_turn_on(night):
    set_email(one("Di"), "di@example.org", wanted=True)
    host = Browser(host_client())

    wanted = []
    for browser in (host, phone("Di")):
        host.sends(switch(host.opens(own("Di", "me/"))))
        wanted.append(email_of(one("Di")).wanted)
        browser.sends(switch(browser.opens(own("Di", "me/"))), wanted="on")
        wanted.append(email_of(one("Di")).wanted)

    assert wanted == [False, True, False, True]


@pytest.mark.parametrize("text", ["di", "di@", "di@example.org, eve@example.org", "di@example.org\nBcc: eve@x.org"])
def test_what_is_no_address_is_refused(night, text):
    browser = phone("Di")

    page = browser.sends(browser.opens(own("Di", "email/")).form("/email/"), address=text)

    assert (page.status, email_of(one("Di"))) == (422, None)
    assert "Not an e-mail address. Write one like ann@example.org, or leave it blank." in page.text


def test_the_page_of_a_player_leads_to_their_address(night):
    set_email(one("Di"), "di@example.org", wanted=True)

    page = Browser(host_client()).opens(f"/players/{one('Di').number}/")

    assert page.links["E-mail"] == own("Di", "me/#email")
