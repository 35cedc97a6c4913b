"""The part of a night's page where a host makes and ends the links of its bankers."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from hostdesk.base.sign_in.link_commands import make_link
from hostdesk.base.site import server
from hostdesk.models import Link, LinkKind
from reservations.models import Player
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.signed_in import banker_client, host_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def evening():
    return Evening("dave-2018")


@pytest.fixture
def place(evening):
    return f"/nights/{evening.night.pk}/banker/"


@pytest.fixture
def page(evening):
    return f"/nights/{evening.night.pk}/?part=banker"


@pytest.fixture
def host():
    return host_client()


def test_the_old_page_leads_to_it(host, place, page):
    moved = host.get(place)

    assert (moved.status_code, moved.url) == (301, f"{page}#banker")


@pytest.mark.pg
def test_a_link_is_made_for_a_player_and_lets_them_in(host, place):
    answer = host.post(place, {"player": player_named("Bo").number})

    path = re.findall(r"http://testserver(/link/\S+)</code>", answer.content.decode())[0]
    tablet = Client()
    assert tablet.post(path).status_code == 302
    assert tablet.get("/", follow=True).context["who"].name == "Bo"
    assert Link.objects.values_list("kind", "made_by").get() == ("banker", "Hanna")


def test_the_link_can_be_scanned_and_is_shown_once(host, place, page):
    made = host.post(place, {"player": player_named("Bo").number}).content.decode()
    later = host.get(page).content.decode()

    assert [text.count('<svg viewBox="') for text in (made, later)] == [1, 0]
    assert [text.count("/link/") for text in (made, later)] == [1, 0]


def test_a_host_at_the_machine_itself_gets_an_address_for_others(monkeypatch, host, place):
    monkeypatch.setattr(server, "lan_addresses", lambda: ("192.168.7.7",))

    answer = host.post(place, {"player": player_named("Bo").number}, headers={"host": "127.0.0.1:8000"})

    assert answer.context["address"].startswith("http://192.168.7.7:8000/link/")


def test_the_page_tells_its_address_to_nobody(host, page):
    assert host.get(page).headers["Referrer-Policy"] == "strict-origin"


def test_a_duplicate_is_not_offered(host, place, page, evening):
    evening.merges("Ann", into="Bo")

    page = host.get(page)
    answer = host.post(place, {"player": Player.objects.get(name="Ann").number})

    assert [each.name for each in page.context["players"]] == ["Bo", "Cy", "Gil"]
    assert page.context["suggested"] == player_named("Bo").number
    assert (answer.status_code, Link.objects.count()) == (422, 0)


@pytest.mark.parametrize("player", ["", "0", "99", "-1", "x", "9" * 40, "١", "1.0"])
def test_a_link_needs_a_player(host, place, player):
    answer = host.post(place, {"player": player})

    assert (answer.status_code, "Choose" in answer.context["problem"]) == (422, True)
    assert Link.objects.count() == 0


def test_the_banker_of_the_night_is_suggested(host, page):
    assert f'<option value="{player_named("Ann").number}" selected>Ann</option>' in host.get(page).content.decode()


def test_links_are_listed_with_what_became_of_them(host, page, evening):
    banker_client(evening.night, player_named("Bo"))
    make_link(LinkKind.BANKER, night=evening.night, player=player_named("Cy"), made_by="Hanna")

    page = host.get(page)

    assert [(link.player.name, lasts) for link, lasts in page.context["links"]] == [("Cy", True), ("Bo", True)]
    assert ("not used yet" in page.content.decode(), "in use since" in page.content.decode()) == (True, True)


def test_a_link_that_is_ended_signs_its_banker_out(host, place, page, evening):
    tablet = banker_client(evening.night, player_named("Bo"))

    answer = host.post(place, {"end": Link.objects.get().pk})

    assert (answer.status_code, answer.url) == (302, f"{page}#banker")
    assert tablet.get(f"/nights/{evening.night.pk}/tonight/").status_code == 302
    assert [lasts for _, lasts in host.get(page).context["links"]] == [False]


def test_a_link_of_another_night_is_not_ended_here(host, place, evening):
    evening.opens("dave-2018")
    make_link(LinkKind.BANKER, night=evening.night, player=player_named("Bo"))

    assert host.post(place, {"end": Link.objects.get().pk}).status_code == 404
    assert Link.objects.get().ended_at is None


@pytest.mark.parametrize("end", ["x", "0", "-1", "9" * 40])
def test_a_link_that_is_not_there_is_not_ended(host, place, end):
    assert host.post(place, {"end": end}).status_code == 404


def test_a_closed_night_has_no_links_to_give(host, place, page, evening):
    tablet = banker_client(evening.night, player_named("Bo"))
    evening.counts_drawer("200.00")
    evening.closes()

    assert "The night is closed" in host.post(place, {"player": player_named("Bo").number}).context["problem"]
    assert "links" not in host.get(page).context
    assert tablet.get(f"/nights/{evening.night.pk}/").status_code == 200
    assert tablet.get(f"/nights/{evening.night.pk}/report.pdf").headers["Content-Type"] == "application/pdf"


def test_long_after_the_close_a_banker_is_thanked(evening):
    tablet = banker_client(evening.night, player_named("Bo"))
    evening.counts_drawer("200.00")
    evening.closes()
    Link.objects.update(expires_at=timezone.now())

    assert "Thank you for banking" in tablet.get("/", follow=True).context["farewell"]


@pytest.mark.parametrize("night", [0, 99, 2**63])
def test_a_night_that_is_not_there(host, night):
    assert host.get(f"/nights/{night}/").status_code == 404


@pytest.mark.parametrize("name", ["<b>x</b>", "{{7*7}}", "'; DROP TABLE x", '"><img src=x>', "שלום", "😀"])
def test_hostile_names_are_only_names(host, place, evening, name):
    evening.knows(name)

    made = host.post(place, {"player": player_named(name).number}).content.decode()

    assert [mark for mark in ("<b>x", "<img") if mark in made.partition("<main")[2]] == []
    path = re.findall(r"/link/[^<]+", made)[0]
    assert Client().get(path).status_code == 200
