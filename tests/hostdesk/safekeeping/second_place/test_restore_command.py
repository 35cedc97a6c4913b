"""``manage.py restore`` with a copy from the second place, as a host calls it."""

import sys
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from hostdesk.safekeeping.backups.queries import last_act
from hostdesk.safekeeping.second_place.commands import copy_if_due
from hostdesk.safekeeping.second_place.sheet_key import in_groups
from tests.hostdesk.safekeeping.backups import books
from tests.hostdesk.safekeeping.second_place.conftest import KEY

NOW = datetime(2026, 11, 21, 3, 42, 5, tzinfo=UTC)


def restored(file, *options, typed="", monkeypatch=None):
    """Return the output of the command, with these lines typed at the keyboard."""
    said = StringIO()
    if monkeypatch:
        monkeypatch.setattr(sys, "stdin", StringIO(typed))
    call_command("restore", str(file), *options, stdout=said)
    return said.getvalue().splitlines()


def test_of_a_folder_the_newest_copy_is_restored_with_the_key_typed_from_paper(played, stick, monkeypatch):
    copy_if_due(NOW)
    newest = next(stick.iterdir()).name
    (stick / "hostdesk-20250101T000000Z-act3-9f9ab5167f8f.sqlite3.age").touch()

    said = restored(stick, typed=" ".join(in_groups(KEY)).lower() + "\n", monkeypatch=monkeypatch)

    assert said[0] == f"The newest copy is {newest}."
    assert said[-2] == f"Restored: {last_act()}."


def test_a_slip_of_the_hand_is_told_and_asked_again(played, stick, monkeypatch):
    copy_if_due(NOW)
    keyboard = StringIO(f"{KEY[:-1]}\n{KEY}\n")
    monkeypatch.setattr(keyboard, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", keyboard)

    said = restored(stick)

    assert "this has 57" in said[2]
    assert said[-2] == f"Restored: {last_act()}."


def test_a_file_has_the_key(played, stick, tmp_path):
    copy_if_due(NOW)
    (tmp_path / "key").write_text(f"# from the sheet\n{KEY}\n")

    assert restored(next(stick.iterdir()), "--key-file", tmp_path / "key")[-2] == f"Restored: {last_act()}."


@pytest.mark.parametrize(
    ("options", "typed", "why"),
    [
        ([], "", "no key was typed"),
        ([], f"{KEY[:-1]}\n", "this has 57"),
        (["--key-file", "/nowhere/key"], "", "/nowhere/key cannot be read"),
    ],
)
def test_without_a_key_nothing_is_restored(played, stick, monkeypatch, options, typed, why):
    copy_if_due(NOW)
    books.add_player(1)

    with pytest.raises(CommandError, match=why):
        restored(stick, *options, typed=typed, monkeypatch=monkeypatch)

    assert last_act().number == 39


def test_a_folder_without_a_copy_is_told(desk, stick):
    with pytest.raises(CommandError, match="has no copy"):
        restored(stick)
