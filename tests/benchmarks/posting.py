"""A buy-in posted over loopback against one bare insert on the same server: what each costs the server."""

import contextlib
import http.client
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

from hostdesk.site.idempotency_keys import new_key
from tests.benchmarks.desk import full_night, signed_in
from tests.benchmarks.timing import Line
from tests.desk import ROOT, free_port

ROUNDS, BATCH = 12, 10
TOKEN = re.compile('name="csrfmiddlewaretoken" value="([^"]+)"')
TICK = os.sysconf("SC_CLK_TCK")


def measure() -> Iterator[Line]:
    """Yield the ratio of processor time, in batches by turns, on a night of 24 players."""
    night, client = full_night(), signed_in()
    number = night.acts.filter(kind="buy_in").earliest("number").transfers.get().player_id
    url = f"/nights/{night.pk}/tonight/players/{number}/"
    token = TOKEN.search(client.get(url).content.decode())
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    with _server() as (process, port):
        post = _Posts(port, cookies, token[1] if token else "")
        ours = theirs = 0.0
        for turn in range(ROUNDS + 1):
            bought = _spent(process, lambda: post.batch(f"{url}buy-in/", again="yes", amount="5.00"))
            inserted = _spent(process, lambda: post.batch("/bare/insert/", cents="500"))
            if turn:  # The first of each pays for the imports.
                ours, theirs = ours + bought, theirs + inserted
    yield {
        "benchmark": "buy-in POST, processor time of the server",
        "against": "POST of a bare insert, same middleware",
        "ratio": round(ours / theirs, 2),
        "ms": round(ours / ROUNDS / BATCH * 1000, 2),
        "against_ms": round(theirs / ROUNDS / BATCH * 1000, 2),
    }


class _Posts:
    """Sends forms as the signed-in host."""

    def __init__(self, port: int, cookies: dict[str, str], token: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.token = token
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self.headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}

    def batch(self, url: str, **fields: str) -> None:
        """Send the form so many times, each under a key of its own."""
        for _ in range(BATCH):
            body = urlencode({**fields, "key": new_key(), "csrfmiddlewaretoken": self.token})
            self.connection.request("POST", url, body, self.headers)
            answer = self.connection.getresponse()
            answer.read()
            if answer.status != 303:
                raise RuntimeError(f"{url} answered {answer.status}")


@contextlib.contextmanager
def _server() -> Iterator[tuple[int, int]]:
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "tests.benchmarks.server", str(port)], cwd=ROOT)
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


def _spent(process: int, todo: Callable[[], object]) -> float:
    """Return the processor time that the server spent while that ran."""
    before = _clock(process)
    todo()
    return _clock(process) - before


def _clock(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK
