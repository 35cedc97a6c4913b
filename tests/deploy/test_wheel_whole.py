"""A host's evening with the wheel: a night played and closed, the books lost and restored, and books of before."""

import hashlib
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import cast

import pytest
from django.test import Client

from hostdesk import VERSION
from tests import desk
from tests.deploy.test_wheel_update import NEWER, Installation, another, refused, without_record
from tests.deploy.wheel import UV, WebClient, installed, the_wheel
from tests.museum import MUSEUM, VERSIONS
from tests.stories.pages import Visitor

pytestmark = pytest.mark.long
PLACE = {"time_zone": "Europe/Berlin", "currency": "USD", "locale": "en_US"}


@pytest.fixture(scope="module")
def hostdesk(tmp_path_factory):
    return installed(the_wheel(), tmp_path_factory.mktemp("environment"))


def runs(hostdesk, books, *words):
    """Run a command on the books in a folder, and return its code and all that it says."""
    ran = subprocess.run(
        [hostdesk, *words],
        cwd=books.parent,
        env=desk.environment(books, 8000),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=300,
    )
    return ran.returncode, ran.stdout


def opens_bank(started):
    """Set the desk up by its link, and open a bank of 200.00; return the host and the address of the night."""
    host = Visitor(cast(Client, WebClient(started.port)))
    host.opens(f"{started.set_up_path}house/")
    host.sends("/house/", name="Hanna", password="seven of clubs", house="dave-2018", **PLACE)
    host.opens("/nights/play/")
    night = host.sends("/play/", names="Bo, Cy", float_cents="200").url.partition("tonight/")[0]
    return host, night


def taps(host, night, name):
    """Open a player's panel from the table."""
    places = host.opens(f"{night}tonight/").links
    [address] = [url for words, url in places.items() if words.startswith(f"{name} ")]
    host.opens(address)


def plays_and_closes(host, night):
    """Bo and Cy buy 20.00; Bo leaves with 35.00 and Cy with 5.00, and 200.00 are left in the drawer."""
    for name in ("Bo", "Cy"):
        taps(host, night, name)
        host.sends("/buy-in/", amount="20")
    host.opens(f"{night}tonight/")
    host.follows("More…")
    host.sends("/last-hand/")
    for name, count in (("Bo", "35"), ("Cy", "5")):
        taps(host, night, name)
        host.sends("/cash-out/", player_count=count)
        host.sends("/cash-out/", step="pay")
    host.opens(f"{night}closing/")
    host.sends("/drawer/", step="compare", counted="200.00")
    host.sends("/drawer/", step="record")
    host.opens(f"{night}closing/")
    return host.sends("/close/")


def acts(books):
    """Return the number and the head of every act in a folder's books."""
    with closing(sqlite3.connect(books / "hostdesk.sqlite3")) as opened:
        return opened.execute("SELECT number, head FROM reservations_act ORDER BY number").fetchall()


def test_a_night_is_played_and_closed_and_its_backup_brings_it_back(hostdesk, tmp_path):
    (tmp_path / "books").mkdir()
    books = desk.laid_out(tmp_path / "books")
    with desk.running(books, program=[str(hostdesk)]) as started:
        host, night = opens_bank(started)
        closed = plays_and_closes(host, night)
        started.stop()
    before = acts(books)
    for file in books.glob("hostdesk.sqlite3*"):
        file.unlink()

    backup = max((books / "backups").iterdir())
    code, _ = runs(hostdesk, books, "restore", backup, "--yes")

    with desk.running(books, program=[str(hostdesk)]) as started:
        host = Visitor(cast(Client, WebClient(started.port)))
        host.opens("/sign-in/")
        host.sends("/sign-in/", name="Hanna", password="seven of clubs")
        restored = host.opens(night)
    assert closed.says("Bo 20.00 35.00 +15.00")
    assert (code, acts(books), runs(hostdesk, books, "ledger_check")) == (0, before, (0, ""))
    assert [restored.says(line) for line in ("Bo 20.00 35.00 +15.00", "Cy 20.00 5.00 −15.00")] == [True, True]


@pytest.mark.parametrize("version", VERSIONS)
def test_the_books_of_an_older_version_are_opened_as_they_were(hostdesk, version, tmp_path):
    books, then = tmp_path / "books", json.loads((MUSEUM / f"{version}.json").read_text(encoding="utf-8"))
    books.mkdir()
    (books / "hostdesk.sqlite3").write_bytes((MUSEUM / f"{version}.sqlite3").read_bytes())
    before = acts(books)

    with desk.running(books, program=[str(hostdesk)]) as started:
        opened = "The books are " in started.printed

    with closing(sqlite3.connect(books / "hostdesk.sqlite3")) as read:
        nights = dict(read.execute("SELECT date, id FROM reservations_night").fetchall())
    results = {date: runs(hostdesk, books, "night_result", str(nights[date]), "--csv") for date in then["papers"]}
    assert (opened, acts(books), runs(hostdesk, books, "ledger_check")) == (True, before, (0, ""))
    assert {date: hashlib.sha256(said.encode()).hexdigest() for date, (_, said) in results.items()} == {
        date: paper["csv"] for date, paper in then["papers"].items()
    }


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """Install the wheel beside the locked packages and no other, not even pip: they are fetched, or kept by pip."""
    folder = tmp_path_factory.mktemp("alone")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True, timeout=120)
    packages = ["--require-hashes", "-r", str(desk.ROOT / "requirements.txt")]
    for asked in (packages, ["--no-deps", str(the_wheel())]):
        subprocess.run([*pip(folder), "install", "--quiet", *asked], check=True, timeout=600)
    return folder / "bin" / "hostdesk"


def pip(folder):
    """Return the words that begin a command of pip for another environment."""
    return [sys.executable, "-m", "pip", "--python", str(folder), "--disable-pip-version-check"]


def test_with_nothing_but_the_locked_packages_a_night_is_played_and_its_paper_drawn(alone, tmp_path):
    books = tmp_path / "books"
    books.mkdir()

    with desk.running(books, program=[str(alone)]) as started:
        host, night = opens_bank(started)
        plays_and_closes(host, night)
        paper = host.browser.client.get(f"{night}report.pdf").content

    checked = subprocess.run([*pip(alone.parents[1]), "check"], capture_output=True, text=True, check=False)
    assert (paper[:5], runs(alone, books, "ledger_check")) == (b"%PDF-", (0, ""))
    assert (checked.returncode, checked.stdout) == (0, "No broken requirements found.\n")


def test_without_pip_uv_updates_and_what_breaks_off_leaves_this_version(alone, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", f"{UV.parent}:{os.environ['PATH']}")
    installation = Installation(tmp_path, alone)
    broken, whole = without_record(another(tmp_path, "99.0.0")), another(tmp_path)

    _, said = sorted(refused(installation, broken))
    code, told = installation.run("update", whole)

    assert said.endswith(". The version here and the books are as they were.")
    assert (code, told.splitlines()[-1]) == (
        0,
        f"Hostdesk {NEWER} is installed, not {VERSION}. `hostdesk serve` starts it.",
    )
    assert installation.run("version") == (0, f"Hostdesk {NEWER}\n")
