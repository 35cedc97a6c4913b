"""The desk's application on a copy of the books of a scene, called without a socket; run by `attacks.py`.

One process imports everything and waits; each attack is a fork of it, so its damage ends with it.
"""

import contextlib
import importlib
import json
import os
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlencode

import django
from django.conf import settings
from django.db import connection, connections

PORT = 8000
TOKEN = "a" * 32
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Answer:
    """An answer of the desk: the status, the headers with lower-case names, all cookies, and the body."""

    status: int
    headers: dict[str, str]
    cookies: list[str]
    body: bytes

    @property
    def html(self) -> str:
        """The body as text."""
        return self.body.decode("utf-8", "replace")

    @property
    def is_page(self) -> bool:
        """Whether it is a page and not a file."""
        return self.headers.get("content-type", "").startswith("text/html")


class Inside:
    """The application on a copy of the books, in this process, and the numbers of the scene."""

    def __init__(self, application: Callable[..., Any], books: Path) -> None:
        self.application, self.kept = application, books
        self.made: dict[str, Any] = json.loads((books / "made.json").read_text("utf-8"))
        self.folder = Path(tempfile.mkdtemp(prefix="inside-", dir=books))
        self.path = self.folder / "hostdesk.sqlite3"
        self.restore()

    def restore(self) -> None:
        """Restore the books of the scene."""
        connections.close_all()
        shutil.copy(self.kept / "hostdesk.sqlite3", self.folder / "laid")
        (self.folder / "laid").rename(self.path)
        for name in ("hostdesk.sqlite3-journal", "hostdesk.sqlite3-wal", "hostdesk.sqlite3-shm"):
            (self.folder / name).unlink(missing_ok=True)
        connections.settings["default"]["NAME"] = str(self.path)
        connections["default"].settings_dict["NAME"] = str(self.path)

    def ask(
        self,
        method: str,
        address: str,
        body: bytes = b"",
        *,
        session: str | None = None,
        kind: str = FORM,
        token: str = TOKEN,
        phone: str = "127.0.0.1",
        cookies: str = "",
        environ: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send a request as the host, or with another session ("" for nobody); return the answer.

        ``environ`` adds lines to the environment, such as ``HTTP_HOST``.
        """
        session = self.made["session"] if session is None else session
        path, _, query = address.partition("#")[0].partition("?")
        sent = f"form{PORT}={TOKEN}" + (f"; desk{PORT}={session}" if session else "") + cookies
        asked: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
            "QUERY_STRING": query.encode("utf-8", "surrogateescape").decode("latin-1"),
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": str(PORT),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": phone,
            "HTTP_HOST": f"127.0.0.1:{PORT}",
            "HTTP_COOKIE": sent,
            "HTTP_X_CSRFTOKEN": token,
            "CONTENT_TYPE": kind,
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            **(environ or {}),
        }
        told: list[Any] = []
        answer = self.application(asked, lambda status, headers, fault=None: told.extend([status, headers]))
        whole = b"".join(answer)
        if hasattr(answer, "close"):
            answer.close()
        status, headers = told[0], told[1]
        set_cookies = [value.strip() for name, value in headers if name.lower() == "set-cookie"]
        return Answer(int(status[:3]), {name.lower(): value for name, value in headers}, set_cookies, whole)

    def post(self, address: str, said: dict[str, Any], **more: Any) -> Answer:
        """Send a form."""
        return self.ask("POST", address, urlencode(said, doseq=True).encode(), **more)

    def changes(self) -> int:
        """Return how many rows this process has changed in the books so far."""
        connection.ensure_connection()
        return int(connection.connection.total_changes)


def _wait(books: Path) -> None:
    """Import everything, then fork for each attack that is asked for, until the input ends."""
    settings.HEAD = None  # the books are restored again and again
    settings.WHITENOISE_AUTOREFRESH = True
    # With the slow hash of the product, every attack that signs in would be slow.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]
    django.setup()
    application = importlib.import_module("hostdesk.wsgi").application
    for name in ("hostdesk.urls", "tests.drills.crawled", "tests.hostdesk.base.sign_in.rows"):
        importlib.import_module(name)
    for line in sys.stdin:
        what, rounds, said = json.loads(line)
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            with os.fdopen(writing, "w", encoding="utf-8") as answer:
                answer.write(json.dumps(_attacked(Inside(application, books), what, rounds, said)))
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as answer:
            told = answer.read()
        os.waitpid(child, 0)
        print(told or json.dumps([None, "it ended without a word"]), flush=True)


def _attacked(inside: Inside, what: str, rounds: int, said: dict[str, Any]) -> tuple[Any, str]:
    module, _, function = what.partition(":")
    try:
        with contextlib.redirect_stdout(sys.stderr):
            return getattr(importlib.import_module(module), function)(inside, rounds, **said), ""
    except BaseException:  # noqa: BLE001 - the other process reports it
        return None, traceback.format_exc()
    finally:
        shutil.rmtree(inside.folder, ignore_errors=True)


@contextlib.contextmanager
def replaced(owner: Any, name: str, damaged: Any) -> Iterator[None]:
    """Replace an attribute with a damaged one, until the end of the block."""
    whole = getattr(owner, name)
    setattr(owner, name, damaged)
    try:
        yield
    finally:
        setattr(owner, name, whole)


if __name__ == "__main__":
    _wait(Path(sys.argv[1]))
