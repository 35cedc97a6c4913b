"""Attacks from inside: a drill names the function of an attack, which runs in a process of its own."""

import atexit
import json
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from tests import desk
from tests.browser import scenes
from tests.drills.inside import PORT

MEMORY = Path("/dev/shm")


def attack(what: str, rounds: int, *, scene: str = "everything", **said: Any) -> Any:
    """Let ``module:function`` attack a copy of that scene ("" for empty books), and return its findings.

    The function gets an `Inside`, the number of rounds, and all further arguments. Raises ``RuntimeError`` if it fails.
    """
    waiting = _waiting(scene)
    assert waiting.stdin is not None
    assert waiting.stdout is not None
    waiting.stdin.write(json.dumps([what, rounds, said]) + "\n")
    waiting.stdin.flush()
    found, fault = json.loads(waiting.stdout.readline())
    if fault:
        raise RuntimeError(fault)
    return found


@cache
def _waiting(scene: str) -> "subprocess.Popen[str]":
    """Start the process that waits for attacks on a scene; it ends with this one."""
    folder = Path(tempfile.mkdtemp(prefix="desk-attacks-", dir=MEMORY if MEMORY.is_dir() else None))
    if scene:
        scenes.lay_out(folder, scene)
    else:
        (desk.laid_out(folder) / "made.json").write_text('{"session": ""}', encoding="utf-8")
    settings = {"HOSTDESK_TIME_ZONE": "America/New_York", "HOSTDESK_BACKUPS_KEPT": "0", "HOSTDESK_HOSTS": "desk.test"}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.drills.inside", str(folder)],
            cwd=desk.ROOT,
            env=desk.environment(folder, PORT, DJANGO_SETTINGS_MODULE="hostdesk.settings", **settings),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            encoding="utf-8",
        )

    def end() -> None:
        process.communicate()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    return process
