"""The desk's memory of the second place, without a look at it, and the words for faults of a disk."""

import errno
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hostdesk.safekeeping.second_place import queries
from hostdesk.safekeeping.second_place.copies import Copy
from hostdesk.safekeeping.second_place.queries import (
    LastGood,
    PlaceFault,
    last_good,
    locks_for,
    place_faults,
    waiting_since,
)
from hostdesk.safekeeping.second_place.sheet_key import public_half
from reservations.models import Act
from tests.hostdesk.safekeeping.backups import books
from tests.hostdesk.safekeeping.second_place.conftest import KEY

NOW = datetime(2026, 11, 21, 3, 42, 5, tzinfo=UTC)
STICK = Path("/media/stick")


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOENT, "is not there"),
        (errno.EROFS, "cannot be written"),
        (errno.EACCES, "cannot be written"),
        (errno.ENOSPC, "is full"),
        (errno.EDQUOT, "is full"),
        (errno.ENOTCONN, "does not answer as it should (Transport endpoint is not connected)"),
    ],
)
def test_a_fault_of_the_disk_is_told_in_words(number, words):
    with pytest.raises(PlaceFault, match=f"^{re.escape(f'{STICK} {words}')}"), place_faults(STICK):
        raise OSError(number, "Transport endpoint is not connected")


def test_what_waits_for_the_next_copy_is_the_first_act_that_the_last_does_not_hold(played):
    heads = books.heads(played)
    recorded = dict(Act.objects.values_list("number", "recorded_at"))

    def since(act: int, head: str) -> datetime | None:
        return waiting_since(Copy(NOW, act, head[:12], ".sqlite3"))

    assert since(30, heads[30]) == recorded[31]
    assert since(38, heads[38]) is None
    assert since(30, "0" * 64) == recorded[1]  # a copy of other books
    assert waiting_since(None) == recorded[1]


@pytest.mark.parametrize("text", [None, "", "[]", "{}", '{"folder": 1, "marks": []}'])
def test_what_cannot_be_read_tells_of_no_copy(stick, text):
    if text is not None:
        queries.memory_of_place().write_text(text)

    assert last_good() is None


def test_the_last_copy_counts_for_its_own_folder_alone(stick, settings):
    kept = LastGood(
        str(stick), Copy(NOW, 38, "9f9ab5167f8f", ".sqlite3").name, 1_000, (38, "9f9ab5167f8f", 1, 1), False
    )
    queries.memory_of_place().write_text(kept.as_text())

    here, settings.BACKUP_TO = last_good(), stick.parent

    assert (here, last_good()) == (kept, None)


def test_the_key_is_that_of_the_environment_else_that_of_the_file(stick, settings):
    in_file = locks_for()
    settings.BACKUP_RECIPIENT = "age1environment"

    assert (in_file, locks_for()) == (public_half(KEY), "age1environment")


def test_how_far_the_books_go(played):
    found = queries.recorded()

    assert (found.act, found.closed, found.is_open) == (38, 38, False)
    assert found.head == books.heads(played)[38][:12]
    assert found.marks[:2] == (found.act, found.head)
