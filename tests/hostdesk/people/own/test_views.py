"""A player's own pages: their contents, their readers, and the acts that they offer."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hostdesk.models import Link, SignIn
from ledger.credit import commands as credit_commands
from ledger.months import payment_commands
from reservations.models import Desk
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser, own, phone
from tests.played_once import played_once
from tests.reservations.friday import cast
from tests.signed_in import banker_client, host_client, player_client
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db
OWES = re.compile(r"You owe (?:due|since) \w+ \d+ \w+ \d+ 15\.00")
TABS = ("", "nights/", "book/", "me/")


@pytest.fixture
@played_once
def evening():
    """An open night in which Bo has written 15.00 into THE BOOK and Cy has paid 40.00 in cash."""
    evening = Evening("mike")
    evening.buy_in("Bo", "15.00", pay="book")
    evening.buy_in("Cy", "40.00")
    return evening


def pays(evening, payer, payee, cents):
    return payment_commands.pay_debt(
        stamp=evening.stamp(), payer=player_named(payer), payee=player_named(payee), amount_cents=cents
    )


def test_the_first_page_of_a_player_is_their_own(evening):
    page = phone("Bo").opens("/")

    assert (page.url, page.status) == (own("Bo"), 200)


def test_the_standing_is_said_in_words_to_those_who_are_in_the_book(evening):
    told = {name: phone(name).opens(own(name)).text for name in ("Bo", "Cy")}

    assert OWES.search(told["Bo"])
    assert "THE BOOK 40.00" not in told["Cy"]
    assert "Even" not in told["Cy"]


def test_who_has_paid_is_even(evening):
    pays(evening, "Bo", "Cy", 1500)

    assert "Even. You owe nothing, and nobody owes you." in phone("Bo").opens(own("Bo")).text


def test_without_a_night_ahead_the_page_says_so(db):
    cast()

    page = phone("Bo").opens(own("Bo"))

    assert "Next night No night is planned." in page.text


def test_who_is_owed_is_told_so(evening):
    pays(evening, "Cy", "Bo", 1250)

    assert re.search(r"You get since \S+ \S+ \S+ \S+ 12.50", phone("Cy").opens(own("Cy")).text)


@pytest.mark.parametrize(
    ("currency", "locale", "total"),
    [("USD", "en_US", "$12.50"), ("EUR", "de_DE", "12,50\xa0€"), ("CHF", "de_CH", "CHF\xa012.50")],
)
def test_a_total_carries_the_currency_where_the_locale_puts_it(evening, currency, locale, total):
    pays(evening, "Cy", "Bo", 1250)
    Desk.objects.update(currency=currency, locale=locale)

    page = phone("Cy").opens(own("Cy"))

    assert page.html.count(total) == 1


def test_notes_of_tonight_say_who_has_the_other_end(evening):
    """Bo owes 15.00 in THE BOOK, and Ann 7.00 on a note to Cy, who is even; Gil has no part in it."""
    evening.sells("Cy", "Ann", "7.00", note="n1")
    evening.sells("Cy", "Bo", "2.50", note="n2")

    told = {name: phone(name).opens(own(name)).text for name in ("Ann", "Bo", "Cy", "Gil")}

    assert "You owe Cy , note n1 7.00" in told["Ann"]
    assert "You owe Cy , note n2 2.50" in told["Bo"]
    assert "Ann owes you, note n1 7.00 Bo owes you, note n2 2.50" in told["Cy"]
    assert "note n" not in told["Gil"]


def test_the_lines_have_the_newest_first_and_where_one_stood_then(evening):
    pays(evening, "Bo", "Cy", 500)

    rows = phone("Bo").client.get(own("Bo", "book/")).context["rows"]

    assert [(row.line.text, row.line.cents, row.line.running_cents) for row in rows] == [
        ("You paid Cy", 500, -1000),
        ("You bought chips", -1500, -1500),
    ]


@pytest.mark.further
def test_many_lines_are_turned_over_like_pages(evening):
    for _ in range(20):
        pays(evening, "Bo", "Cy", 100)
    browser = phone("Bo")

    first = browser.opens(own("Bo", "book/"))
    second = browser.opens(own("Bo", "book/") + first.links["Older"].partition("#")[0])

    assert ("1 to 20 of 21" in first.text, "21 to 21 of 21" in second.text) == (True, True)
    assert second.links["Newer"] == "?page=1#lines"


@pytest.mark.sweep
@pytest.mark.parametrize("page", ["0", "x", "99", "-1"])
def test_a_page_that_is_not_there_is_another_one(evening, page):
    assert phone("Bo").opens(f"{own('Bo', 'book/')}?page={page}").status == 200


def test_a_line_that_was_undone_says_so(evening):
    evening.undo(pays(evening, "Bo", "Cy", 500))

    lines = [row.line for row in phone("Bo").client.get(own("Bo", "book/")).context["rows"]]

    assert [(each.undone, each.running_cents) for each in lines] == [(True, -1500), (True, -1000), (False, -1500)]


def test_tonight_shows_ones_own_buy_ins_and_nobody_elses(evening):
    page = phone("Bo").opens(own("Bo"))

    assert "in for 15.00 In THE BOOK, 20:00 15.00" in page.text
    assert [found for found in ("Cy", "40.00") if found in page.text] == []


def test_who_did_not_come_sees_no_night(evening):
    assert "Tonight" not in phone("Gil").opens(own("Gil")).text


def test_the_host_sees_a_players_page(evening):
    assert OWES.search(Browser(host_client()).opens(own("Bo")).text)


def nothing_but(answer, address):
    """Return an answer without its own address and the tokens of its forms."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode()).replace(address, "")


@pytest.mark.sweep
@pytest.mark.parametrize("page", ["", "nights/", "book/", "me/", "devices/"])
def test_another_players_page_is_like_one_of_nobody(evening, page):
    browser = phone("Bo").client
    theirs, nobodys = browser.get(own("Cy", page)), browser.get(f"/own/999/{page}")

    assert (theirs.status_code, nobodys.status_code) == (404, 404)
    assert nothing_but(theirs, own("Cy")) == nothing_but(nobodys, "/own/999/")


def test_a_banker_has_no_players_page(evening):
    banker = banker_client(evening.night, player_named("Ann"))

    assert [banker.get(own(name)).status_code for name in ("Ann", "Bo")] == [404, 404]


@pytest.mark.parametrize("number", [0, 999, 2**63])
def test_a_player_who_is_not_there(evening, number):
    host = host_client()

    assert {host.get(f"/own/{number}/{page}").status_code for page in TABS} == {404}


def test_a_player_on_a_page_of_the_host_is_told_whose_it_is(evening):
    page = phone("Bo").opens("/players/")

    assert page.status == 403
    assert "You can see your own page." in page.text


@pytest.mark.further
def test_a_duplicate_is_led_to_the_person_also_when_merged_after_the_sign_in(evening):
    duplicate = player_named("Bo")
    browser = phone("Bo")
    evening.merges("Bo", into="Cy")

    pages = [browser.opens(f"/own/{duplicate.number}/{page}") for page in TABS]

    assert [page.url for page in pages] == [own("Cy", page) for page in TABS]
    assert OWES.search(pages[0].text)
    assert browser.opens("/").url == own("Cy")


def test_a_duplicate_who_is_somebody_elses_is_not_seen(evening):
    duplicate = player_named("Bo")
    evening.merges("Bo", into="Cy")

    assert phone("Ann").opens(f"/own/{duplicate.number}/").status == 404


def test_a_receipt_tells_nothing_about_others(evening):
    theirs = credit_commands.set_credit(stamp=evening.stamp(), player=player_named("Cy"), refuses=True).act.number
    browser = phone("Bo").client

    told = [browser.get(f"{own('Bo')}?receipt={number}").context["receipt"] for number in (theirs, 1, 5, 99, "x")]

    assert told == [None] * 5


@pytest.mark.further
def test_the_devices_of_a_player(evening):
    player_client(player_named("Cy"))
    there, browser = player_client(player_named("Bo")), phone("Bo")
    page = browser.opens(own("Bo", "devices/"))
    ends = [button[1] for form in page.forms for button in form.buttons if button[0] == "end"]

    left = browser.sends(page.form("/devices/"), end=str(SignIn.objects.order_by("pk")[1].pk))

    assert ends == [str(number) for number in SignIn.objects.order_by("-pk").values_list("pk", flat=True)[:2]]
    assert (left.url, there.get(own("Bo")).status_code, browser.opens(own("Bo")).status) == (
        own("Bo", "me/?saved=devices#devices"),
        302,
        200,
    )


def test_ones_own_device_is_signed_out(evening):
    browser = phone("Bo")

    page = browser.sends(browser.opens(own("Bo", "me/")).form("/devices/"), end=str(SignIn.objects.get().pk))

    assert "You are signed out Your link has been used." in page.text
    assert browser.opens(own("Bo")).url.startswith("/sign-in/")


def test_nobody_elses_device_is_ended(evening):
    theirs, browser = player_client(player_named("Cy")), phone("Bo")

    browser.client.post(own("Bo", "devices/"), {"end": SignIn.objects.order_by("pk")[0].pk})

    assert theirs.get(own("Cy")).status_code == 200


def test_the_host_ends_a_players_device_on_their_page_too(evening):
    client = player_client(player_named("Bo"))

    answer = host_client().post(own("Bo", "devices/"), {"end": SignIn.objects.get(host=None).pk})

    assert (answer.status_code, client.get(own("Bo")).status_code) == (303, 302)
    assert Link.objects.get().ended_at is not None


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["<b>x</b>", "{{7*7}}", "'; DROP TABLE x", '"><img src=x>', "שלום", "😀"])
def test_hostile_names_are_only_names(evening, name):
    evening.knows(name)
    evening.buy_in(name, "15.00", pay="book")
    client = player_client(player_named(name))

    pages = [client.get(own(name, page)).content.decode() for page in TABS]

    assert [mark for page in pages for mark in ("<b>x", "<img") if mark in page.partition("<main")[2]] == []


def queries(client):
    with CaptureQueriesContext(connection) as asked:
        for page in TABS:
            client.get(own("Bo", page))
    return len(asked)


@pytest.mark.further
def test_more_lines_ask_no_more_of_the_database(evening):
    client = phone("Bo").client
    queries(client)
    pays(evening, "Cy", "Bo", 100)
    few = queries(client)

    for _ in range(3):
        pays(evening, "Cy", "Bo", 100)

    assert queries(client) == few
