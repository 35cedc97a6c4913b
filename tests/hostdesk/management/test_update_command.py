"""``manage.py update`` when it refuses; ``tests/deploy/test_wheel_update.py`` installs wheels."""

from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from hostdesk.management.commands.update import CannotUpdate, Command, Wheel, fits, installer
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


@pytest.fixture
def installed(settings, monkeypatch):
    """An installation, as pip makes it, on which ``hostdesk`` runs."""
    settings.IS_INSTALLED = True
    monkeypatch.setattr("sys.argv", ["/home/hanna/.local/bin/hostdesk", "update", "hostdesk-9.0.0-py3-none-any.whl"])
    return settings


def test_on_windows_a_program_that_runs_is_left_to_python(installed, monkeypatch):
    """Neither pip nor uv can replace ``hostdesk.exe`` while it runs; ``python.exe`` is none of their files."""
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr("sys.executable", r"C:\Users\Ann Lee\hostdesk\Scripts\python.exe")

    with pytest.raises(CannotUpdate) as refused:
        installer()
    monkeypatch.setattr("sys.argv", [r"C:\Users\Ann Lee\hostdesk\Lib\site-packages\hostdesk\__main__.py", "update"])
    by_python = installer()

    assert str(refused.value) == (
        "Windows replaces no program that runs. Type this in its place: "
        r'`"C:\Users\Ann Lee\hostdesk\Scripts\python.exe" -m hostdesk update FILE`.'
    )
    assert by_python[:3] == [r"C:\Users\Ann Lee\hostdesk\Scripts\python.exe", "-m", "pip"]


def test_who_may_not_write_the_installation_is_told_so_before_anything_is_taken_away(installed, tmp_path):
    installed.BASE_DIR = tmp_path / "site-packages"

    with pytest.raises(CannotUpdate, match="Update as the user who installed Hostdesk"):
        installer()


@pytest.mark.parametrize("way", ["pipx/.cache/3f2a", "uv/archive-v0/3f2a"])
def test_what_lies_in_a_cache_is_not_updated_but_started_from_the_other_file(way, installed, tmp_path, monkeypatch):
    (tmp_path / "uv").mkdir()
    (tmp_path / "uv" / "CACHEDIR.TAG").touch()
    monkeypatch.setattr("sys.prefix", str(tmp_path / way))

    with pytest.raises(CannotUpdate, match=r"`(uvx --from|pipx run --spec) FILE hostdesk` starts the other version"):
        installer()


def known():
    """Return every migration of these books, as a later version knows them."""
    folders = [Path(app, "migrations") for app in ("hostdesk", "ledger", "reservations")]
    return [(folder.parent.name, file.stem) for folder in folders for file in folder.glob("0*.py")]
