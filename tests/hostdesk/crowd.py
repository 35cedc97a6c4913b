"""A crowd at a server: phones with an address each, which hold connections, idle or busy."""

import contextlib
import http.client
import socket
import threading
from collections.abc import Iterator
from typing import Any

from waitress import wasyncore

OF_A_BROWSER = 6
"""The number of connections that a browser holds."""

PATIENCE = 20  # seconds


@contextlib.contextmanager
def serving(server: Any) -> Iterator[int]:
    """Run a server in a thread until the end of the block; yield its port."""
    over = threading.Event()

    def rounds() -> None:
        while not over.is_set():
            wasyncore.loop(timeout=0.05, map=server._map, use_poll=True, count=1)

    thread = threading.Thread(target=rounds, daemon=True)
    thread.start()
    try:
        yield int(server.effective_port)
    finally:
        over.set()
        thread.join(PATIENCE)
        server.task_dispatcher.shutdown()
        wasyncore.close_all(server._map)


def phone(number: int) -> str:
    """Return this machine's address for the phone of that number."""
    return f"127.0.{1 + number // 250}.{1 + number % 250}"


@contextlib.contextmanager
def idle(port: int, connections: int, address: str) -> Iterator[list[socket.socket]]:
    """Open that many connections from an address, send no data, and hold them until the end of the block."""
    with contextlib.ExitStack() as held:
        yield [
            held.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0)))
            for _ in range(connections)
        ]


def answered(port: int, address: str = "127.0.0.1", patience: float = PATIENCE, **how: Any) -> int:
    """Send one request over a new connection and return the status of its answer; 0 if none comes in time."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=patience, source_address=(address, 0))
    with contextlib.closing(connection):
        try:
            connection.request(how.pop("method", "GET"), how.pop("path", "/"), **how)
            return connection.getresponse().status
        except OSError:
            return 0
