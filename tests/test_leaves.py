"""Leaves: without a leaf, its folders and its one line, the desk still plays."""

import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from hostdesk.base.leaves.queries import leaves
from reservations.players.queries import player_named
from tests import desk
from tests.device import Device
from tests.hostdesk.browsing import own
from tests.running import Ran, run
from tests.signed_in import a_host, signs_in
from tests.stories.pages import PlayedNight
from tests.test_architecture import ROOT, imports, product
from tests.test_wings import templates

LEAVES = [app for app in settings.INSTALLED_APPS if ROOT.joinpath(*app.split("."), "leaf.toml").exists()]
STORY = "test_a_host_signs_in_and_plays_and_closes_a_night"
NEVER_COPIED = (".*", "var", "*.sqlite3")


def packages(leaf: str) -> tuple[str, str]:
    """Return the packages of a leaf: its pages, and its rules in the ledger if there are any."""
    return leaf, f"ledger.{leaf.rpartition('.')[2]}"


def folders(leaf: str) -> list[str]:
    """Return the folders of a leaf."""
    code = [package.replace(".", "/") for package in packages(leaf)]
    return [*code, *(f"tests/{each}" for each in code), f"templates/{code[0].removeprefix('hostdesk/')}"]


def taken_out(leaf: str, project: Path) -> None:
    """Remove a leaf from a copy of the project."""
    for folder in folders(leaf):
        shutil.rmtree(project / folder, ignore_errors=folder.removeprefix("tests/").startswith("ledger"))
    front = project / "hostdesk" / "settings.py"
    front.write_text(front.read_text("utf-8").replace(f'    "{leaf}",\n', ""), encoding="utf-8")


def who_imports(sources: Mapping[str, str], leaf: str) -> list[str]:
    """Return the modules outside of a leaf that import from it."""
    inside = tuple(f"{package}." for package in packages(leaf))
    return [
        module
        for module, source in sources.items()
        if not f"{module}.".startswith(inside)
        and any(f"{each}.".startswith(inside) for each in imports(module, source))
    ]


def test_there_are_leaves():
    assert sorted(leaf.rpartition(".")[2] for leaf in LEAVES) == [
        *("pokernow", "second_place", "shared_expenses"),
        *("table_help", "witness"),
    ]
    assert len(leaves()) == len(LEAVES)


@pytest.mark.sweep
@pytest.mark.parametrize("leaf", LEAVES)
def test_nobody_else_imports_a_leaf(leaf):
    assert who_imports(product(), leaf) == []


def test_a_planted_import_of_a_leaf_is_found():
    sources = {
        "hostdesk.people.own.page": "from hostdesk.people.witness.queries import checked",
        "hostdesk.people.witness.views": "from hostdesk.people.witness import queries",
        "hostdesk.table.table_help_desk": "from ledger.table_help.pots import split",
    }

    assert who_imports(sources, "hostdesk.people.witness") == ["hostdesk.people.own.page"]
    assert who_imports(sources, "hostdesk.table.table_help") == ["hostdesk.table.table_help_desk"]


def test_no_template_of_others_leads_to_an_address_of_a_leaf():
    own_folders = tuple(folder.removeprefix("templates/") for leaf in LEAVES for folder in folders(leaf))
    addresses = {name for leaf in leaves() for name in leaf["addresses"]}

    led = {path: set(re.findall(r"{% url '(\w+)'", text)) & addresses for path, text in templates().items()}

    assert {path: names for path, names in led.items() if names and not path.startswith(own_folders)} == {}


@pytest.mark.django_db
def test_a_host_signs_in_and_plays_and_closes_a_night(monkeypatch):
    """A copy of the project without a leaf runs this test; its pages are the ones that leaves extend."""
    a_host()
    client = Client()
    assert signs_in(client).headers["Location"] == "/"
    night = PlayedNight(monkeypatch)
    night.browser.client = client
    night.adds_players("Ann, Bo")
    night.plans("hybrid")
    night.answers("Bo", "yes")
    phone = night.phone("Bo")
    night.it_is("18:50")
    night.opens_bank(float_cents="200")
    night.it_is("19:00")
    night.comes("Ann", "Bo")
    night.buy_in("Ann", "5")
    night.buy_in("Bo", "5")
    phone.opens(own("Bo"))
    night.last_hand()
    night.cash_out("Ann", "4")
    night.cash_out("Bo", "6")
    phone.opens(own("Bo"))
    night.counts_drawer("200.00")

    night.closes()

    assert run("ledger_check", verbosity=0) == Ran(0)
    rows = re.findall(r"\?open=([\w-]+)#", night.opens("/desk/").text)
    number = player_named("Bo").number
    pages = ["/?stay=yes", "/inbox/", "/search/", "/search/?q=chips", "/bring/", "/history/1/", f"/players/{number}/"]
    assert {at: night.opens(at).status for at in pages} == dict.fromkeys(pages, 200)
    assert {row: night.opens(f"/desk/?open={row}").status for row in rows} == dict.fromkeys(rows, 200)
    assert [phone.opens(own("Bo", each)).status for each in ("", "me/")] == [200] * 2
    assert client.get("/healthz").json()["database"]
    assert "backups" in run("doctor").out


@pytest.mark.parametrize(
    "leaf", [pytest.param(leaf, marks=[] if "second_place" in leaf else pytest.mark.long) for leaf in LEAVES]
)
def test_without_a_leaf_the_desk_starts_and_plays(leaf, tmp_path, monkeypatch):
    books = desk.laid_out(tmp_path)
    project = tmp_path / "project"
    shutil.copytree(ROOT, project, ignore=shutil.ignore_patterns(*NEVER_COPIED))
    taken_out(leaf, project)
    monkeypatch.setattr(desk, "ROOT", project)

    with desk.running(books) as started, closing(Device(started.port)) as device:
        opened = device.ask("GET", "/healthz")[0], device.ask("GET", started.set_up_path)[0]
    played = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"tests/test_leaves.py::{STORY}"],
        cwd=project,
        env={**desk.environment(tmp_path, 8000), "DATABASE_URL": "sqlite:///:memory:"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert opened == (200, 200)
    assert played.stdout.splitlines()[-1].startswith("1 passed"), played.stdout
