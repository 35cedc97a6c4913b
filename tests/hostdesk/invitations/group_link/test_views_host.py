"""The host's side of a group link: the text with the link, a new link, and the rights of a phone behind it."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from hostdesk.base.sign_in.group_link_commands import group_link_to
from hostdesk.base.sign_in.link_commands import secret_of
from hostdesk.mail.messages.commands import draft_messages
from hostdesk.models import Link, LinkKind
from reservations.models import Desk, Series
from tests.hostdesk.browsing import Page
from tests.hostdesk.invitations.group_link.chat import a_chat
from tests.reservations.friday import Friday, one
from tests.signed_in import host_client

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
def chat(db):
    return a_chat()


@pytest.fixture
def host(db):
    return host_client()


def messages_of(chat, host, query=""):
    address = f"/nights/{chat.night.pk}/messages/{query}"
    return Page(host.get(address), address)


def links_in(page):
    """Return the addresses of group links in the text for the group."""
    return re.findall(r"/group/[^/\s]+/", page.part("text"))


def does(chat, host, what):
    return host.post(f"/nights/{chat.night.pk}/group-link/", {"do": what}).status_code


def test_the_text_for_the_group_ends_with_the_link(chat, host):
    page = messages_of(chat, host)

    assert links_in(page) == [chat.path]
    assert page.part("text").split("http")[0].endswith("tap your name. ")


def test_inviting_makes_the_link(chat, host):
    Link.objects.filter(kind=LinkKind.GROUP).delete()

    draft_messages()

    assert len(links_in(messages_of(chat, host))) == 1


def test_the_code_is_drawn_only_when_it_is_asked_for(chat, host):
    pages = [messages_of(chat, host, query) for query in ("", "?qr=group")]

    assert ['class="qr"' in page.html for page in pages] == [False, True]


def test_the_link_is_made_anew_and_ended(chat, host):
    first = chat.path

    assert does(chat, host, "make") == 303
    (second,) = links_in(messages_of(chat, host))
    assert does(chat, host, "end") == 303

    assert first != second
    assert [Client().get(path).status_code for path in (first, second)] == [410, 410]
    assert links_in(messages_of(chat, host)) == []
    assert does(chat, host, "end") == 303


def test_a_night_of_no_series_gets_no_link_of_one(chat, host):
    does(chat, host, "series")

    assert links_in(messages_of(chat, host)) == [chat.path]


def test_a_series_gets_one_link_that_is_made_anew_for_all_of_it(chat, host):
    start = chat.friday.start
    series = Series.objects.create(
        house=chat.night.house, every="weekly", first=start.date(), starts=start.time(), time_zone="UTC"
    )
    chat.night.series = series
    chat.night.save()
    later = Friday(chat.night.house, starts_at=start + timedelta(days=7), series=series).night

    does(chat, host, "series")
    first = group_link_to(later)
    does(chat, host, "make")

    second = group_link_to(later)
    assert first is not None
    assert second is not None
    assert (first.series, second.series, first == second) == (series, series, False)
    assert links_in(messages_of(chat, host)) == [f"/group/{secret_of(second)}/"]


def test_after_a_change_of_the_desks_secret_a_new_link_has_to_be_made(chat, host, settings):
    Link.objects.filter(kind=LinkKind.GROUP).update(seed="of another desk")

    page = messages_of(chat, host)

    assert (links_in(page), "Make a new one." in page.text) == ([], True)


@pytest.mark.parametrize(("said", "waits"), [("wait", True), ("at once", False), ("", False)])
def test_the_setting_of_the_desk(chat, host, said, waits):
    Desk.objects.update(claims_wait=not waits)

    answer = host.post("/desk/group-links/", {"claims": said}, follow=True)

    assert (answer.redirect_chain[0][0].split("?")[0], Desk.objects.get().claims_wait) == ("/desk/", waits)


@pytest.mark.parametrize(("said", "shared"), [({"rules": "shared"}, True), ({}, False)])
def test_the_rules_are_shared_behind_group_links_where_the_host_says_so(chat, host, said, shared):
    Desk.objects.update(rules_shared=not shared)

    host.post("/desk/group-links/", {"claims": "wait", **said})

    assert Desk.objects.get().rules_shared == shared


def test_the_list_of_devices_says_which_phone_is_not_known_yet(chat, host):
    chat.takes("Bo")
    phone = Client()
    phone.post(f"{chat.path}name/", {"player": one("Cy").number, "key": "k" * 20})

    page = Page(host.get("/desk/?open=hosts"), "/")

    assert re.findall(r"Cy seen [^·]* (player) · [^·]* (Who is it\?)", page.text) == [("player", "Who is it?")]
