"""The settings of an installation from the environment, with bad ones refused.

Takes the environment as a mapping, returns values, raises `BadSetting` with one sentence. ``docs/operating.md``
explains every one of `ALL_SETTINGS`.
"""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import ipaddress
import os
import re
import secrets
import sys
import tempfile
import zoneinfo
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import environ

from hostdesk.base.site.addresses import Network
from reservations.acts.disk import others_can_read

if sys.platform == "win32":
    from babel.localtime import LOCALTZ

PREFIX = "HOSTDESK_"
SETTINGS = (
    *("HOSTDESK_SECRET_KEY", "HOSTDESK_TIME_ZONE", "HOSTDESK_HOSTS", "HOSTDESK_URL", "HOSTDESK_NETWORKS"),
    *("HOSTDESK_LISTEN", "HOSTDESK_PORT", "HOSTDESK_PREFIX", "HOSTDESK_VAR"),
    *("HOSTDESK_BACKUPS_KEPT", "HOSTDESK_BACKUP_TO", "HOSTDESK_BACKUP_RECIPIENT"),
    *("HOSTDESK_TLS", "HOSTDESK_PROXY", "HOSTDESK_HSTS"),
    *("HOSTDESK_EMAIL_URL", "HOSTDESK_EMAIL_FROM", "HOSTDESK_IMAP_URL", "HOSTDESK_MAIL_VOUCHED_BY"),
    *("HOSTDESK_COMMAND", "HOSTDESK_DEMO", "HOSTDESK_DEBUG"),
)
ALL_SETTINGS = (*SETTINGS, "DATABASE_URL")
SHORTEST_SECRET = 32
BOOKS = "hostdesk.sqlite3"
NOTE = "books-are-in"
HSTS = ("host", "subdomains", "preload")
YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
HOST = re.compile(r"\.?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\]", re.ASCII)
URL = re.compile(rf"(?P<scheme>https?)://(?P<host>(?!\.)(?:{HOST.pattern}))(?::(?P<port>[0-9]{{1,5}}))?", re.ASCII)
# The desk connects to the server that takes writes, also if there is one alone: it could not record on a standby, and
# would stay there. A server that vanishes without a word (its network, its power) is given up after some seconds.
POSTGRESQL = {
    "target_session_attrs": "read-write",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,
}
FEWEST_BITS, FEWEST_BITS_6 = 8, 32
"""Of a network that plain http may answer, IPv4 and IPv6: with fewer it reaches across the internet."""

INTERNET_6 = ipaddress.IPv6Network("2000::/3")


class BadSetting(Exception):
    """An invalid setting; the sentence names it and the allowed values."""


class DatabaseChoice(NamedTuple):
    """The place of the books: a SQLite file (``":memory:"`` too), or PostgreSQL as Django's own settings."""

    sqlite_name: str = ""
    postgresql: Mapping[str, object] | None = None


def refuse_unknown(values: Mapping[str, str]) -> None:
    """Raise `BadSetting` for an unknown HOSTDESK_ name: otherwise a typo would be ignored silently."""
    for name in sorted(values):
        if name.startswith(PREFIX) and name not in SETTINGS:
            known = [setting.removeprefix(PREFIX) for setting in SETTINGS]
            near = difflib.get_close_matches(name.removeprefix(PREFIX), known, n=1)
            meant = f" Did you mean {PREFIX}{near[0]}?" if near else ""
            raise BadSetting(f"{name} is not a setting of Hostdesk.{meant} The handbook lists them all.")


def read_folder(values: Mapping[str, str], name: str, *, home: Path, before: Sequence[Path] = ()) -> Path:
    """Return the folder of the desk: the one set, else the one that `remember_folder` noted in `home`, else `home`.

    Without a note it is the first of `home` and ``before`` with books, else the first with a secret.
    """
    if given := values.get(name):
        return Path(given).absolute()
    note = home / NOTE
    if note.is_file():
        noted = Path(note.read_text(encoding="utf-8").strip())
        if not (has_books(noted) or (noted / "secret").is_file()):
            raise BadSetting(f"its books are in {noted}, which is away. Bring it back; without {note} it begins anew.")
        return noted
    places = [folder.absolute() for folder in (home, *before)]
    kept = [folder for folder in places if has_books(folder)]
    started = [folder for folder in places if (folder / "secret").is_file()]
    return [*kept, *started, home][0]


def has_books(folder: Path) -> bool:
    """Tell whether a desk kept books in a folder, by its database, or by the last head or a backup of lost ones."""
    traces = (trace for name in (BOOKS, "head", "backups/hostdesk-*") for trace in folder.glob(name))
    return any(trace.is_file() and trace.stat().st_size for trace in traces)


def remember_folder(home: Path, folder: Path) -> None:
    """Note in `home` that the books are in another folder, for every later start."""
    home.mkdir(parents=True, exist_ok=True)
    (home / NOTE).write_text(f"{folder}\n", encoding="utf-8")


def become_demo(values: MutableMapping[str, str]) -> None:
    """Give a demo a folder, a database, a secret and a port of its own, whatever the desk beside it has.

    A demo that another desk starts has them already. DEMO_PORT chooses its port.
    """
    if values.get("HOSTDESK_DEMO"):
        return
    for name in ("DATABASE_URL", "HOSTDESK_SECRET_KEY"):
        values.pop(name, None)
    if folder := values.get("HOSTDESK_VAR"):
        values["HOSTDESK_VAR"] = str(Path(folder, "demo"))
    values.update(HOSTDESK_DEMO="yes", HOSTDESK_PORT=values.get("DEMO_PORT", ""))


def read_flag(values: Mapping[str, str], name: str, *, default: bool) -> bool:
    """Return a yes-or-no setting."""
    text = values.get(name, "").strip().lower()
    if not text:
        return default
    if text not in YES + NO:
        raise BadSetting(f"{name} is {values[name]!r}; it takes yes or no.")
    return text in YES


def read_whole(values: Mapping[str, str], name: str, *, default: int, least: int, most: int) -> int:
    """Return a whole number of plain digits from `least` to `most`."""
    text = values.get(name, "").strip()
    if not text:
        return default
    if not re.fullmatch("[0-9]{1,9}", text) or not least <= int(text) <= most:
        raise BadSetting(f"{name} is {values[name]!r}; it takes a whole number from {least} to {most}.")
    return int(text)


def read_second_place(values: Mapping[str, str], name: str, *, var: Path) -> Path | None:
    """Return the folder of the copies on another disk; None without the setting. The folder may be away now."""
    text = values.get(name, "").strip()
    if not text:
        return None
    folder = Path(text)
    if not folder.is_absolute():
        raise BadSetting(f"{name} is {text!r}; it takes a folder from the root on, like /media/ann/STICK/hostdesk.")
    if Path(os.path.normpath(folder)).is_relative_to(var):
        raise BadSetting(f"{name} is in the desk's own folder; it takes a folder on another disk or share.")
    return folder


def read_hosts(values: Mapping[str, str], name: str) -> tuple[str, ...]:
    """Return host names separated by commas; a port, a scheme or a bare ``*`` is refused."""
    hosts = tuple(part.strip().lower() for part in values.get(name, "").split(",") if part.strip())
    for host in hosts:
        if not HOST.fullmatch(host):
            raise BadSetting(f"{name} has {host!r}; it takes host names like desk.example, separated by commas.")
    return hosts


def read_url(values: Mapping[str, str], name: str, *, tls: bool) -> str:
    """Return the desk's address for others, without a final slash; "" without the setting."""
    text = values.get(name, "").strip().lower().removesuffix("/")
    if not text:
        return ""
    found = URL.fullmatch(text)
    if found is None or not 0 < int(found["port"] or 1) < 65536:
        raise BadSetting(
            f"{name} takes an address like https://desk.example, with a port if need be and nothing behind; "
            "a path goes into HOSTDESK_PREFIX."
        )
    if tls != (found["scheme"] == "https"):
        raise BadSetting(f"{name} and HOSTDESK_TLS go together: https:// needs HOSTDESK_TLS=yes, http:// rules it out.")
    return text


def read_prefix(values: Mapping[str, str], name: str) -> str:
    """Return the path below which a proxy serves the desk; "" without the setting, and for a bare slash."""
    text = values.get(name, "").strip()
    if text in ("", "/"):
        return ""
    if not re.fullmatch(r"(/[A-Za-z0-9_-]+)+", text):  # the proxy is given the same name, and keeps a final slash
        raise BadSetting(
            f"{name} is {values[name]!r}; it takes a path of letters, digits, - and _, without a final slash, like "
            "/games/poker."
        )
    return text


def read_networks(values: Mapping[str, str], name: str, *, tls: bool) -> tuple[Network, ...]:
    """Return the further networks that the desk answers, in the order of the setting.

    Plain http is not for the internet, so there a network has `FEWEST_BITS`. Behind a proxy the whole internet may be
    named; that is the same as no network, and [] is returned.
    """
    networks = list[Network]()
    for text in filter(None, map(str.strip, values.get(name, "").split(","))):
        try:
            networks.append(ipaddress.ip_network(text))
        except ValueError:
            raise BadSetting(
                f"{name} has {text!r}; it takes networks like 100.64.0.0/10, separated by commas."
            ) from None
    if tls:
        return () if any(network.prefixlen == 0 for network in networks) else tuple(networks)
    # Neighbouring networks may form one that is too large.
    fours = ipaddress.collapse_addresses(network for network in networks if isinstance(network, ipaddress.IPv4Network))
    sixes = ipaddress.collapse_addresses(network for network in networks if isinstance(network, ipaddress.IPv6Network))
    wide = [str(network) for network in fours if network.prefixlen < FEWEST_BITS]
    wide += [str(network) for network in sixes if network.prefixlen < FEWEST_BITS_6 and network.overlaps(INTERNET_6)]
    if wide:
        raise BadSetting(
            f"{name} has {wide[0]}, which reaches across the internet. Without https the desk answers the networks of "
            f"people you know, at most a /{FEWEST_BITS} (IPv6: a /{FEWEST_BITS_6}); HOSTDESK_TLS=yes lets everybody in."
        )
    return tuple(networks)


def read_proxy(values: Mapping[str, str], name: str, *, tls: bool) -> str:
    """Return the address of the proxy that speaks https for the desk: this machine, unless set otherwise."""
    text = values.get(name, "").strip()
    if text and not tls:
        raise BadSetting(f"{name} names the proxy that speaks https for the desk: it needs HOSTDESK_TLS=yes.")
    try:
        proxy = ipaddress.IPv4Address(text or "127.0.0.1")
    except ValueError:
        proxy = None
    if proxy is None or proxy.is_unspecified or proxy.is_multicast:
        raise BadSetting(f"{name} is {text!r}; it takes the IPv4 address of one machine, like 172.28.81.2.")
    return str(proxy)


def read_hsts(values: Mapping[str, str], name: str) -> str:
    """Return the names for which browsers use https alone: one of `HSTS`, every one more than the one before."""
    text = values.get(name, "").strip().lower() or HSTS[0]
    if text not in HSTS:
        raise BadSetting(f"{name} is {values[name]!r}; it takes {', '.join(HSTS[:-1])} or {HSTS[-1]}.")
    return text


def read_listen(values: Mapping[str, str], name: str, *, default: str) -> str:
    """Return the IPv4 address to listen on; ``0.0.0.0`` means all of the machine's."""
    text = values.get(name, "").strip() or default
    try:
        return str(ipaddress.IPv4Address(text))
    except ValueError:
        raise BadSetting(f"{name} is {text!r}; it takes an IPv4 address like 127.0.0.1, or 0.0.0.0 for all.") from None


def read_time_zone(values: Mapping[str, str], name: str, *, localtime: Path = Path("/etc/localtime")) -> str:
    """Return the name of a time zone: the one set, else the computer's, else UTC.

    The computer's is that of Windows, or the one `localtime` points to.
    """
    zone = values.get(name, "").strip()
    if not zone:
        zone = str(localtime.resolve()).partition("/zoneinfo/")[2]
        if sys.platform == "win32":
            zone = getattr(LOCALTZ, "key", "")
        return zone if _is_time_zone(zone) else "UTC"
    if not _is_time_zone(zone):
        raise BadSetting(f"{name} is {zone!r}; it takes a name like Europe/Berlin or America/New_York.")
    return zone


def _is_time_zone(name: str) -> bool:
    """Tell whether a time zone has that name, by its own file: to list all zones, Python opens every one."""
    if name.partition("/")[0] in ("posix", "right", "posixrules", "localtime"):
        return False  # Others' copies of the zones, with leap seconds or without a name.
    try:
        zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def read_database(values: Mapping[str, str], *, default: Path) -> DatabaseChoice:
    """Return the database of DATABASE_URL, or the SQLite file `default`."""
    url = values.get("DATABASE_URL", "").strip()
    if not url:
        return DatabaseChoice(sqlite_name=str(default))
    if url == "sqlite:///:memory:":
        return DatabaseChoice(sqlite_name=":memory:")
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" and len(rest) > 1 and rest.startswith("/") and "?" not in rest:
        return DatabaseChoice(sqlite_name=str(Path(rest[1:]).absolute()))
    if scheme in ("postgres", "postgresql"):
        with contextlib.suppress(ValueError):  # a port with letters
            postgresql: dict[str, Any] = environ.Env.db_url_config(url)
            if postgresql["NAME"]:
                options = postgresql.get("OPTIONS", {})
                return DatabaseChoice(postgresql={**postgresql, "OPTIONS": {**POSTGRESQL, **options}})
    # The address may contain a password, so the message repeats only its kind.
    raise BadSetting(f"DATABASE_URL ({scheme}) takes sqlite:////path/of/a/file or postgres://user:password@host/name.")


def secret_key(values: Mapping[str, str], name: str, *, folder: Path) -> str:
    """Return the secret: the one set, else the one in `folder`, made there on the first start (file mode 0600)."""
    if given := values.get(name, ""):
        if len(given) < SHORTEST_SECRET:
            raise BadSetting(f"{name} is too short: it takes at least {SHORTEST_SECRET} characters, chosen at random.")
        return given
    path = folder / "secret"
    try:
        if not path.exists():
            make_secret(path)
        if others_can_read(path):
            raise BadSetting(f"{path} can be read by others: delete it (a new one is made) or run chmod 600 on it.")
        secret = path.read_bytes().strip()
    except OSError as wrong:
        raise BadSetting(
            f"{path} cannot be made or read: {wrong.strerror}. Start the desk as the user who may write there, or name "
            "another folder by HOSTDESK_VAR."
        ) from None
    if len(secret) < SHORTEST_SECRET or not secret.isascii():
        raise BadSetting(f"{path} is damaged: delete it, and a new one is made.")
    return secret.decode("ascii")


def session_name(secret: str) -> str:
    """Return the name of a desk's sessions on PostgreSQL, the same for all desks with the same secret."""
    return f"hostdesk {hashlib.sha256(b'the secret of a desk' + secret.encode()).hexdigest()[:8]}"


def make_secret(path: Path, *, link: Callable[[str, Path], None] = os.link) -> None:
    """Write a new secret whole or not at all; if two processes start at once, the first one's stays.

    On a disk without hard links it is written in place, still by one process alone.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    secret = secrets.token_urlsafe(48)
    descriptor, partial = tempfile.mkstemp(dir=path.parent, prefix=".secret-")
    try:
        _write(descriptor, secret)
        with contextlib.suppress(FileExistsError):
            try:
                link(partial, path)
            except FileExistsError:
                raise
            except OSError:
                _write(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), secret)
    finally:
        Path(partial).unlink()


def _write(descriptor: int, secret: str) -> None:
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())
