import http.client
import multiprocessing
import os
import shutil
import signal
from io import StringIO

import pytest
from django.core.management.base import OutputWrapper

from hostdesk.base.site import server
from hostdesk.base.site.server import AlreadyHeld, build_of, hold
from tests.hostdesk.crowd import serving


def _hold_until_killed(path, held):
    with hold(path):
        held.set()
        signal.pause()


@pytest.fixture
def holder(tmp_path):
    """Another process that holds the database of `tmp_path`."""
    context = multiprocessing.get_context("spawn")
    held = context.Event()
    process = context.Process(target=_hold_until_killed, args=(tmp_path / "desk.sqlite3", held))
    process.start()
    assert held.wait(30)
    yield process
    process.kill()
    process.join()


def test_a_second_process_is_refused_and_told_whom_to_stop(holder, tmp_path):
    with pytest.raises(AlreadyHeld) as refused, hold(tmp_path / "desk.sqlite3"):
        pass

    assert str(refused.value) == (
        f"Hostdesk is already running on desk.sqlite3 (process {holder.pid}). "
        "Use that one, or stop it first: two at once get in each other's way."
    )


def test_a_process_that_is_killed_holds_nothing(holder, tmp_path):
    holder.kill()
    holder.join()

    with hold(tmp_path / "desk.sqlite3"):
        pass


def test_another_database_is_free(holder, tmp_path):
    with hold(tmp_path / "other.sqlite3"):
        pass


def test_another_name_of_the_same_file_is_the_same(holder, tmp_path):
    (tmp_path / "link.sqlite3").symlink_to(tmp_path / "desk.sqlite3")

    with pytest.raises(AlreadyHeld), hold(tmp_path / "link.sqlite3"):
        pass


def test_inside_a_process_that_holds_it_nothing_happens(tmp_path):
    with hold(tmp_path / "desk.sqlite3"):
        with hold(tmp_path / "desk.sqlite3"):
            pass

        assert server._held == {(tmp_path / "desk.sqlite3").resolve()}


def test_after_a_fault_it_is_free_again(tmp_path):
    with pytest.raises(ZeroDivisionError), hold(tmp_path / "desk.sqlite3"):
        raise ZeroDivisionError

    with hold(tmp_path / "desk.sqlite3"):
        assert (tmp_path / "desk.sqlite3.held").read_text() == f"{os.getpid()}\n"


def test_the_address_for_the_tablets_comes_first(monkeypatch):
    monkeypatch.setattr(server, "lan_addresses", lambda: ("192.168.1.20", "10.0.0.7"))

    assert server.addresses("0.0.0.0", 8000) == (
        "http://192.168.1.20:8000/",
        "http://10.0.0.7:8000/",
        "http://127.0.0.1:8000/",
    )
    assert server.addresses("127.0.0.1", 8001) == ("http://127.0.0.1:8001/",)


def told(environ, start_response):
    """Answer with the scheme and the address of a request, as the desk sees them."""
    start_response("200 OK", [])
    return [f"{environ['wsgi.url_scheme']} {environ['REMOTE_ADDR']}".encode()]


def seen(port, source):
    """Ask from that address of this machine, as a proxy for another client; return the request as the desk sees it."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30, source_address=(source, 0))
    connection.request("GET", "/", headers={"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"})
    said = connection.getresponse().read().decode()
    connection.close()
    return said


@pytest.mark.parametrize(
    ("tls", "proxy", "own", "other"),
    [
        (True, "127.0.0.1", "https 203.0.113.9", "http 127.0.0.2"),
        (True, "127.0.0.2", "http 127.0.0.1", "https 203.0.113.9"),
        (False, "127.0.0.1", "http 127.0.0.1", "http 127.0.0.2"),
    ],
)
def test_one_proxy_is_believed_and_nobody_else(settings, tls, proxy, own, other):
    settings.TLS, settings.PROXY = tls, proxy

    with serving(server.make_server(told, listen="127.0.0.1", port=0)) as port:
        assert [seen(port, "127.0.0.1"), seen(port, "127.0.0.2")] == [own, other]


def test_the_qr_code_is_drawn_in_blocks():
    out = StringIO()

    server.draw_qr_code(OutputWrapper(out), "http://192.168.1.20:8000/")

    _, *lines = out.getvalue().splitlines()
    assert {len(line) for line in lines} == {33}
    assert set("".join(lines)) == set(" ▀▄█")


@pytest.fixture
def build(tmp_path):
    """A build of two files."""
    (tmp_path / "build" / "templates").mkdir(parents=True)
    (tmp_path / "build" / "templates" / "home.html").write_text("<h1>Home</h1>")
    (tmp_path / "build" / "templates" / "book.html").write_text("<h1>THE BOOK</h1>")
    return tmp_path / "build"


def test_a_build_is_the_same_elsewhere_later_and_after_it_was_run(build, tmp_path):
    another = shutil.copytree(build, tmp_path / "another")
    os.utime(another / "templates" / "home.html", (0, 0))
    (another / "templates" / "__pycache__").mkdir()
    (another / "templates" / "__pycache__" / "home.cpython-311.pyc").write_bytes(b"made by Python")

    assert build_of(another, "templates") == build_of(build, "templates")


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "home.html").write_text("<h1>home</h1>"),
        lambda folder: (folder / "new.html").touch(),
        lambda folder: (folder / "home.html").rename(folder / "start.html"),
        lambda folder: (folder / "book.html").unlink(),
    ],
    ids=["changed", "new", "renamed", "gone"],
)
def test_a_build_with_another_file_is_another_one(change, build):
    before = build_of(build, "templates")

    change(build / "templates")

    assert build_of(build, "templates") != before
