"""Debian's caddy with the Caddyfile that hosts use, as its own certificate authority, and closed to other machines."""

import contextlib
import os
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, BrowserType, expect

from tests.browser.conftest import CHROMIUM, FIRST_PAGE, FLAGS, PATIENCE
from tests.desk import ROOT

CADDYFILE = ROOT / "deploy" / "Caddyfile"
NAME = "desk.example"
# Caddy signs its own certificates instead of asking for them, adds its root to no trust store of the machine, and
# listens for this machine alone.
OF_ITS_OWN = """{{
	admin off
	local_certs
	skip_install_trust
	auto_https disable_redirects
	default_bind 127.0.0.1
	storage file_system {folder}
"""


@dataclass(frozen=True)
class Caddy:
    """A running caddy: its https port, the root of its certificates, and its log."""

    port: int
    root: Path
    log: Path

    @property
    def url(self) -> str:
        """The address of the desk behind it."""
        return f"https://{NAME}:{self.port}"


@contextlib.contextmanager
def caddy(
    folder: Path, *, port: int, desk_port: int, changed: Mapping[str, str] | None = None, prefix: str = ""
) -> Iterator[Caddy]:
    """Run caddy in front of the desk until the end of the block; with a path prefix and changed words if given."""
    committed = CADDYFILE.read_text(encoding="utf-8")
    for words, others in (changed or {}).items():
        assert words in committed
        committed = committed.replace(words, others)
    config = folder / "Caddyfile"
    config.write_text(committed.replace("{\n", OF_ITS_OWN.format(folder=folder), 1), encoding="utf-8")
    one = Caddy(port, folder / "pki" / "authorities" / "local" / "root.crt", folder / "log")
    told = {
        "HOSTDESK_URL": one.url,
        "DESK_UPSTREAM": f"127.0.0.1:{desk_port}",
        "HOME": str(folder),
        "HOSTDESK_PREFIX": prefix,
    }
    with one.log.open("w") as log:
        process = subprocess.Popen(
            ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"],
            env={"PATH": os.environ["PATH"], **told},
            stdout=log,
            stderr=log,
        )
    try:
        _until_it_speaks_https(one, process)
        yield one
    finally:
        process.kill()
        process.wait()


def connected(one: Caddy) -> ssl.SSLSocket:
    """Return a connection to caddy like that of a browser that trusts its root and asks for the desk by name."""
    plain = socket.create_connection(("127.0.0.1", one.port), timeout=30)
    return ssl.create_default_context(cafile=str(one.root)).wrap_socket(plain, server_hostname=NAME)


@contextlib.contextmanager
def chromium_that_trusts(one: Caddy, browser_type: BrowserType, home: Path) -> Iterator[Browser]:
    """Run a browser that trusts caddy's root, as a host would set it up, and resolves the desk's name."""
    trusted = home / ".pki" / "nssdb"
    trusted.mkdir(parents=True)
    for order in (["-N", "--empty-password"], ["-A", "-n", "caddy", "-t", "C,,", "-i", str(one.root)]):
        subprocess.run(["certutil", "-d", f"sql:{trusted}", *order], check=True, capture_output=True)
    flags = [*(flag for flag in FLAGS if "resolver" not in flag), f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    browser = browser_type.launch(executable_path=CHROMIUM, args=flags, env={**os.environ, "HOME": str(home)})
    expect.set_options(timeout=PATIENCE)
    try:
        yield browser
    finally:
        browser.close()


def device(browser: Browser, **options: Any) -> BrowserContext:
    """Return a new device in that browser."""
    context = browser.new_context(has_touch=True, reduced_motion="reduce", **options)
    context.set_default_timeout(PATIENCE)
    context.set_default_navigation_timeout(FIRST_PAGE)
    return context


def _until_it_speaks_https(one: Caddy, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(1500):
        with contextlib.suppress(OSError):
            if one.root.exists():
                connected(one).close()
                return
        assert process.poll() is None, one.log.read_text(encoding="utf-8")
        time.sleep(0.02)
    raise AssertionError("Caddy does not speak https:\n" + one.log.read_text(encoding="utf-8"))
