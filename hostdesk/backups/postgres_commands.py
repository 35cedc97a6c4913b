"""Dumps of a PostgreSQL database, by PostgreSQL's own programs."""

import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from psycopg.conninfo import make_conninfo

from hostdesk.backups.check_queries import Found, LastAct, instead_of_default, look_through
from reservations.acts.problems import Problem
from reservations.models import Act

A_VERSION = 10_000  # PostgreSQL 15.3 calls itself 150003


class ProgramFailed(Problem):
    """One of PostgreSQL's programs is missing or ended with an error; the sentence is what it said."""


def dump_database(path: Path) -> Found:
    """Dump one moment of the database into a file, and return what the database held in that moment.

    The dump and the look through the ledger share a snapshot, so they see the very same rows however many are writing.
    The dump is then read back whole; where it does not go as far as the snapshot, that is among the faults.
    Raises `ProgramFailed`.
    """
    with _snapshot() as name:
        _run("pg_dump", "--format=custom", f"--snapshot={name}", "--lock-wait-timeout=20s", f"--file={path}")
        found = look_through()
    in_dump = last_act_in(path)
    if in_dump == found.last:
        return found
    differs = f"The dump goes to {in_dump}, the database to {found.last}."
    return Found(found.last, found.migrations_missing, (*found.faults, differs))


@contextmanager
def _snapshot() -> Iterator[str]:
    """Let this thread read one moment of the database; yields the name by which another session can share it."""
    with (
        instead_of_default(connections[DEFAULT_DB_ALIAS].copy()),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        yield str(cursor.fetchone()[0])


def last_act_in(path: Path) -> LastAct:
    """Read a dump from beginning to end and return how far its ledger goes. Raises `ProgramFailed`.

    The list of what a dump contains stands at its beginning: only reading all of it shows that nothing is cut off.
    """
    with tempfile.TemporaryFile() as said, _started(["pg_restore", "--file=-", str(path)], said) as reading:
        acts = [LastAct(int(act["number"]), act["head"]) for act in _acts(reading.stdout or ())]
        if reading.wait() != 0:
            said.seek(0)
            raise ProgramFailed(_words("pg_restore", said.read().decode(errors="replace")))
    last = max(acts, key=lambda act: act.number, default=LastAct())
    if len(acts) != last.number:
        raise ProgramFailed(f"The dump holds {len(acts)} acts, and the last of them is {last}.")
    return last


def _started(command: list[str], said: IO[bytes]) -> "subprocess.Popen[str]":
    try:
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, encoding="utf-8", errors="replace")
    except FileNotFoundError:
        raise ProgramFailed(_not_installed(command[0])) from None


def _acts(lines: Iterable[str]) -> Iterator[dict[str, str]]:
    """Yield the rows of the table of acts out of a dump's text; a row that is cut off is none."""
    columns: list[str] = []
    for line in lines:
        fields = line.rstrip("\n").split("\t")
        if columns and line == "\\.\n":
            columns = []
        elif columns and len(fields) == len(columns):
            yield dict(zip(columns, fields, strict=True))
        elif line.startswith("COPY ") and line.split()[1].rpartition(".")[2] == Act._meta.db_table:
            columns = line[line.index("(") + 1 : line.index(")")].split(", ")


def fill_from(path: Path) -> Found:
    """Fill the configured database, which has to be empty, from a dump: all of it or nothing. Return what it holds.

    Raises `ProgramFailed`.
    """
    _run("pg_restore", "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", str(path))
    return look_through()


def _run(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs on the database that this thread is connected to. Raises `ProgramFailed`."""
    server = _server()
    try:
        done = subprocess.run(
            [program, *arguments, f"--dbname={_address(server)}"],
            # Not among the arguments: in the environment no list of processes shows the password.
            env={**os.environ, **({"PGPASSWORD": server.password} if server.password else {})},
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except FileNotFoundError:
        raise ProgramFailed(_not_installed(program)) from None
    if done.returncode != 0:
        raise ProgramFailed(_words(program, done.stderr))


def _address(server: Any) -> str:
    """Return how to reach the server, with what the settings say and no more.

    psycopg's own ``dsn`` repeats every default of the library it brings, and older programs refuse those they lack.
    """
    options = connection.settings_dict.get("OPTIONS", {})
    encrypted = {name: value for name, value in options.items() if name.startswith("ssl")}
    return make_conninfo(host=server.host, port=server.port, user=server.user, dbname=server.dbname, **encrypted)


def _server() -> Any:
    """Return what psycopg knows of the server and of how it was reached."""
    connection.ensure_connection()
    return connection.connection.info


def _not_installed(program: str) -> str:
    return f"{program} is not installed. Install PostgreSQL's own programs, {_version_wanted()}."


def _words(program: str, said: str) -> str:
    lines = [line for line in said.splitlines() if line.strip()] or [f"{program} ended without a word."]
    if "server version mismatch" in said:
        return f"{program} is older than the server. Install PostgreSQL's own programs, {_version_wanted()}."
    return " ".join(lines[:3])


def _version_wanted() -> str:
    version = _server().server_version // A_VERSION
    return f"version {version} or newer (on Debian the package postgresql-client-{version} or postgresql-client)"
