"""Two desks with a `serve` each that share nothing but a database: each knows the other's acts at once."""

import os
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from html import unescape

import pytest
from django.db import connection
from django.utils import timezone

from hostdesk.models import SignIn
from reservations.models import Act
from tests import desk
from tests.browser.scenes import Scene
from tests.device import Device
from tests.faults.racing import faults

pytestmark = [pytest.mark.further, pytest.mark.pg, pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

PLACES = ("127.0.0.1", "127.0.0.2")
"""One port at two addresses of this machine: to a browser behind a proxy they are one desk, with the same cookies."""
PULSE = re.compile(r'id="pulse" hx-get="([^"]+)"')
PAIRS = 20


def books_in(database):
    """Return the settings of a desk whose books are in that database of the tests' server."""
    address = os.environ["DATABASE_URL"].replace("/postgres?", f"/{database}?")
    return {"DATABASE_URL": address, "HOSTDESK_SECRET_KEY": os.environ["HOSTDESK_SECRET_KEY"]}


@pytest.fixture
def tablets(tmp_path_factory):
    """A host's tablet at each of two desks that start at the same moment, each in a folder of its own."""
    scene, port = Scene(), desk.free_port()
    made = {**scene.nights(), "session": scene.session()}
    shared = books_in(connection.settings_dict["NAME"])
    with ExitStack() as ends:
        begun = [
            desk.running(tmp_path_factory.mktemp("desk"), port, HOSTDESK_LISTEN=place, **shared) for place in PLACES
        ]
        with ThreadPoolExecutor() as both:
            [*both.map(ends.enter_context, begun)]
        devices = [Device(port, made["session"], place=place) for place in PLACES]
        for device in devices:
            ends.callback(device.close)
            device.headers |= {"Host": "desk.test", "HX-Trigger": "pulse"}
        yield *devices, f"/nights/{made['nights'][0]}/tonight/", made["players"]


def bought(player, key):
    """Return the address and the form of a buy-in of 10.00."""
    return f"players/{player}/buy-in/", {"key": key, "amount": "10.00", "pay": "cash", "again": "yes"}


def test_what_one_desk_did_the_other_one_knows(tablets):
    *both, tonight, players = tablets
    pulses = [unescape(PULSE.findall(each.get(tonight).decode())[0]) for each in both]
    forms = [bought(players[number % 2], f"both-{number:04}") for number in range(PAIRS)]

    def ask():
        return [each.ask("GET", pulse)[0] for each, pulse in zip(both, pulses, strict=True)]

    quiet = ask() + ask()
    each_way = [each.post(tonight + form, said) for each in both for form, said in forms[:2]]
    news = ask()
    with ThreadPoolExecutor(2) as hands:
        sent = hands.map(lambda each: [each.post(tonight + form, said) for form, said in forms], both)
        at_once = Counter(status for statuses in sent for status in statuses)
    numbers = [*Act.objects.order_by("number").values_list("number", flat=True)]
    SignIn.objects.update(ended_at=timezone.now())
    sent_away = ask()

    assert (quiet, each_way, news) == ([204] * 4, [303] * 4, [200, 200])
    assert (at_once, Act.objects.filter(kind="buy_in").count()) == ({303: 2 * PAIRS}, PAIRS)
    assert (numbers, faults(), sent_away) == ([*range(1, len(numbers) + 1)], [], [302, 302])


def test_of_desks_that_begin_on_one_empty_database_at_once_one_migrates(tmp_path):
    empty = f"{connection.settings_dict['NAME']}_empty"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {empty}")

    begun = [desk.start(tmp_path, 8000, "migrate", "--verbosity=0", **books_in(empty)) for _ in range(3)]
    ended = [process.communicate(timeout=120)[0] for process in begun]
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {empty} WITH (FORCE)")

    assert ([process.returncode for process in begun], ended) == ([0, 0, 0], ["", "", ""])
