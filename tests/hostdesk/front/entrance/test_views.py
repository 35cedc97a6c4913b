"""Signing in by password and by link, signing out, and the messages when a sign-in fails."""

from datetime import timedelta

import pytest
from django.test import Client

from hostdesk.base.sign_in.link_commands import end_link, make_link
from hostdesk.models import Host, Link, LinkKind
from tests.played_once import played_once
from tests.signed_in import PASSWORD, WRONG, a_host, banker_client, host_client
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hanna():
    return a_host("Hanna")


@pytest.fixture
@played_once
def night():
    return Evening("dave-2018").night


@pytest.mark.pg
def test_looking_at_a_link_spends_nothing(client, hanna):
    path = f"/link/{make_link(LinkKind.HOST, host=hanna)}/"

    looked = [client.head(path).status_code, client.get(path).status_code, client.get(path).status_code]

    assert looked == [200, 200, 200]
    assert Link.objects.get().spent_at is None
    assert client.get("/desk/?open=password").status_code == 302


@pytest.mark.pg
def test_a_hosts_link_lets_in_once(client, hanna):
    path = f"/link/{make_link(LinkKind.HOST, host=hanna)}/"

    first, second = client.post(path), Client().post(path)

    assert (first.status_code, first.url) == (302, "/desk/?open=password#password")
    assert client.get("/desk/?open=password").status_code == 200
    assert (second.status_code, second.templates[0].name) == (410, "front/entrance/link_gone.html")
    assert Client().get(path).status_code == 410


def test_a_link_of_the_demo_leads_to_its_first_page(client, hanna, settings):
    settings.DEMO = True

    assert client.post(f"/link/{make_link(LinkKind.HOST, host=hanna)}/").url == "/"


@pytest.mark.pg
def test_a_bankers_link_lets_in_to_its_night(client, night):
    path = f"/link/{make_link(LinkKind.BANKER, night=night, player=night.bank.banker)}/"

    answer = client.post(path)

    assert (answer.status_code, answer.url) == (302, "/")
    assert client.get("/").url == f"/nights/{night.pk}/tonight/"
    assert client.get("/desk/?open=password").status_code == 403


def test_a_link_nobody_made_is_not_there(client):
    assert client.get("/link/0123456789/").status_code == 404


def test_a_set_up_link_is_no_sign_in(client):
    assert client.post(f"/link/{make_link(LinkKind.SET_UP)}/").status_code == 404


def test_an_old_link_has_ended(client, hanna):
    path = f"/link/{make_link(LinkKind.HOST, host=hanna, valid_for=timedelta(0))}/"

    assert [client.get(path).status_code, client.post(path).status_code] == [410, 410]


def test_a_link_tells_its_address_to_nobody(client, hanna):
    path = f"/link/{make_link(LinkKind.HOST, host=hanna)}/"

    policies = [client.get(path).headers["Referrer-Policy"], client.post(path).headers["Referrer-Policy"]]

    assert policies == ["strict-origin", "strict-origin"]


def test_a_banker_whose_link_was_taken_back_is_told(night):
    client = banker_client(night, night.bank.banker)
    end_link(Link.objects.get())

    answer = client.get(f"/nights/{night.pk}/tonight/", follow=True)

    assert answer.redirect_chain[0][0].startswith("/sign-in/")
    assert "Your link has ended" in answer.context["farewell"]


def test_a_host_who_came_by_a_link_sets_a_password(client, hanna):
    client.post(f"/link/{make_link(LinkKind.HOST, host=hanna)}/")

    answer = client.post("/password/", {"password": "nine of hearts", "password_again": "nine of hearts"})

    assert (answer.status_code, answer.url) == (303, "/")
    assert Host.objects.get().check_password("nine of hearts")
    assert client.get("/desk/?open=password").context["by_link"] is False


def test_the_old_password_is_asked_for_later(client, hanna):
    client.post(f"/link/{make_link(LinkKind.HOST, host=hanna)}/")
    session = client.session
    session["came_by_link"] -= 601
    session.save()

    answer = client.post("/password/", {"password": "nine of hearts", "password_again": "nine of hearts"})

    assert (answer.status_code, answer.context["form"].errors.keys()) == (422, {"password_old"})


@pytest.mark.parametrize(("old", "answer"), [(PASSWORD, (303, [])), (WRONG, (422, ["password_old"]))])
def test_a_new_password_needs_the_old_one(old, answer):
    page = host_client().post(
        "/password/", {"password_old": old, "password": "nine of hearts", "password_again": "nine of hearts"}
    )

    assert (page.status_code, [*page.context["form"].errors] if page.context else []) == answer


def test_a_new_password_signs_the_other_tablets_out():
    here, there = host_client(), host_client()

    here.post(
        "/password/", {"password_old": PASSWORD, "password": "nine of hearts", "password_again": "nine of hearts"}
    )

    assert [here.get("/desk/?open=password").status_code, there.get("/desk/?open=password").status_code] == [200, 302]


@pytest.mark.parametrize(
    ("password", "again", "field"),
    [
        ("short", "short", "password"),
        ("password1", "password1", "password"),
        ("Poker!2026", "Poker!2026", "password"),
        ("a b c d e", "a", "password_again"),
    ],
)
def test_a_weak_password_is_told_kindly(password, again, field):
    answer = host_client().post("/password/", {"password_old": PASSWORD, "password": password, "password_again": again})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
