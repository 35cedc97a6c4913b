"""The page on which a host makes and ends the links to a player's own pages."""

import re

import pytest
from django.test import Client

from hostdesk.models import Link, SignIn
from reservations.players.commands import record_player
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Page
from tests.played_once import played_once
from tests.signed_in import host_client, player_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def evening():
    return Evening("dave-2018")


@pytest.fixture
def place(evening):
    return f"/players/{player_named('Bo').number}/link/"


@pytest.fixture
def host():
    return host_client()


def link_in(answer):
    return re.findall(r"<code id=\"address\"[^>]+>http://testserver(/link/\S+)</code>", answer.content.decode())[0]


@pytest.mark.pg
def test_a_link_opens_the_players_page(host, place):
    path = link_in(host.post(place))
    phone = Client()

    looked = [phone.head(path).status_code, phone.get(path).status_code, Link.objects.get().spent_at]
    entered = phone.post(path, follow=True)

    assert looked == [200, 200, None]
    assert entered.redirect_chain == [("/", 302), (f"/own/{player_named('Bo').number}/", 302)]
    assert (entered.context["who"].name, Client().post(path).status_code) == ("Bo", 410)


def test_the_link_says_whose_page_it_opens_and_who_is_signed_in_here(host, place):
    path = link_in(host.post(place))

    page = host.get(path).content.decode()

    assert "<h1>The page of <bdi>Bo</bdi></h1>" in page
    assert "This signs <bdi>Hanna</bdi> out on this device." in page


@pytest.mark.parametrize(("house", "owes"), [("dave-2018", False), ("mike", True)])
def test_the_link_speaks_of_the_book_only_where_players_may_owe(host, house, owes):
    Evening(house)
    path = link_in(host.post(f"/players/{player_named('Bo').number}/link/"))

    page = Client().get(path).content.decode()

    assert ("your standing in THE BOOK" in page) == owes


def test_a_duplicates_link_says_who_they_are_now(host, place, evening):
    path = link_in(host.post(place))
    evening.merges("Bo", into="Cy")
    phone = Client()

    assert "<h1>The page of <bdi>Cy</bdi></h1>" in phone.get(path).content.decode()
    assert phone.post(path, follow=True).redirect_chain[-1][0] == f"/own/{player_named('Cy').number}/"


def test_a_duplicates_page_of_links_is_the_persons(host, place, evening):
    evening.merges("Bo", into="Cy")

    assert host.get(place, follow=True).context["player"] == player_named("Cy")


def test_the_link_can_be_scanned_and_copied_until_it_is_used(host, place):
    made, later = host.post(place), host.get(place, follow=True)
    Client().post(link_in(made))
    used = host.get(place, follow=True)

    assert [answer.content.decode().count('<svg viewBox="') for answer in (made, later, used)] == [1, 1, 0]
    assert (link_in(made), 'id="address"' in used.content.decode()) == (link_in(later), False)
    assert made.headers["Referrer-Policy"] == "strict-origin"


def test_a_link_is_not_written_again_once_the_desk_has_a_new_secret(host, place, settings):
    host.post(place)

    settings.SECRET_KEY = "another one, as in a desk that was set up from a backup"

    assert "address" not in (host.get(place, follow=True).context or {})


def test_links_and_devices_are_listed_with_what_became_of_them(host, place):
    player_client(player_named("Bo"))
    player_client(player_named("Cy"))
    host.post(place)

    given = host.get(place, follow=True).context["links"]

    assert [(each.state, each.device and each.device.link_id) for each in given] == [
        ("not used yet", None),
        ("in use", given[1].link.pk),
    ]


def test_an_end_signs_the_device_out_and_they_are_told(host, place):
    phone = player_client(player_named("Bo"))

    answer = host.post(place, {"end": Link.objects.get().pk})

    assert (answer.status_code, answer.url) == (303, place.replace("link/", "#link"))
    assert phone.get("/", follow=True).context["farewell"].startswith("Your link has ended")
    assert [each.state for each in host.get(place, follow=True).context["links"]] == ["ended"]


@pytest.mark.parametrize("end", ["x", "0", "-1", "9" * 40])
def test_a_link_that_is_not_there_is_not_ended(host, place, end):
    player_client(player_named("Bo"))

    assert host.post(place, {"end": end}).status_code == 303
    assert Link.objects.get().ended_at is None


def test_a_link_of_another_player_is_not_ended_here(host, place):
    player_client(player_named("Cy"))

    host.post(place, {"end": Link.objects.get().pk})

    assert Link.objects.get().ended_at is None


def test_who_is_out_of_the_group_gets_no_link(host, place, evening):
    record_player(stamp=evening.stamp(), name="Bo", removed=True)

    answer = host.post(place)

    assert (answer.status_code, answer.context["form"].problem) == (
        422,
        "Bo was removed from the group. Take them back first, then make the link.",
    )
    assert Link.objects.count() == 0


def test_a_link_is_no_good_any_more_once_they_are_out_of_the_group(host, place, evening):
    path = link_in(host.post(place))
    record_player(stamp=evening.stamp(), name="Bo", removed=True)

    answers = [Client().get(path), Client().post(path)]

    assert [answer.status_code for answer in answers] == [410, 410]
    assert "Ask the host for a new one." in answers[0].content.decode()


def test_the_hosts_page_lists_players_devices_and_ends_them(host, place):
    phone = player_client(player_named("Bo"))
    listed = host.get("/desk/?open=hosts")

    host.post("/desk/hosts/", {"end": SignIn.objects.get(host=None).pk})

    assert [str(each.link.bearer if each.link else each.host) for each in listed.context["devices"]] == ["Bo", "Hanna"]
    assert re.findall(r"Bo seen [^·]* (player) · ", Page(listed, "/").text) == ["player"]
    assert phone.get("/").status_code == 302


@pytest.mark.parametrize("number", [0, 99, 2**63])
def test_a_player_who_is_not_there(host, evening, number):
    assert host.get(f"/players/{number}/").status_code == 404


@pytest.mark.parametrize("name", ["<b>x</b>", "{{7*7}}", "'; DROP TABLE x", '"><img src=x>', "שלום", "😀"])
def test_hostile_names_are_only_names(host, evening, name):
    evening.knows(name)

    made = host.post(f"/players/{player_named(name).number}/link/")

    pages = [made.content.decode(), Client().get(link_in(made)).content.decode()]
    assert [mark for page in pages for mark in ("<b>x", "<img") if mark in page.partition("<main")[2]] == []
