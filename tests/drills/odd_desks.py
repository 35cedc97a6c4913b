"""Desks that differ from the product in one thing: each function runs in the serving process, before it serves."""

import contextlib
import importlib
import io
import itertools
import os
import signal
import threading
import time
from types import SimpleNamespace
from typing import Any

from django.db import connections

from reservations.acts import commands as acts_commands
from reservations.rsvps import commands as rsvps_commands

serve: Any = importlib.import_module("hostdesk.management.commands.serve")
A_MOMENT, LONG = 0.02, 10.0  # seconds


def dies_before_it_answers() -> None:
    """Kill the desk at the worst moment: a form is recorded, but not answered. One of four devices had its answer."""
    application, forms = serve.application, itertools.count(1)

    def until_the_fifth(environ: dict[str, Any], start_response: Any) -> Any:
        answer = application(environ, start_response)
        if environ["REQUEST_METHOD"] == "POST" and next(forms) == 5:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    serve.application = until_the_fifth


def answers_before_it_records() -> None:
    """Acknowledge a form first, and record it afterwards."""
    application = serve.application

    def soon(environ: dict[str, Any], start_response: Any) -> Any:
        if environ["REQUEST_METHOD"] != "POST":
            return application(environ, start_response)
        length = int(environ["CONTENT_LENGTH"])
        later = {**environ, "wsgi.input": io.BytesIO(environ["wsgi.input"].read(length))}
        threading.Thread(target=application, args=(later, lambda *_: None), daemon=True).start()
        time.sleep(A_MOMENT)
        start_response("303 See Other", [("Location", "/"), ("Content-Length", "0")])
        return []

    serve.application = soon


def two_look_before_one_writes() -> None:
    """Remove the lock, and let a phone that has found a seat wait until another has looked for one too."""
    connections["default"].settings_dict["OPTIONS"]["transaction_mode"] = "DEFERRED"
    # Remove the transaction too, in which SQLite lets no stale reader write, and the queue before it.
    rsvps: Any = rsvps_commands
    acts: Any = acts_commands
    acts.transaction = SimpleNamespace(atomic=lambda **_: contextlib.nullcontext(), get_rollback=lambda: False)
    acts._PATIENCE = 0.0
    place, two = rsvps._place, threading.Barrier(2)

    def after_the_other(on: Any, **said: Any) -> Any:
        found = place(on, **said)
        with contextlib.suppress(threading.BrokenBarrierError):
            two.wait(LONG)
        return found

    rsvps._place = after_the_other


def waits_for_nobody() -> None:
    """Give up at once if another program has the books."""
    connections["default"].settings_dict["OPTIONS"]["timeout"] = 0
