"""A desk as a host starts it: ``manage.py serve`` in a process of its own, on a free port, with its own books."""

import contextlib
import fcntl
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Desk:
    """A running desk: its process, its port, its folder, its output up to the opening, and its additional settings."""

    process: "subprocess.Popen[str]"
    port: int
    folder: Path
    printed: str
    settings: dict[str, str]

    @property
    def set_up_path(self) -> str:
        """The path of the set-up link that the desk printed."""
        return str(re.findall(r"https?://[^/]+(/set-up/\S+)", self.printed)[0])

    def stop(self) -> int:
        """End the desk as a service manager would, and return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)


def environment(folder: Path, port: int, **settings: str) -> dict[str, str]:
    """Return the environment of a separate installation, with additional settings by name."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    # With a faked clock (tests/other_times.py) the desk has the same fake time.
    another = ("LD_PRELOAD", "FAKETIME", "FAKETIME_DONT_FAKE_MONOTONIC", "PYTHONPATH")
    kept |= {name: os.environ[name] for name in another} if "FAKETIME" in os.environ else {}
    return {**kept, "HOSTDESK_VAR": str(folder), "HOSTDESK_PORT": str(port), "HOSTDESK_HOSTS": "desk.test", **settings}


def free_port() -> int:
    """Return a port on which no program listens now."""
    with socket.socket() as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])


LATER = ("ledger", "0999_later")
"""A migration that no version knows yet."""
SOURCE = (sys.executable, str(ROOT / "manage.py"))


def start(
    folder: Path,
    port: int,
    *arguments: str,
    under: Sequence[str] = (),
    program: Sequence[str] = SOURCE,
    **settings: str,
) -> "subprocess.Popen[str]":
    """Start ``manage.py`` or another program with the arguments, wrapped in another command if one is given."""
    return subprocess.Popen(
        [*under, *program, *arguments],
        cwd=ROOT if program is SOURCE else folder.parent,
        env=environment(folder, port, **settings),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )


@contextlib.contextmanager
def running(
    folder: Path, port: int = 0, /, under: Sequence[str] = (), program: Sequence[str] = SOURCE, **settings: str
) -> Iterator[Desk]:
    """Run a desk until the end of the block, at a free port by default, wrapped in another command if one is given."""
    port = port or free_port()
    process = start(folder, port, "serve", under=under, program=program, **settings)
    try:
        yield Desk(process, port, folder, _until_open(process), settings)
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def migrated() -> Path:
    """Return a fresh SQLite file of this version, made once for all test processes that run side by side."""
    home = Path(os.environ["DESK_TESTS"])
    with (home / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (home / "migrated").exists():
            (home / "migrating").mkdir(mode=0o700)
            process = start(home / "migrating", 8000, "migrate", "--verbosity=0")
            said, _ = process.communicate(timeout=300)
            assert process.returncode == 0, said
            (home / "migrating").rename(home / "migrated")
    return home / "migrated" / "hostdesk.sqlite3"


def laid_out(folder: Path) -> Path:
    """Put fresh books into a folder, so that a desk that starts there need not migrate first."""
    shutil.copy(migrated(), folder)
    return folder


def kept_by_a_newer_version(folder: Path) -> Path:
    """Note a migration of a later version in the books of a folder, as that version would leave them."""
    with contextlib.closing(sqlite3.connect(folder / "hostdesk.sqlite3")) as books, books:
        books.execute("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '2030-01-01')", LATER)
    return folder


def _until_open(process: "subprocess.Popen[str]") -> str:
    lines: list[str] = []
    for line in process.stdout or ():
        lines.append(line)
        if line == "Ctrl-C stops it.\n":
            return "".join(lines)
    raise AssertionError("The desk did not open:\n" + "".join(lines))
