"""The search field: its results for every kind of reader, and no result that the reader may not open."""

import re
from urllib.parse import urlsplit

import pytest
from django.urls import resolve, reverse

from hostdesk.base.sign_in.commands import add_host
from hostdesk.front.desk.moved_views import Moved
from hostdesk.front.search.page import PAGES
from hostdesk.urls import urlpatterns
from reservations.players.queries import player_named
from tests.browser.test_every_page import KINDS
from tests.signed_in import banker_client, host_client, player_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]
OF_THE_NIGHT = "Of Fri 20 Nov 2026, Dave&#x27;s cash game (2018)"
PARTS: dict[str, dict[str, object]] = {"night": {"night_id": 1}, "house": {"key": "own"}, "player": {"number": 1}}


@pytest.fixture
def played(db):
    """Ann's night at dave's; Bo bought chips and owes part of their price."""
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "20.00")
    evening.buy_in("Bo", "10.00", stack="0.00", pay="book", ruling="no cash on him")
    return evening


def found(client, words):
    """Return the results: for every kind, the addresses by title."""
    html = client.get("/search/", {"q": words}).content.decode()
    parts = re.findall(r"<h2[^>]*><bdi>(.*?)</bdi></h2>(.*?)</section>", html, re.DOTALL)
    hits = re.compile(r'href="([^"]+)"><bdi>(.*?)</bdi>')
    return {what: {title: url for url, title in hits.findall(rows)} for what, rows in parts}


def first(client, words, what):
    """Return the title and the address of the first result of a kind."""
    return next(iter(found(client, words)[what].items()))


def first_page(client, words):
    """Return the address of the first page found; pages of the night come first."""
    hits = found(client, words)
    return next(url for what in (OF_THE_NIGHT, "Your pages", "Pages") for url in hits.get(what, {}).values())


def test_a_player_is_found_by_a_mistyped_name(played):
    assert first(host_client(), "Gill", "Players") == ("Gil", f"/players/{player_named('Gil').number}/")


def test_a_night_is_found_by_its_day(played):
    assert found(host_client(), "novmber 20")["Nights"] == {"Fri 20 Nov 2026": f"/nights/{played.night.pk}/"}


def test_a_rule_is_found_by_its_words(played):
    _, url = first(host_client(), "straddle", "Rules")

    assert url.startswith("/houses/dave-2018/rules/#")


@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("register of notes", "/notes/"),
        ("IOU", "/nights/{night}/tonight/notes/"),
        ("backup stick", "/desk/?open=copies#copies"),
        ("timezone paper letter", "/desk/"),
        ("atendance", "/attendance/"),
        ("where did it go", "/desk/moved/"),
        ("eettings", "/desk/"),
        ("splitwise", "/bring/shared-expenses/"),
        ("side pot", "/table-help/"),
        ("planner", "/chips/dave-2018/"),
        ("seat cards", "/nights/{night}/show/?cards=yes"),
    ],
)
def test_a_page_is_found_by_its_name_or_another_word_though_it_is_hidden(played, words, address):
    assert first_page(host_client(), words) == address.format(night=played.night.pk)


def test_without_words_all_pages_are_listed(played):
    listed = found(host_client(), "")

    assert [*listed] == [OF_THE_NIGHT, "Pages"]
    assert listed[OF_THE_NIGHT]["Close the night"] == f"/nights/{played.night.pk}/closing/"
    assert len(listed["Pages"]) == len([row for row in PAGES if "of" not in row])


def test_a_player_finds_their_own_pages_nights_lines_and_rules_alone(played):
    bo = player_named("Bo")
    phone = player_client(bo)

    assert found(phone, "november")["Nights"] == {
        "Fri 20 Nov 2026": f"/own/{bo.number}/nights/{played.night.pk}/lines/"
    }
    assert first(phone, "bought chips", "In THE BOOK")[1].startswith(f"/own/{bo.number}/lines/")
    assert first_page(phone, "how am I paid") == f"/own/{bo.number}/book/#handle"
    assert first(phone, "straddle", "Rules")[1].startswith("/houses/dave-2018/rules/#")
    assert found(phone, "Cy").keys() <= {"Rules", "Your pages", OF_THE_NIGHT, "Pages"}


def test_a_banker_finds_the_pages_and_the_rules_of_their_night(played):
    banker = banker_client(played.night, player_named("Ann"))

    assert first_page(banker, "close") == f"/nights/{played.night.pk}/closing/"
    assert first(banker, "straddle", "Rules")[1].startswith(f"/nights/{played.night.pk}/tonight/rules/#")
    assert found(banker, "Bo").keys() <= {"Rules", "Your pages", OF_THE_NIGHT, "Pages"}


def test_a_host_of_some_houses_finds_nothing_of_the_others(played):
    other = Evening.__new__(Evening)
    vars(other).update(vars(played))
    other.opens("hybrid", banker="Bo")
    add_host("Zoë", [other.night.house])

    hits = found(host_client("Zoë"), "20 november")

    assert hits["Nights"] == {"Fri 20 Nov 2026": f"/nights/{other.night.pk}/"}
    assert "THE BOOK" not in found(host_client("Zoë"), "the book").get("Pages", {})


def test_names_are_no_markup(played):
    played.knows("<b>Zed</b>")

    page = host_client().get("/search/", {"q": "<b>zed"}).content.decode()

    assert "&lt;b&gt;Zed&lt;/b&gt;" in page
    assert "<b>" not in page


def test_somebody_unknown_is_asked_to_sign_in(client):
    assert client.get("/search/?q=ann").status_code == 302


WORDS = ["", "20 november", "bo", "ann", "straddle", "report", "book", "pay", "chips", "desk"]


@pytest.mark.parametrize("who", ["host", "host of some", "banker", "player"])
def test_what_is_shown_may_be_opened(played, who):
    played.opens("hybrid", banker="Bo")
    add_host("Zoë", [played.night.house])
    client = {
        "host": host_client,
        "host of some": lambda: host_client("Zoë"),
        "banker": lambda: banker_client(played.night, player_named("Bo")),
        "player": lambda: player_client(player_named("Bo")),
    }[who]()

    shown = {url for words in WORDS for hits in found(client, words).values() for url in hits.values()}

    assert len(shown) > 5
    assert {url: client.get(url, follow=True).status_code for url in shown} == dict.fromkeys(shown, 200)


def test_every_kind_of_page_with_an_address_of_its_own_is_in_the_index():
    fixed = {each.name for each in urlpatterns if not each.pattern.converters}
    known = {row["at"] for row in PAGES} | {"search", "sign_in"}

    kinds = {kind: fixed.intersection(names) for kind, names in KINDS.items()}

    assert [kind for kind, names in kinds.items() if names and not names & known] == []


def test_no_row_is_of_a_page_that_moved():
    addresses = {row["at"]: reverse(row["at"], kwargs=PARTS.get(row.get("of", ""))) for row in PAGES}

    assert [at for at, url in addresses.items() if isinstance(resolve(urlsplit(url).path).func, Moved)] == []
