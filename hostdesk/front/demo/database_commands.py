"""The demo's own database: its state, its replacement, and the link into it. No other database is filled or deleted."""

import secrets
from datetime import datetime, timedelta
from enum import Enum, auto
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.utils import timezone

from hostdesk.base.sign_in.link_commands import make_link
from hostdesk.base.sqlite.base import DatabaseWrapper
from hostdesk.models import Host, LinkKind
from hostdesk.safekeeping.backups.commands import SIDE_FILES
from reservations.models import Act

KEYS = "demo-"
"""The start of the key of every act of the demo."""

HOST = "Ann Hollis"
_A_LOOK = timedelta(hours=12)
# These have rows as soon as the database is migrated.
_NEVER_EMPTY = {
    "django_migrations",
    "django_content_type",
    "auth_permission",
    "reservations_desk",
    "reservations_rowseal",
}


class NotDemoBooks(Exception):
    """The demo may not fill this database; the sentence has the reason and the way out."""


class DemoState(Enum):
    """The state of the demo's database."""

    NOTHING = auto()
    TODAYS = auto()
    OLDER = auto()


def demo_state(now: datetime) -> DemoState:
    """Return the state of the database: a demo of today, one of another day, or nothing yet.

    Raises ``NotDemoBooks`` for anything else: acts of other origin, and rows of any kind without acts.
    """
    tables = set(connection.introspection.table_names())
    acts = Act.objects.order_by("number").values_list("key", "recorded_at")
    first = acts.first() if Act._meta.db_table in tables else None
    if first and first[0].startswith(KEYS):
        is_todays = timezone.localdate(first[1]) == timezone.localdate(now)
        return DemoState.TODAYS if is_todays else DemoState.OLDER
    has_rows = first is not None
    for table in tables - _NEVER_EMPTY:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")  # noqa: S608 - named by SQLite
            has_rows = has_rows or cursor.fetchone() is not None
    if has_rows:
        raise NotDemoBooks(f"{demo_books().path} has books that are not the demo's. The demo fills only its own.")
    return DemoState.NOTHING


def demo_books() -> DatabaseWrapper:
    """Return the demo's database. Raises ``NotDemoBooks`` unless it is a SQLite file."""
    books = connections[DEFAULT_DB_ALIAS]
    if not isinstance(books, DatabaseWrapper) or books.is_in_memory_db():
        raise NotDemoBooks("The demo keeps its books in a SQLite file of its own: unset DATABASE_URL.")
    return books


def start_anew() -> None:
    """Replace the demo's database, which `demo_state` has recognised, by an empty file."""
    books = demo_books()
    books.close()
    for ending in ("", *SIDE_FILES):
        Path(f"{books.path}{ending}").unlink(missing_ok=True)
    books.make_file()


def host_link() -> str:
    """Return the secret of a new link that signs in the demo's host; adds the host if there is none."""
    host = Host.objects.filter(name=HOST).first() or Host.objects.make(name=HOST, password=secrets.token_urlsafe())
    return make_link(LinkKind.HOST, host=host, valid_for=_A_LOOK)
