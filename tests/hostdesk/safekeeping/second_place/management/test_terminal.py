"""The second place on the command line: the doctor's words about it."""

import pytest
from django.utils import timezone

from hostdesk.base.site.health_queries import Finding
from hostdesk.safekeeping.second_place.copies import Copy
from hostdesk.safekeeping.second_place.management.terminal import check_second_place
from hostdesk.safekeeping.second_place.queries import LastGood, memory_of_place
from hostdesk.safekeeping.second_place.sheet_key import new_key, public_half

pytestmark = pytest.mark.django_db


@pytest.fixture
def stick(settings, tmp_path):
    """A folder for copies of the books, with a key."""
    settings.VAR, settings.BACKUP_TO, settings.BACKUP_RECIPIENT = tmp_path, tmp_path / "stick", public_half(new_key())
    settings.BACKUP_TO.mkdir()
    return settings.BACKUP_TO


def test_a_second_place_without_a_copy_yet(stick):
    assert check_second_place() == Finding("no copy yet", bare="no copy yet")


def test_a_second_place_without_a_key(stick, settings):
    settings.BACKUP_RECIPIENT = ""

    assert check_second_place().sentence == "it has no key yet"


def test_a_second_place_that_is_away(stick):
    stick.rmdir()

    found = check_second_place()

    assert (found.sentence, found.way_out[:12]) == (f"{stick} is not there", "Is the stick")


def test_a_second_place_from_which_the_last_copy_is_gone(stick):
    made = Copy(timezone.now().replace(microsecond=0), 0, "0" * 12, ".sqlite3")
    kept = LastGood(str(stick), made.name, 1_000, (0, "", 0, 0), elsewhere=False)
    memory_of_place().write_text(kept.as_text())
    (stick / made.name).touch()

    there = check_second_place()
    (stick / made.name).unlink()

    assert (there.sentence, there.way_out) == (f"the last good copy is {made.name}", "")
    assert check_second_place().sentence == "it lacks a copy of what was recorded"
