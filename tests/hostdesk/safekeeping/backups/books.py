"""Separate books in a separate file, for tests that copy, damage and exchange files."""

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper as PostgreSQL

from hostdesk.base.sqlite.base import DatabaseWrapper
from hostdesk.imports.night_log.commands import post_log, read_log
from hostdesk.safekeeping.backups.queries import instead_of_default
from hostdesk.settings import sqlite_settings
from ledger import migrations
from reservations.acts.commands import atomic_batch
from reservations.acts.kinds import Stamp
from reservations.players.commands import record_player

NIGHTS = Path(__file__).resolve().parents[3] / "data" / "nights"
LEDGER_MIGRATIONS = sum(1 for _ in Path(migrations.__path__[0]).glob("0*.py"))


@contextmanager
def opened(path: Path, journal: str = "") -> Iterator[None]:
    """Let this thread keep its books in a SQLite file, with the options of the product, until the end of the block."""
    options = sqlite_settings(str(path))
    if journal:
        options["OPTIONS"]["init_command"] += f"PRAGMA journal_mode={journal};"
    with instead_of_default(DatabaseWrapper({**connections["default"].settings_dict, **options}, "default")):
        yield


def play(night: str) -> None:
    """Record a whole stored night."""
    post_log(read_log((NIGHTS / f"{night}.jsonl").read_bytes()))


def add_player(number: int) -> None:
    """Record one act: a new regular with that number."""
    stamp = Stamp(key=f"player-{number:06}", at=datetime(2026, 11, 20, 20, tzinfo=UTC))
    record_player(stamp=stamp, name=f"Player {number}", regular=True)


def add_players(*numbers: int) -> None:
    """Record an act for each number, all in one transaction."""
    with atomic_batch():
        for number in numbers:
            add_player(number)


def change(path: Path, sql: str) -> None:
    """Change a file behind the product's back, by one or more statements."""
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.executescript(sql)


def names(desk: Path) -> list[str]:
    """Return the file names in the folder of the backups."""
    return sorted(path.name for path in (desk.parent / "backups").glob("[!.]*"))


def reached(desk: Path) -> list[str]:
    """Return the last act of every backup, as its name says."""
    return [name.split("-")[2] for name in names(desk)]


def unreachable() -> AbstractContextManager[None]:
    """Let this thread keep its books in a PostgreSQL database at a port of this machine where no server listens."""
    address = {"HOST": "127.0.0.1", "PORT": "1", "NAME": "hostdesk", "USER": "ann", "PASSWORD": "", "OPTIONS": {}}
    return instead_of_default(PostgreSQL({**connections["default"].settings_dict, **address}, "default"))


def heads(path: Path) -> dict[int, str]:
    """Return the head of every act in a file."""
    with closing(sqlite3.connect(path)) as raw:
        return dict(raw.execute("SELECT number, head FROM reservations_act"))
