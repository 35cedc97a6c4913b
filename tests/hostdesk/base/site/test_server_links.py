"""Every page that makes a link says which address the link will have and where that address opens."""

from ipaddress import ip_network

import pytest
from django.urls import reverse

from reservations.players.queries import player_named
from tests.hostdesk.browsing import Page
from tests.hostdesk.mail.mailbox.mails import invited

pytestmark = pytest.mark.django_db

REACHES = pytest.mark.parametrize(
    ("tls", "networks", "url", "says"),
    [
        (False, [], "", "begins with http://testserver/ and opens in your home network only ."),
        (
            False,
            ["100.64.0.0/10"],
            "http://a.ts.net",
            "begins with http://a.ts.net/ and opens in your private network only .",
        ),
        (True, [], "https://desk.example", "begins with https://desk.example/ ."),
    ],
)


@REACHES
def test_the_page_of_a_link_says_which_address_it_has_and_where_that_opens(
    desk, evening, settings, tls, networks, url, says
):
    settings.TLS, settings.URL = tls, url
    settings.NETWORKS = tuple(map(ip_network, networks))
    of_the_night = [reverse(name, args=[evening.night.pk]) for name in ("night", "show")]
    of_bo = reverse("player", args=[player_named("Bo").number])

    for place in (*of_the_night, of_bo, "/desk/?open=calendar", "/desk/?open=hosts"):
        page = Page(desk.client.get(place, secure=tls), place)

        assert page.text.count("The address begins with") == 1, place
        assert f"The address {says}" in page.text, place


@REACHES
def test_so_do_the_messages_once_there_are_some(desk, settings, tls, networks, url, says):
    settings.TLS, settings.URL = tls, url
    settings.NETWORKS = tuple(map(ip_network, networks))
    place = reverse("night_messages", args=[invited("Bo").night.pk])

    page = Page(desk.client.get(place, secure=tls), place)

    assert page.text.count("The address begins with") == 1
    assert f"The address {says}" in page.text
