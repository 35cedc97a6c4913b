"""News from another device is drawn once for all who ask within a second, if no part of it is personal."""

import re
from functools import partial
from html import unescape

import pytest
from django.db import connection
from django.http import HttpResponse

from hostdesk.base.site import poll_middleware
from hostdesk.table.requests.commands import ask
from ledger.night.requests import Wanted
from reservations.models import Act
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.signed_in import banker_client, host_client
from tests.stories.evening import Evening
from tests.triggers import remove_triggers

pytestmark = pytest.mark.django_db
KEY = re.compile(r'name="key" value="([^"]+)"')
PULSE = re.compile(r'id="pulse" hx-get="([^"]+)"')
PARTS = re.compile(r'id="([a-z-]+)"[^>]* hx-swap-oob="true"')


@pytest.fixture
@played_once
def evening():
    evening = Evening("mike")
    evening.buy_in("Bo", "20.00")
    return evening


@pytest.fixture(autouse=True)
def for_hours(monkeypatch):
    """Keep the drawings of a test fresh on a slow machine, and drop those of earlier tests."""
    poll_middleware._KNOWN.clear()
    monkeypatch.setattr(poll_middleware, "_FRESH", 3600.0)


def asks_by(client, evening):
    """Return the address of the poll on the page that a device loads now."""
    page = client.get(f"/nights/{evening.night.pk}/tonight/").content.decode()
    return unescape(PULSE.findall(page)[0])


def test_one_drawing_is_sent_to_all_who_have_not_seen_it(desk, evening, django_assert_max_num_queries):
    other = host_client("Dana")
    pulse = asks_by(desk.client, evening)
    asks_by(other, evening)
    evening.buy_in("Cy", "10.00")
    first = desk.client.get(pulse)

    with django_assert_max_num_queries(3):  # for the desk, the session and the sign-in
        second = other.get(pulse)

    assert "Cy" in first.content.decode()
    assert (second.status_code, second.content) == (200, first.content)


def test_a_banker_may_see_what_was_drawn_for_the_host(desk, evening):
    pulse = asks_by(desk.client, evening)
    evening.buy_in("Cy", "10.00")
    for_host = desk.client.get(pulse).content
    poll_middleware._KNOWN.clear()

    for_banker = banker_client(evening.night, player_named("Bo")).get(pulse).content

    assert b"Cy" in for_host
    assert for_banker == for_host


def test_who_has_it_is_sent_nothing_and_then_what_came_after_it(desk, evening):
    pulse = asks_by(desk.client, evening)
    evening.buy_in("Cy", "10.00")
    sent = desk.client.get(pulse).content.decode()
    (then,) = map(unescape, PULSE.findall(sent))

    quiet = desk.client.get(then).status_code
    evening.buy_in("Ann", "10.00")

    assert quiet == 204
    assert "Ann" in desk.client.get(then).content.decode()


def test_what_reads_as_the_page_knows_is_not_sent_again(desk, evening):
    pulse = asks_by(desk.client, evening)
    evening.buy_in("Cy", "10.00")
    first = desk.client.get(pulse).content.decode()
    (then,) = map(unescape, PULSE.findall(first))
    evening.buy_in("Ann", "10.00")

    second = desk.client.get(then).content.decode()

    changed = ["bank", "players", "last-act", "last-acts", "pulse"]
    assert PARTS.findall(first) == [*changed[:-1], "books-fault", "pulse"]
    assert PARTS.findall(second) == changed


def test_of_another_ledger_in_its_place_nothing_is_sent_that_was_drawn_before(desk, evening):
    pulse, known = asks_by(desk.client, evening), poll_middleware._KNOWN
    evening.buy_in("Cy", "10.00")
    desk.client.get(pulse)
    known["all", pulse] = known["all", pulse]._replace(again=partial(HttpResponse, b"drawn before"))
    same = desk.client.get(pulse).content
    remove_triggers(connection)
    Act.objects.filter(pk=Act.objects.latest("number").pk).update(seal="f" * 64)

    assert same == b"drawn before"
    assert b"Cy" in desk.client.get(pulse).content


def test_a_button_has_a_key_of_its_own_on_every_device(desk):
    evening = Evening("hybrid")
    evening.buy_in("Bo", "10.00")
    pulse, bo = asks_by(desk.client, evening), player_named("Bo")
    ask(stamp=evening.stamp(), night=evening.night, player=bo, wanted=Wanted.LEAVE, amount_cents=None)

    first, second = (desk.client.get(pulse).content.decode() for _ in range(2))

    assert KEY.findall(first) != KEY.findall(second)
