"""More connections than a server accepts: idle ones give way, and the host's tablet always gets an answer."""

import contextlib
import os
import resource
import threading
from dataclasses import dataclass, field

import pytest
import waitress

from hostdesk.base.site import connections_server
from hostdesk.base.site.connections_server import InTurn, OpenServer, files_allowed, surplus_of
from tests.hostdesk.crowd import OF_A_BROWSER, PATIENCE, answered, idle, phone, serving

SHORT = 2  # seconds; how long the control waits for an answer that never comes


def well(environ, start_response):
    """The smallest possible application."""
    start_response("200 OK", [("Content-Length", "4")])
    return [b"well"]


def of_the_desk(application=well):
    return OpenServer(application, threads=2, host="127.0.0.1", port=0)


def of_waitress():
    return waitress.create_server(well, host="127.0.0.1", port=0)


@pytest.mark.further
@pytest.mark.parametrize(("make", "status"), [(of_the_desk, 200), (of_waitress, 0)])
def test_idle_connections_of_one_device_keep_nobody_out(make, status):
    """Control: waitress by itself leaves another device without an answer."""
    with serving(make()) as port, idle(port, 130, phone(1)):
        assert answered(port, patience=PATIENCE if status else SHORT, method="POST") == status


@pytest.mark.parametrize(("make", "status"), [(of_the_desk, 200), (of_waitress, 0)])
def test_twenty_phones_keep_nobody_out(make, status):
    with serving(make()) as port, contextlib.ExitStack() as held:
        for number in range(20):
            held.enter_context(idle(port, OF_A_BROWSER, phone(number)))

        assert answered(port, patience=PATIENCE if status else SHORT, method="POST") == status


@pytest.mark.further
@pytest.mark.sweep
@pytest.mark.parametrize(
    ("prefix", "path", "status"),
    [("", "/healthz", 200), ("/poker", "/poker/healthz", 200), ("/poker", "/healthz", 200), ("", "/", 0)],
)
def test_a_monitor_is_answered_while_all_threads_wait(prefix, path, status, settings):
    """All threads wait when the database is locked."""
    settings.PREFIX = prefix
    go, waiting = threading.Event(), threading.Semaphore(0)

    def waits(environ, start_response):
        if environ["PATH_INFO"] == "/slow":
            waiting.release()
            go.wait(2 * PATIENCE)  # longer than the monitor's patience
        return well(environ, start_response)

    with serving(of_the_desk(waits)) as port:
        slow = [threading.Thread(target=answered, args=[port], kwargs={"path": "/slow"}) for _ in range(2)]
        for each in slow:
            each.start()
        assert all(waiting.acquire(timeout=PATIENCE) for _ in slow)

        told = answered(port, patience=PATIENCE if status else SHORT, path=path)
        go.set()
        for each in slow:
            each.join(PATIENCE)

    assert told == status


def test_all_answers_come_from_one_core_and_the_process_keeps_the_others():
    used, mine = [], os.sched_getaffinity(0)

    def looks(environ, start_response):
        used.append(os.sched_getaffinity(0))
        return well(environ, start_response)

    with serving(of_the_desk(looks)) as port:
        for number in range(4):
            answered(port, phone(number))

    assert used == [used[0]] * 4
    assert len(used[0]) == 1
    assert os.sched_getaffinity(0) == mine


def test_a_device_at_its_limit_loses_the_connection_that_is_idle_longest(monkeypatch):
    monkeypatch.setattr(connections_server, "OF_ONE_ADDRESS", 3)

    with serving(of_the_desk()) as port, idle(port, 3, phone(1)) as held:
        assert answered(port, phone(1)) == 200

        held[0].settimeout(PATIENCE)
        assert held[0].recv(1) == b""
        held[1].sendall(b"GET / HTTP/1.1\r\nHost: desk\r\n\r\n")
        assert held[1].recv(12) == b"HTTP/1.1 200"


def test_behind_a_proxy_all_share_one_address_and_none_is_turned_away(monkeypatch, settings):
    monkeypatch.setattr(connections_server, "OF_ONE_ADDRESS", 3)
    settings.TLS = True

    server = of_the_desk()
    with serving(server) as port, idle(port, 6, phone(1)):
        assert answered(port, phone(1)) == 200
        assert len(server.active_channels) >= 6


def test_an_idle_connection_is_closed_in_time(monkeypatch):
    monkeypatch.setattr(connections_server, "PATIENCE", 0)
    monkeypatch.setattr(connections_server, "LOOKS_EVERY", 0)

    with serving(of_the_desk()) as port, idle(port, 1, phone(1)) as (one,):
        one.settimeout(PATIENCE)

        assert one.recv(1) == b""


def test_one_that_takes_no_answer_is_closed_in_time(monkeypatch):
    """Without `hang_up`, waitress waits until it can write."""
    monkeypatch.setattr(connections_server, "PATIENCE", 1)
    monkeypatch.setattr(connections_server, "LOOKS_EVERY", 0)
    size, asked = 12_000_000, threading.Event()

    def long(environ, start_response):
        start_response("200 OK", [("Content-Length", str(size))])
        asked.set()
        return [b"x" * size]

    server = of_the_desk(long)
    with serving(server) as port, idle(port, 1, phone(1)) as (one,):
        one.sendall(b"GET / HTTP/1.1\r\nHost: desk\r\n\r\n")
        assert asked.wait(PATIENCE)

        waiting = threading.Event()
        for _ in range(PATIENCE * 10):
            if not server.active_channels:
                break
            waiting.wait(0.1)

        assert server.active_channels == {}


@dataclass
class Channel:
    """The parts of a connection that the choice needs: its address, its last activity, and its open requests."""

    addr: tuple[str, int]
    last_activity: float
    requests: list[str] = field(default_factory=list)


def channels(*said):
    """Return connections for words such as "a1" (address a, idle since 1) and "a2!" (in the middle of an answer)."""
    return [Channel((each[0], 1), float(each[1]), ["/"] if each.endswith("!") else []) for each in said]


@pytest.mark.parametrize(
    ("said", "closed"),
    [
        ((), None),
        (("a1", "b2", "c3"), None),
        (("a1", "a2", "a3"), "a1"),  # more than two from one address
        (("a2", "b1", "a1!", "a3"), "a2"),  # one in the middle of an answer stays
        (("a1!", "a2!", "a3"), "a3"),  # all are in the middle of an answer: the newest goes
        (("b1", "a2", "a3", "c4", "d5"), "a2"),  # more than four in all: one from the address with the most
        (("b1!", "a2!", "a3!", "c4", "d5"), "d5"),
    ],
)
def test_who_gives_way_where_four_have_room_and_two_of_one_address(said, closed):
    given = channels(*said)

    surplus = surplus_of(given, 4, 2)

    assert surplus == (None if closed is None else given[[each.rstrip("!") for each in said].index(closed)])


def test_the_first_requests_of_all_come_before_the_second_of_anybody():
    queue = InTurn()

    for channel in channels("a1", "a2", "a3", "b4", "a5", "b6", "c7"):
        queue.append(channel)

    assert [f"{each.addr[0]}{each.last_activity:.0f}" for each in queue] == ["a1", "b4", "c7", "a2", "b6", "a3", "a5"]


@pytest.fixture
def files():
    """The limit of open files, restored after the test."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield soft, hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_the_limit_of_open_files_is_raised_where_it_is_too_low(files):
    soft, hard = files
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft - 100, hard))

    assert [files_allowed(soft - 50), files_allowed(soft - 80), files_allowed(hard + 1)] == [soft - 50, soft - 50, hard]
