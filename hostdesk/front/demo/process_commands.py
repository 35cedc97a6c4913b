"""The demo beside the desk: another desk with invented books, in a process that ends with this one."""

import atexit
import contextlib
import os
import re
import socket
import subprocess
import sys
import threading
from collections import deque
from dataclasses import dataclass, field

from django.conf import settings

_OPEN = "The demo is open."
_ENTRY = re.compile(r"https?://[^/\s]+(/link/\S+)")
_PORTS_TRIED = 50
_LINES_KEPT = 50
# The demo has its own database, secret, port and folder.
_NOT_ITS_OWN = ("DATABASE_URL", "HOSTDESK_SECRET_KEY", "HOSTDESK_PORT", "HOSTDESK_VAR")


@dataclass
class Demo:
    """A demo that starts or is open: its process, its port, and its last printed lines.

    ``entry`` is the path of its sign-in link, "/" until the demo has printed one.
    """

    process: "subprocess.Popen[str]"
    port: int
    lines: deque[str] = field(default_factory=lambda: deque(maxlen=_LINES_KEPT))
    entry: str = "/"
    has_opened: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the demo runs and can be opened."""
        return self.is_running and self.has_opened

    @property
    def is_running(self) -> bool:
        """Whether the demo's process runs."""
        return self.process.poll() is None

    def hear(self, line: str) -> None:
        """Take in a line that the demo printed."""
        self.lines.append(line.strip())
        self.has_opened = self.has_opened or line.startswith(_OPEN)
        if self.entry == "/" and (found := _ENTRY.search(line)):
            self.entry = found[1]

    def listen(self) -> None:
        """Read the output of the process until it ends: unread output would block it."""
        for line in self.process.stdout or ():
            self.hear(line)

    def stop(self, *, patience: float = 10) -> None:
        """End the demo, by force after those seconds."""
        self.process.terminate()
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


_lock = threading.Lock()
_demos: list[Demo] = []


def running_demo() -> Demo | None:
    """Return the demo that this desk started last; None if there is none."""
    return _demos[-1] if _demos else None


def start_demo() -> Demo:
    """Start the demo, or return the running one."""
    with _lock:
        demo = running_demo()
        if demo is None or not demo.is_running:
            port = free_port()
            own = {"HOSTDESK_VAR": str(settings.VAR / "demo"), "HOSTDESK_DEMO": "yes", "HOSTDESK_PORT": str(port)}
            kept = {name: value for name, value in os.environ.items() if name not in _NOT_ITS_OWN}
            process = subprocess.Popen(
                [sys.executable, "-m", "hostdesk", "demo"],
                cwd=settings.BASE_DIR,
                env={**kept, **own, "PYTHONUNBUFFERED": "1"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
            demo = Demo(process, port)
            threading.Thread(target=demo.listen, daemon=True, name="demo").start()
            atexit.register(demo.stop)
            _demos.append(demo)
        return demo


def free_port() -> int:
    """Return the next free port after this desk's own, or any free one."""
    for port in range(settings.PORT + 1, min(settings.PORT + 1 + _PORTS_TRIED, 65536)):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                probe.bind(("", port))
                return port
    with socket.socket() as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])
