"""A desk that starts a hundred times a minute: one process loads everything, and every start is a fork of it.

``python -m tests.drills.warm_desk`` is that process; it takes its commands line by line. A fork does the same as
``manage.py``: ``serve``, with its lock on the file, its migrations and checks, and ``ledger_check``. It only saves the
second in which Python reads its modules.
"""

import contextlib
import importlib
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.db.migrations.loader import MigrationLoader

from tests import desk


@dataclass(frozen=True)
class WarmDesk:
    """The process, the port at which its desks serve, one after the other, and the folder with the books."""

    process: "subprocess.Popen[str]"
    port: int
    folder: Path

    def serve(self, how: str = "") -> None:
        """Start a desk, which may do one thing differently (a function of `tests/drills/odd_desks.py`)."""
        self._tell(f"serve {how}")

    def kill(self) -> None:
        """End the desk as ``kill -9`` does, whatever it is doing."""
        self._tell("kill")

    def wait(self) -> None:
        """Wait until the desk has ended by itself."""
        self._tell("wait")

    def check(self, folder: Path | None = None) -> str:
        """Return the output of ``ledger_check`` for the books of a folder: "" if they are right."""
        return self._tell(f"check {folder or self.folder}")

    def _tell(self, what: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{what}\n")
        self.process.stdin.flush()
        return str(json.loads(self.process.stdout.readline()))


@contextlib.contextmanager
def warm_desk(folder: Path) -> Iterator[WarmDesk]:
    """Load a desk for the books of a folder until the end of the block; its desks print to `log` there."""
    port = desk.free_port()
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.drills.warm_desk"],
            cwd=desk.ROOT,
            env=desk.environment(folder, port, DJANGO_SETTINGS_MODULE="hostdesk.settings", HOSTDESK_LISTEN="127.0.0.1"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    one = WarmDesk(process, port, folder)
    try:
        yield one
    finally:
        with contextlib.suppress(OSError, ValueError):
            one.kill()
        process.kill()
        process.communicate()


def main() -> None:
    """Load everything, and run the commands that come through standard input."""
    django.setup()
    # Read once here, and not by every fork.
    importlib.import_module("hostdesk.urls")
    MigrationLoader(None)
    odd_desks = importlib.import_module("tests.drills.odd_desks")
    serving = 0
    for line in sys.stdin:
        what, _, how = line.strip().partition(" ")
        said = ""
        if what == "serve":
            serving = os.fork()
            if not serving:
                os.dup2(2, 1)  # its output must not mix with the answers
                if how:
                    getattr(odd_desks, how)()
                call_command("serve")
                os._exit(0)
        elif what in ("kill", "wait") and serving:
            if what == "kill":
                os.kill(serving, signal.SIGKILL)
            os.waitpid(serving, 0)
            serving = 0
        elif what == "check":
            said = _checked(Path(how))
        print(json.dumps(said), flush=True)
    if serving:
        os.kill(serving, signal.SIGKILL)  # the drill that asked for it has ended


def _checked(folder: Path) -> str:
    """Check the ledger of a folder in a process of its own, as the command does, and return the output."""
    ours, theirs = os.pipe()
    checking = os.fork()
    if not checking:
        settings.HEAD = folder / "head"
        connections["default"].settings_dict["NAME"] = str(folder / settings.BOOKS)
        said = io.StringIO()
        try:
            call_command("ledger_check", stdout=said)
        except BaseException as fault:  # noqa: BLE001 - a SystemExit too
            said.write(repr(fault))
        os.write(theirs, said.getvalue()[:50_000].encode())
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, encoding="utf-8") as told:
        said_there = told.read()
    os.waitpid(checking, 0)
    return said_there


if __name__ == "__main__":
    main()
