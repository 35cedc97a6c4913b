"""The page behind a poll's link: the dates, the names of those asked, and a phone that takes a name and answers."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from hostdesk.base.sign_in.group_link_commands import group_link_to
from hostdesk.base.sign_in.link_commands import secret_of
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.invitations.group_link.claim_commands import confirm_claim
from hostdesk.mail.messages.commands import draft_messages
from hostdesk.models import Link, LinkKind, NameClaim
from reservations.models import Fact
from reservations.polls.rules import Suits
from tests.hostdesk.browsing import Page, own
from tests.hostdesk.invitations.group_link.chat import AHEAD
from tests.played_once import played_once
from tests.reservations.friday import a_house, cast, one
from tests.reservations.polls.dates import Dates
from tests.signed_in import player_client

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@played_once
def asked():
    cast()
    four = [AHEAD + timedelta(weeks=week) for week in range(4)]
    return Dates(a_house(), "Bo", "Cy", "Di", dates=four, last_day=None)


@pytest.fixture
def dates():
    """A poll that asks Bo, Cy and Di about four dates many years ahead, with its messages written."""
    dates = asked()
    draft_messages()
    return dates


def path_of(dates):
    link = group_link_to(Fact.objects.get(pk=dates.number))
    assert link is not None
    return f"/group/{secret_of(link)}/"


def taps(dates, name, phone):
    said = {"player": one(name).number, "key": new_key()}
    return phone.post(f"{path_of(dates)}name/", said, follow=True)


def test_everybody_sees_the_dates_and_the_names_of_those_asked(dates):
    page = Page(Client().get(path_of(dates)), path_of(dates))

    assert [name in page.text for name in ("Bo", "Cy", "Di", "Eve")] == [True, True, True, False]
    assert "new here" not in page.text


def test_a_tap_on_a_name_leads_to_the_form_and_its_answer_counts(dates):
    phone, address = Client(), own("Bo", f"polls/{dates.number}/")

    page = taps(dates, "Bo", phone)
    assert page.redirect_chain == [(address, 303)]
    phone.post(address, {"key": new_key(), "date_1": "yes"})

    assert dates.poll.answers_of(one("Bo").number) == {1: Suits.YES}
    # The host has not confirmed the phone yet: it sees the poll, but no money.
    page = Page(phone.get(own("Bo")), own("Bo"))
    assert (address in page.leads_to, "THE BOOK" in page.text) == (True, False)


def test_a_phone_that_waits_goes_on_to_the_poll_once_it_is_known(dates):
    dates.says("Cy", "nnnn")
    phone = Client()
    page = taps(dates, "Cy", phone)
    assert "The host is asked" in page.content.decode()
    confirm_claim(NameClaim.objects.get().pk, by="Ann", now=timezone.now())

    assert "Welcome" in phone.get(path_of(dates)).content.decode()
    page = phone.post(f"{path_of(dates)}enter/", {"answer": "yes"}, follow=True)

    assert page.redirect_chain == [(own("Cy", f"polls/{dates.number}/"), 302)]


def test_once_the_date_is_set_a_phone_goes_on_to_the_night(dates):
    phone = Client()
    taps(dates, "Bo", phone)
    dates.decides()

    page = phone.get(path_of(dates), follow=True)

    assert page.redirect_chain[0][0] == own("Bo", f"nights/{dates.night.pk}/")


def test_who_is_signed_in_and_not_asked_goes_to_their_own_page(dates):
    assert player_client(one("Eve")).get(path_of(dates)).headers["Location"] == own("Eve")


def test_the_host_posts_it_with_the_dates_and_makes_another_one(desk, dates):
    address, before = f"/polls/{dates.number}/messages/", path_of(dates)
    page = desk.opens(address)
    assert before in page.part("text")

    forms = [form for form in page.forms if form.action.endswith("/group-link/")]
    page = desk.sends(forms[0], do="make")
    assert (path_of(dates) != before, path_of(dates) in page.part("text")) == (True, True)
    desk.sends(forms[0], do="end")
    assert Link.objects.filter(kind=LinkKind.GROUP, ended_at=None).count() == 0
    assert desk.client.post(f"/polls/{dates.number}/group-link/", {"do": "end"}).status_code == 303


def test_beside_the_messages_the_host_is_led_to_whose_phone_it_is(desk, dates):
    taps(dates, "Bo", Client())

    page = desk.opens(f"/polls/{dates.number}/messages/")

    assert page.links["1 in your inbox"] == "/inbox/"
    assert NameClaim.objects.get().person == one("Bo")
