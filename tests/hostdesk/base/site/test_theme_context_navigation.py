"""The head of a page: its links, the people who see them, and no links to features that the desk does not need."""

import re

import pytest

from hostdesk.base.sign_in.commands import add_host
from hostdesk.rules.houses.presets import load_preset
from reservations.houses.commands import make_house
from reservations.players.queries import player_named
from tests.reservations.planned import friday_game
from tests.signed_in import banker_client, host_client, player_client
from tests.stories.evening import Evening, a_closed_night

pytestmark = pytest.mark.django_db


def nav(client, page):
    """Return the HTML of the head's links, "" if there are none."""
    found = re.search(r'<nav class="nav".*?</nav>', client.get(page).content.decode(), re.DOTALL)
    return found[0] if found else ""


def head(client, page="/nights/"):
    """Return the links of the head: their words by their addresses."""
    return dict(re.findall(r'<a href="([^"]*)"[^>]*>(.*?)</a>', nav(client, page)))


def marked(client, page):
    """Return the links of the head that are marked as the open page."""
    return re.findall(r'aria-current="page">(.*?)</a>', nav(client, page))


def words(client, page="/nights/"):
    return [*head(client, page).values()]


def test_a_cash_game_has_no_book_in_the_head():
    friday_game()

    assert words(host_client()) == ["Home", "Nights", "People", "Seasons"]


def test_a_house_with_debts_has_one():
    make_house(document=load_preset("mike"))

    assert words(host_client()) == ["Home", "Nights", "People", "THE BOOK", "Seasons"]


def test_the_first_sale_that_is_overruled_into_a_debt_brings_it_up():
    evening = a_closed_night()
    before = words(host_client())
    evening.opens("dave-2018")
    evening.buy_in("Bo", "20.00", pay="book", ruling="no cash on him")

    assert (before, words(host_client())) == (
        ["Home", "Nights", "People", "Seasons"],
        ["Tonight", "Nights", "People", "THE BOOK", "Seasons"],
    )


def test_tonight_stands_first_and_leads_to_the_open_night():
    night = Evening("dave-2018").night

    assert next(iter(head(host_client()).items())) == (f"/nights/{night.pk}/tonight/", "Tonight")


def test_with_two_open_nights_it_leads_to_the_list_of_them():
    evening = Evening("dave-2018")
    evening.opens("hybrid", banker="Bo")

    assert next(iter(head(host_client()).items())) == ("/nights/?state=open", "Tonight")


def test_a_host_of_some_houses_sees_their_own_open_night_and_no_page_of_all():
    evening = Evening("dave-2018")
    evening.opens("hybrid", banker="Bo")
    add_host("Zoë", [evening.night.house])

    assert head(host_client("Zoë")) == {
        f"/nights/{evening.night.pk}/tonight/": "Tonight",
        "/nights/": "Nights",
        "/attendance/": "Attendance",
        "/seasons/": "Seasons",
    }


def test_a_banker_sees_tonight_alone():
    evening = Evening("dave-2018")
    night = evening.night
    evening.opens("hybrid", banker="Bo")

    tonight = f"/nights/{night.pk}/tonight/"
    assert head(banker_client(night, player_named("Ann")), tonight) == {tonight: "Tonight"}


def test_a_player_has_no_such_head():
    Evening("dave-2018")
    bo = player_named("Bo")

    assert head(player_client(bo), f"/own/{bo.number}/") == {}


@pytest.mark.parametrize(
    ("page", "current"),
    [
        ("/?stay=yes", ["Home"]),
        ("/nights/", ["Nights"]),
        ("/players/", ["People"]),
        ("/seasons/", ["Seasons"]),
        ("/houses/", []),
    ],
)
def test_the_page_that_is_open_is_marked(page, current):
    friday_game()

    assert marked(host_client(), page) == current


def test_tonight_is_marked_on_its_panels():
    night = Evening("dave-2018").night

    assert marked(host_client(), f"/nights/{night.pk}/tonight/players/{player_named('Bo').number}/") == ["Tonight"]
