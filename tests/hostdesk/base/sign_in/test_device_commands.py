"""The devices that are signed in: their owners, how long they stay, and that an end is final."""

import base64
import hashlib
import hmac
import logging
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.signing import b62_decode, b62_encode
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from hostdesk.base.sign_in.commands import open_devices
from hostdesk.base.sign_in.device_commands import end, keep_in_cookie, kept_in_cookie, sign_out, signed_in
from hostdesk.base.sign_in.guard import who_asks
from hostdesk.base.sign_in.link_commands import end_link
from hostdesk.models import Link, SignIn
from reservations.models import Player
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.signed_in import PASSWORD, a_host, banker_client, host_client, player_client
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


@pytest.fixture
@played_once
def night():
    return Evening("dave-2018").night


def ago(**span):
    """Set the time at which every device was last seen that far back, and return that time."""
    moment = timezone.now() - timedelta(**span)
    SignIn.objects.update(seen_at=moment)
    return moment


def live():
    return [each.pk for each in signed_in(timezone.now())]


def test_a_sign_in_tells_where_it_was_made():
    a_host()

    Client().post(
        "/sign-in/", {"name": "Hanna", "password": PASSWORD}, REMOTE_ADDR="192.168.1.9", headers={"User-Agent": FIREFOX}
    )

    assert SignIn.objects.values_list("host__name", "address", "browser").get() == (
        "Hanna",
        "192.168.1.9",
        "Firefox on Android",
    )


def test_who_comes_in_is_turned_away_and_goes_is_logged_without_a_name_or_a_secret(night, caplog):
    with caplog.at_level(logging.INFO, logger="hostdesk.security"):
        banker = banker_client(night, night.bank.banker)
        banker.get("/desk/")
        banker.post("/sign-out/")

    here = SignIn.objects.get()
    assert [record.getMessage() for record in caplog.records if record.name == "hostdesk.security"] == [
        f"Sign-in {here.pk} by banker link {here.link_id}, from , a browser",
        f"Refused: GET /desk/ to the banker of sign-in {here.pk}",
        f"Signed out: sign-in {here.pk}",
    ]


def test_a_device_is_seen_every_five_minutes():
    host = host_client()
    moment = ago(minutes=4, seconds=50)
    host.get("/desk/?open=password")
    early = SignIn.objects.get().seen_at
    ago(minutes=5)

    host.get("/desk/?open=password", REMOTE_ADDR="10.0.0.7")

    assert early == moment
    assert timezone.now() - SignIn.objects.get().seen_at < timedelta(minutes=1)
    assert SignIn.objects.get().address == "10.0.0.7"


def test_a_player_who_is_not_signed_in_is_seen_nowhere():
    Client().get("/sign-in/")

    assert SignIn.objects.count() == 0


def test_an_ended_device_gets_the_sign_in_page_with_its_next_step():
    here, there = host_client(), host_client()

    ended = end(SignIn.objects.latest("pk").pk)

    assert ended is True
    assert [here.get("/desk/?open=password").status_code, there.get("/desk/?open=password").status_code] == [200, 302]
    assert there.post("/password/", {"x": "1"}).status_code == 401
    assert Session.objects.count() == 1


def test_the_poll_of_an_ended_device_leads_to_the_sign_in_page(night):
    tablet = host_client()
    end(SignIn.objects.get().pk)

    answer = tablet.get(f"/nights/{night.pk}/tonight/since/1/", headers={"HX-Request": "true"})

    assert (answer.status_code, answer.headers["HX-Redirect"]) == (401, "/sign-in/?next=%2F")


def test_a_sign_in_is_ended_once():
    host_client()
    number = SignIn.objects.get().pk

    assert [end(number), end(number), end(number + 1)] == [True, False, False]


def test_an_end_holds_where_the_session_is_still_there():
    host = host_client()
    SignIn.objects.update(ended_at=timezone.now())

    assert host.get("/desk/?open=password").status_code == 302


def test_a_session_that_nobody_signed_in_with_lets_nobody_in(client):
    client.force_login(a_host(), backend="django.contrib.auth.backends.ModelBackend")

    assert client.get("/desk/?open=password").status_code == 302


def test_the_end_of_a_bankers_device_ends_the_link(night):
    banker = banker_client(night, night.bank.banker)

    end(SignIn.objects.get().pk)

    assert banker.get(f"/nights/{night.pk}/tonight/").status_code == 302
    assert Link.objects.get().ended_at is not None


def test_a_banker_whose_link_ended_is_signed_in_no_more(night):
    banker_client(night, night.bank.banker)
    before = live()

    end_link(Link.objects.get())

    assert (before, live()) == ([SignIn.objects.get().pk], [])


def own(player):
    return f"/own/{player.number}/"


def test_a_players_phone_stays_signed_in_until_it_is_left_alone_for_90_days(night):
    bo = player_named("Bo")
    phone = player_client(bo)

    answer = phone.get(own(bo))

    assert answer.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == 90 * 24 * 3600
    assert timedelta(days=89) < Session.objects.get().expire_date - timezone.now() <= timedelta(days=90)


def test_a_players_phone_writes_its_session_once_a_day(night):
    bo = player_named("Bo")
    phone = player_client(bo)
    phone.get(own(bo))
    Session.objects.update(expire_date=timezone.now() + timedelta(days=5))

    assert settings.SESSION_COOKIE_NAME not in phone.get(own(bo)).cookies


def test_a_players_old_session_is_signed_in_no_more(night):
    bo = player_named("Bo")
    phone = player_client(bo)
    Session.objects.update(expire_date=timezone.now())

    assert phone.get(own(bo)).status_code == 302
    assert live() == []


def test_the_end_of_a_players_device_ends_the_link_and_they_are_told(night):
    bo = player_named("Bo")
    phone = player_client(bo)

    end(SignIn.objects.get().pk)

    assert "Your link has ended" in phone.get(own(bo), follow=True).context["farewell"]
    assert (Link.objects.get().ended_at is not None, Session.objects.count()) == (True, 0)


def test_a_removed_player_is_out_at_once_and_told(night):
    bo = player_named("Bo")
    phone = player_client(bo)
    before = phone.get(own(bo)).status_code

    Player.objects.filter(pk=bo.pk).update(removed=True)

    assert (before, phone.get(own(bo)).status_code, open_devices(timezone.now())) == (200, 302, [])
    assert "removed from the group" in phone.get("/sign-in/").context["farewell"]


def test_a_removed_player_who_looks_meanwhile_and_is_taken_back_is_in_again(night):
    bo = player_named("Bo")
    phone = player_client(bo)
    Player.objects.filter(pk=bo.pk).update(removed=True)
    meanwhile = phone.get(own(bo), follow=True)

    Player.objects.filter(pk=bo.pk).update(removed=False)

    assert "removed from the group" in meanwhile.context["farewell"]
    assert phone.get(own(bo)).status_code == 200


def test_signing_out_ends_the_sign_in():
    host = host_client()

    host.post("/sign-out/")

    assert SignIn.objects.get().ended_at is not None
    assert (live(), Session.objects.count()) == ([], 0)


def test_an_old_session_is_signed_in_no_more():
    host_client()
    Session.objects.update(expire_date=timezone.now())

    assert live() == []


def test_a_new_password_ends_the_other_devices_at_once():
    here, there = host_client(), host_client()
    host_client("Otto")
    mine, other, ottos = SignIn.objects.order_by("pk").values_list("pk", flat=True)

    here.post(
        "/password/", {"password_old": PASSWORD, "password": "nine of hearts", "password_again": "nine of hearts"}
    )

    assert sorted(live()) == [mine, ottos]
    assert SignIn.objects.get(pk=mine).session_id == here.cookies[settings.SESSION_COOKIE_NAME].value
    assert there.get("/desk/?open=password").status_code == 302
    assert SignIn.objects.get(pk=other).session_id is None


def test_a_session_from_before_another_password_lets_nobody_in():
    device, host = host_client(), a_host()
    host.set_password("eight of clubs")
    host.save()

    assert device.get("/players/")["Location"] == "/sign-in/?next=%2Fplayers%2F"
    assert [each.host for each in signed_in(timezone.now())] == [host]


def test_who_a_host_is_takes_two_queries(rf, django_assert_num_queries):
    request = rf.get("/")
    request.session = SessionStore(host_client().session.session_key)

    with django_assert_num_queries(2):
        assert who_asks(request).name == "Hanna"


def test_a_sign_in_is_of_a_host_or_of_a_link():
    now = timezone.now()

    with pytest.raises(IntegrityError), transaction.atomic():
        SignIn.objects.create(made_at=now, seen_at=now)


def test_whoever_is_not_signed_in_signs_nobody_out(rf):
    host_client()
    request = rf.post("/sign-out/")
    request.session = SessionStore()

    sign_out(request)

    assert len(live()) == 1


SALTS = [
    ("known8000", "hostdesk.known_device", "django.http.cookies.v2:21:hostdesk.known_deviceknown8000"),
    ("known8000", "hostdesk.known_device", "known8000hostdesk.known_device"),
    ("pin8000", "hostdesk.pin_opened", "django.http.cookies.v2:19:hostdesk.pin_openedpin8000"),
    ("pin8000", "hostdesk.pin_opened", "pin8000hostdesk.pin_opened"),
]
"""A cookie, its purpose, and its whole salt: as Django makes it from 5.2.15 on, and as it did before."""


def signed_by_hand(value, salt, *, at):
    """Sign a value without Django, as both of these versions of Django did."""
    stamped = f"{value}:{b62_encode(at)}"
    key = hashlib.sha256(f"{salt}signerdjango.http.cookies{settings.SECRET_KEY}".encode()).digest()
    made = hmac.new(key, stamped.encode(), hashlib.sha256).digest()
    return f"{stamped}:{base64.urlsafe_b64encode(made).decode().rstrip('=')}"


@pytest.mark.parametrize(("name", "salt", "whole"), SALTS)
def test_a_cookie_stays_valid_whichever_version_of_django_made_its_salt(name, salt, whole):
    request, now = RequestFactory().get("/"), int(timezone.now().timestamp())

    def read(cookie, for_seconds=600):
        request.COOKIES[name] = cookie
        return kept_in_cookie(request, name, salt=salt, max_age=timedelta(seconds=for_seconds))

    found = read(signed_by_hand("7 9f", whole, at=now))
    old = read(signed_by_hand("7 9f", whole, at=now - 700))
    forged, none = read(signed_by_hand("7 9f", f"{whole}?", at=now)), read("")

    assert (found, old, forged, none) == ("7 9f", "", "", "")


@pytest.mark.parametrize(("name", "salt", "whole"), SALTS[::2])
def test_a_cookie_is_written_with_the_newer_salt(name, salt, whole):
    response = HttpResponse()

    keep_in_cookie(response, name, "7 9f", salt=salt, max_age=timedelta(minutes=10))

    cookie = response.cookies[name]
    at = b62_decode(cookie.value.split(":")[1])
    assert (cookie.value, cookie["max-age"], cookie["httponly"]) == (signed_by_hand("7 9f", whole, at=at), 600, True)
