"""Dumps of a PostgreSQL database, by PostgreSQL's own programs."""

import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from subprocess import PIPE
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

from hostdesk.safekeeping.backups.queries import BooksCheck, LastAct, check_books, instead_of_default
from reservations.acts.problems import Problem
from reservations.models import Act

_ACTS = Act._meta.db_table
A_VERSION = 10_000  # PostgreSQL 15.3 calls itself 150003


class ProgramFailed(Problem):
    """One of PostgreSQL's programs is missing or ended with an error; the sentence is its message."""


def dump_database(path: Path) -> BooksCheck:
    """Dump one moment of the database into a file, and return the check of that moment.

    The dump and the check share a snapshot, so they see the same rows while others write. The dump is then read back
    whole; if its last act differs from the snapshot's, that is among the faults. Raises `ProgramFailed`.
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
    return found._replace(faults=(*found.faults, differs))


Row = tuple[str, Sequence[str], Sequence[Any]]
"""The table of a row, its columns and its cells."""
COUNTERS = "sqlite_sequence"
"""The table in which SQLite keeps the last id of every table, and by which those of a dump go here."""
_COUNTED = re.compile(r"SELECT pg_catalog\.setval\('\w+\.(\w+)_id_seq', (\d+), true\);\n")
_ESCAPED = re.compile(r"\\(.)")
_MEANT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def last_act_in(path: Path) -> LastAct:
    """Read a whole dump and return its last act. Raises `ProgramFailed`.

    A dump begins with the list of its contents: only reading all of it shows that nothing is cut off.
    """
    rows = (dict(zip(columns, cells, strict=True)) for table, columns, cells in rows_of_dump(path) if table == _ACTS)
    acts = [LastAct(int(act["number"]), act["head"]) for act in rows]
    last = max(acts, key=lambda act: act.number, default=LastAct())
    if len(acts) != last.number:
        raise ProgramFailed(f"The dump has {len(acts)} acts, and the last is {last}.")
    return last


def rows_of_dump(path: Path) -> Iterator[Row]:
    """Yield every row of a dump as text, table by table, then the last id of every table. Raises `ProgramFailed`."""
    command = ["pg_restore", "--file=-", str(path)]
    with tempfile.TemporaryFile() as output:
        try:
            reading = subprocess.Popen(command, stdout=PIPE, stderr=output, encoding="utf-8", errors="replace")
        except FileNotFoundError:
            raise ProgramFailed(_wanted("pg_restore is not installed")) from None
        with reading:
            yield from _rows(reading.stdout or ())
        if reading.returncode != 0:
            output.seek(0)
            raise ProgramFailed(_failure("pg_restore", output.read().decode(errors="replace")))


def _rows(lines: Iterable[str]) -> Iterator[Row]:
    """Yield the rows in a dump's text, without one that is cut off."""
    table, columns = "", list[str]()
    for line in lines:
        fields = line.rstrip("\n").split("\t")
        if columns and line == "\\.\n":
            columns = []
        elif columns and len(fields) == len(columns):
            yield table, columns, [_cell(field) for field in fields]
        elif line.startswith("COPY "):
            table = line.split()[1].rpartition(".")[2]
            columns = [name.strip('"') for name in line[line.index("(") + 1 : line.index(")")].split(", ")]
        elif counted := _COUNTED.fullmatch(line):
            yield COUNTERS, ("name", "seq"), counted.groups()


def _cell(text: str) -> str | None:
    """Return the text of a cell of a dump; None for NULL."""
    return None if text == "\\N" else _ESCAPED.sub(lambda escaped: _MEANT.get(escaped[1], escaped[1]), text)


def _run(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs on this thread's database. Raises `ProgramFailed`."""
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


def _failure(program: str, output: str) -> str:
    lines = [line for line in output.splitlines() if line.strip()] or [f"{program} failed without a message."]
    if "server version mismatch" in output:
        return _wanted(f"{program} is older than the server")
    return " ".join(lines[:3])


def _wanted(fault: str) -> str:
    if connection.vendor != "postgresql":
        return f"{fault}. Install PostgreSQL's own programs (on Debian the package postgresql-client)."
    version = _server().server_version // A_VERSION
    package = f"on Debian the package postgresql-client-{version} or postgresql-client"
    return f"{fault}. Install PostgreSQL's own programs, version {version} or newer ({package})."
