"""No secret is in the log: not of links, calendars, screens or group links, and no password, PIN or session."""

import io
import logging
from collections.abc import Iterator
from functools import partial
from typing import Any

from hostdesk.base.site.addresses import HideSecrets
from hostdesk.people.pin import commands as pin_commands
from reservations.models import Player
from tests.drills.attacks import attack
from tests.drills.crawled import patterns
from tests.drills.drill import Drill, Found
from tests.drills.inside import Inside

SECRETS = (
    "link",
    "bankers_link",
    "players_link",
    "night_link",
    "poll_link",
    "group_link",
    "poll_group",
    "screen",
    "stops",
)
PASSWORD, PIN = "planted password", "314159"
ADDRESSES = (
    *("/link/{}/", "/set-up/{}/", "/set-up/{}/house/", "/group/{}/", "/group/{}/name/", "/group/{}/newcomer/"),
    *("/group/{}/rules/", "/group/{}/enter/", "/group/{}/leave/", "/table/{}/", "/table/{}/now/", "/table/{}/rules/"),
    *("/table/{}/clock.json", "/do-not-write/{}/", "/calendar/{}.ics"),
)


def logged(inside: Inside, rounds: int, *, damaged: bool) -> dict[str, Any]:
    """Request every address that holds a secret, by every method, first working and then broken; search the log."""
    if damaged:
        HideSecrets.filter = lambda self, record: True  # type: ignore[method-assign]
    log = io.StringIO()
    for handler in logging.getLogger().handlers:
        if isinstance(handler, logging.StreamHandler):
            handler.setStream(log)
    pin_commands.set_pin(Player.objects.get(pk=inside.made["hostile_1"]), PIN)
    planted = [str(inside.made[name]).rpartition("-")[2] if name == "stops" else inside.made[name] for name in SECRETS]
    planted += [inside.made["session"], inside.made["players_session"], PASSWORD, PASSWORD.replace(" ", "+"), PIN]
    asks = sum(1 for _ in _asks(inside, rounds))
    views = [*patterns()]
    for view in views:
        view.callback = _breaks
    asks += sum(1 for _ in _asks(inside, rounds))
    lines = log.getvalue().splitlines()
    return {"asks": asks, "lines": len(lines), "secrets": len(planted), "found": _found(lines, planted)}


def _asks(inside: Inside, rounds: int) -> Iterator[None]:
    """Send every secret as nobody and as a player, and forms with words that nobody should learn."""
    for name in SECRETS[:rounds]:
        for address in (each.format(inside.made[name]) for each in ADDRESSES):
            for method in ("GET", "HEAD", "POST", "PUT"):
                for session in ("", inside.made["players_session"]):
                    inside.ask(method, address, b"x=1", session=session)
                    yield
    for session in ("", inside.made["players_session"], inside.made["session"]):
        number = inside.made["hostile_1"]
        inside.post("/sign-in/", {"name": PASSWORD, "password": PASSWORD}, session=session)
        inside.post(
            f"/sign-in/?next=/link/{inside.made['link']}/", {"name": "Ann", "password": PASSWORD}, session=session
        )
        inside.post(f"/own/{number}/pin/", {"pin": PIN}, session=session)
        inside.post(f"/own/{number}/pin/change/", {"pin": PIN, "pin_again": PIN}, session=session)
        inside.post(
            "/password/", {"password_old": PASSWORD, "password": PASSWORD, "password_again": "x"}, session=session
        )
        said = {"provider": "other", "address": "desk@example.org", "password": PASSWORD}
        inside.post("/mail-account/", said, session=session)
        yield from [None] * 6


def _breaks(request: Any, **_: Any) -> Any:
    raise LookupError(f"nothing at {request.build_absolute_uri()}, as {request.path_info!r} says")


_breaks.audience = "anyone"  # type: ignore[attr-defined]


def _found(lines: list[str], planted: list[str]) -> list[str]:
    return sorted({line.strip()[:200] for line in lines for secret in planted if secret in line})


def silent(rounds: int, *, damaged: bool = False) -> Found:
    """Look for planted secrets in the log of requests that succeed and that fail."""
    found = attack("tests.drills.log_drill:logged", rounds, damaged=damaged)
    figure = (
        f"{found['asks']:,} requests, {found['lines']:,} lines, {found['secrets']} secrets: {len(found['found'])} in"
    )
    return Found(
        figure + (f" ({found['found'][0]})" if found["found"] else ""), not found["found"] and found["lines"] > 0
    )


DRILLS = [Drill("no secret is in the log", silent, partial(silent, damaged=True), len(SECRETS), 1)]
