"""The demo process that runs beside the desk."""

import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hostdesk.front.demo import process_commands
from hostdesk.front.demo.process_commands import Demo

SAYS_SO = "print('1 of 30 nights'); print('    http://10.0.0.1:8001/link/abc/'); print('The demo is open.', flush=True)"


@pytest.fixture
def program():
    """Start a program in place of the demo; it ends with the test."""
    demos = []

    def start(text):
        process = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True)
        demos.append(Demo(process, 8001))
        return demos[-1]

    yield start
    for demo in demos:
        demo.stop()


def test_an_open_demo_says_where_to_come_in(program):
    demo = program(f"{SAYS_SO}; import time; time.sleep(60)")
    for line in demo.process.stdout:
        demo.hear(line)
        if demo.is_open:
            break

    assert (demo.is_open, demo.entry) == (True, "/link/abc/")


def test_what_it_says_later_neither_fills_the_memory_nor_closes_it(program):
    demo = program("import time; time.sleep(60)")

    for line in ("http://10.0.0.1:8001/link/abc/", "The demo is open.", *["GET / 200"] * 1000):
        demo.hear(f"{line}\n")

    assert (len(demo.lines), demo.lines[-1], demo.is_open, demo.entry) == (50, "GET / 200", True, "/link/abc/")


def test_a_demo_that_is_being_made_is_not_open(program):
    demo = program("import time; time.sleep(60)")

    assert (demo.is_running, demo.is_open, demo.entry) == (True, False, "/")


def test_a_demo_that_has_ended_is_not_open_whatever_it_said(program):
    demo = program(SAYS_SO)
    demo.listen()
    demo.process.wait(10)

    assert (demo.is_running, demo.is_open) == (False, False)
    assert demo.lines[-1] == "The demo is open."


def test_a_demo_that_will_not_end_is_ended(program):
    demo = program(
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); time.sleep(60)"
    )
    demo.process.stdout.readline()

    demo.stop(patience=0.1)

    assert demo.is_running is False


def test_a_demo_that_nobody_listens_to_is_ended():
    demo = Demo(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], text=True), 8001)

    demo.stop()

    assert demo.is_running is False


def test_a_port_that_is_taken_is_passed(monkeypatch, settings):
    monkeypatch.setattr(process_commands, "_PORTS_TRIED", 1)
    with socket.socket() as taken:
        taken.bind(("", 0))
        settings.PORT = taken.getsockname()[1] - 1

        port = process_commands.free_port()

    assert port not in (settings.PORT, settings.PORT + 1)


def test_it_is_started_once_and_opens(monkeypatch, settings, todays, tmp_path):
    settings.VAR = tmp_path
    (tmp_path / "demo").mkdir(mode=0o700)
    shutil.copy(todays, tmp_path / "demo" / "demo.sqlite3")
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE", raising=False)
    monkeypatch.setattr(process_commands, "_demos", [])
    monkeypatch.setenv("HOSTDESK_SECRET_KEY", "s" * 40)
    monkeypatch.setenv("DATABASE_URL", "sqlite:////nowhere/at/all")

    first, second = process_commands.start_demo(), process_commands.start_demo()
    try:
        for _ in range(1200):
            if first.is_open or not first.is_running:
                break
            time.sleep(0.1)

        assert (first is second, first.is_open, first.entry[:6]) == (True, True, "/link/")
        environment = Path(f"/proc/{first.process.pid}/environ").read_text(encoding="utf-8").split("\0")
        own = dict(line.split("=", 1) for line in environment if "=" in line)
        assert own["HOSTDESK_VAR"] == str(tmp_path / "demo")
        assert (own["HOSTDESK_DEMO"], own["HOSTDESK_PORT"]) == ("yes", str(first.port))
        assert [name for name in ("HOSTDESK_SECRET_KEY", "DATABASE_URL") if name in own] == []
    finally:
        first.stop()


def test_a_port_that_somebody_answers_at_is_passed(monkeypatch, settings):
    monkeypatch.setattr(process_commands, "_PORTS_TRIED", 1)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        settings.PORT = taken.getsockname()[1] - 1

        assert process_commands.free_port() != settings.PORT + 1
