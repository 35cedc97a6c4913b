"""The wheel as somebody gets it: built, and installed into an environment of its own, without the source beside it."""

import fcntl
import os
import subprocess
import sys
import sysconfig
from http.cookiejar import CookieJar
from pathlib import Path
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
    """Return the wheel of this version: built once for all that test side by side."""
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


class Browser:
    """A browser without a screen, at the desk on a port of this machine."""

    def __init__(self, port: int) -> None:
        self.address, self.cookies = f"http://127.0.0.1:{port}", CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> str:
        """Return a page."""
        with self.opener.open(f"{self.address}{path}", timeout=120) as answer:
            return str(answer.read(), "utf-8")

    def post(self, path: str, **said: str) -> str:
        """Send a form as the desk's own pages do, and return the page after it."""
        token = next(cookie.value for cookie in self.cookies if cookie.name.startswith("form"))
        fields = urlencode({**said, "csrfmiddlewaretoken": token}).encode()
        with self.opener.open(f"{self.address}{path}", fields, timeout=120) as answer:
            return str(answer.read(), "utf-8")
