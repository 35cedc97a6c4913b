"""Phones that took a name behind a group link: in the inbox the host names their owners."""

import pytest

from hostdesk.models import Message, NameClaim
from tests.hostdesk.browsing import Page
from tests.hostdesk.invitations.group_link.chat import a_chat
from tests.reservations.friday import one
from tests.signed_in import host_client

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
def chat(db):
    return a_chat()


@pytest.fixture
def host(db):
    return host_client()


def says(host, claim, what, **more):
    address = f"/group-links/claims/{claim.pk}/"
    return Page(host.post(address, {"say": what, **more}, follow=True), address)


def test_the_host_is_told_of_a_phone_and_says_whose_it_is(chat, host):
    claim = chat.takes("Bo")
    pages = ("/", f"/nights/{chat.night.pk}/", f"/nights/{chat.night.pk}/messages/")
    told = [Page(host.get(path), path).links.get("1 in your inbox") for path in pages]

    page = Page(host.get("/inbox/"), "/inbox/")
    after = says(host, claim, "yes")

    assert told == ["/inbox/"] * 3
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
