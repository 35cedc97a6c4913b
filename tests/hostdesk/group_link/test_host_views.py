"""The host's side of a group link: the text with the link, making it anew, and saying whose the phones are."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from hostdesk.group_link.commands import group_link_to, group_secret, make_group_link
from hostdesk.messages.commands import draft_messages
from hostdesk.models import GroupLink, Message, NameClaim
from reservations.models import Desk, Series
from tests.hostdesk.browsing import Page
from tests.hostdesk.group_link.chat import a_chat
from tests.reservations.friday import Friday, one
from tests.signed_in import host_client

pytestmark = pytest.mark.django_db


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
    """Return the addresses behind group links that the text for the group has."""
    return re.findall(r"/group/[^/\s]+/", page.part("text"))


def does(chat, host, what):
    return host.post(f"/nights/{chat.night.pk}/group-link/", {"do": what}).status_code


def says(host, claim, what, **more):
    address = f"/group-links/claims/{claim.pk}/"
    return Page(host.post(address, {"say": what, **more}, follow=True), address)


def test_the_text_for_the_group_ends_with_the_link(chat, host):
    page = messages_of(chat, host)

    assert links_in(page) == [chat.path]
    assert page.part("text").split("http")[0].endswith("tap your name. ")


def test_inviting_makes_the_link(chat, host):
    GroupLink.objects.all().delete()

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
    assert links_in(messages_of(chat, host)) == [f"/group/{group_secret(second)}/"]


def test_after_a_change_of_the_desks_secret_a_new_link_has_to_be_made(chat, host, settings):
    GroupLink.objects.update(seed="of another desk")

    page = messages_of(chat, host)

    assert (links_in(page), "Make a new one." in page.text) == ([], True)


def test_the_host_is_told_of_a_phone_and_says_whose_it_is(chat, host):
    claim = chat.takes("Bo")
    told = [Page(host.get(path), path).text for path in ("/", f"/nights/{chat.night.pk}/guests/")]

    page = messages_of(chat, host)
    after = says(host, claim, "yes", night=chat.night.pk)

    assert ["A phone says it is Bo" in each for each in told] == [True, True]
    assert ("This is not Bo" in page.text, f"{claim.made_at.astimezone():%M} · Safari" in page.text) == (True, True)
    assert "This is not Bo" not in after.text
    assert NameClaim.objects.get().answered_by == "Hanna"


def test_the_host_refuses_a_phone(chat, host):
    claim = chat.takes("Bo")

    page = says(host, claim, "no")

    assert ("That phone is refused" in page.text, NameClaim.objects.get().answer) == (True, "no")


def test_a_newcomer_is_added_and_their_message_written(chat, host):
    page = says(host, chat.asks("Hal"), "new", name="Hal")

    assert "Hal is added and invited" in page.text
    assert Message.objects.filter(player=one("Hal")).count() == 1


def test_a_newcomer_is_taken_for_a_player(chat, host):
    says(host, chat.asks("eve"), "known")

    assert NameClaim.objects.get().player == one("Eve")


@pytest.mark.parametrize(("name", "problem"), [("", "Write their name."), ("Eve", "a player called Eve already")])
def test_a_newcomer_who_cannot_be_added_so_stays(chat, host, name, problem):
    page = says(host, chat.asks("Hal"), "new", name=name)

    assert (page.status, problem in page.text, NameClaim.objects.get().answer) == (422, True, "")


def test_nothing_else_can_be_said(chat, host):
    claim = chat.takes("Bo")

    assert [says(host, claim, "perhaps").status, host.post("/group-links/claims/0/", {"say": "yes"}).status_code] == [
        404,
        404,
    ]


def test_phones_of_no_night_are_nobodys_to_ask_about(chat, host):
    other = Friday(chat.night.house, starts_at=timezone.now() + timedelta(days=40)).night
    chat.takes("Bo")
    make_group_link(other, made_by="Ann")

    page = Page(host.get(f"/nights/{other.pk}/messages/"), "/")

    assert "This is not Bo" not in page.text


@pytest.mark.parametrize(("said", "waits"), [("wait", True), ("at once", False), ("", False)])
def test_the_setting_of_the_desk(chat, host, said, waits):
    Desk.objects.update(claims_wait=not waits)

    answer = host.post("/desk/group-links/", {"claims": said}, follow=True)

    assert (answer.redirect_chain, Desk.objects.get().claims_wait) == ([("/desk/?changed=yes", 303)], waits)


@pytest.mark.parametrize(("said", "shared"), [({"rules": "shared"}, True), ({}, False)])
def test_the_rules_are_shared_behind_group_links_where_the_host_says_so(chat, host, said, shared):
    Desk.objects.update(rules_shared=not shared)

    host.post("/desk/group-links/", {"claims": "wait", **said})

    assert Desk.objects.get().rules_shared == shared


def test_the_list_of_devices_says_which_phone_is_not_known_yet(chat, host):
    chat.takes("Bo")
    phone = Client()
    phone.post(f"{chat.path}name/", {"player": one("Cy").number, "key": "k" * 20})

    page = Page(host.get("/desk/hosts/"), "/")

    assert ("Who is it?" in page.text, "Cy player" in page.text) == (True, True)
