"""New records about a player reach their own page by themselves; while there are none, one read answers."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.conf import settings
from django.utils import timezone

from hostdesk.base.site import poll_middleware
from hostdesk.table.requests.commands import ask
from ledger.night.requests import Wanted
from reservations.models import Act
from reservations.players.queries import player_named
from tests.hostdesk.browsing import own
from tests.played_once import played_once
from tests.reservations.friday import Friday, a_house
from tests.signed_in import player_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]
PULSE = re.compile(r'id="pulse" hx-get="([^"]+)"')
PART = re.compile(r'<div id="own-([a-z]+)"')


@pytest.fixture
@played_once
def evening():
    """Bo has bought chips for 20.00, Cy for 10.00, and both play."""
    evening = Evening("mike")
    evening.buy_in("Bo", "20.00")
    evening.buy_in("Cy", "10.00")
    return evening


@pytest.fixture(autouse=True)
def nothing_kept():
    poll_middleware._KNOWN.clear()


@pytest.fixture
def phone(evening):
    """Bo's phone."""
    return player_client(player_named("Bo"))


def asks_by(html):
    """Return the address of the page's poll."""
    return unescape(PULSE.findall(html)[0])


def pulse(phone, address):
    return phone.get(address, headers={"HX-Request": "true", "HX-Trigger": "pulse"})


def test_one_read_answers_while_nothing_is_recorded(phone, django_assert_num_queries):
    address = asks_by(phone.get(own("Bo")).content.decode())
    first = pulse(phone, address)

    with django_assert_num_queries(1):
        second = pulse(phone, address)

    assert (first.status_code, second.status_code) == (204, 204)


def test_a_rebuy_brings_the_part_that_it_changed_and_then_nothing(phone, evening):
    address = asks_by(phone.get(own("Bo")).content.decode())
    pulse(phone, address)
    evening.buy_in("Bo", "15.00")

    sent = pulse(phone, address)

    html = sent.content.decode()
    assert (PART.findall(html), "35.00" in html) == (["playing", "asks"], True)
    assert pulse(phone, asks_by(html)).status_code == 204


def test_an_answer_to_an_act_of_theirs_is_news_although_it_names_nobody(phone, evening):
    claim = evening.claims("Bo", "Cy", "5.00")
    address = asks_by(phone.get(own("Bo")).content.decode())
    pulse(phone, address)

    evening.disputes(claim)
    looked_at = pulse(phone, address)

    assert looked_at.templates != []


def buys(evening):
    evening.buy_in("Cy", "15.00")


def leaves(evening):
    evening.notice("Cy")


def asks(evening):
    cy = player_named("Cy")
    ask(stamp=evening.stamp(), night=evening.night, player=cy, wanted=Wanted.LEAVE, amount_cents=None)


@pytest.mark.pg
@pytest.mark.parametrize("happens", [buys, leaves, asks])
def test_what_another_does_costs_three_queries_at_most_and_draws_nothing(
    phone, evening, happens, django_assert_max_num_queries
):
    address = asks_by(phone.get(own("Bo")).content.decode())
    happens(evening)

    with django_assert_max_num_queries(3):
        answer = pulse(phone, address)

    assert (answer.status_code, answer.templates) == (204, [])


def test_after_it_one_read_answers_again(phone, evening, django_assert_num_queries):
    address = asks_by(phone.get(own("Bo")).content.decode())
    buys(evening)
    pulse(phone, address)

    with django_assert_num_queries(1):
        assert pulse(phone, address).status_code == 204


def test_who_waits_for_a_seat_hears_of_every_answer(phone):
    friday = Friday(a_house(), seats=1, starts_at=timezone.now() + timedelta(days=3)).full("Cy")
    friday.yes("Bo")
    address = asks_by(phone.get(own("Bo")).content.decode())

    friday.no("Cy")

    assert PART.findall(pulse(phone, address).content.decode()) == ["ahead"]


def test_of_an_older_copy_of_the_books_all_is_looked_at(phone, evening):
    address = asks_by(phone.get(own("Bo")).content.decode())
    key = phone.cookies[settings.SESSION_COOKIE_NAME].value, address
    known = poll_middleware._KNOWN
    known[key] = known[key]._replace(books=known[key].books._replace(act=1_000))

    assert [each.name for each in pulse(phone, address).templates if "home" in (each.name or "")] != []


def test_nobody_asks_for_another(phone):
    number = player_named("Cy").number

    assert pulse(phone, f"/own/{number}/since/?reads=").status_code == 404


def test_an_address_that_says_anything_gets_every_part(phone):
    acts = Act.objects.count()

    html = pulse(phone, f"{own('Bo')}since/?reads=x-{'y' * 50}").content.decode()

    assert (len(PART.findall(html)), Act.objects.count()) == (6, acts)
