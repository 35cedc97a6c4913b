"""The strikes on a player's own pages: the reason for each, its consequences, and how to contest it."""

import pytest

from hostdesk.mail.messages.commands import draft_messages, in_full
from hostdesk.models import Message
from reservations.acts.facts import Mark
from reservations.messages.rules import MessageKind
from reservations.models import Fact
from reservations.strikes import commands as strikes_commands
from reservations.strikes.queries import strikes_of
from tests.hostdesk.browsing import Browser, own, phone
from tests.played_once import played_once
from tests.reservations.friday import Friday, cast, one, preset
from tests.signed_in import host_client

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def friday():
    """Bo had a seat at ericn's game on 20 November 2026 and did not come."""
    cast()
    friday = Friday(preset("ericn"))
    friday.yes("Bo")
    friday.mark("Bo", Mark.NO_SHOW, reason="no word from him")
    return friday


def strike():
    return strikes_of(one("Bo"))[0]


def contests(friday, words="The train stood still.", name="Bo"):
    browser = phone(name)
    page = browser.opens(own(name, "me/"))
    return browser.sends(page.form(f"strikes/{strike().fact}/"), words=words)


def test_a_strike_is_shown_with_its_reason_and_what_it_means(friday):
    page = phone("Bo").opens(own("Bo", "me/"))

    assert "1 of 2: at the second strike removed from the group" in page.text
    assert "Fri 20 Nov 2026 counts No-show · EricN's game The host says: no word from him Contest it…" in page.text


def test_a_player_who_has_none_reads_nothing_of_strikes(friday):
    assert "Strikes" not in phone("Cy").opens(own("Cy", "me/")).text


def test_a_strike_is_contested_in_the_players_words(friday):
    page = contests(friday)

    assert (page.url, strike().contested) == (own("Bo", "me/#strikes"), "The train stood still.")
    assert "The host reads what you wrote." in page.text
    assert "You contested it: The train stood still. Add to it…" in page.text


@pytest.mark.parametrize("words", ["", " ", "x" * 301, "a\u202eb"])
def test_words_that_cannot_be_kept_are_refused(friday, words):
    page = contests(friday, words)

    assert (page.status, strike().contested) == (422, "")


def test_pardoned_it_says_why_and_is_contested_no_more(friday):
    strikes_commands.pardon(stamp=friday.at(-90), strike=strike().fact, reason="the train")

    page = phone("Bo").opens(own("Bo", "me/"))

    assert "pardoned No-show · EricN's game The host says: no word from him the train" in page.text
    assert [form for form in page.forms if "/strikes/" in form.action] == []


def test_pardoned_meanwhile_it_is_refused(friday):
    page = phone("Bo").opens(own("Bo", "me/"))
    strikes_commands.pardon(stamp=friday.at(-90), strike=strike().fact, reason="the train")

    refused = phone("Bo").sends(page.form(f"strikes/{strike().fact}/"), words="The train.")

    assert (refused.status, "This strike no longer counts: pardoned." in refused.text) == (422, True)


def test_after_the_second_the_page_says_what_being_removed_means(friday):
    Friday(friday.night.house).strike("Bo")

    page = phone("Bo").opens(own("Bo", "me/"))

    assert "You cannot take a seat here until the host takes you back." in page.text
    assert "2 strikes: removed from the group" in page.text


@pytest.mark.parametrize("name", ["Cy", "Bo"])
def test_the_strike_of_another_player_is_not_there(friday, name):
    Friday(friday.night.house).strike("Di")
    theirs = strikes_of(one("Di"))[0].fact
    browser, address = phone(name), own(name, f"strikes/{theirs}/")

    assert f"strike-{theirs}" not in browser.opens(address).html
    assert browser.client.post(address, {"key": "key-00001", "words": "no"}).status_code == 404


@pytest.mark.parametrize("fact", [0, 1, 999_999, 2**63, 2**70])
def test_what_is_no_strike_is_not_there(friday, fact):
    answer = phone("Bo").client.post(own("Bo", f"strikes/{fact}/"), {"key": "key-00001", "words": "no"})

    assert answer.status_code == 404


def test_a_double_tap_contests_once(friday):
    form = phone("Bo").opens(own("Bo", "me/")).form(f"strikes/{strike().fact}/")

    pages = [phone("Bo").sends(form, words="The train.") for _ in range(2)]

    assert ([page.status for page in pages], Fact.objects.filter(kind="contest").count()) == ([200, 200], 1)


def test_the_host_opens_it_as_well(friday):
    page = Browser(host_client()).opens(own("Bo", f"strikes/{strike().fact}/"))

    assert (page.url, "no word from him" in page.text) == (own("Bo", f"me/#strike-{strike().fact}"), True)


@pytest.mark.parametrize("page", ["/?stay=yes", "/attendance/", "/nights/{night}/", "/nights/{night}/messages/"])
def test_the_host_is_led_to_a_contested_strike_until_it_is_answered(friday, page):
    host, place = Browser(host_client()), page.format(night=friday.night.pk)
    contests(friday)
    before, inbox = host.opens(place).links, host.opens("/inbox/").leads_to

    strikes_commands.uphold(stamp=friday.at(-90), strike=strike().fact, reason="nobody saw you")

    assert f"/players/{one('Bo').number}/#strike-{strike().fact}" in inbox
    assert (before.get("1 in your inbox"), host.opens(place).links.get("1 in your inbox")) == ("/inbox/", None)


def test_the_host_lets_it_stand_and_the_player_reads_the_answer(friday):
    contests(friday)
    host, of_bo = Browser(host_client()), f"/players/{one('Bo').number}/attendance/"

    page = host.sends(host.opens(of_bo).form("/uphold/"), reason="Ann waited outside.")

    assert (strike().counts, strike().answered, strike().is_disputed) == (True, "Ann waited outside.", False)
    assert [form.action for form in page.forms if form.action.endswith("/uphold/")] == []
    assert "The host answered: Ann waited outside." in phone("Bo").opens(own("Bo", "me/")).text


def test_the_letter_leads_to_the_strike(friday):
    draft_messages()
    letter = Message.objects.get(kind=MessageKind.STRIKE)

    assert own("Bo", f"me/#strike-{strike().fact}") in in_full(letter, {})
