"""Signing in by password and by link, signing out, and the messages when a sign-in fails."""

import logging
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.test import Client
from django.utils import timezone

from hostdesk.base.sign_in import guess_commands
from hostdesk.base.sign_in.link_commands import find_link, make_link
from hostdesk.models import Link, LinkKind
from tests.played_once import played_once
from tests.signed_in import PASSWORD, WRONG, a_host, host_client, signs_in
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
@pytest.mark.parametrize("name", ["Hanna", "hanna", "  HANNA "])
def test_a_host_signs_in_however_the_name_is_written(client, name):
    answer = signs_in(client, name)

    assert (answer.status_code, answer.url) == (303, "/")
    assert client.get("/desk/?open=password").status_code == 200


def test_a_name_goes_by_either_way_of_writing_its_accents(client):
    a_host("Zoë")

    assert signs_in(client, "Zoe\u0308").status_code == 303


def test_the_sign_in_leads_to_the_page_that_was_asked_for(client):
    answer = client.get("/password/?x=1")

    assert (answer.status_code, answer.url) == (302, "/sign-in/?next=%2Fpassword%2F%3Fx%3D1")
    assert signs_in(client, next="/password/?x=1").url == "/password/?x=1"


@pytest.mark.parametrize(
    "goal",
    ["https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:alert(1)", "/nothing-here", "x"],
)
def test_the_sign_in_leads_nowhere_else(client, goal):
    assert signs_in(client, next=goal).url == "/"


@pytest.mark.parametrize(("name", "password"), [("Hanna", WRONG), ("Nobody", PASSWORD), ("Hanna", PASSWORD + " ")])
def test_a_wrong_name_or_password_is_refused(client, name, password):
    answer = signs_in(client, name, password)

    assert answer.status_code == 422
    assert answer.context["is_wrong"] is True
    assert password not in answer.content.decode()
    assert client.get("/desk/?open=password").status_code == 302


@pytest.mark.parametrize("name", ["", "a\0b", "x" * 201])
def test_a_name_that_cannot_be_one_is_told_at_its_field(client, name):
    assert signs_in(client, name).status_code == 422


def test_the_ninth_try_waits(client):
    for _ in range(8):
        signs_in(client, password=WRONG)

    answer = signs_in(client)

    assert (answer.status_code, answer.templates[0].name) == (429, "base/sign_in/sign_in.html")
    clock = timezone.localtime(AccessAttempt.objects.get().attempt_time + timedelta(minutes=10))
    assert f"after {clock:%H:%M}" in answer.content.decode()
    assert "<code>.venv/bin/python manage.py host_link</code>" in answer.content.decode()


def test_a_guest_locks_nobody_out_of_another_tablet(client):
    for _ in range(20):
        client.post("/sign-in/", {"name": "Hanna", "password": WRONG}, REMOTE_ADDR="192.168.1.50")

    assert signs_in(client).status_code == 303


def test_a_guest_at_the_address_of_a_known_tablet_does_not_lock_it(client):
    """Behind a router or a proxy, all devices of a home may share one address."""
    signs_in(client)
    client.post("/sign-out/")
    for _ in range(9):
        signs_in(Client(), password=WRONG)

    assert signs_in(Client()).status_code == 429
    assert signs_in(client).status_code == 303


@pytest.mark.further
def test_many_devices_that_guess_at_one_name_are_stopped_together(client):
    signs_in(client)
    guesses = [(phone, time) for phone in range(6) for time in range(8)]

    answered = [
        Client().post("/sign-in/", {"name": "Hanna", "password": WRONG}, REMOTE_ADDR=f"192.168.1.{phone}").status_code
        for phone, _ in guesses
    ]
    last = Client().post("/sign-in/", {"name": "Hanna", "password": PASSWORD}, REMOTE_ADDR="192.168.1.99")

    assert answered.count(422) + answered.count(429) == 48
    assert [answered[8 * phone : 8 * phone + 7].count(422) for phone in range(6)] == [7, 7, 7, 7, 7, 0]
    assert (last.status_code, last.context["by_many"]) == (429, True)
    assert signs_in(client).status_code == 303


def test_a_password_is_not_looked_at_while_many_are(client, monkeypatch):
    monkeypatch.setattr(guess_commands, "IN_LINE", 0)

    answer = client.post("/sign-in/", {"name": "Hanna", "password": PASSWORD}, REMOTE_ADDR="192.168.1.9")

    assert (answer.status_code, answer.headers["Retry-After"], answer.context["is_busy"]) == (429, "5", True)
    assert answer.context["form"]["name"].value() == "Hanna"
    assert signs_in(client).status_code == 303


def test_another_host_signs_in_at_the_tablet_of_the_guesser(client):
    a_host("Otto")
    for _ in range(9):
        signs_in(client, password=WRONG)

    assert signs_in(client, "Otto").status_code == 303


def test_the_lock_opens_by_itself(client):
    for _ in range(9):
        signs_in(client, password=WRONG)
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=10, seconds=1))

    assert signs_in(client).status_code == 303


def test_a_right_password_wipes_the_slate(client):
    for _ in range(7):
        signs_in(client, password=WRONG)
    signs_in(client)

    assert AccessAttempt.objects.count() == 0


def test_what_was_typed_is_neither_logged_nor_kept(client, caplog):
    with caplog.at_level(logging.DEBUG):
        for _ in range(9):
            signs_in(client, "my password by mistake", WRONG, body="x=secret", path="/password/")

    kept = AccessAttempt.objects.values().get()
    assert [word for word in ("mistake", WRONG, "secret") if word in caplog.text or word in str(kept)] == []
    assert "127.0.0.1" in caplog.text


def test_a_signed_in_answer_is_kept_by_nobody():
    assert host_client().get("/desk/?open=password").headers["Cache-Control"] == "no-store"


def test_a_sign_in_lasts_thirty_days_and_rolls_on(client):
    signs_in(client)
    session = client.session
    session["seen"] = "2026-01-01"
    session.save()

    answer = client.get("/desk/?open=password")

    cookie = answer.cookies[settings.SESSION_COOKIE_NAME]
    assert (cookie["max-age"], cookie["samesite"], cookie["httponly"]) == (30 * 24 * 3600, "Lax", True)
    assert client.session["seen"] == timezone.localdate().isoformat()


def test_a_page_that_asks_every_few_seconds_writes_no_session():
    client = host_client()
    client.get("/desk/?open=password")

    assert settings.SESSION_COOKIE_NAME not in client.get("/desk/?open=password").cookies


def test_signing_out_ends_the_session():
    client = host_client()

    answer = client.post("/sign-out/")

    assert (answer.status_code, answer.templates[0].name) == (200, "base/sign_in/signed_out.html")
    assert client.get("/desk/?open=password").status_code == 302


@pytest.mark.parametrize(("tls", "clears"), [(True, '"storage"'), (False, None)])
def test_signing_out_over_https_clears_what_the_browser_kept(tls, clears, settings):
    client, settings.TLS = host_client(), tls

    assert client.post("/sign-out/").headers.get("Clear-Site-Data") == clears


def test_the_secrets_of_links_are_not_kept(hanna):
    secret = make_link(LinkKind.HOST, host=hanna)

    assert secret not in str(Link.objects.values().get())
    assert find_link(secret) == Link.objects.get()
