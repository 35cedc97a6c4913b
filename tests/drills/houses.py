"""Many houses on one machine: each has its own desk process, and its own database on one PostgreSQL.

The desks are the product's, with its server, its middleware and its rounds. One process that has loaded the program
forks them, as a hosted service would.
"""

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.db import connections
from django.test import Client

from hostdesk.base.site import server as site_server
from hostdesk.front.serving.due_worker import rounds_of_the_desk, supervised
from hostdesk.wsgi import application
from tests.browser.scenes import Scene
from tests.drills.scale_drill import place_of

PLAYERS = ("Ann", "Bo", "Cy", "Di", "Ed")


def prepare() -> None:
    """Play the beginning of a night in the books of this process: five players at mike's, each with a phone."""
    scene = Scene()
    made: dict[str, Any] = {**scene.nights(), "session": scene.session()}
    print(json.dumps({**made, "phones": [scene.players_session(name) for name in PLAYERS]}))


def serve(houses: int, night: int, session: str) -> None:
    """Run so many desks, each at its own address, until this process is told to end."""
    settings.ALLOWED_HOSTS.append("testserver")
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    client.get(f"/nights/{night}/tonight/")  # all forks share the modules that one has loaded
    connections.close_all()
    desks = [_begun(house) for house in range(houses)]

    def end(*_: int | FrameType | None) -> None:
        for desk in desks:
            os.kill(desk, signal.SIGKILL)
        sys.exit(0)

    signal.signal(signal.SIGTERM, end)
    print(json.dumps(desks), flush=True)
    signal.pause()


def _begun(house: int) -> int:
    """Run the desk of one house in a process of its own, and return the process id."""
    parent = os.getpid()
    if child := os.fork():
        return child
    try:
        settings.VAR = Path(settings.VAR) / f"house-{house}"
        settings.VAR.mkdir()
        settings.HEAD = settings.VAR / "head"
        connections.settings["default"]["NAME"] = f"house_{house}"
        threading.Thread(target=_end_with, args=[parent], daemon=True).start()
        with supervised(*rounds_of_the_desk()):
            site_server.run(site_server.make_server(application, listen=place_of(house), port=settings.PORT))
    finally:
        os._exit(1)


def _end_with(parent: int) -> None:
    """End this process once its parent has ended."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
