"""Dumps of a PostgreSQL database, by PostgreSQL's own programs."""

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from subprocess import PIPE
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

from hostdesk.backups.queries import BooksCheck, LastAct, check_books, instead_of_default
from reservations.acts.problems import Problem
from reservations.models import Act

A_VERSION = 10_000  # PostgreSQL 15.3 calls itself 150003


class ProgramFailed(Problem):
    """One of PostgreSQL's programs is missing or ended with an error; the sentence is what it said."""


def dump_database(path: Path) -> BooksCheck:
    """Dump one moment of the database into a file, and return the check of that moment.

    The dump and the check share a snapshot, so they see the same rows while others write. The dump is then read back
    whole; if its last act differs from the snapshot's, that is among the faults.
    Raises `ProgramFailed`.
    """
    with instead_of_default(connections[DEFAULT_DB_ALIAS].copy()), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
        _run("pg_dump", "--format=custom", f"--snapshot={snapshot}", "--lock-wait-timeout=20s", f"--file={path}")
        found = check_books()
    in_dump = last_act_in(path)
    if in_dump == found.last:
        return found
    differs = f"The dump goes to {in_dump}, the database to {found.last}."
    return BooksCheck(found.last, found.migrations_missing, (*found.faults, differs))


def last_act_in(path: Path) -> LastAct:
    """Read a whole dump and return its last act. Raises `ProgramFailed`.

    A dump begins with the list of its contents: only reading all of it shows that nothing is cut off.
    """
    command = ["pg_restore", "--file=-", str(path)]
    with tempfile.TemporaryFile() as said:
        try:
            reading = subprocess.Popen(command, stdout=PIPE, stderr=said, encoding="utf-8", errors="replace")
        except FileNotFoundError:
            raise ProgramFailed(_wanted("pg_restore is not installed")) from None
        with reading:
            acts = [LastAct(int(act["number"]), act["head"]) for act in _acts(reading.stdout or ())]
        if reading.returncode != 0:
            said.seek(0)
            raise ProgramFailed(_failure("pg_restore", said.read().decode(errors="replace")))
    last = max(acts, key=lambda act: act.number, default=LastAct())
    if len(acts) != last.number:
        raise ProgramFailed(f"The dump has {len(acts)} acts, and the last is {last}.")
    return last


def _acts(lines: Iterable[str]) -> Iterator[dict[str, str]]:
    """Yield the rows of the table of acts in a dump's text, without one that is cut off."""
    columns: list[str] = []
    for line in lines:
        fields = line.rstrip("\n").split("\t")
        if columns and line == "\\.\n":
            columns = []
        elif columns and len(fields) == len(columns):
            yield dict(zip(columns, fields, strict=True))
        elif line.startswith("COPY ") and line.split()[1].rpartition(".")[2] == Act._meta.db_table:
            columns = line[line.index("(") + 1 : line.index(")")].split(", ")


def fill_from(path: Path, *, then: Callable[[], None]) -> BooksCheck:
    """Fill the configured database, which has to be empty, from a dump, all or nothing, and return its check.

    ``then`` is called once the check has passed. Raises `ProgramFailed`.
    """
    in_dump = last_act_in(path)
    if connection.introspection.table_names():
        raise ProgramFailed(
            f"the database {connection.settings_dict['NAME']} is not empty, and this command never overwrites one. "
            "Make a new one (createdb), set DATABASE_URL to it, and restore there; the old one stays."
        )
    _run("pg_restore", "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", str(path))
    found = check_books()
    if found.faults or found.last != in_dump:
        fault = found.summary() or f"It goes to {found.last}."
        raise ProgramFailed(f"{path} is not a valid backup: {fault} Do not use the database it was restored into.")
    then()
    return found


def _run(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs on the database that this thread is connected to. Raises `ProgramFailed`."""
    server, options = _server(), connection.settings_dict.get("OPTIONS", {})
    # psycopg's own ``dsn`` repeats every default of its library, and older programs refuse those they lack.
    encrypted = {name: value for name, value in options.items() if name.startswith("ssl")}
    postgresql: Any = connection  # the driver comes with the connection: a desk on SQLite never loads it
    make_conninfo = postgresql.Database.conninfo.make_conninfo
    address = make_conninfo(host=server.host, port=server.port, user=server.user, dbname=server.dbname, **encrypted)
    try:
        done = subprocess.run(
            [program, *arguments, f"--dbname={address}"],
            # In the environment, so that no list of processes shows the password.
            env={**os.environ, **({"PGPASSWORD": server.password} if server.password else {})},
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except FileNotFoundError:
        raise ProgramFailed(_wanted(f"{program} is not installed")) from None
    if done.returncode != 0:
        raise ProgramFailed(_failure(program, done.stderr))


def _server() -> Any:
    """Return psycopg's facts of the server and the connection."""
    connection.ensure_connection()
    return connection.connection.info


def _failure(program: str, said: str) -> str:
    lines = [line for line in said.splitlines() if line.strip()] or [f"{program} failed without a message."]
    if "server version mismatch" in said:
        return _wanted(f"{program} is older than the server")
    return " ".join(lines[:3])


def _wanted(fault: str) -> str:
    version = _server().server_version // A_VERSION
    package = f"on Debian the package postgresql-client-{version} or postgresql-client"
    return f"{fault}. Install PostgreSQL's own programs, version {version} or newer ({package})."
