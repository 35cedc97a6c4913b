"""A PIN on a phone that is passed around."""

from datetime import timedelta

import pytest

from hostdesk.models import PlayerPin, SignIn
from hostdesk.people.pin import commands, guard
from hostdesk.people.pin.commands import TRIES, set_pin
from ledger.credit.exposure_queries import credit_of
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser, own, phone
from tests.played_once import played_once
from tests.signed_in import host_client
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return Evening("mike")


@pytest.fixture
def locked(evening):
    """Bo's phone, whose pages ask for the PIN 123456."""
    set_pin(player_named("Bo"), "123456")
    return phone("Bo")


def types(browser, pin="123456", page=None):
    return browser.sends((page or browser.opens(own("Bo"))).form("/pin/"), pin=pin)


def test_a_player_sets_a_pin_and_goes_on_without_typing_it(evening):
    browser = phone("Bo")

    page = browser.sends(browser.opens(own("Bo", "pin/change/")).form("/change/"), pin="271828", pin_again="271828")

    assert page.url == own("Bo", "me/?saved=pin#pin")
    assert "271828" not in PlayerPin.objects.get().digest
    assert phone("Bo").opens(own("Bo")).url.startswith(own("Bo", "pin/"))


def test_the_pin_opens_the_page_that_was_asked_for(locked):
    asked = locked.opens(own("Bo", "book/"))

    assert types(locked, page=asked).url == own("Bo", "book/")
    assert locked.opens(own("Bo")).url == own("Bo")


def test_a_pin_whose_guard_is_missing_opens_nothing(evening, settings):
    set_pin(player_named("Bo"), "123456")
    settings.MIDDLEWARE = [each for each in settings.MIDDLEWARE if not each.endswith(".PinGuard")]
    guarded, free = phone("Bo").client, phone("Cy").client

    answers = [guarded.get(own("Bo")), guarded.post(own("Bo", "pin/"), {"pin": "123456"}), guarded.get("/")]

    assert [each.status_code for each in answers] == [403, 403, 403]
    assert free.get(own("Cy")).status_code == 200


def test_a_wrong_one_opens_nothing_and_five_have_to_wait(locked, caplog):
    answers = [types(locked, "000000") for _ in range(TRIES)]

    late = types(locked)
    logged = [each.getMessage() for each in caplog.records if each.name == "hostdesk.security"]
    assert logged[-TRIES:] == [f"A wrong PIN at sign-in {SignIn.objects.get().pk}"] * TRIES
    assert ({page.status for page in answers}, late.status) == ({422}, 429)
    assert locked.opens(own("Bo")).url.startswith(own("Bo", "pin/"))


def test_what_was_typed_on_a_page_that_has_locked_is_sent_after_the_pin(evening):
    browser = phone("Bo")
    form = browser.opens(own("Bo", "me/")).form("/credit/")
    set_pin(player_named("Bo"), "123456")

    asked = browser.sends(form, on="yes")
    before = credit_of(player_named("Bo")).refuses
    browser.sends(types(browser, page=asked).form("/credit/"))

    assert (asked.status, before, credit_of(player_named("Bo")).refuses) == (401, False, True)


def test_what_nobody_used_for_a_while_asks_again(locked, monkeypatch):
    types(locked)

    monkeypatch.setattr(guard, "OPEN_FOR", timedelta(seconds=-1))

    assert locked.opens(own("Bo")).url.startswith(own("Bo", "pin/"))


def test_use_keeps_pages_open_and_what_a_page_asks_by_itself_does_not(locked):
    types(locked)

    asked_itself = locked.client.get(own("Bo"), headers={"HX-Request": "true", "HX-Trigger": "pulse"})
    used = locked.client.get(own("Bo"))

    assert [any(name.startswith("pin") for name in each.cookies) for each in (asked_itself, used)] == [False, True]


def test_a_new_pin_closes_what_the_old_one_opened(locked):
    types(locked)

    set_pin(player_named("Bo"), "654321")

    assert locked.opens(own("Bo")).url.startswith(own("Bo", "pin/"))


def test_a_host_is_never_asked_and_removes_one_that_is_forgotten(locked):
    host = Browser(host_client())
    seen = host.opens(own("Bo"))

    host.sends(host.opens(f"/players/{player_named('Bo').number}/").form("/pin/remove/"))

    assert seen.url == own("Bo")
    assert locked.opens(own("Bo")).url == own("Bo")


def test_a_player_does_without_one_again(locked):
    types(locked)

    locked.sends(locked.opens(own("Bo", "me/")).form("/pin/change/"), remove="yes")

    assert PlayerPin.objects.count() == 0


def test_two_that_differ_are_no_pin(evening):
    browser = phone("Bo")

    page = browser.sends(browser.opens(own("Bo", "pin/change/")).form("/change/"), pin="271828", pin_again="271882")

    assert (page.status, PlayerPin.objects.count()) == (422, 0)


@pytest.mark.parametrize("tries", ["000000", "123456"])
def test_after_too_many_the_phone_is_signed_out(locked, monkeypatch, tries):
    monkeypatch.setattr(commands, "MOST_WRONG", 1)

    page = types(locked, tries)

    assert page.url.partition("?")[0] == {"000000": "/sign-in/", "123456": own("Bo")}[tries]
