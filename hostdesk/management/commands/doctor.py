"""``manage.py doctor``."""

import errno
import json
import os
import shutil
import socket
import sys
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.models import Max
from django.utils import timezone

from hostdesk.backups import queries as backups_queries
from hostdesk.mail_account.account import SMTP
from hostdesk.mail_account.queries import outgoing
from hostdesk.site.addresses import lan_addresses
from hostdesk.site.league_queries import league_faults
from hostdesk.site.rounds import HEALTH
from hostdesk.site.troubles import trouble_in
from hostdesk.sqlite.base import DatabaseWrapper
from reservations.acts.head_queries import kept_head_fault
from reservations.models import Act, Desk

LEAST_FREE = 200_000_000  # bytes
SECONDS = 5.0
EVERYBODY = 0o077


@dataclass(frozen=True)
class Finding:
    """What was found, and what to do about it: "" if nothing is wrong."""

    told: str
    way_out: str = ""


class Command(BaseCommand):
    help = "Looks at the whole installation, and says what is wrong and what to do about it; exit 1 if anything is."
    requires_system_checks = ()  # it tells itself what they would stop at

    def handle(self, *args: Any, **options: Any) -> None:
        """Write a line for each matter; one that could not be looked at is wrong."""
        wrong = 0
        for what, look in MATTERS.items():
            try:
                found = look()
            except (DatabaseError, OSError) as fault:
                trouble = trouble_in(fault)
                why = trouble.what if trouble else str(fault).strip().rstrip(".")
                way_out = trouble.way_out if trouble else "Mend that first, and ask again."
                found = Finding(f"it cannot be looked at: {why}", way_out)
            wrong += bool(found.way_out)
            self.stdout.write(
                f"{'WRONG' if found.way_out else 'ok':6}{what + ':':13}{found.told}. {found.way_out}".rstrip()
            )
        if wrong:
            sys.exit(1)


def disk() -> Finding:
    """Look for room: a backup before a migration needs as much as the books."""
    free = shutil.disk_usage(settings.VAR).free
    books = connections[DEFAULT_DB_ALIAS]
    size = books.path.stat().st_size if isinstance(books, DatabaseWrapper) and books.has_content() else 0
    told = f"{free / 1e9:.1f} GB free for the books, which have {size / 1e6:.1f} MB"
    is_narrow = free < max(LEAST_FREE, 5 * size)
    return Finding(told, f"Make room on the disk with {settings.VAR}." * is_narrow)


def permissions() -> Finding:
    """Look whether the desk can write its own files, and nobody else can read its secret."""
    books = connections[DEFAULT_DB_ALIAS]
    own = [
        Path(settings.VAR),
        backups_queries.backups_folder(),
        Path(settings.VAR, "secret"),
        Path(settings.VAR, "head"),
    ]
    if isinstance(books, DatabaseWrapper) and not books.is_in_memory_db():
        own += [books.path.parent, books.path]
    barred = [str(path) for path in own if path.exists() and not os.access(path, os.R_OK | os.W_OK)]
    if barred:
        return Finding(f"this user may not write {', '.join(barred)}", "Start the desk as the user they belong to.")
    secret = Path(settings.VAR, "secret")
    if secret.exists() and secret.stat().st_mode & EVERYBODY:
        return Finding(f"others on this computer can read {secret}", f"`chmod 600 {secret}` keeps them out.")
    return Finding(f"the desk can write in {settings.VAR}")


def clock() -> Finding:
    """Look whether the clock was set back behind what was recorded, or behind this program."""
    now = timezone.now()
    recorded = Act.objects.aggregate(last=Max("recorded_at"))["last"]
    if recorded is not None and recorded > now + timedelta(minutes=1):
        told = f"it says {now:%Y-%m-%d %H:%M} UTC, and the last act was recorded at {recorded:%Y-%m-%d %H:%M}"
        return Finding(told, "Set the computer's clock, best by the network (NTP).")
    if now.timestamp() < Path(__file__).stat().st_mtime - 24 * 60 * 60:
        return Finding(f"it says {now:%Y-%m-%d}, before this version was installed", "Set the computer's clock.")
    return Finding(f"it says {now:%Y-%m-%d %H:%M} UTC")


def time_zone() -> Finding:
    """Look whether somebody chose the time zone."""
    chosen = Desk.objects.values_list("time_zone", flat=True).first()
    if settings.TIME_ZONE_IS_SET or chosen:
        return Finding(f"{settings.TIME_ZONE if settings.TIME_ZONE_IS_SET else chosen}")
    if settings.TIME_ZONE.endswith("UTC"):
        return Finding("UTC, since nobody chose one", "Choose yours on *This desk*, or set HOSTDESK_TIME_ZONE.")
    return Finding(f"{settings.TIME_ZONE}, the computer's own")


def port() -> Finding:
    """Look whether the desk can listen, or already does and is well."""
    try:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((settings.LISTEN, settings.PORT))
    except OSError as fault:
        if fault.errno == errno.EADDRINUSE:
            return _on_the_port()
        way_out = "HOSTDESK_PORT and HOSTDESK_LISTEN choose others; below 1024 the system has to allow it."
        return Finding(f"cannot listen on {settings.LISTEN} port {settings.PORT}: {fault.strerror}", way_out)
    return Finding(f"{settings.PORT} is free, and the desk is not running")


def _on_the_port() -> Finding:
    """Ask whatever listens there whether it is a desk, and well."""
    place = "127.0.0.1" if settings.LISTEN == "0.0.0.0" else settings.LISTEN  # noqa: S104 - compared, not bound
    request = urllib.request.Request(f"http://{place}:{settings.PORT}{HEALTH}")
    if settings.TLS:
        request.add_header("X-Forwarded-Proto", "https")
    try:
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
                said = json.load(answer)
        except urllib.error.HTTPError as refused:
            said = json.load(refused)
        is_well = bool(said["well"])
    except (OSError, ValueError, LookupError, TypeError):
        told = f"another program uses port {settings.PORT}"
        return Finding(told, "Stop it, or choose another port with HOSTDESK_PORT.")
    told = f"the desk is running on port {settings.PORT}"
    return Finding(told) if is_well else Finding(f"{told} and is not well", f"Its {HEALTH} says why.")


def mail() -> Finding:
    """Look whether the mail server can be reached, without signing in."""
    server = outgoing()
    if server.fault:
        return Finding("it is set up, and nothing can be sent", server.fault)
    if not server.sender:
        return Finding("no e-mail is set up; messages are passed on by hand")
    if server.backend == SMTP:
        try:
            socket.create_connection((server.host, server.port), timeout=SECONDS).close()
        except OSError as fault:
            told = f"{server.host} port {server.port} cannot be reached: {fault.strerror or fault}"
            return Finding(told, "Is the computer online, and the server right? *This desk*, *E-mail* sends a test.")
    return Finding(f"{server.sender} writes")


def backups() -> Finding:
    """Look whether the last close is in a backup."""
    if not settings.BACKUPS_KEPT:
        return Finding("none are made, as HOSTDESK_BACKUPS_KEPT says")
    if connections[DEFAULT_DB_ALIAS].vendor == "postgresql" and shutil.which("pg_dump") is None:
        return Finding("pg_dump is not installed", "Install PostgreSQL's client programs, of the server's version.")
    closed, holding = backups_queries.close_and_backup()
    if closed is not None and holding is None:
        return Finding(f"none holds the last close (act {closed})", "`manage.py backup` makes one, or says why not.")
    newest = next(iter(backups_queries.kept(backups_queries.own_suffix() or "none")), None)
    return Finding(f"the newest is {newest.name}" if newest else "none yet; no night was closed")


def chain() -> Finding:
    """Check the structure, the migrations, the triggers, the whole chain, and that the books go as far as they did."""
    found = backups_queries.check_books()
    if found.migrations_missing:
        return Finding(
            f"the books lack {found.migrations_missing} migrations", "`manage.py migrate` brings them along."
        )
    if found.faults:
        way_out = (
            "`manage.py migrate` puts triggers back. For anything else `manage.py restore` a backup, and keep these."
        )
        return Finding(found.summary().rstrip("."), way_out)
    if fault := kept_head_fault():
        told, _, way_out = fault.partition(". ")
        return Finding(told, way_out)
    return Finding(f"the books fit, with all their triggers, up to {found.last}")


def league() -> Finding:
    """Look whether PostgreSQL may lose what it said is recorded, and whether all desks on the books have one secret."""
    faults = [fault.rpartition(". ") for fault in league_faults()]
    if faults:
        return Finding(" ".join(f"{told}." for told, _, _ in faults).rstrip("."), " ".join(do for _, _, do in faults))
    if connections[DEFAULT_DB_ALIAS].vendor == "postgresql":
        return Finding("what is recorded is on its disk, and at its standby if it has one")
    return Finding("not used, the books are a file")


def network() -> Finding:
    """Look whether a tablet could come in."""
    addresses = lan_addresses()
    if addresses:
        return Finding(f"this computer is {', '.join(addresses)}")
    return Finding("this computer is in no network", "Without one no tablet or phone comes in: join the home's Wi-Fi.")


MATTERS: dict[str, Callable[[], Finding]] = {
    "disk": disk,
    "permissions": permissions,
    "clock": clock,
    "time zone": time_zone,
    "port": port,
    "mail": mail,
    "backups": backups,
    "books": chain,
    "PostgreSQL": league,
    "network": network,
}
