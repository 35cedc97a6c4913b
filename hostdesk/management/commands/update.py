"""``manage.py update FILE.whl``."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from argparse import ArgumentParser
from dataclasses import dataclass
from email.parser import Parser
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.migrations.recorder import MigrationRecorder

from hostdesk import VERSION
from hostdesk.base.site.migration_queries import newer_migrations
from hostdesk.base.site.server import AlreadyHeld, hold_desk
from hostdesk.base.sqlite.base import DatabaseWrapper
from hostdesk.safekeeping.backups.commands import BackupFailed, make_backup
from reservations.acts.program import called, passing, quoted

AS_BEFORE = "The version here and the books are as they were."
OURS = ("hostdesk", "ledger", "reservations")
WITH_NETWORK = "With the network: `pipx install --force FILE` or `uv tool install --force FILE`."
HALF_WAY = "The books are as they were. This version could not be put back ({fault}): install its file by hand."
_MIGRATION = re.compile(r"(hostdesk|ledger|reservations)/migrations/([0-9]{4}_\w+)\.py")


class CannotUpdate(Exception):
    """The update came to nothing, and the books are as they were; the sentence gives the reason and the way out."""


@dataclass(frozen=True)
class Wheel:
    """A file of Hostdesk: its path, its version, and the migrations that it knows."""

    path: Path
    version: str
    migrations: frozenset[tuple[str, str]]


class Command(BaseCommand):
    help = "Installs another version out of its file, after a backup, or leaves all as it is. Nothing is fetched."
    requires_system_checks = ()  # they are made with the other version

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file like hostdesk-1.2.3-py3-none-any.whl")

    def handle(self, *args: Any, **options: Any) -> None:
        """Back up, let the other version open a copy of the books, and install it. Raises ``CommandError``."""
        try:
            install, wheel = installer(), read_wheel(options["file"].absolute())
            with hold_desk(), tempfile.TemporaryDirectory() as folder:
                fits(install, wheel)
                backup = self.backed_up()
                rehearse(wheel, Path(folder), backup)
                replace([*install, "--no-deps", "--force-reinstall", str(wheel.path)])
        except (CannotUpdate, AlreadyHeld, BackupFailed) as fault:
            raise CommandError(str(fault)) from None
        before = f", not {VERSION}" * (wheel.version != VERSION)
        self.stdout.write(f"Hostdesk {wheel.version} is installed{before}. `{called('serve')}` starts it.")

    def backed_up(self) -> Path | None:
        """Back up the books, and return the file of the backup; None without books that this version can read."""
        books = connections[DEFAULT_DB_ALIAS]
        if (isinstance(books, DatabaseWrapper) and not books.has_content()) or newer_migrations():
            return None
        made = make_backup()
        self.stdout.write(str(made))
        return made.path


def installer() -> list[str]:
    """Return the program that installs here without the network. Raises ``CannotUpdate``."""
    if not settings.IS_INSTALLED:
        raise CannotUpdate("This desk runs in its source: `git pull` brings the newer one, and `make run` starts it.")
    if other := passing(Path(sys.prefix)):
        raise CannotUpdate(f"Nothing that is installed this way stays: `{other}` starts the other version.")
    if not os.access(settings.BASE_DIR, os.W_OK):
        raise CannotUpdate(f"You may not write in {settings.BASE_DIR}. Update as the user who installed Hostdesk.")
    if sys.platform == "win32" and not sys.argv[0].endswith("__main__.py"):
        by_python = f"{quoted(sys.executable)} -m hostdesk update FILE"
        raise CannotUpdate(f"Windows replaces no program that runs. Type this in its place: `{by_python}`.")
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index"]
    if uv := shutil.which("uv"):
        return [uv, "pip", "install", "--quiet", "--python", sys.executable, "--offline"]
    raise CannotUpdate("Neither pip nor uv is here. Install the file as this version was installed.")


def read_wheel(path: Path) -> Wheel:
    """Read the whole file, and return its contents. Raises ``CannotUpdate`` for anything but a whole Hostdesk."""
    try:
        with zipfile.ZipFile(path) as file:
            if (damaged := file.testzip()) is not None:
                raise zipfile.BadZipFile(damaged)
            [metadata] = [name for name in file.namelist() if re.fullmatch(r"hostdesk-[^/]*\.dist-info/METADATA", name)]
            about = Parser().parsestr(file.read(metadata).decode())
            known = [(found[1], found[2]) for found in map(_MIGRATION.fullmatch, file.namelist()) if found]
    except (OSError, ValueError, zipfile.BadZipFile) as fault:
        raise CannotUpdate(
            f"{path.name} cannot be read as a file of Hostdesk ({fault}). Get it once more, whole."
        ) from None
    return Wheel(path, about["Version"], frozenset(known))


def fits(install: list[str], wheel: Wheel) -> None:
    """Raise ``CannotUpdate`` if the version lacks migrations of the books, or packages that are installed here."""
    applied = {key for key in MigrationRecorder(connection).applied_migrations() if key[0] in OURS}
    if later := sorted(applied - wheel.migrations):
        raise CannotUpdate(
            f"Hostdesk {wheel.version} is older than these books, which have {'.'.join(later[-1])}. To go back to it, "
            f"restore the backup that was made before they were changed (`{called('restore FILE')}`), and then update."
        )
    needs = f"Hostdesk {wheel.version} needs packages that are not here"
    run([*install, "--dry-run", str(wheel.path)], needs, f"{AS_BEFORE} {WITH_NETWORK}")


def rehearse(wheel: Wheel, folder: Path, backup: Path | None) -> None:
    """Let the other version start on a copy of the books in ``folder``. Raises ``CannotUpdate``.

    Of books on PostgreSQL there is no copy to start on: it checks itself, and brings them along whole or not at all.
    """
    program, books = folder / "program", folder / "books"
    books.mkdir()
    with zipfile.ZipFile(wheel.path) as file:
        file.extractall(program)
    if is_file := backup is not None and backup.suffix == ".sqlite3":
        shutil.copy(backup, books / settings.BOOKS)
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    own = {"PYTHONPATH": str(program), "HOSTDESK_VAR": str(books), "HOSTDESK_SECRET_KEY": settings.SECRET_KEY}
    command = ["migrate", "--no-backup", "--verbosity=0"] if is_file else ["check"]
    opens = f"Hostdesk {wheel.version} does not open a copy of these books"
    run([sys.executable, "-m", "hostdesk", *command], opens, cwd=books, env={**kept, **own})


def replace(install: list[str]) -> None:
    """Install the other version; if that breaks off, put this one back. Raises ``CannotUpdate``.

    pip undoes a broken installation itself, uv does not.
    """
    this = distribution("hostdesk")
    places = [Path(str(file.locate())) for file in this.files or ()]
    earlier = [(place, place.read_bytes(), place.stat().st_mode) for place in places if place.is_file()]
    try:
        run(install, "It could not be installed")
    except CannotUpdate as broken:
        try:
            for folder in parts(Path(str(this.locate_file("")))):
                shutil.rmtree(folder)
            for place, content, mode in earlier:
                if not place.exists():  # a program that runs cannot be written on Windows, and is still there
                    place.parent.mkdir(parents=True, exist_ok=True)
                    place.write_bytes(content)
                    place.chmod(mode)
        except OSError as fault:
            raise CannotUpdate(str(broken).replace(AS_BEFORE, HALF_WAY.format(fault=fault))) from None
        raise


def parts(place: Path) -> list[Path]:
    """Return the folders of a version among the packages: its code, and the installer's notes on it."""
    return [folder for folder in (*map(place.joinpath, OURS), *place.glob("hostdesk-*.dist-info")) if folder.is_dir()]


def run(words: list[str], what: str, state: str = AS_BEFORE, **options: Any) -> None:
    """Run a program. If it fails, raises ``CannotUpdate`` with ``what``, its last words, and the state left."""
    ran = subprocess.run(words, capture_output=True, encoding="utf-8", errors="replace", check=False, **options)
    if ran.returncode:
        output = (ran.stderr or ran.stdout).strip()
        why = re.search(r"^CommandError: (.*?)\.?$", output, re.MULTILINE)
        last = why[1] if why else output.rpartition("\n")[2].rstrip(".")
        raise CannotUpdate(f"{what}: {last}. {state}")
