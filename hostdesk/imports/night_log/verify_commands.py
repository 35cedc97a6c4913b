"""The head of an exported log: it is posted into books in memory that know only the rules of the houses."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, connections

from hostdesk.base.sqlite.base import DatabaseWrapper
from hostdesk.imports.night_log.commands import post_log, read_log
from hostdesk.safekeeping.backups.queries import LastAct, instead_of_default, last_act
from reservations.acts.commands import atomic_batch
from reservations.acts.head_queries import head_fault
from reservations.acts.kept_head import KeptHead
from reservations.models import Desk, House, Rules


@dataclass(frozen=True)
class Verified:
    """The last act of a log and its head, and its differences from heads seen elsewhere, a sentence each."""

    last: LastAct
    faults: tuple[str, ...]


def verify_log(data: bytes, seen: Sequence[KeptHead] = ()) -> Verified:
    """Post a log by the ordinary commands, compare it with seen heads, and discard it again.

    Of the books of the desk only the rules of its houses are read, and nothing is written beside them. Raises
    ``Faulty`` with the unreadable lines, or with the first refused one.
    """
    lines = read_log(data)
    with _books_in_memory(), atomic_batch(dry_run=True):
        post_log(lines, as_it_was=True)
        # Work after a commit, such as keeping the head, is never done.
        return Verified(last_act(), tuple(filter(None, map(head_fault, seen))))


@contextmanager
def _books_in_memory() -> Iterator[None]:
    """Send every query of this thread to books in memory inside the block: with all tables, and the same houses."""
    houses, rules = list(House.objects.all()), list(Rules.objects.all())
    usual = connections[DEFAULT_DB_ALIAS].settings_dict
    with instead_of_default(DatabaseWrapper({**usual, "NAME": ":memory:", "OPTIONS": {}}, DEFAULT_DB_ALIAS)):
        with connection.schema_editor() as editor:
            for model in apps.get_models():
                editor.create_model(model)
        Desk.objects.create(pk=Desk.ONE)
        House.objects.bulk_create(houses)
        Rules.objects.bulk_create(rules)
        yield
