"""The link to a night: the tap that gives the answer also signs the phone in."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from hostdesk.base.sign_in.player_link_commands import answer_secrets, give_answer_links
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.models import Link, SignIn
from reservations.acts.kinds import Stamp
from reservations.nights import commands as nights_commands
from reservations.players.commands import record_player
from tests.hostdesk.browsing import Page
from tests.played_once import played_once
from tests.reservations.friday import Friday, a_house, cast, one
from tests.signed_in import host_client

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def friday():
    cast()
    ahead = timezone.now().replace(microsecond=0) + timedelta(days=30)
    friday = Friday(a_house(), starts_at=ahead, place="12 Elm Street", note="Bring chairs.")
    give_answer_links(friday.night, [one("Bo").number, one("Cy").number])
    return friday


def link_of(friday, name="Bo"):
    return f"/link/{answer_secrets(friday.night)[one(name).number]}/"


def answers(phone, link, answer):
    return phone.post(link, {"answer": answer, "key": new_key()}, follow=True)


def reply(friday, name="Bo"):
    return friday.rsvp_state.of(one(name).number).reply


@pytest.mark.pg
@pytest.mark.parametrize("answer", ["yes", "maybe", "no"])
def test_one_tap_on_a_new_phone_answers_and_signs_in(friday, answer):
    phone = Client()

    page = answers(phone, link_of(friday), answer)

    place = f"/own/{one('Bo').number}/nights/{friday.night.pk}/"
    assert [status for _, status in page.redirect_chain] == [307, 303]
    assert (page.status_code, page.request["PATH_INFO"], page.context["who"].name) == (200, place, "Bo")
    assert (reply(friday), SignIn.objects.count()) == (answer, 1)


def test_it_says_when_and_nothing_that_only_a_seat_shows(friday):
    answer = Client().get(link_of(friday))

    page = Page(answer, "/")
    assert "<h1><bdi>Bo</bdi>, are you coming?</h1>" in page.html
    assert "Bring chairs." in page.text
    assert "Elm" not in page.text
    assert (reply(friday), Link.objects.filter(spent_at=None).count()) == (None, 2)


def test_the_second_phone_is_refused_and_changes_nothing(friday):
    link = link_of(friday)
    answers(Client(), link, "yes")

    late = answers(Client(), link, "no")

    assert (late.status_code, late.redirect_chain, reply(friday)) == (410, [], "yes")


def test_the_same_phone_comes_back_by_the_same_link(friday):
    phone, link = Client(), link_of(friday)
    answers(phone, link, "yes")

    looked = phone.get(link, follow=True)
    changed = answers(phone, link, "no")

    place = f"/own/{one('Bo').number}/nights/{friday.night.pk}/"
    assert (looked.redirect_chain, changed.status_code, reply(friday)) == ([(place, 302)], 200, "no")


def test_the_link_to_the_next_night_is_not_spent_on_a_phone_that_is_in(friday):
    phone, link = Client(), link_of(friday)
    answers(phone, link, "yes")
    other = Friday(friday.night.house, starts_at=friday.start + timedelta(days=7))
    give_answer_links(other.night, [one("Bo").number])

    answers(phone, link_of(other), "maybe")

    assert (reply(other), len(answer_secrets(other.night)), SignIn.objects.count()) == ("maybe", 1, 1)


def test_the_host_who_tries_it_is_warned_and_is_the_player_afterwards(friday):
    tablet, link = host_client(), link_of(friday)

    page = Page(tablet.get(link), link)
    after = answers(tablet, link, "yes")

    assert "This signs Hanna out on this device." in page.text
    assert after.context["who"].name == "Bo"
    assert friday.night.facts.latest("pk").by == "Bo"


def test_who_has_answered_already_opens_the_page_of_the_night(friday):
    friday.yes("Bo")

    page = Page(Client().get(link_of(friday)), "/")
    after = Client().post(link_of(friday), follow=True)

    assert (page.text.count("You have a seat"), "Maybe" in page.text) == (1, False)
    assert after.redirect_chain == [(f"/own/{one('Bo').number}/nights/{friday.night.pk}/", 302)]


def test_a_cancelled_night_asks_nothing(friday):
    nights_commands.cancel_night(stamp=friday.at(60), night=friday.night, reason="The heating.")

    page = Page(Client().get(link_of(friday)), "/")

    assert ("Cancelled" in page.text or "cancelled" in page.text, "Maybe" in page.text) == (True, False)


def test_a_form_that_is_refused_is_shown_and_the_phone_is_in(friday):
    page = Client().post(link_of(friday), {"answer": "perhaps", "key": new_key()}, follow=True)

    assert (page.status_code, page.context["who"].name, reply(friday)) == (422, "Bo", None)


def test_the_list_of_devices_calls_the_phone_a_players(friday):
    answers(Client(), link_of(friday), "yes")

    page = Page(host_client().get("/desk/?open=hosts"), "/")

    assert ("Bo seen" in page.text, "player · A browser" in page.text, "banker on" in page.text) == (True, True, False)


def test_a_link_of_who_was_removed_is_gone(friday):
    link = link_of(friday)
    record_player(stamp=Stamp("bo-is-out", friday.start), name="Bo", removed=True)

    assert [Client().get(link).status_code, answers(Client(), link, "yes").status_code] == [410, 410]
