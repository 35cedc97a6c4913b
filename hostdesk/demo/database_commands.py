"""The demo's own database: what is in it, making it anew, and the way in. No other is ever filled or deleted."""

import secrets
from datetime import datetime, timedelta
from enum import Enum, auto
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.utils import timezone

from hostdesk.models import Host, LinkKind
from hostdesk.sign_in.commands import make_link
from hostdesk.sqlite.base import DatabaseWrapper
from reservations.models import Act

KEYS = "demo-"
"""What the key of every act of the demo begins with."""

HOST = "Ann Hollis"
_A_LOOK = timedelta(hours=12)
_LEFT_BY_SQLITE = ("-journal", "-wal", "-shm")
# These have rows as soon as the database is migrated.
_NEVER_EMPTY = {"django_migrations", "django_content_type", "auth_permission", "reservations_desk"}


class NotTheDemos(Exception):
    """The database is not one that the demo may fill; the sentence says why, and what to do."""


class Found(Enum):
    """What the demo finds in its database."""

    NOTHING = auto()
    TODAYS = auto()
    OLDER = auto()


def look(now: datetime) -> Found:
    """Say what is in the database: a demo that was made today, one of another day, or nothing yet.

    Raises ``NotTheDemos`` for anything else: acts that the demo did not make, and rows of any kind without acts.
    """
    tables = set(connection.introspection.table_names())
    acts = Act.objects.order_by("number").values_list("key", "recorded_at")
    first = acts.first() if Act._meta.db_table in tables else None
    if first is None and not any(map(_has_rows, tables - _NEVER_EMPTY)):
        return Found.NOTHING
    if first is None or not first[0].startswith(KEYS):
        raise NotTheDemos(f"{_books().path} holds books that are not the demo's; it fills no others than its own.")
    return Found.TODAYS if timezone.localdate(first[1]) == timezone.localdate(now) else Found.OLDER


def start_anew() -> None:
    """Delete the demo's database, which :func:`look` has found to be one, and make an empty file in its place."""
    books = _books()
    books.close()
    for ending in ("", *_LEFT_BY_SQLITE):
        Path(f"{books.path}{ending}").unlink(missing_ok=True)
    books.make_file()


def check_place() -> None:
    """Raise ``NotTheDemos`` unless the database is a SQLite file."""
    _books()


def host_link() -> str:
    """Return the secret of a new link that signs one browser in as the demo's host, who is made if there is none."""
    host = Host.objects.filter(name=HOST).first() or Host.objects.make(name=HOST, password=secrets.token_urlsafe())
    return make_link(LinkKind.HOST, host=host, valid_for=_A_LOOK)


def _books() -> DatabaseWrapper:
    books = connections[DEFAULT_DB_ALIAS]
    if not isinstance(books, DatabaseWrapper) or books.is_in_memory_db():
        raise NotTheDemos("The demo keeps its books in a SQLite file of its own: unset DATABASE_URL.")
    return books


def _has_rows(table: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")  # noqa: S608 - named by SQLite
        return cursor.fetchone() is not None
