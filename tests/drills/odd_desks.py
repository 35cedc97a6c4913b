"""Desks that do one thing otherwise than the product: each is called in the process that will serve, before it does."""

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
    """Kill the desk at the worst moment: a form is recorded, and nobody is told. Of four devices one had its answer."""
    application, forms = serve.application, itertools.count(1)

    def until_the_fifth(environ: dict[str, Any], start_response: Any) -> Any:
        answer = application(environ, start_response)
        if environ["REQUEST_METHOD"] == "POST" and next(forms) == 5:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    serve.application = until_the_fifth


def answers_before_it_records() -> None:
    """Say that a form is recorded, and record it then."""
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
    """Take the lock away, and let whoever has found a seat wait until somebody else has looked for one too."""
    connections["default"].settings_dict["OPTIONS"]["transaction_mode"] = "DEFERRED"
    # Nor is there a transaction, in which SQLite lets nobody write who read what is old, nor a line before it.
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
    """Give up at once where another program has the books."""
    connections["default"].settings_dict["OPTIONS"]["timeout"] = 0
