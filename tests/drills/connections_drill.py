"""At the door of the server: requests that could be read in two ways, silent connections, floods.

The server of the desk runs here with an application that only notes the requests; the desk itself answers a flood of
sign-ins.
"""

import contextlib
import hashlib
import http.client
import random
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlencode

from waitress.server import create_server

from hostdesk.base.sign_in import guess_commands, views
from hostdesk.base.site.connections_server import OpenServer
from tests.drills.attacks import attack
from tests.drills.drill import Drill, Found
from tests.drills.inside import FORM, PORT, TOKEN, Inside
from tests.hostdesk.base.site.test_http_server import AMBIGUOUS, asked, told
from tests.hostdesk.crowd import PATIENCE, answered, idle, phone, serving

HELD, ROOM_OF_WAITRESS = 50, 100
BEGUN = (b"", b"GET / HTTP/1.1\r\nHost: de", b"POST / HTTP/1.1\r\nHost: desk\r\nContent-Length: 999\r\n\r\na=")
"""The bytes that a slow device has sent so far: none, half a head, or a head and a little of the form."""

FLOODING, OF_EACH = 3, 8  # phones, and connections of each
ITERATIONS = 1_000_000  # as in the desk's hashes; with few posts a fiftieth of it
MANY = 50


def smuggled(requests: int, *, make: Callable[..., Any] = OpenServer) -> Found:
    """Send requests that could be read in two ways, another request behind each, whole and in pieces."""
    paths: list[str] = []
    dice, refused = random.Random(1), 0
    with serving(make(asked(paths), threads=8, host="127.0.0.1", port=0)) as port:
        for number in range(requests):
            sent = [*AMBIGUOUS.values()][number % len(AMBIGUOUS)]
            cuts = sorted(dice.sample(range(len(sent)), number // len(AMBIGUOUS) % 4))
            answer = told(port, *(sent[begins:ends] for begins, ends in zip([0, *cuts], [*cuts, None], strict=True)))
            # The bytes after the refused request may cut its answer short.
            refused += answer == b"" or (answer[9:12] == b"400" and answer.count(b"HTTP/1.") == 1)
    ways = min(requests, len(AMBIGUOUS))
    figure = f"{requests:,} requests of {ways} kinds: {refused:,} refused, {len(paths)} answered by a page"
    return Found(figure, (refused, paths) == (requests, []))


def held_open(asks: int, *, make: Callable[..., Any] = OpenServer, held: int = HELD * len(BEGUN)) -> Found:
    """Hold idle and half-sent connections from one phone, and let the tablet ask over a new connection each time."""
    patience = PATIENCE if make is OpenServer else 0.2
    with serving(make(asked([]), threads=8, host="127.0.0.1", port=0)) as port, idle(port, held, phone(1)) as lines:
        for number, line in enumerate(lines):
            with contextlib.suppress(OSError):
                line.sendall(BEGUN[number % len(BEGUN)])
        well = sum(answered(port, phone(2), patience, method="POST") == 200 for _ in range(asks))
    return Found(f"{held} connections held: {well:,} of {asks:,} asks of the tablet answered", well == asks)


def of_waitress(application: Any, **settings: Any) -> Any:
    """Make the server that the desk's server is built on."""
    return create_server(application, **settings)


def flood(inside: Inside, posts: int, *, damaged: bool) -> dict[str, float]:
    """Let phones sign in as fast as they can while the host posts; count the passwords that are checked at once."""
    if damaged:
        guess_commands.IN_LINE = guess_commands.OF_ONE_PLACE = 1_000
        guess_commands._strangers_turn = threading.Semaphore(1_000)
    counting, over = threading.Lock(), threading.Event()
    counted = {"at_once": 0, "most": 0, "looked_at": 0, "refused": 0, "answered": 0, "slowest": 0.0}

    def looks_at(*_: Any, **__: Any) -> None:
        with counting:
            counted["at_once"] += 1
            counted["looked_at"] += 1
            counted["most"] = max(counted["most"], counted["at_once"])
        hashlib.pbkdf2_hmac("sha256", b"guess", b"salt", ITERATIONS if posts >= MANY else ITERATIONS // 50)
        with counting:
            counted["at_once"] -= 1

    def floods(port: int, number: int) -> None:
        guess = 0
        while not over.is_set():
            guess += 1
            body = urlencode({"name": f"{number} {guess}", "password": "guess"})
            status = answered(
                port, phone(number % FLOODING), method="POST", path="/sign-in/", body=body, headers=_headers()
            )
            counted["refused"] += status == 429

    views.authenticate = looks_at  # type: ignore[attr-defined]
    with serving(OpenServer(inside.application, threads=8, host="127.0.0.1", port=0)) as port:
        crowd = [threading.Thread(target=floods, args=[port, number]) for number in range(FLOODING * OF_EACH)]
        for each in crowd:
            each.start()
        tablet = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        address = f"/nights/{inside.made['night']}/tonight/players/{inside.made['hostile_1']}/buy-in/"
        while counted["looked_at"] < 2:
            time.sleep(0.01)
        for number in range(posts):
            begun = time.monotonic()
            body = urlencode({"key": f"{number:022}", "amount": "0.10", "pay": "cash"})
            tablet.request("POST", address, body, _headers(inside.made["session"]))
            answer = tablet.getresponse()
            answer.read()
            counted["answered"] += answer.status in (200, 303, 409, 422)
            counted["slowest"] = max(counted["slowest"], time.monotonic() - begun)
        over.set()
        tablet.close()
        for each in crowd:
            each.join(PATIENCE)
    return counted


def _headers(session: str = "") -> dict[str, str]:
    cookies = f"form{PORT}={TOKEN}" + (f"; desk{PORT}={session}" if session else "")
    return {"Cookie": cookies, "X-CSRFToken": TOKEN, "Content-Type": FORM, "Connection": "keep-alive"}


def flooded(posts: int, *, damaged: bool = False) -> Found:
    """Post as the host during a flood of sign-ins."""
    found = attack("tests.drills.connections_drill:flood", posts, damaged=damaged)
    figure = (
        f"{posts} posts of the host, {FLOODING * OF_EACH} connections signing in: {found['answered']:.0f} answered, "
        f"at most {found['most']:.0f} passwords looked at at once, {found['refused']:,.0f} asked to come back; the "
        f"slowest post {found['slowest']:.2f} s"
    )
    return Found(figure, (found["answered"], found["most"]) == (posts, 1))


DRILLS = [
    Drill(
        "a request that could be read in two ways is refused",
        smuggled,
        partial(smuggled, make=of_waitress),
        5_000,
        len(AMBIGUOUS),
    ),
    Drill(
        "slow and idle connections leave the tablet served",
        held_open,
        partial(held_open, make=of_waitress, held=ROOM_OF_WAITRESS),
        5_000,
        1,
    ),
    Drill(
        "a flood of sign-ins leaves the host served",
        flooded,
        partial(flooded, damaged=True),
        *(200, 3),
        sister="tests/hostdesk/base/sign_in/test_guess_commands.py",
    ),
]
