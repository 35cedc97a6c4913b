"""The museum: a database of each version on SQLite and on PostgreSQL, and that version's report on its books.

python -m tests.exhibit     adds the running version to tests/data/museum: its database as a SQLite file, the same rows
                            as PostgreSQL keeps them, and its report on them as JSON
"""

import csv
import hashlib
import io
import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from django.db import connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper as PostgreSQL
from pypdf import PdfReader

from hostdesk.safekeeping.backups.queries import instead_of_default
from ledger.bank.queries import last_act
from ledger.reports.night_pdf import night_report_pdf
from ledger.reports.night_queries import night_report
from ledger.results.queries import results
from ledger.standings.queries import standings
from reservations.models import Night
from reservations.players.queries import player_names
from tests.desk import ROOT
from tests.hostdesk.safekeeping.backups.books import opened
from tests.running import run

MUSEUM = ROOT / "tests" / "data" / "museum"
VERSIONS = sorted(path.stem for path in MUSEUM.glob("*.json"))
AMOUNT = re.compile(r"−?\d[\d,]*\.\d\d")


@contextmanager
def exhibited(version: str, folder: Path) -> Iterator[None]:
    """Let this thread use a copy of that version's books, in the kind of database that is under test."""
    if connection.vendor == "sqlite":
        path = Path(shutil.copy(MUSEUM / f"{version}.sqlite3", folder / "hostdesk.sqlite3"))
        with opened(path):
            yield
        return
    usual = connections["default"].settings_dict
    place = {"host": usual["HOST"] or usual["OPTIONS"].get("host"), "user": usual["USER"], "autocommit": True}
    name = f"museum_{os.getpid()}"
    with psycopg.connect(dbname="postgres", **place) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            with psycopg.connect(dbname=name, **place) as books:
                books.execute((MUSEUM / f"{version}.sql").read_bytes())
            with instead_of_default(PostgreSQL({**usual, "NAME": name}, "default")):
                yield
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def heads() -> list[tuple[int, str]]:
    """Return the number and the head of every act, read from a database of any age."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT number, head FROM reservations_act ORDER BY number")
        return [(number, head) for number, head in cursor.fetchall()]


def told() -> dict[str, Any]:
    """Return this version's report on the books: the last act, THE BOOK, every closed night, and two papers.

    Amounts are cents. A paper is reported by its amounts and how often each occurs, and the results by every byte.
    """
    nights = list(Night.objects.filter(bank__closed__isnull=False).order_by("date", "pk"))
    last = last_act()
    return {
        "act": last.number,
        "head": last.head,
        "standings": _by_name(standings()),
        "results": {
            str(night.date): _by_name({player: each.result_cents for player, each in results(night).items()})
            for night in nights
        },
        "papers": {str(night.date): _paper(night) for night in nights[-2:]},
    }


def _paper(night: Night) -> dict[str, Any]:
    pages = PdfReader(io.BytesIO(night_report_pdf(night_report(night)))).pages
    said = run("night_result", night.pk, "--csv").out
    return {
        "players": len([*csv.reader(said.splitlines())]) - 1,
        "csv": hashlib.sha256(said.encode()).hexdigest(),
        "amounts": dict(sorted(Counter(AMOUNT.findall("\n".join(page.extract_text() for page in pages))).items())),
    }


def _by_name(cents: dict[int, int]) -> dict[str, int]:
    names = player_names(cents)
    return {names[player]: amount for player, amount in cents.items()}
