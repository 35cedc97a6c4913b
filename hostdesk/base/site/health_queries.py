"""The health of the database and the desk's rounds, for ``/healthz``."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.contrib.sessions.models import Session
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, transaction
from django.utils import timezone

from hostdesk.base.site.league_queries import league_faults, waits_for_standby
from hostdesk.base.site.migration_queries import migrations_missing
from hostdesk.base.site.rounds import MAILBOX, rounds
from hostdesk.base.site.troubles import FULL, NOT_FOLLOWED, trouble_in
from hostdesk.base.sqlite.base import DatabaseWrapper
from reservations.acts import append_only_schema
from reservations.acts.head_queries import kept_head_fault

AT_MOST = 1  # second; the longest wait of the check for a lock
LEAST_ROOM = 1_000_000  # bytes on the disk of a SQLite file; an act needs a hundredth of it


class Finding(NamedTuple):
    """A finding of the doctor and its way out: "" if nothing is wrong.

    ``bare`` is the part of it that may leave the house: no name, address, path or amount; "" without one.
    """

    sentence: str
    way_out: str = ""
    bare: str = ""


def bare(sentence: str, way_out: str = "") -> Finding:
    """Return a finding that may leave the house as a whole."""
    return Finding(sentence, way_out, sentence)


@dataclass(frozen=True)
class Health:
    """The result of the check; a number is None if it could not be counted."""

    database: bool
    """Whether it can be read and written."""
    trouble: str = ""
    """The fault in words, if it cannot."""
    migrations_missing: int | None = None
    triggers: int | None = None
    triggers_expected: int | None = None
    head_fault: str = ""
    """The difference between the books and the head kept outside of them, in words."""
    league_faults: Sequence[str] = ()
    """The risks of this PostgreSQL, and differences between its desks, in words; the desk serves all the same."""
    rounds: Mapping[str, Mapping[str, Any]] = field(default_factory=rounds)
    """The state of every round of this process, by its name."""

    @property
    def well(self) -> bool:
        """Whether the database answers, is up to date and whole, no round has stopped, and the mailbox can be read."""
        is_whole = self.migrations_missing == 0 and self.triggers == self.triggers_expected
        is_whole = is_whole and not self.head_fault
        # A round whose mailbox is away waits longer and longer, and reports it.
        faulty = (state["stopped"] or (name == MAILBOX and state["failed"]) for name, state in self.rounds.items())
        return self.database and is_whole and not any(faulty)


def check_health() -> Health:
    """Check the rounds, and read and write the database. A database that does not answer is a result too."""
    try:
        with _in_a_hurry():
            missing, triggers = migrations_missing(), append_only_schema.count(connection)
            expected = append_only_schema.expected()
            if not missing:
                # A row is written and rolled back; it is large, so that it needs room in the file.
                with transaction.atomic():
                    Session.objects.create(session_key="health", session_data="." * 20_000, expire_date=timezone.now())
                    transaction.set_rollback(True)
            trouble = str(NOT_FOLLOWED) if waits_for_standby() else ""
            books = connections[DEFAULT_DB_ALIAS]
            # A rolled-back row alone is never written: a disk without room would stay unnoticed.
            place = books.path.parent if isinstance(books, DatabaseWrapper) and not books.is_in_memory_db() else None
            if place and shutil.disk_usage(place).free < LEAST_ROOM:
                trouble = str(FULL)
            return Health(not trouble, trouble, missing, triggers, expected, kept_head_fault(), league_faults())
    except (DatabaseError, OSError) as fault:
        connection.close()  # so that the next check opens the database again
        return Health(False, str(trouble_in(fault) or "the database reports a fault"))


@contextmanager
def _in_a_hurry() -> Iterator[None]:
    """Limit every wait inside the block to `AT_MOST`."""
    database = connections[DEFAULT_DB_ALIAS]
    if isinstance(database, DatabaseWrapper):
        with database.in_a_hurry(AT_MOST):
            yield
        return
    with transaction.atomic(), database.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = %s", [f"{AT_MOST}s"])
        cursor.execute("SET LOCAL statement_timeout = %s", [f"{AT_MOST}s"])
        yield
        transaction.set_rollback(True)  # a commit would wait for the standby, for longer than any timeout allows
