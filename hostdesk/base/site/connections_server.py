"""A waitress server that never stops listening: at its limit it closes an idle connection.

waitress alone takes no new connection at its limit and waits until an old one ends. A browser keeps six connections,
and any device can keep hundreds, so one phone could keep the host's tablet out.
"""

import contextlib
import os
import socket
import sys
from collections import Counter, deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from hostdesk.base.site.http_server import StrictChannel
from hostdesk.base.site.rounds import HEALTH

if sys.platform != "win32":
    import resource

CONNECTIONS = 1000
OF_ONE_ADDRESS = 100
"""The most connections of one address: several phones can share it, and they lose only idle ones."""

PATIENCE = 20  # seconds; a connection that is idle for longer is closed
# A proxy keeps its connections, and must be the first to close one, since it does not send a form again.
PATIENCE_WITH_A_PROXY = 180  # seconds
LOOKS_EVERY = 5  # seconds between two looks for idle connections
FILES = CONNECTIONS * 5 // 4
"""How many files the desk may have open: a fifth is for the database, the log and the papers."""

SELECTED = 512
"""How many connections Windows lets a server wait for at once."""


class InTurn(deque[HTTPChannel]):
    """The requests that wait for a thread: the first request of every address, then the second requests, and so on."""

    def append(self, channel: HTTPChannel) -> None:
        """Add a request: an address with many requests holds up only itself."""
        address, ahead = channel.addr[0], Counter[str]()
        mine = sum(other.addr[0] == address for other in self)
        for place, other in enumerate(self):
            if ahead[other.addr[0]] > mine:
                self.insert(place, channel)
                return
            ahead[other.addr[0]] += 1
        super().append(channel)


class OnOneCore(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress has no types
    """Answers in threads that stay on one core, the fastest: only one thread of a Python process works at a time.

    On two cores the threads hand the lock over at every query, and two devices that post cost twice as much. Among
    equal cores the number of the process decides, so that two desks on one machine do not share one.
    """

    def handler_thread(self, thread_no: int) -> None:
        """Answer requests until the server ends."""
        if sys.platform == "linux":
            pattern = "/sys/devices/system/cpu/cpu{}/cpufreq/cpuinfo_max_freq"
            paths = {core: Path(pattern.format(core)) for core in os.sched_getaffinity(0)}
            hertz = {core: int(path.read_text("ascii")) if path.exists() else 0 for core, path in paths.items()}
            fastest = sorted(core for core in hertz if hertz[core] == max(hertz.values()))
            os.sched_setaffinity(0, {fastest[os.getpid() % len(fastest)]})
        super().handler_thread(thread_no)


class OpenServer(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """Takes every connection, and then closes an idle one if there are too many.

    Raises ``OSError`` if the port is taken.
    """

    channel_class = StrictChannel

    def __init__(self, application: Any, *, threads: int, **adjustments: Any) -> None:
        self.most = min(CONNECTIONS, files_allowed(FILES) * 4 // 5)
        # Behind a proxy every browser has the proxy's address.
        self.most_of_one = self.most if settings.TLS else min(OF_ONE_ADDRESS, self.most)
        dispatcher = OnOneCore()
        dispatcher.queue = InTurn()
        dispatcher.set_thread_count(threads)
        self.for_monitors = ThreadedTaskDispatcher()
        self.for_monitors.set_thread_count(1)
        super().__init__(
            application,
            dispatcher=dispatcher,
            connection_limit=2 * CONNECTIONS,  # never reached
            channel_timeout=PATIENCE_WITH_A_PROXY if settings.TLS else PATIENCE,
            cleanup_interval=LOOKS_EVERY,
            asyncore_use_poll=True,  # select() ends at 1,024 files
            **adjustments,
        )

    def set_reuse_addr(self) -> None:
        """Take the port although connections of a desk before are not over yet."""
        reuse(self.socket)

    def add_task(self, task: HTTPChannel) -> None:
        """Give the request to a thread; a monitor gets its own, since a locked database may hold up all others."""
        health = (HEALTH, settings.PREFIX + HEALTH)  # the path is as it came: a proxy may have taken the prefix off
        asks_health = bool(task.requests) and getattr(task.requests[0], "path", "") in health
        (self.for_monitors if asks_health else self.task_dispatcher).add_task(task)

    def handle_accept(self) -> None:
        """Take a connection; if there are now too many, close one."""
        super().handle_accept()
        channels = [channel for channel in self.active_channels.values() if not channel.will_close]
        if (surplus := surplus_of(channels, self.most, self.most_of_one)) is not None:
            hang_up(surplus)

    def maintenance(self, now: float) -> None:
        """Close the connections that are idle for too long, also those of browsers that have stopped reading."""
        super().maintenance(now)
        for channel in self.active_channels.values():
            if channel.will_close:
                hang_up(channel)


def surplus_of(channels: Sequence[HTTPChannel], most: int, most_of_one: int) -> HTTPChannel | None:
    """Return the connection to close, the newest being the last of ``channels``; None if there is room for all.

    It is the longest idle one of the newest one's address if that has too many, else of the address with the most. If
    all are being answered, it is the newest.
    """
    by_address = Counter(channel.addr[0] for channel in channels)
    newest = channels[-1].addr[0] if channels else ""
    if by_address[newest] > most_of_one:
        address = newest
    elif len(channels) > most:
        address = by_address.most_common(1)[0][0]
    else:
        return None
    idle = [channel for channel in channels[:-1] if channel.addr[0] == address and not channel.requests]
    return min(idle, key=lambda channel: float(channel.last_activity), default=channels[-1])


def reuse(listener: socket.socket) -> None:
    """Let a socket have a port without a listener: on Windows the usual option would share a port in use."""
    option = socket.SO_REUSEADDR
    if sys.platform == "win32":
        option = socket.SO_EXCLUSIVEADDRUSE
    listener.setsockopt(socket.SOL_SOCKET, option, 1)


def hang_up(channel: HTTPChannel) -> None:
    """Close a connection in the next round of the server."""
    channel.will_close = True
    # waitress closes at the next chance to write, which never comes if the browser does not read.
    with contextlib.suppress(OSError):
        channel.socket.shutdown(socket.SHUT_RDWR)


def files_allowed(wanted: int) -> int:
    """Raise the limit of open files of this process as far as possible, and return the limit."""
    allowed = SELECTED
    if sys.platform != "win32":
        allowed, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if 0 <= allowed < wanted:  # negative without a limit
            allowed = wanted if hard < 0 else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed if allowed >= 0 else wanted
