"""``manage.py demo`` as ``make demo`` and the set-up page start it."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import urllib.request
from contextlib import closing, contextmanager

import pytest

from tests import desk

DEMO = {"HOSTDESK_DEMO": "yes"}


@contextmanager
def started(folder, **settings):
    """Run ``manage.py demo`` in that folder until the end of the block."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "demo"],
        cwd=desk.ROOT,
        env={**desk.environment(folder, desk.free_port()), **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def until_open(process):
    """Return the output before the line that says the demo is open."""
    lines = []
    for line in process.stdout:
        if line == "The demo is open.\n":
            return "".join(lines)
        lines.append(line)
    raise AssertionError("".join(lines))


def test_todays_demo_is_served_with_a_link_for_its_host(todays, tmp_path):
    shutil.copy(todays, tmp_path / "demo.sqlite3")

    with started(tmp_path, **DEMO) as process:
        [(port, link)] = re.findall(r"^    http://\S+:(\d+)(/link/[\w-]{43}/)$", until_open(process), re.MULTILINE)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10) as answer:
            assert json.load(answer)["well"] is True
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{link}", timeout=10) as answer:
            assert answer.status == 200
        process.terminate()
        assert process.communicate(timeout=30)[0].endswith("The demo has stopped.\n")
        assert process.returncode == 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"HOSTDESK_DEMO": "no"}, "HOSTDESK_DEMO says that this is no demo. Without it the command starts one."),
        (
            {**DEMO, "DATABASE_URL": "postgres://ann:secret@127.0.0.1:1/league"},
            "The demo keeps its books in a SQLite file of its own: unset DATABASE_URL.",
        ),
    ],
)
def test_where_it_does_not_start(settings, sentence, tmp_path):
    with started(tmp_path, **settings) as process:
        said, _ = process.communicate(timeout=60)

    assert (process.returncode, said) == (1, f"CommandError: {sentence}\n")


@pytest.mark.long
def test_at_a_taken_port_it_names_its_own_setting(todays, tmp_path):
    (tmp_path / "demo").mkdir()
    shutil.copy(todays, tmp_path / "demo" / "demo.sqlite3")

    with closing(socket.create_server(("0.0.0.0", 0))) as other:
        port = other.getsockname()[1]
        with started(tmp_path, HOSTDESK_PORT="8000", DEMO_PORT=str(port)) as process:
            said, _ = process.communicate(timeout=60)

    assert said == (
        f"CommandError: Cannot listen on 0.0.0.0 port {port}: Address already in use. "
        "Another program may use the port; DEMO_PORT sets another one.\n"
    )


def test_the_hosts_own_books_are_refused_and_left_as_they_are(played_books, tmp_path):
    own = tmp_path / "hostdesk.sqlite3"
    shutil.copy(played_books, own)
    before = own.read_bytes()

    with started(tmp_path, **DEMO, DATABASE_URL=f"sqlite:///{own}") as process:
        said, _ = process.communicate(timeout=60)

    assert said == f"CommandError: {own} has books that are not the demo's. The demo fills only its own.\n"
    assert own.read_bytes() == before


@pytest.mark.long
def test_in_the_hosts_own_folder_it_has_a_file_of_its_own(todays, played_books, tmp_path):
    shutil.copy(played_books, tmp_path / "hostdesk.sqlite3")
    shutil.copy(todays, tmp_path / "demo.sqlite3")
    before = (tmp_path / "hostdesk.sqlite3").read_bytes()

    with started(tmp_path, **DEMO) as process:
        until_open(process)

    assert (tmp_path / "hostdesk.sqlite3").read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {
        "demo.sqlite3",
        "demo.sqlite3-journal",
        "demo.sqlite3.held",
        "hostdesk.sqlite3",
        "secret",
    }


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (DEMO, ["8001", "0", "demo.sqlite3"]),
        ({**DEMO, "HOSTDESK_PORT": "8002", "HOSTDESK_BACKUPS_KEPT": "5"}, ["8002", "0", "demo.sqlite3"]),
        ({"HOSTDESK_DEMO": "no"}, ["8000", "30", "hostdesk.sqlite3"]),
    ],
)
def test_the_settings_of_a_demo(given, kept, tmp_path):
    told = "from hostdesk import settings as s; print(s.PORT, s.BACKUPS_KEPT, s.DATABASES['default']['NAME'])"

    ran = subprocess.run(
        [sys.executable, "-c", told],
        cwd=desk.ROOT,
        env={**desk.environment(tmp_path, 8000), "HOSTDESK_PORT": "", **given},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    assert ran.stdout.replace(f"{tmp_path}/", "").split() == kept


@pytest.mark.parametrize(("said", "port"), [([], ""), (["DEMO_PORT=8002"], "8002")])
def test_make_demo_takes_its_port_from_no_other_program(said, port, tmp_path):
    (tmp_path / "bin").mkdir()
    for made_before in ("bin/pip", "installed"):
        (tmp_path / made_before).touch()
    python = tmp_path / "bin" / "python"
    python.write_text('#!/bin/sh\necho "$DEMO_PORT $*"\n')
    python.chmod(0o755)

    made = subprocess.run(
        ["make", "--no-print-directory", "demo", f"VENV={tmp_path}", *said],
        cwd=desk.ROOT,
        env={"PATH": os.environ["PATH"], "PORT": "9000"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert made.stdout == f"{port} manage.py demo\n"
