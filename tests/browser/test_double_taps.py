"""Double taps on a real server: two requests of one form, sent at the same moment, record once."""

import http.client
import json
import threading
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import product
from urllib.parse import urlencode

import pytest

from tests.browser.visit import Visit, visiting

FEW, MANY = 8, 400  # pairs: one at each night, and ten at each place of every night
AT_ONCE = 4  # pairs: the server has eight threads
AMOUNTS = ("10.00", "15.00")
Form = tuple[str, str, str, str]
"""The address of a buy-in, its amount, and the keys of the two taps."""


class Device:
    """A client that holds its connection open, as a browser does, with the cookies of the host."""

    def __init__(self, visit: Visit) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", visit.desk.port, timeout=30)
        token = "a" * 32
        cookies = f"desk{visit.desk.port}={visit.made['session']}; form{visit.desk.port}={token}"
        self.headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": token}

    def post(self, path: str, said: dict[str, str]) -> int:
        """Send a form and return the status."""
        self.connection.request("POST", path, urlencode(said), self.headers)
        answer = self.connection.getresponse()
        answer.read()
        return answer.status

    def get(self, path: str) -> bytes:
        """Return a page."""
        self.connection.request("GET", path, headers=self.headers)
        return self.connection.getresponse().read()

    def close(self) -> None:
        """Hang up."""
        self.connection.close()


@pytest.fixture
def visit(tmp_path):
    """Eight nights at one desk, with five players each."""
    with visiting(tmp_path, "nights") as one:
        yield one


def keys(visit: Visit, number: int) -> list[str]:
    """Return keys that the server minted."""
    minted: list[str] = []
    with closing(Device(visit)) as device:
        while len(minted) < number:
            minted += json.loads(device.get("/keys/?count=200"))["keys"]
    return minted[:number]


def forms(visit: Visit, number: int) -> list[tuple[str, str]]:
    """Return that many buy-ins: the address of each, and an amount that is not what the player bought last."""
    nights, players = visit.made["nights"], visit.made["players"]
    places = list(product(nights, players if number > len(nights) else players[:1]))
    rounds = number // len(places)
    assert rounds * len(places) == number
    return [
        (f"/nights/{night}/tonight/players/{player}/buy-in/", AMOUNTS[turn % 2])
        for night, player in places
        for turn in range(rounds)
    ]


def tap_twice(visit: Visit, forms: Sequence[Form], **said: str) -> Counter[int]:
    """Send each form twice at the same moment, under the two keys beside it; return how often which status came."""
    statuses: Counter[int] = Counter()

    def finger(barrier: threading.Barrier, mine: list[Form], tap: int) -> None:
        with closing(Device(visit)) as device:
            for path, amount, *keys in mine:
                barrier.wait(30)
                statuses[device.post(path, {"key": keys[tap], "amount": amount, "pay": "cash", **said})] += 1

    with ThreadPoolExecutor(2 * AT_ONCE) as hands:
        fingers = []
        for night in range(AT_ONCE):
            # Hands share no night: one may be faster than the other, and a player's buy-ins keep their order.
            barrier, mine = threading.Barrier(2), [form for form in forms if night_of(form) % AT_ONCE == night]
            fingers += [hands.submit(finger, barrier, mine, tap) for tap in (0, 1)]
        for each in fingers:
            each.result()
    return statuses


def night_of(form: Form) -> int:
    """Return the number of the night that a form is about."""
    return int(form[0].split("/")[2])


def recorded(visit: Visit) -> int:
    """Return how many buy-ins are in the books, as an export of the acts counts them."""
    with closing(Device(visit)) as device:
        sheets = [device.get(f"/nights/{night}/acts/?kind=buy_in&as=csv") for night in visit.made["nights"]]
    return sum(len(sheet.decode().splitlines()) - 1 for sheet in sheets)


@pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_a_double_tap_records_once_and_two_forms_record_twice(visit, number):
    """The second half is the control: the same pairs, each tap under a key of its own."""
    once, twice = keys(visit, number), iter(keys(visit, 2 * number))
    places = forms(visit, number)

    statuses = tap_twice(visit, [(*form, key, key) for form, key in zip(places, once, strict=True)])

    assert statuses == {303: 2 * number}
    assert recorded(visit) == number

    statuses = tap_twice(visit, [(*form, next(twice), next(twice)) for form in places], again="yes")

    assert statuses == {303: 2 * number}
    assert recorded(visit) == 3 * number
