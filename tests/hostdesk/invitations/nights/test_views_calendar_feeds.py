"""The pages that make and end the addresses of calendars, and the answers to calendar apps there."""

import re
from dataclasses import replace
from datetime import timedelta

import icalendar
import pytest
from django.test import Client
from django.utils.timezone import localdate

from hostdesk.invitations.nights.calendar_feed_commands import end_feed, give_feed
from hostdesk.models import Link, LinkKind
from reservations.nights.calendar_queries import uids_of
from reservations.players.commands import record_player
from tests.reservations.coming_soon import PLAN, ComingSoon
from tests.signed_in import a_host, host_client, player_client

pytestmark = [pytest.mark.further, pytest.mark.django_db]

HOSTS = "/desk/calendar/"


@pytest.fixture
def soon():
    return ComingSoon(replace(PLAN, day=localdate() + timedelta(days=7)))


@pytest.fixture
def bo(soon):
    return soon.player("Bo")


@pytest.fixture
def place(bo):
    return f"/own/{bo.number}/calendar/"


@pytest.fixture
def address(bo):
    return f"/calendar/{give_feed(bo)}.ics"


def address_in(answer):
    return re.findall(r'value="http://testserver(/calendar/\S+\.ics)"', answer.content.decode())[0]


def test_a_calendar_app_reads_the_nights_of_the_player(soon, address):
    soon.says("Bo")

    answer = Client().get(address)

    (event,) = icalendar.Calendar.from_ical(answer.content).events
    uid = uids_of(soon.player("Bo"), [soon.night])[soon.number]
    assert (event["UID"], event["SUMMARY"]) == (uid, "Poker: Friday's game")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    assert answer.headers["Content-Disposition"] == 'inline; filename="poker-nights.ics"'
    assert (answer.headers["Cache-Control"], dict(answer.cookies)) == ("private, no-cache", {})


def test_a_night_without_a_zone_is_told_by_the_desks(soon, bo, settings):
    settings.TIME_ZONE, settings.TIME_ZONE_IS_SET = "Europe/Berlin", True
    type(soon.night).objects.update(time_zone="")
    soon.says("Bo")

    (event,) = icalendar.Calendar.from_ical(Client().get(f"/calendar/{give_feed(bo)}.ics").content).events

    assert event["DTSTART"].params["TZID"] == "Europe/Berlin"


def test_a_calendar_app_asks_again_and_is_told_that_nothing_has_changed(soon, address):
    soon.says("Bo")
    tag = Client().get(address).headers["ETag"]

    same = Client().get(address, headers={"If-None-Match": tag})
    soon.changes(note="Bring nothing.")
    changed = Client().get(address, headers={"If-None-Match": tag})

    assert [same.status_code, same.content, changed.status_code] == [304, b"", 200]
    assert dict(same.cookies) == {}


def test_a_look_at_the_head_tells_no_night(address):
    answer = Client().head(address)

    assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_a_calendar_is_only_read(address, method):
    assert Client().generic(method, address).status_code == 405


def test_a_calendar_asks_nobody_who_they_are(soon, address):
    assert [client.get(address).status_code for client in (Client(), host_client(), player_client(soon.player("Cy")))]
    assert Client().get(address).headers.get("Vary", "") == "Accept-Encoding"


@pytest.mark.parametrize("secret", ["x", "0" * 43, "%00", "..%2f..", "%F0%9F%83%8F", "a b"])
def test_an_address_that_was_never_given_is_not_there(address, secret):
    assert Client().get(f"/calendar/{secret}.ics").status_code == 404


def test_an_address_that_was_ended_is_not_there(bo, address):
    end_feed(bo)

    answer = Client().get(address)

    assert (answer.status_code, answer.content, dict(answer.cookies)) == (404, b"There is no calendar here.\n", {})


def test_the_address_of_who_was_removed_is_not_there(soon, address):
    record_player(stamp=soon.stamp(), name="Bo", removed=True)

    assert Client().get(address).status_code == 404


def test_a_player_makes_their_address_and_sees_it_once(bo, place):
    phone = player_client(bo)

    made, later = phone.post(place), phone.get(place, follow=True)

    assert Client().get(address_in(made)).status_code == 200
    assert [page.content.decode().count(".ics") for page in (made, later)] == [3, 0]
    assert [page.content.decode().count('<svg viewBox="') for page in (made, later)] == [1, 0]
    assert [page.headers["Referrer-Policy"] for page in (made, later)] == ["strict-origin"] * 2


def test_phones_are_told_that_it_is_a_calendar_to_subscribe_to(bo, place):
    made = player_client(bo).post(place)

    assert made.context["subscribe"] == f"webcal://testserver{address_in(made)}"
    assert f'href="webcal://testserver{address_in(made)}"' in made.content.decode()


def test_a_new_address_ends_the_one_before(bo, place):
    phone = player_client(bo)
    first, second = (address_in(phone.post(place)) for _ in range(2))

    assert [Client().get(address).status_code for address in (first, second)] == [404, 200]


def test_a_player_ends_their_address(bo, place, address):
    phone = player_client(bo)

    answer = phone.post(place, {"end": "yes"})

    assert (answer.status_code, answer.headers["Location"]) == (303, f"/own/{bo.number}/me/?saved=calendar#calendar")
    assert Client().get(address).status_code == 404
    assert phone.get(place, follow=True).context["feed"] is None


def test_a_host_ends_a_players_address_and_never_sees_one(bo, place, address):
    desk = host_client()
    seen = desk.get(place, follow=True)

    made, ended = desk.post(place), desk.post(place, {"end": "yes"})

    assert [answer.status_code for answer in (seen, made, ended)] == [200, 403, 303]
    assert (seen.context["feed"].player, "Make a new" in seen.content.decode()) == (bo, False)
    assert Client().get(address).status_code == 404


def test_nobody_touches_the_calendar_of_another(soon, place, address):
    other = player_client(soon.player("Cy"))

    answers = [other.get(place), other.post(place), other.post(place, {"end": "yes"})]

    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert Client().get(address).status_code == 200


def test_a_duplicates_page_is_the_persons(soon, bo, place):
    phone = player_client(bo)
    soon.merges("Bo", into="Cy")

    made = phone.post(place)

    feed = Link.objects.get(kind=LinkKind.CALENDAR)
    assert (made.context["player"], feed.player) == (soon.player("Cy"), soon.player("Cy"))


def test_a_host_makes_and_ends_the_address_of_their_own(soon):
    desk, other = host_client(), host_client("Mo")
    address, others = address_in(desk.post(HOSTS)), address_in(other.post(HOSTS))

    ended = desk.post(HOSTS, {"end": "yes"})

    assert (ended.status_code, ended.headers["Location"]) == (303, "/desk/?open=calendar#calendar")
    assert [Client().get(each).status_code for each in (address, others)] == [404, 200]


def test_a_host_reads_all_nights(soon):
    soon.says("Bo")

    file = icalendar.Calendar.from_ical(Client().get(f"/calendar/{give_feed(a_host())}.ics").content)

    assert [event["DESCRIPTION"] for event in file.events] == ["1 of 2 seats\nBring chairs."]


def test_the_page_says_when_it_was_last_read(bo, place, address):
    phone = player_client(bo)
    before = phone.get(place, follow=True).content.decode()
    Client().get(address)
    after = phone.get(place, follow=True).content.decode()

    assert ["Not read yet" in page for page in (before, after)] == [True, False]


@pytest.mark.parametrize(("tls", "told"), [(False, 1), (True, 0)])
def test_the_page_says_which_calendars_cannot_reach_the_desk(bo, place, settings, tls, told):
    settings.TLS, settings.ALLOWED_HOSTS = tls, ["desk.example"]

    page = player_client(bo).post(place, secure=tls, headers={"host": "desk.example"}).content.decode()

    assert page.count("Web calendars such as") == told


def test_the_pages_lead_there(bo, place):
    own, desk = player_client(bo).get(f"/own/{bo.number}/me/"), host_client().get("/desk/")

    assert f'action="{place}"' in own.content.decode()
    assert 'href="/desk/?open=calendar#calendar"' in desk.content.decode()


@pytest.mark.parametrize("name", ["<b>x</b>", "{{7*7}}", "'; DROP TABLE x", '"><img src=x>', "שלום", "😀"])
def test_hostile_names_are_only_names(soon, name):
    soon.knows(name)
    player = soon.player(name)

    pages = [
        browser.get(f"/own/{player.number}/me/").content.decode() for browser in (host_client(), player_client(player))
    ]

    assert [mark for page in pages for mark in ("<b>x", "<img") if mark in page.partition("<main")[2]] == []
