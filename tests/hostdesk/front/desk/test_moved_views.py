"""Old addresses redirect to the new page with their query and fragment, and they still take forms."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import Resolver404, get_resolver, resolve, reverse

from hostdesk.base.sign_in.commands import add_host
from hostdesk.base.sign_in.guard import Audience, for_bank
from hostdesk.front.desk.moved_views import MOVES, Moved
from hostdesk.models import Host
from tests.hostdesk.base.sign_in.rows import THE_HOST, THE_PLAYER
from tests.hostdesk.base.sign_in.test_guard import Desk
from tests.hostdesk.browsing import Browser
from tests.signed_in import host_client, player_client
from tests.stories.evening import Evening

pytestmark = pytest.mark.further

taken = for_bank.both(lambda request, night_id: HttpResponse(headers={"Taken": night_id}))
AT_TIMES = {
    *("objections", "witness_reports", "name_claims", "mailbox", "night_objections"),
    *("night_book", "night_reminders"),
}
MOVED: list[Any] = [each for each in get_resolver().url_patterns if isinstance(each.callback, Moved)]


def test_an_old_address_leads_to_the_new_page_for_ever(rf):
    answer = Moved("/nights/{night_id}/#guests")(rf.get("/old/"), night_id=7)

    assert (answer.status_code, answer["Location"]) == (301, "/nights/7/#guests")


def test_its_query_comes_after_that_of_the_new_page(rf):
    answer = Moved("/history/?night={night_id}#acts")(rf.get("/old/?kind=buy-in&page=2"), night_id=7)

    assert answer["Location"] == "/history/?night=7&kind=buy-in&page=2#acts"


@pytest.mark.django_db
def test_below_a_path_it_leads_there_and_so_does_the_list_of_what_moved(below_a_path):
    ann = host_client()

    listed = re.findall(r'href="([^"]*/)"', ann.get("/desk/moved/").content.decode().partition("<main")[2])

    assert ann.get("/messages/sent/")["Location"] == f"{below_a_path}/history/?kind=mail"
    assert {f"{below_a_path}/{page}/" for page in ("players", "seasons", "houses")} <= {*listed}


def test_a_form_sent_there_is_taken_there(rf):
    answer = Moved("/nights/{night_id}/", taken)(rf.post("/old/", {"key": "k"}), night_id=7)

    assert (answer.status_code, answer["Taken"]) == (200, "7")


def test_without_a_form_it_takes_none(rf):
    answer = Moved("/desk/")(rf.post("/old/"))

    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")


def test_it_is_for_those_for_whom_its_form_is():
    assert Moved("/desk/").audience == Audience.ANYONE
    assert Moved("/desk/", taken).audience == Audience.BANK


@pytest.mark.parametrize("pattern", MOVED, ids=lambda pattern: str(pattern.name))
def test_there_is_a_page_where_an_old_address_leads(pattern):
    numbers = dict.fromkeys(pattern.pattern.converters, 1) | {"key": "own"}
    place = pattern.callback.to.format(**numbers).partition("#")[0].partition("?")[0]

    try:
        found = resolve(place)
    except Resolver404:
        pytest.fail(f"{place} is no page")
    assert not isinstance(found.func, Moved)


def plain(address):
    """Return an address without query and fragment, with N for every placeholder in it."""
    return re.sub(r"\{\w+\}", "N", address).partition("#")[0].partition("?")[0]


@pytest.mark.parametrize("pattern", MOVED, ids=lambda pattern: str(pattern.name))
def test_where_an_old_page_went_is_told(pattern):
    assert plain(pattern.callback.to) in {plain(row["at"]) for row in MOVES}


@pytest.mark.django_db
def test_the_part_that_an_old_address_means_is_on_its_page():
    """Left out: inbox sections, shown only while an entry waits, and two sections for before and after a night."""
    desk, there, wanted = Desk(), [], [each for each in MOVED if "#" in each.callback.to and each.name not in AT_TIMES]
    for each in wanted:
        is_own = each.callback.to.startswith("/own/")
        who, client = (THE_PLAYER, player_client(desk.banker)) if is_own else (THE_HOST, host_client())
        numbers = {name: desk.arguments[name](who) for name in each.pattern.converters}
        place = client.get(reverse(each.name, kwargs=numbers))["Location"]
        if f'id="{place.partition("#")[2]}"' in client.get(place).content.decode():
            there.append(each)

    assert there == wanted


@pytest.mark.django_db
@pytest.mark.parametrize("at", sorted({row["at"] for row in MOVES if "N/" not in row["at"]}))
def test_a_new_place_can_be_opened(at):
    assert host_client().get(at).status_code == 200


@pytest.mark.django_db
def test_a_host_who_got_it_is_led_there_by_the_search_alone():
    browser = Browser(host_client())
    Host.objects.update(knows_places=False)
    before = [browser.opens(url).links.get("Where did it go?") for url in ("/search/", "/desk/", "/history/")]
    [form] = [form for form in browser.opens("/desk/moved/").forms if form.action.endswith("/moved/")]
    browser.sends(form)

    assert before == ["/desk/moved/"] * 3
    assert "Where did it go?" not in browser.opens("/desk/").links
    assert browser.opens("/search/?q=where+did+it+go").links["Where did it go?"] == "/desk/moved/"


@pytest.mark.django_db
def test_a_host_of_some_houses_is_told_of_no_place_that_was_never_theirs():
    night = Evening("dave-2018").night
    add_host("Zoë", [night.house])
    hanna, zoe = (Browser(host_client(name)).opens("/desk/moved/") for name in ("Hanna", "Zoë"))

    told = [{row["was"] in page.text for row in MOVES if "not_for" in row} for page in (hanna, zoe)]

    assert told == [{True}, {False}]
    assert "Guests of a night" in zoe.text
    assert zoe.links["Your password was: Password, in the menu"] == "/desk/?open=password#password"


@pytest.mark.django_db
def test_a_place_is_named_once_with_all_that_is_there_now():
    links = Browser(host_client()).opens("/desk/moved/").links

    [inbox] = [words for words, at in links.items() if at == "/inbox/" and "was:" in words]

    assert inbox.startswith("Inbox was: Mail, of players to the desk; Objections; ")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Hanna", "Zoë"])
def test_a_place_of_one_night_or_player_is_named_without_a_link(name):
    add_host("Zoë", [Evening("dave-2018").night.house])

    page = Browser(host_client(name)).opens("/desk/moved/")

    assert ("<a><div><b>Tonight, More…</b>" in page.html, 'href=""><div>' in page.html) == (True, False)


@pytest.mark.django_db
def test_one_host_who_got_it_leaves_the_list_to_the_other():
    one, other = Browser(host_client("Ann")), Browser(host_client("Bo"))
    Host.objects.update(knows_places=False)
    [form] = [form for form in one.opens("/desk/moved/").forms if form.action.endswith("/moved/")]
    one.sends(form)

    shown = ["Where did it go?" in each.opens("/desk/").links for each in (one, other)]

    assert shown == [False, True]
