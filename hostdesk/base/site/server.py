"""The server of the desk on the home's network: one process, eight threads, one server per SQLite file."""

import contextlib
import ctypes
import gc
import hashlib
import io
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import segno
from django.conf import settings
from django.core.management.base import OutputWrapper
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from hostdesk.base.site.addresses import Reach, lan_addresses, reach_of
from hostdesk.base.site.connections_server import OpenServer
from hostdesk.base.sqlite.base import DatabaseWrapper
from reservations.acts.disk import own_file, try_lock

LARGEST_BODY = 5_000_000  # bytes; a night log of a long evening has 50,000
SERVED = {"ident": None, "max_request_body_size": LARGEST_BODY, "clear_untrusted_proxy_headers": True}
HOW_TO_STOP = "Ctrl-C stops it."
# These headers are trusted only from the proxy that speaks https.
PROXY = {"trusted_proxy_count": 1, "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"}}
_held: set[Path] = set()
_ELSEWHERE = re.compile(r"(?:https?|ssh|git)://|[\w.-]+@[\w.-]+:")
_MOST_HEAPS = -8  # M_ARENA_MAX of glibc
_MIGRATING = 19_700_101  # any number without another meaning


class AlreadyHeld(Exception):
    """Another process has the database; the sentence names it."""


@contextlib.contextmanager
def hold(database_path: Path) -> Iterator[None]:
    """Keep all other servers, updates, migrations and restores away from a SQLite file.

    The lock is on a file beside that and ends with the process, however it ends. Its holder may hold it again.
    Raises `AlreadyHeld` at once if another process has it.
    """
    path = database_path.resolve()
    if path in _held:
        yield
        return
    with own_file(path.with_name(f"{path.name}.held")) as file:
        if not try_lock(file):
            holder = "unknown"
            with contextlib.suppress(PermissionError):  # on Windows no other process can read a locked file
                holder = file.read(20).decode("ascii", "replace").strip() or holder
            raise AlreadyHeld(
                f"Hostdesk is already running on {path.name} (process {holder}). "
                "Use that one, or stop it first: two at once get in each other's way."
            )
        file.truncate(0)
        file.write(f"{os.getpid()}\n".encode("ascii"))
        _held.add(path)
        try:
            yield
        finally:
            _held.discard(path)


def hold_database() -> contextlib.AbstractContextManager[None]:
    """`hold` the installation's own database, made first if it is missing; PostgreSQL needs none of this."""
    connection = connections[DEFAULT_DB_ALIAS]
    if not isinstance(connection, DatabaseWrapper) or connection.is_in_memory_db():
        return contextlib.nullcontext()
    connection.make_file()
    return hold(connection.path)


def hold_desk() -> contextlib.AbstractContextManager[None]:
    """`hold_database`; on PostgreSQL `hold` the desk's own folder, so that no update replaces a running desk."""
    if isinstance(connections[DEFAULT_DB_ALIAS], DatabaseWrapper):
        return hold_database()
    settings.VAR.mkdir(parents=True, exist_ok=True)
    return hold(settings.VAR / "PostgreSQL")


@contextlib.contextmanager
def migrating_alone() -> Iterator[None]:
    """Let one desk at a time migrate the same books: on PostgreSQL the second waits, and finds them migrated."""
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [_MIGRATING])
    try:
        yield
    finally:
        # The lock ends with the connection in any case.
        with contextlib.suppress(DatabaseError), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_MIGRATING])


def addresses(listen: str, port: int) -> tuple[str, ...]:
    """Return the addresses to open in a browser, the one for others first; behind a proxy those of the proxy."""
    below = f"{settings.PREFIX}/"
    named = [f"{settings.URL}{below}"] if settings.URL else []
    if settings.TLS:
        names = [host for host in settings.NAMED_HOSTS if not host.startswith(".")] or [socket.gethostname().lower()]
        return tuple(named or [f"https://{name}{below}" for name in names])
    hosts = (*lan_addresses(), "127.0.0.1") if listen == "0.0.0.0" else (listen,)  # noqa: S104 - compared, not bound
    return tuple(dict.fromkeys((*named, *(f"http://{host}:{port}{below}" for host in hosts))))


def draw_qr_code(terminal: OutputWrapper, address: str) -> None:
    """Write a QR code of the address as text; nothing on a terminal without block characters."""
    out = io.StringIO()
    segno.make(address, error="m").terminal(out, compact=True)
    with contextlib.suppress(UnicodeEncodeError):
        terminal.write(f"\n{out.getvalue()}")


def qr_picture(address: str) -> SafeString:
    """Return a QR code of the address as an inline picture: as a separate file its secret would be logged."""
    drawn = segno.make(address, error="m").svg_inline(omitsize=True, svgclass="qr", lineclass=None, light="#fff")
    return mark_safe(drawn)  # noqa: S308 - only squares; the address is not in it as text


def address_for_others(path: str, request: HttpRequest | None = None) -> str:
    """Return the address of a page for other devices: every written link comes from here.

    It is HOSTDESK_URL; else the address of the request, unless that came from this machine; without a request the first
    of the desk's own.
    """
    if settings.URL:
        return f"{settings.URL}{path}"
    parts = urlsplit(request.build_absolute_uri(path) if request else path)
    if request and parts.hostname not in ("localhost", "127.0.0.1", "::1"):
        return urlunsplit(parts)
    others = urlsplit(addresses(settings.LISTEN, parts.port or settings.PORT)[0])
    return urlunsplit(parts._replace(scheme=others.scheme, netloc=others.netloc))


def opens_in(address: str) -> Reach:
    """Return where an address of this desk opens."""
    return reach_of(address, settings.NETWORKS, tls=settings.TLS)


def shown_once(request: HttpRequest, page: str, secret: str) -> dict[str, Any]:
    """Return the context of a secret that a page shows once: the address with it, and its QR code."""
    address = address_for_others(reverse(page, args=[secret]), request)
    return {"address": address, "picture": qr_picture(address)}


def source_address() -> str:
    """Return the address of this installation's source, without a password in it.

    "" if git knows none, or names a folder of this computer: it would be lost together with it. And for a wheel: git
    would look for a repository in the folders above.
    """
    if settings.IS_INSTALLED:
        return ""
    ask = ["git", "-C", str(settings.BASE_DIR), "config", "--get", "remote.origin.url"]
    try:
        result = subprocess.run(ask, capture_output=True, text=True, encoding="utf-8", timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    source = result.stdout.strip()
    return re.sub(r"://[^@/]*@", "://", source) if _ELSEWHERE.match(source) else ""


def build_of(place: Path, *names: str) -> str:
    """Return a digest of all files in folders of a place: the same for one build, wherever and whenever installed.

    Python's compiled files are left out.
    """
    digest = hashlib.sha256()
    for path in sorted(path for name in names for path in (place / name).rglob("*.*")):
        if path.suffix != ".pyc" and path.is_file():
            digest.update(f"{path.relative_to(place).as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()


@cache
def build_mark() -> str:
    """Return a mark by which a page of this desk tells this build from another; without a page it reveals nothing."""
    build = build_of(settings.BASE_DIR, "reservations", "ledger", "hostdesk", "templates")  # inside, in a wheel
    return hashlib.sha256(f"{build} {settings.SECRET_KEY}".encode()).hexdigest()[:12]


def make_server(application: Any, *, listen: str, port: int) -> Any:
    """Return a waitress server that already listens. Raises OSError if the port is taken."""
    build_mark()  # now, since the files may be replaced under the running desk
    # By itself glibc gives every thread its own heap, which keeps all memory that one page needed once.
    if sys.platform == "linux" and (option := getattr(ctypes.CDLL(None), "mallopt", None)):  # not in every C library
        option(_MOST_HEAPS, 1)
    proxy = {"trusted_proxy": settings.PROXY, **PROXY} if settings.TLS else {}
    return OpenServer(application, host=listen, port=port, url_prefix=settings.PREFIX, threads=8, **SERVED, **proxy)


def stop_on_sigterm() -> None:
    """Let SIGTERM end the process as Ctrl-C does."""
    # waitress ends on this: it finishes the running requests and returns from run().
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))


def run(server: Any) -> None:
    """Serve until SIGTERM or Ctrl-C; running requests are finished.

    Existing objects are kept out of garbage collection: only objects of requests are checked, from time to time.
    """
    gc.freeze()
    gc.set_threshold(20_000)
    try:
        server.run()
    finally:
        server.close()
