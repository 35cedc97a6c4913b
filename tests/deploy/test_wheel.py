"""The whole product in one file: it starts without the source, and finds everything that it needs."""

import subprocess
import zipfile
from typing import cast

import pytest
from django.test import Client

from hostdesk import VERSION
from tests import desk
from tests.deploy.wheel import WebClient, installed, the_wheel
from tests.stories.pages import Visitor

PASSWORD = "seven of clubs"
PLACE = {"time_zone": "Europe/Berlin", "currency": "USD", "locale": "en_US"}


@pytest.fixture(scope="module")
def hostdesk(tmp_path_factory):
    return installed(the_wheel(), tmp_path_factory.mktemp("environment"))


def test_the_wheel_holds_every_file_of_the_product_and_nothing_else():
    folders = ("reservations", "ledger", "hostdesk", "templates")
    paths = (path.relative_to(desk.ROOT).as_posix() for folder in folders for path in (desk.ROOT / folder).rglob("*.*"))
    files = {path for path in paths if "__pycache__" not in path}

    with zipfile.ZipFile(the_wheel()) as wheel:
        held = {name for name in wheel.namelist() if ".dist-info/" not in name}

    assert held == {f"hostdesk/{name}" if name.startswith("templates/") else name for name in files}


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("told", "folder"),
    [
        ({}, "home/.local/share/hostdesk"),
        ({"XDG_DATA_HOME": "data"}, "data/hostdesk"),
        ({"HOSTDESK_DEMO": "yes"}, "home/.local/share/hostdesk/demo"),
        ({"HOSTDESK_VAR": "books"}, "books"),
    ],
)
def test_its_books_lie_in_the_folder_for_a_users_own_data(hostdesk, told, folder, tmp_path):
    where = {name: value if value == "yes" else str(tmp_path / value) for name, value in told.items()}

    ran = subprocess.run(
        [hostdesk.with_name("python"), "-c", "from hostdesk import settings; print(settings.VAR)"],
        cwd=tmp_path,
        env={"HOME": str(tmp_path / "home"), **where},
        capture_output=True,
        text=True,
        check=True,
    )

    assert ran.stdout == f"{tmp_path / folder}\n"


def test_a_desk_out_of_the_wheel_starts_and_is_set_up_and_signed_in_to(hostdesk, tmp_path):
    (tmp_path / "books").mkdir()
    books = desk.laid_out(tmp_path / "books")

    with desk.running(books, program=[str(hostdesk)]) as started:
        sets_up(started)
        home = comes_back(started)

    assert (home.url, "Hanna" in home.text) == ("/", True)


def sets_up(started):
    """Follow the set-up link that the desk printed, and return the browser of its host."""
    host = Visitor(cast(Client, WebClient(started.port)))
    host.opens(f"{started.set_up_path}house/")
    host.sends("/house/", name="Hanna", password=PASSWORD, house="dave-2018", **PLACE)
    return host


def comes_back(started):
    """Sign the host in on another device, and return the first page."""
    host = Visitor(cast(Client, WebClient(started.port)))
    host.opens("/sign-in/")
    return host.sends("/sign-in/", name="Hanna", password=PASSWORD)


def told(program, folder, home, port):
    """Start a desk there, and return its printed lines about its books."""
    environment = {"HOME": str(home), "HOSTDESK_PORT": str(port), "HOSTDESK_LISTEN": "127.0.0.1"}
    with desk.running(folder / "var", port, program=[str(program)], HOSTDESK_VAR="", **environment) as started:
        lines = started.printed.splitlines()
    return [line for line in lines if line.startswith("The books are ")]


@pytest.mark.long
def test_the_first_start_finds_the_books_of_the_source_and_every_later_one_too(hostdesk, tmp_path):
    source, elsewhere, home = tmp_path / "source", tmp_path / "elsewhere", tmp_path / "home"
    for folder in (source / "var", elsewhere):
        folder.mkdir(parents=True)
    desk.laid_out(source / "var")
    (source / "var" / "secret").touch(mode=0o600)
    (source / "var" / "secret").write_text("s" * 40)

    first, second = (told(hostdesk, folder, home, desk.free_port()) for folder in (source, elsewhere))

    books = f"The books are {source}/var/hostdesk.sqlite3: no acts."
    assert (first, second) == ([f"{books} They stay there, where `make run` has kept them."], [books])


def test_every_command_of_the_source_is_one_of_hostdesk(hostdesk, tmp_path):
    told = [
        subprocess.run(
            [*program, "help", "--commands"],
            cwd=tmp_path,
            env=desk.environment(tmp_path, 8000),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for program in ([hostdesk], desk.SOURCE)
    ]

    assert told[0] == told[1]
    assert {"serve", "demo", "restore"} < set(told[0].split())


@pytest.mark.parametrize("asked", ["version", "--version"])
def test_the_wheel_has_the_version_of_the_source(hostdesk, asked, tmp_path):
    told = subprocess.run([hostdesk, asked], cwd=tmp_path, capture_output=True, text=True, check=True)

    assert told.stdout == f"Hostdesk {VERSION}\n"
