"""A desk among many phones: the host's tablet records at once, whatever the guests' devices do."""

import contextlib
import http.client
import threading
from collections import Counter
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.browser.visit import PHONE, visiting
from tests.device import Device
from tests.hostdesk.crowd import OF_A_BROWSER, PATIENCE, idle, phone

pytestmark = pytest.mark.long

CLIENTS, IDLE, CONTEXTS = 60, 500, 24
PROMPTLY = 10_000  # milliseconds; the machine is busy with the crowd itself


@pytest.fixture
def visit(tmp_path):
    """Eight nights at one desk, with five players each."""
    with visiting(tmp_path, "nights") as one:
        yield one


def browse(port, number, over, statuses):
    """Keep six connections open and request a file over each of them, again and again."""
    with contextlib.ExitStack() as held:
        connections = [
            held.enter_context(
                closing(http.client.HTTPConnection("127.0.0.1", port, PATIENCE, source_address=(phone(number), 0)))
            )
            for _ in range(OF_A_BROWSER)
        ]
        while not over.wait(5):
            for one in connections:
                try:
                    one.request("GET", "/static/hostdesk/base/tokens.css")
                    answer = one.getresponse()
                    answer.read()
                    statuses[answer.status] += 1
                except (OSError, http.client.HTTPException):
                    one.close()  # the next request connects again, as in a browser
                    statuses["again"] += 1


def test_sixty_phones_and_a_device_with_five_hundred_idle_connections(visit):
    over, statuses = threading.Event(), Counter()
    crowd = [threading.Thread(target=browse, args=(visit.desk.port, each, over, statuses)) for each in range(CLIENTS)]
    with closing(Device(visit.desk.port, visit.made["session"])) as tablet:
        minted = tablet.keys(10)
    paths = [f"/nights/{night}/tonight/players/{visit.made['players'][0]}/buy-in/" for night in visit.made["nights"]]

    with idle(visit.desk.port, IDLE, "127.0.99.1"):
        for each in crowd:
            each.start()
        got = []
        for key, path in zip(minted, paths, strict=False):
            over.wait(1)
            with closing(Device(visit.desk.port, visit.made["session"])) as tablet:
                got.append(tablet.post(path, {"key": key, "amount": "10.00", "pay": "cash"}))
        over.set()
        for each in crowd:
            each.join()

    assert got == [303] * len(paths)
    assert statuses[200] >= CLIENTS * OF_A_BROWSER
    assert statuses["again"] < statuses[200] / 10


def test_twenty_four_browsers_show_tonight_and_the_host_records(new_context, visit):
    night, player = visit.made["nights"][0], visit.made["players"][0]
    pages = []
    for _ in range(CONTEXTS):
        context = new_context(viewport=PHONE)
        visit.sign_in(context)
        pages.append(context.new_page())
        pages[-1].goto(f"{visit.origin}/nights/{night}/tonight/")

    pages[-1].goto(f"{visit.origin}/nights/{night}/tonight/players/{player}/")
    pages[-1].get_by_role("button", name="Buy in").click()

    expect(pages[-1].get_by_role("status")).to_be_visible(timeout=PROMPTLY)
