"""``hostdesk update FILE``: another version is installed from its file, all of it or nothing, and the way back."""

import re
import sqlite3
import subprocess
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from hostdesk import VERSION
from tests import desk
from tests.deploy.wheel import installed, the_wheel
from tests.museum import MUSEUM

pytestmark = pytest.mark.long

LATER = """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("ledger", "{after}")]
    operations = [migrations.RunSQL("{sql}")]
"""
MAKES = "CREATE TABLE later (number integer)"
NEWER = "99.1.0"


def another(folder: Path, version: str = NEWER, *, sql: str = MAKES, needs: str = "") -> Path:
    """Return a wheel of another version, with one more migration that runs that SQL, and one more requirement."""
    with zipfile.ZipFile(the_wheel()) as given:
        held = {name: given.read(name) for name in given.namelist()}
    migrations = (re.fullmatch(r"ledger/migrations/([0-9]{4}_\w+)\.py", name) for name in held)
    last = max(found[1] for found in migrations if found)
    held["ledger/migrations/0999_later.py"] = LATER.format(after=last, sql=sql).encode()
    wheel = folder / f"hostdesk-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as made:
        for name, given_content in held.items():
            content, told = given_content, name == "hostdesk/__init__.py" or ".dist-info/" in name
            if told:
                content = content.replace(VERSION.encode(), version.encode())
            if name.endswith("/METADATA") and needs:
                content = content.replace(b"Requires-Dist", f"Requires-Dist: {needs}\nRequires-Dist".encode(), 1)
            made.writestr(name.replace(f"-{VERSION}.dist-info", f"-{version}.dist-info"), content)
    return wheel


def without_record(wheel: Path) -> Path:
    """Take from a wheel the list of its files, without which no installer can end its work."""
    with zipfile.ZipFile(wheel) as given:
        held = {name: given.read(name) for name in given.namelist() if not name.endswith("/RECORD")}
    with zipfile.ZipFile(wheel, "w") as made:
        for name, content in held.items():
            made.writestr(name, content)
    return wheel


class Installation:
    """An installed desk with the books of 1.0.0."""

    def __init__(self, folder: Path, hostdesk: Path | None = None) -> None:
        self.hostdesk, self.books = hostdesk or installed(the_wheel(), folder / "env"), folder / "var"
        self.books.mkdir()
        (self.books / "hostdesk.sqlite3").write_bytes((MUSEUM / "1.0.0.sqlite3").read_bytes())

    def run(self, *words: str | Path) -> tuple[int, str]:
        """Run a command, and return its exit code and its output."""
        ran = subprocess.run(
            [self.hostdesk, *words],
            cwd=self.books,
            env=desk.environment(self.books, 8000),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=300,
        )
        return ran.returncode, ran.stdout

    def state(self) -> tuple[str, bytes]:
        """Return the version and the bytes of the books."""
        return self.run("version")[1], (self.books / "hostdesk.sqlite3").read_bytes()


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    """One installation for all updates that are refused."""
    return Installation(tmp_path_factory.mktemp("installation"))


def refused(installation, wheel):
    """Try to update, check that it changes nothing, and return the output."""
    before = installation.state()

    code, said = installation.run("update", wheel)

    assert (code, installation.state()) == (1, before)
    return said.splitlines()


def test_the_source_is_updated_as_a_source(tmp_path):
    process = desk.start(tmp_path, 8000, "update", "hostdesk-2.0.0-py3-none-any.whl")
    said, _ = process.communicate(timeout=120)

    assert (process.returncode, said) == (
        1,
        "CommandError: This desk runs in its source: `git pull` brings the newer one, and `make run` starts it.\n",
    )


@pytest.mark.parametrize("content", ["a letter to Ann", "a download that was cut short"])
def test_a_file_that_is_no_whole_hostdesk_is_refused(content, installation, tmp_path):
    wheel, whole = tmp_path / "hostdesk-99.1.0-py3-none-any.whl", the_wheel().read_bytes()
    wheel.write_bytes(content.encode() if "Ann" in content else whole[: len(whole) // 2])

    [said] = refused(installation, wheel)

    assert said.startswith(f"CommandError: {wheel.name} cannot be read as a file of Hostdesk (")
    assert said.endswith("). Get it once more, whole.")


def test_a_running_desk_is_stopped_first(installation, tmp_path):
    with desk.running(installation.books, program=[str(installation.hostdesk)]) as started:
        code, said = installation.run("update", another(tmp_path))

    assert (code, f"(process {started.process.pid})" in said) == (1, True)


def test_a_version_that_does_not_open_the_books_is_not_installed(installation, tmp_path):
    backup, said = sorted(refused(installation, another(tmp_path, sql="INSERT INTO nowhere VALUES (1)")))

    assert backup.startswith("Backed up act ")
    assert said.startswith(f"CommandError: Hostdesk {NEWER} does not open a copy of these books: ")
    assert "ledger.0999_later" in said


def test_a_version_that_needs_what_is_not_here_is_not_installed(installation, tmp_path):
    [said] = refused(installation, another(tmp_path, needs="a-package-of-nobody==1.0"))

    assert said.startswith(f"CommandError: Hostdesk {NEWER} needs packages that are not here: ")
    assert "a-package-of-nobody==1.0" in said


def test_an_installation_that_breaks_off_leaves_this_version(installation, tmp_path):
    _, said = sorted(refused(installation, without_record(another(tmp_path))))

    assert said.startswith("CommandError: It could not be installed: ")
    assert said.endswith(". The version here and the books are as they were.")


def test_there_and_back_again(tmp_path):
    """The newer version migrates the books; the older one refuses them until the backup is restored."""
    installation = Installation(tmp_path)
    newer, older = another(tmp_path), the_wheel()

    code, said = installation.run("update", newer)
    backup, done = said.splitlines()
    version, _ = installation.state()
    with (
        desk.running(installation.books, program=[str(installation.hostdesk)]),
        closing(sqlite3.connect(installation.books / "hostdesk.sqlite3")) as books,
    ):
        laid = books.execute("SELECT COUNT(*) FROM later").fetchone()
    [old] = refused(installation, older)
    restored = installation.run("restore", backup.rpartition(": ")[2], "--yes")
    back = installation.run("update", older)
    with desk.running(installation.books, program=[str(installation.hostdesk)]) as started:
        opened = "The books are " in started.printed
    checked = installation.run("ledger_check")

    assert (code, done) == (0, f"Hostdesk {NEWER} is installed, not {VERSION}. `hostdesk serve` starts it.")
    assert (version, laid, restored[0]) == (f"Hostdesk {NEWER}\n", (0,), 0)
    assert old.startswith(f"CommandError: Hostdesk {VERSION} is older than these books, which have ledger.0999_later")
    assert (back[0], installation.run("version")[1], opened, checked) == (0, f"Hostdesk {VERSION}\n", True, (0, ""))


def test_an_older_version_writes_nothing_into_newer_books_and_lets_the_newer_one_in(tmp_path):
    installation = Installation(tmp_path)
    desk.kept_by_a_newer_version(installation.books)
    before = installation.state()

    consolidated = installation.run("consolidate", "--month", "2026-10")
    unchanged = installation.state()
    updated = installation.run("update", another(tmp_path))

    assert (consolidated[0], unchanged) == (1, before)
    assert consolidated[1].startswith("CommandError: A newer Hostdesk has kept these books (ledger.0999_later), and ")
    assert updated == (0, f"Hostdesk {NEWER} is installed, not {VERSION}. `hostdesk serve` starts it.\n")
