"""Light or dark: the browser's choice, otherwise the hour; and the help behind the "?" of a page."""

from datetime import datetime

import pytest
from django.conf import settings
from django.test import RequestFactory
from django.urls import resolve

from hostdesk.base.site.theme_context import COOKIE, HELP, page_theme, theme_at, theme_chosen
from reservations.models import Player
from tests.signed_in import host_client, player_client
from tests.stories.evening import Evening


@pytest.mark.parametrize(
    ("hour", "minute", "theme"),
    [(17, 59, "auto"), (18, 0, "dark"), (23, 59, "dark"), (0, 0, "dark"), (6, 59, "dark"), (7, 0, "auto")],
)
def test_without_a_choice_the_evening_is_dark(hour, minute, theme):
    moment = datetime(2026, 11, 20, hour, minute)  # noqa: DTZ001 - the hour on the wall is meant

    assert theme_at(moment, "auto") == theme


@pytest.mark.parametrize("chosen", ["light", "dark"])
@pytest.mark.parametrize("hour", [12, 22])
def test_a_chosen_theme_stays_at_every_hour(chosen, hour):
    assert theme_at(datetime(2026, 11, 20, hour), chosen) == chosen  # noqa: DTZ001


@pytest.mark.parametrize(("cookie", "chosen"), [("light", "light"), ("dark", "dark"), ("<b>", "auto"), ("", "auto")])
def test_an_unknown_theme_in_the_cookie_is_ignored(cookie, chosen):
    request = RequestFactory().get("/")
    request.COOKIES["theme"] = cookie

    assert theme_chosen(request) == chosen


def test_two_desks_below_one_name_have_a_theme_each():
    request = RequestFactory().get("/")
    request.COOKIES |= {"theme": "dark", COOKIE: "light"}

    assert (theme_chosen(request), COOKIE) == ("light", settings.COOKIE.format("theme"))


def test_a_page_without_sign_in_names_no_one():
    found = page_theme(RequestFactory().get("/"))

    assert (found["who"], found["demo"], found["theme_choice"]) == (None, False, "auto")


@pytest.mark.parametrize(("path", "told"), [("/players/", HELP["players"]), ("/own/3/", HELP["own"]), ("/keys/", None)])
def test_a_page_says_what_help_there_is_for_it(path, told):
    request = RequestFactory().get(path)
    request.resolver_match = resolve(path)

    assert page_theme(request)["page_help"] == told


@pytest.mark.django_db
def test_a_page_that_is_refused_explains_no_other():
    answer = host_client().get("/nights/9/")

    assert (answer.status_code, HELP["night"][0] in answer.content.decode()) == (404, False)


TONIGHT = "http://testserver/nights/{night}/tonight/players/2/"


@pytest.fixture
def night(db):
    return Evening("dave-2018").night.pk


def back(night, referer, page="/players/2/"):
    """Return the page that a page leads back to for a visitor who followed a link to it."""
    return host_client().get(page, headers={"referer": referer.format(night=night)}).context["came_from"]


def test_a_page_leads_back_to_the_panel_of_tonight_it_was_reached_from(night):
    assert back(night, TONIGHT) == (f"/nights/{night}/tonight/players/2/", "Tonight")


def test_a_page_leads_back_to_the_list_as_it_was_filtered(night):
    assert back(night, "http://testserver/players/?name=b&kind=guest") == ("/players/?name=b&kind=guest", "People")


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("page", "place", "called"),
    [
        ("/players/2/", "/nights/{night}/", "Night"),
        ("/nights/{night}/", "/players/2/", "Player"),
        ("/players/2/", "/houses/dave-2018/", "House"),
        ("/houses/", "/", "Home"),
        ("/houses/dave-2018/", "/desk/", "Settings"),
    ],
)
def test_a_page_leads_back_to_the_page_it_was_reached_from(night, page, place, called):
    place = place.format(night=night)

    assert back(night, f"http://testserver{place}", page.format(night=night)) == (place, called)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("page", "referer"),
    [
        ("/houses/dave-2018/change/", "http://testserver/houses/dave-2018/"),
        ("/players/2/", "http://testserver/players/2/"),
        ("/players/2/", "http://testserver/book/write/"),
        ("/players/2/?receipt=1", "http://testserver/"),
        ("/own/2/", "http://testserver/players/2/"),
        ("/nights/{night}/tv/", "http://testserver/nights/{night}/show/"),
    ],
)
def test_a_page_below_another_and_a_form_that_was_sent_keep_their_own_way_back(night, page, referer):
    assert back(night, referer, page.format(night=night)) is None


@pytest.mark.parametrize(
    "referer", ["", "http://testserver/nowhere/", "http://elsewhere.test/players/", "javascript:alert(1)"]
)
def test_a_page_that_was_reached_otherwise_keeps_its_own_way_back(night, referer):
    assert back(night, referer, "/houses/") is None


def test_a_player_is_led_back_to_no_home(night):
    ann = Player.objects.get(name="Ann")

    answer = player_client(ann).get(f"/own/{ann.number}/me/", headers={"referer": "http://testserver/"})

    assert answer.context["came_from"] is None


def test_no_address_of_another_desk_gets_in_as_a_way_back(night):
    assert back(night, "http://testserver//elsewhere.test/players/") is None


def test_a_list_leads_back_to_nothing(night):
    assert back(night, TONIGHT, "/players/") is None


def test_following_the_way_back_tells_the_next_page_nothing(night):
    page = host_client().get("/players/2/", headers={"referer": TONIGHT.format(night=night)})

    assert 'rel="noreferrer">Tonight</a>' in page.content.decode()


@pytest.mark.parametrize(("page", "tells"), [("/players/", True), ("/players/2/", True), ("/table/none/", False)])
def test_a_page_tells_the_next_page_its_address_unless_a_secret_is_in_it(night, page, tells):
    assert ('content="same-origin"' in host_client().get(page).content.decode()) == tells


def test_a_page_that_nobody_is_signed_in_to_tells_no_address(client, night):
    assert 'content="same-origin"' not in client.get("/sign-in/").content.decode()
