"""``manage.py update`` when it refuses; ``tests/deploy/test_wheel_update.py`` installs wheels."""

from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from hostdesk.management.commands.update import CannotUpdate, Command, Wheel, fits
from reservations.acts.program import called
from tests import desk

pytestmark = pytest.mark.django_db


def test_a_version_with_other_packages_is_installed_with_the_network():
    wheel = Wheel(Path("hostdesk-9.0.0-py3-none-any.whl"), "9.0.0", frozenset(known()))

    with pytest.raises(CannotUpdate) as refused:
        fits(["false"], wheel)

    assert "`pipx install --force FILE` or `uv tool install --force FILE`" in str(refused.value)


def test_an_older_version_is_told_how_the_backup_comes_back():
    with pytest.raises(CannotUpdate) as refused:
        fits(["true"], Wheel(Path("hostdesk-0.1.0-py3-none-any.whl"), "0.1.0", frozenset()))

    assert f"`{called('restore FILE')}`" in str(refused.value)


def test_books_that_a_newer_version_has_kept_do_not_keep_that_version_out():
    """The version here can neither check them nor a copy of them."""
    MigrationRecorder(connection).record_applied(*desk.LATER)

    assert Command().backed_up() is None


def known():
    """Return every migration of these books, as a later version knows them."""
    folders = [Path(app, "migrations") for app in ("hostdesk", "ledger", "reservations")]
    return [(folder.parent.name, file.stem) for folder in folders for file in folder.glob("0*.py")]
