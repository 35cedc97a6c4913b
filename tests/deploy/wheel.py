"""The wheel as a host gets it: built, and installed into its own environment, without the source beside it."""

import fcntl
import os
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from tests.desk import ROOT

UV = Path(sysconfig.get_path("scripts"), "uv")


def built(folder: Path) -> Path:
    """Build the wheel into a folder, without the network, and return its file."""
    subprocess.run(
        [UV, "build", "--quiet", "--wheel", "--offline", "--no-build-isolation", "--out-dir", folder, ROOT],
        env={**os.environ, "VIRTUAL_ENV": sys.prefix},
        check=True,
        timeout=300,
    )
    [wheel] = folder.glob("*.whl")
    return wheel


def the_wheel() -> Path:
    """Return the wheel of this version: built once for all test processes that run side by side."""
    home = Path(os.environ["DESK_TESTS"])
    with (home / "wheel.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return next((home / "wheel").glob("*.whl"), None) or built(home / "wheel")


def installed(wheel: Path, folder: Path) -> Path:
    """Install a wheel into a new environment that borrows its dependencies from this one, and return ``hostdesk``."""
    python = folder / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True, timeout=120)
    [packages] = folder.glob("lib/python3*/site-packages")
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    install = [UV, "pip", "install", "--quiet", "--offline", "--no-deps", "--python", python, wheel]
    subprocess.run(list(map(str, install)), check=True, timeout=120)
    return folder / "bin" / "hostdesk"


@dataclass(frozen=True)
class Answer:
    """An answer like that of Django's test client: its status, its content, and the redirects that led to it."""

    status_code: int
    content: bytes
    redirect_chain: list[tuple[str, int]]


class WebClient:
    """A browser without a screen at the desk on a port of this machine, with the interface of Django's test client."""

    def __init__(self, port: int) -> None:
        self.address, self.opener = f"http://127.0.0.1:{port}", build_opener(HTTPCookieProcessor(CookieJar()))

    def get(self, path: str, **_: Any) -> Answer:
        """Load a page and follow its redirects."""
        return self._answer(path, None)

    def post(self, path: str, said: Mapping[str, Any], **_: Any) -> Answer:
        """Send a form, and load the page that follows."""
        return self._answer(path, urlencode(said, doseq=True).encode())

    def _answer(self, path: str, form: bytes | None) -> Answer:
        try:
            answer = self.opener.open(f"{self.address}{path}", form, timeout=120)
        except HTTPError as refusal:
            answer = refusal
        with answer:
            place = answer.url.removeprefix(self.address)
            return Answer(answer.status, answer.read(), [(place, 302)] if place != path else [])
