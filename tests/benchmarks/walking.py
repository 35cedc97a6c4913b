"""The length of a request: calls of our own functions, the modules they are in, and queries."""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from inspect import CO_GENERATOR
from types import FrameType
from typing import Any, TypeVar

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.night.commands import play_last_hand
from reservations.acts.kinds import Stamp
from reservations.models import Player
from tests.benchmarks.desk import full_night, signed_in
from tests.benchmarks.timing import Line
from tests.desk import ROOT

Answered = TypeVar("Answered")
APPS = tuple(str(ROOT / app) for app in ("reservations", "ledger", "hostdesk"))
PLAYERS = 9
MOST = {
    "a cash-out": {"calls": 180, "modules": 30, "queries": 12},
    "the page after it": {"calls": 300, "modules": 62, "queries": 10},
}
"""The most calls, modules and queries of a host's request, on a night with that many players."""


@dataclass
class Walk:
    """The modules of our functions in the order of their calls, and the number of queries."""

    called: list[str] = field(default_factory=list)
    queries: int = 0

    @property
    def calls(self) -> int:
        return len(self.called)

    @property
    def modules(self) -> int:
        return len({*self.called})

    def note(self, frame: FrameType, event: str, _: Any) -> None:
        """Note a call from Python's profiler; a generator counts once, when it begins."""
        code = frame.f_code
        if event != "call" or code.co_name.startswith("<") or not code.co_filename.startswith(APPS):
            return
        if not code.co_flags & CO_GENERATOR or frame.f_lasti < 3:
            self.called.append(code.co_filename)


def walked(ask: Callable[[], Answered]) -> tuple[Answered, Walk]:
    """Return the answer to a request, and its walk."""
    walk = Walk()
    with CaptureQueriesContext(connection) as queries:
        sys.setprofile(walk.note)
        try:
            answer = ask()
        finally:
            sys.setprofile(None)
    walk.queries = sum(not query["sql"].startswith(("SAVEPOINT", "RELEASE")) for query in queries)
    return answer, walk


def cashed_out() -> dict[str, Walk]:
    """Cash out a player after the last hand, by the button below the typed count; return both walks by name.

    Raises ``RuntimeError`` if the chips are not paid.
    """
    browser, night = signed_in(), full_night("walked-night", PLAYERS)
    play_last_hand(stamp=Stamp("walked-last-hand", timezone.now()), night=night)
    leaver = Player.objects.latest("number")
    address = f"/nights/{night.pk}/tonight/players/{leaver.number}/cash-out/"
    said = {"key": "walked-cash-out", "step": "pay", "player_count": "10.00", "in_for": "1000"}
    live = browser.post(f"{address}live/", said, headers={"HX-Request": "true"}).content.decode()
    [said["plan"]] = re.findall(r'name="plan" value="(.*)"', live)
    browser.get(f"/nights/{night.pk}/tonight/")
    paid, post = walked(lambda: browser.post(address, said))
    after, page = walked(lambda: browser.get(paid.headers.get("Location", "/")))
    if (paid.status_code, after.status_code) != (303, 200):
        raise RuntimeError(f"The chips were not paid: {paid.status_code}, {after.status_code}.")
    return dict(zip(MOST, (post, page), strict=True))


def measure() -> Iterator[Line]:
    """Yield the calls, modules and queries of a cash-out and of the page after it."""
    for what, walk in cashed_out().items():
        for figure, most in MOST[what].items():
            count = getattr(walk, figure)
            yield {"benchmark": f"{figure} of {what}", figure: count, "at_most": most, "holds": count <= most}
