"""The cost to the server of a buy-in posted over loopback, and of the page after it, against a bare view."""

import contextlib
import http.client
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

from django.test import Client

from hostdesk.base.site.idempotency_keys import new_key
from tests.benchmarks.desk import full_night, signed_in
from tests.benchmarks.timing import Line, ratio_line
from tests.desk import ROOT, free_port

ROUNDS, BATCH, POLLS = 12, 10, 300
WARM, FEW_ROUNDS, FEW, MANY = 16, 8, 5, 1000
"""Requests to warm up, rounds and requests per round of a short and a long night, and the acts of a long night."""
PULSE = re.compile('id="pulse" hx-get="([^"]+)"')
TOKEN = re.compile('name="csrfmiddlewaretoken" value="([^"]+)"')


def measure() -> Iterator[Line]:
    """Yield ratios of processor time on a night of 24 players, in batches by turns, and on a long night."""
    night, client = full_night(), signed_in()
    number = night.acts.filter(kind="buy_in").earliest("number").transfers.get().player_id
    url = f"/nights/{night.pk}/tonight/players/{number}/"
    with serving() as (process, port):
        post = Posts(process, port, client, token_of(client, url))
        for task in post.tasks(f"{url}buy-in/", WARM):
            task()  # Every thread of the server pays once for its connection and its imports.
        short = post.by_turns(f"{url}buy-in/", FEW_ROUNDS, FEW)
        few, usual = night.acts.count(), post.by_turns(f"{url}buy-in/", ROUNDS, BATCH)
        while night.acts.count() < MANY:
            post.batch(f"{url}buy-in/", BATCH)
        long = post.by_turns(f"{url}buy-in/", FEW_ROUNDS, FEW)
        tonight = f"/nights/{night.pk}/tonight/"
        pulse = unescape(PULSE.findall(client.get(tonight).content.decode())[0])
        for _ in range(WARM):
            post.ask("GET", pulse)
        polls = post.spent(lambda: [post.ask("GET", pulse) for _ in range(POLLS)]) / POLLS
    for place, what, at_most in ((0, "buy-in POST", 2.5), (1, "buy-in POST and the page after it", 8)):
        against = "a bare view that checks a form of the same fields and writes an act and a transfer, same middleware"
        times = usual[place], usual[2]
        yield ratio_line(f"{what}, processor time of the server", against, times, at_most)
        times = long[place] / long[2] * short[2], short[place]
        yield ratio_line(f"{what}, at {MANY} acts a night", f"at {few}, both measured by the bare view", times, 1.15)
    yield ratio_line("a phone asks, nothing is new, processor time of the server", "that bare view", (polls, usual[2]))


def token_of(client: Client, page: str) -> str:
    """Return the CSRF token of a form on that page; "" if it has none."""
    found = TOKEN.search(client.get(page).content.decode())
    return found[1] if found else ""


class Posts:
    """Sends forms as the signed-in host, and measures the processor time of the server."""

    def __init__(self, process: int, port: int, client: Client, token: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.process, self.token = process, token
        cookie = "; ".join(f"{name}={each.value}" for name, each in client.cookies.items())
        form = "application/x-www-form-urlencoded"
        self.headers = {"Cookie": cookie, "Content-Type": form, "HX-Trigger": "pulse"}

    def by_turns(self, url: str, rounds: int, many: int) -> tuple[float, float, float]:
        """Return the seconds of a buy-in, of a buy-in with the page it leads to, and of the bare view."""
        spent = [[self.spent(task) for task in self.tasks(url, many)] for _ in range(rounds)]
        bought, seen, bare = (sum(each) / rounds / many for each in zip(*spent, strict=True))
        return bought, seen, bare

    def tasks(self, url: str, many: int) -> tuple[Callable[[], None], ...]:
        """Return the three measured tasks, each with that many posts."""
        batch = partial(self.batch, many=many)
        return partial(batch, url), partial(batch, url, and_page=True), partial(batch, "/bare/buy-in/")

    def batch(self, url: str, many: int, *, and_page: bool = False) -> None:
        """Post that many buy-ins, each under a new key; with ``and_page`` open the page after each."""
        said = {"again": "yes", "amount": "5.00", "csrfmiddlewaretoken": self.token}
        for _ in range(many):
            page = self.ask("POST", url, urlencode({**said, "key": new_key()}))
            if and_page:
                self.ask("GET", page)

    def ask(self, method: str, url: str, body: str = "") -> str:
        """Send a request and return the address that it redirects to, "" for a page."""
        self.connection.request(method, url, body, self.headers)
        answer = self.connection.getresponse()
        answer.read()
        if answer.status not in ((303,) if body else (200, 204)):
            raise RuntimeError(f"{url} answered {answer.status}")
        return answer.headers["Location"] or ""

    def spent(self, todo: Callable[[], object]) -> float:
        """Return the processor time of the server during the call."""
        before = _clock(self.process)
        todo()
        return _clock(self.process) - before


@contextlib.contextmanager
def serving(**environment: str) -> Iterator[tuple[int, int]]:
    """Run the server with these environment variables, and yield its process id and its port."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.server", str(port)], cwd=ROOT, env=os.environ | environment
    )
    try:
        _until_open(port)
        yield process.pid, port
    finally:
        process.kill()
        process.wait()


def _until_open(port: int) -> None:
    for _ in range(200):
        with contextlib.suppress(OSError), contextlib.closing(http.client.HTTPConnection("127.0.0.1", port)) as probe:
            probe.request("GET", "/healthz")
            probe.getresponse().read()
            return
        time.sleep(0.1)
    raise RuntimeError("The server did not open.")


def _clock(process: int) -> float:
    """Return the seconds that the threads of a process have run. The threads of the server do not end."""
    tasks = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(each.read_text(encoding="ascii").split()[0]) for each in tasks) / 1e9
