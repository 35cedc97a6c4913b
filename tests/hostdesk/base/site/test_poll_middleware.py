"""The polls of devices every few seconds: exactly one read while nothing changes, and news as soon as it does."""

import re
import time
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from hostdesk.base.site import poll_middleware
from hostdesk.base.site.rounds import known
from hostdesk.models import Link, SignIn
from hostdesk.table.tv.commands import end_screen, give_screen
from ledger.clock.commands import add_time, start_clock
from reservations.acts.kinds import Stamp
from reservations.models import Fact, Night
from reservations.players.queries import player_named
from tests.hostdesk.supervision import ticking
from tests.ledger.clocks import ClockEvening
from tests.signed_in import banker_client, host_client
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db

PAGES = {"tonight": "tonight/", "door": "door/", "tv": "tv/"}


@pytest.fixture
def evening():
    """An evening on which Bo has arrived and bought in."""
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "20.00")
    return evening


@pytest.fixture
def tablet():
    return host_client("Ann")


class Device:
    """An open page and the poll that it sends again and again."""

    def __init__(self, client: Client, page: str) -> None:
        self.client = client
        pulse = re.search(r'id="pulse" hx-get="([^"]+)"', client.get(page).content.decode())
        assert pulse is not None
        self.address = pulse[1].replace("&amp;", "&")
        self.queries = 0

    def asks(self) -> int:
        """Poll once as the page does, and return the status."""
        headers = {"HX-Request": "true", "HX-Trigger": "pulse"}
        with CaptureQueriesContext(connection) as captured:
            answer = self.client.get(self.address, headers=headers)
        self.queries = len(captured)
        return 200 if "HX-Refresh" in answer.headers else answer.status_code

    def asks_on(self) -> list[tuple[int, int]]:
        """Poll twice to settle, then twice more; return the status and the number of queries of the last two."""
        self.asks(), self.asks()
        return [(self.asks(), self.queries), (self.asks(), self.queries)]


def on(client, evening, page):
    """Return a device that has that page of the night open."""
    return Device(client, f"/nights/{evening.night.pk}/{PAGES[page]}")


@pytest.mark.pg
@pytest.mark.parametrize("page", PAGES)
def test_a_page_that_asks_for_news_costs_one_read_while_there_are_none(evening, tablet, page):
    assert on(tablet, evening, page).asks_on() == [(204, 1), (204, 1)]


def test_a_television_costs_one_read_too_and_goes_dark_with_its_address(evening):
    screen = Device(Client(), f"/table/{give_screen(evening.night, made_by='Ann')}/")

    assert screen.asks_on() == [(204, 1), (204, 1)]
    end_screen(evening.night)
    assert screen.asks() == 200


def test_a_new_address_ends_the_one_before_it_at_once(evening):
    screen = Device(Client(), f"/table/{give_screen(evening.night, made_by='Ann')}/")
    screen.asks_on()

    give_screen(evening.night, made_by="Ann")

    assert (screen.asks(), Link.objects.count()) == (200, 2)


@pytest.mark.parametrize("page", PAGES)
def test_an_act_of_another_device_is_sent_at_the_next_asking(evening, tablet, page):
    device = on(tablet, evening, page)
    device.asks_on()

    evening.buy_in("Cy", "20.00")

    assert device.asks() == 200


def test_a_fact_of_another_night_is_no_news_and_costs_one_full_look(evening, tablet):
    device = on(tablet, evening, "tonight")
    device.asks_on()
    other = Night.objects.create(house=evening.night.house, date=evening.night.date - timedelta(days=7))
    Fact.objects.create(
        key="elsewhere",
        kind="answer",
        night=other,
        at=timezone.now(),
        recorded_at=timezone.now(),
        player=player_named("Bo"),
        content='{"answer":"no"}',
        outcome='{"place":"none"}',
    )

    assert [(device.asks(), device.queries > 1), (device.asks(), device.queries)] == [(204, True), (204, 1)]


def test_a_device_that_is_signed_out_is_told_at_once(evening):
    phone = banker_client(evening.night, player_named("Ann"))
    device = on(phone, evening, "tonight")
    device.asks_on()

    SignIn.objects.update(ended_at=timezone.now())

    assert device.asks() != 204


def test_nobody_is_answered_out_of_what_another_device_was_told(evening, tablet):
    device = on(tablet, evening, "tonight")
    device.asks_on()

    stranger = Client().get(device.address, headers={"HX-Request": "true", "HX-Trigger": "pulse"})

    assert stranger.status_code != 204


def test_a_clock_that_stops_is_news(evening, tablet):
    device = on(tablet, evening, "tonight")
    device.asks_on()
    clock = ticking()
    clock.well_at -= 300

    with known(clock):
        assert device.asks() == 200


def test_what_changes_by_the_time_alone_is_looked_at_when_it_is_time(evening, tablet, monkeypatch):
    device = on(tablet, evening, "tonight")
    device.asks_on()

    monkeypatch.setattr(poll_middleware, "time", lambda: time.time() + poll_middleware.AT_LONGEST)

    assert (device.asks(), device.queries > 1) == (204, True)


def clocks(client, address, at):
    """Poll the clock as a device does; return the seconds left in the level, and the number of queries."""
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(address, headers={"Accept": "application/json"}).json()
    return round(answer["left"] / 1000 + at()), len(captured)


@pytest.mark.parametrize("is_screen", [True, False])
def test_a_clock_is_drawn_out_of_one_read_until_somebody_touches_it(tablet, is_screen):
    evening, begun = ClockEvening(), time.monotonic()
    start_clock(stamp=Stamp("the-clock-runs", timezone.now()), night=evening.night)
    client, address = tablet, f"/nights/{evening.night.pk}/clock.json"
    if is_screen:
        client, address = Client(), f"/table/{give_screen(evening.night, made_by='Ann')}/clock.json"

    def passed():
        return time.monotonic() - begun

    clocks(client, address, passed), clocks(client, address, passed)
    quiet = clocks(client, address, passed)
    add_time(stamp=Stamp("a-minute-more", timezone.now()), night=evening.night, seconds=60)
    longer, queries = clocks(client, address, passed)

    assert (quiet, longer, queries > 1) == ((1200, 1), 1260, True)


def test_only_so_much_is_kept(evening, tablet, monkeypatch):
    device = on(tablet, evening, "tonight")
    device.asks_on()
    monkeypatch.setattr(poll_middleware, "_MOST", 1)

    on(tablet, evening, "door").asks()

    assert (device.asks(), device.queries > 1) == (204, True)
