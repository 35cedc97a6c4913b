"""``manage.py doctor``."""

import errno
import json
import os
import shutil
import socket
import sys
import urllib.request
from argparse import ArgumentParser
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.models import Max
from django.utils import timezone
from django.utils.module_loading import import_string

from hostdesk.base.leaves.queries import added
from hostdesk.base.site.addresses import lan_addresses
from hostdesk.base.site.connections_server import reuse
from hostdesk.base.site.health_queries import Finding, bare
from hostdesk.base.site.league_queries import league_faults, waits_for_standby
from hostdesk.base.site.migration_queries import why_too_new
from hostdesk.base.site.rounds import HEALTH
from hostdesk.base.site.troubles import NOT_FOLLOWED, trouble_in
from hostdesk.base.sqlite.base import DatabaseWrapper
from hostdesk.mail.mail_account.account import SMTP
from hostdesk.mail.mail_account.queries import incoming, outgoing
from hostdesk.safekeeping.backups import queries as backups_queries
from ledger.management.locale_command import DeskCommand
from reservations.acts import append_only_schema
from reservations.acts.disk import others_can_read
from reservations.acts.head_queries import kept_head_fault
from reservations.acts.program import called
from reservations.models import Act, Desk

LEAST_FREE = 200_000_000  # bytes
SECONDS = 5.0


class Command(DeskCommand):
    help = "Looks at the whole installation, and says what is wrong and what to do about it; exit 1 if anything is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--bare", action="store_true", help="without names, addresses and paths: for a bug report")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write a line for every matter; a matter that cannot be checked is wrong."""
        wrong = 0
        for what, look in MATTERS.items():
            try:
                found = look()
            except (DatabaseError, OSError) as fault:
                trouble = trouble_in(fault)
                why = trouble.what if trouble else str(fault).strip().rstrip(".")
                way_out = trouble.way_out if trouble else "Mend that first, and ask again."
                found = Finding(f"it cannot be looked at: {why}", way_out, trouble.what if trouble else "unreadable")
            wrong += bool(found.way_out)
            sentence = found.bare if options["bare"] else f"{found.sentence}. {found.way_out}"
            self.stdout.write(f"{'WRONG' if found.way_out else 'ok':6}{what + ':':14}{sentence}".rstrip())
        if wrong:
            sys.exit(1)


def disk() -> Finding:
    """Check the room on the disks of the books and of the backups: one before a migration is as large as the books."""
    books, places = connections[DEFAULT_DB_ALIAS], {Path(settings.VAR), backups_queries.backups_folder()}
    size = books.path.stat().st_size if isinstance(books, DatabaseWrapper) and books.has_content() else 0
    if size and isinstance(books, DatabaseWrapper):
        places.add(books.path.parent)
    free, narrowest = min((shutil.disk_usage(place).free, str(place)) for place in places if place.is_dir())
    space = f"{free / 1e9:.1f} GB free for the books, which have {size / 1e6:.1f} MB"
    is_narrow = free < max(LEAST_FREE, 5 * size)
    return bare(space, f"Make room on the disk with {narrowest}." * is_narrow)


def permissions() -> Finding:
    """Check that the desk can write its own files, and that nobody else can read its secret."""
    books, folder = connections[DEFAULT_DB_ALIAS], Path(settings.VAR)
    secret = folder / "secret"
    own = [folder, backups_queries.backups_folder(), secret, folder / "head"]
    if isinstance(books, DatabaseWrapper) and not books.is_in_memory_db():
        beside = [books.path.with_name(f"{books.path.name}{end}") for end in ("-journal", "-wal", "-shm", ".held")]
        own += [books.path.parent, books.path, *beside]
    barred = [str(path) for path in own if path.exists() and not os.access(path, os.R_OK | os.W_OK)]
    if barred:
        fault, way_out = f"this user may not write {', '.join(barred)}", "Start the desk as the user they belong to."
        return Finding(fault, way_out, f"{len(barred)} of its own files cannot be written")
    if secret.exists() and others_can_read(secret):
        fault, way_out = f"others on this computer can read {secret}", f"`chmod 600 {secret}` keeps them out."
        return Finding(fault, way_out, "the secret can be read by others")
    return Finding(f"the desk can write in {settings.VAR}", bare="the desk can write its own files")


def clock() -> Finding:
    """Check that the clock was not set back behind the records, or behind this program."""
    now = timezone.now()
    recorded = Act.objects.aggregate(last=Max("recorded_at"))["last"]
    if recorded is not None and recorded > now + timedelta(minutes=1):
        return bare(
            f"it says {now:%Y-%m-%d %H:%M} UTC, and the last act was recorded at {recorded:%Y-%m-%d %H:%M}",
            "Set the computer's clock, best by the network (NTP).",
        )
    if now.timestamp() < Path(__file__).stat().st_mtime - 24 * 60 * 60:
        return bare(f"it says {now:%Y-%m-%d}, before this version was installed", "Set the computer's clock.")
    return bare(f"it says {now:%Y-%m-%d %H:%M} UTC")


def time_zone() -> Finding:
    """Check that somebody chose the time zone."""
    chosen = Desk.objects.values_list("time_zone", flat=True).first()
    if settings.TIME_ZONE_IS_SET or chosen:
        return bare(f"{settings.TIME_ZONE if settings.TIME_ZONE_IS_SET else chosen}")
    if settings.TIME_ZONE.endswith("UTC"):
        return bare("UTC, since nobody chose one", "Choose yours in *Settings*, or set HOSTDESK_TIME_ZONE.")
    return bare(f"{settings.TIME_ZONE}, the computer's own")


def port() -> Finding:
    """Check that the desk can listen, or already does and is well."""
    try:
        with socket.socket() as probe:
            reuse(probe)
            probe.bind((settings.LISTEN, settings.PORT))
    except OSError as fault:
        if fault.errno == errno.EADDRINUSE:
            return _on_the_port()
        way_out = "HOSTDESK_PORT and HOSTDESK_LISTEN choose others; below 1024 the system has to allow it."
        sentence = f"cannot listen on {settings.LISTEN} port {settings.PORT}: {fault.strerror}"
        return Finding(sentence, way_out, "the desk cannot listen")
    return bare(f"{settings.PORT} is free, and the desk is not running")


def _on_the_port() -> Finding:
    """Check that the program on the port is a desk, and well."""
    place = "127.0.0.1" if settings.LISTEN == "0.0.0.0" else settings.LISTEN  # noqa: S104 - compared, not bound
    request = urllib.request.Request(f"http://{place}:{settings.PORT}{HEALTH}")
    if settings.TLS:
        request.add_header("X-Forwarded-Proto", "https")
    try:
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
                answered = json.load(answer)
        except urllib.error.HTTPError as refused:
            answered = json.load(refused)
        is_well = bool(answered["well"])
    except (OSError, ValueError, LookupError, TypeError):
        return bare(f"another program uses port {settings.PORT}", "Stop it, or choose another port with HOSTDESK_PORT.")
    sentence = f"the desk is running on port {settings.PORT}"
    return bare(sentence) if is_well else Finding(f"{sentence} and is not well", f"Its {HEALTH} says why.", sentence)


def mail() -> Finding:
    """Check that the mail server and the mailbox can be reached, without signing in."""
    server, mailbox = outgoing(), incoming()
    if server.fault:
        return Finding("it is set up, and nothing can be sent", server.fault, "nothing can be sent")
    if not server.sender:
        return bare("no e-mail is set up; messages are passed on by hand")
    sends = {"sends": (server.host, server.port)} if server.backend == SMTP else {}
    for what, place in (sends | ({"reads": (mailbox.host, mailbox.port)} if mailbox else {})).items():
        try:
            socket.create_connection(place, timeout=SECONDS).close()
        except OSError as fault:
            sentence = f"{place[0]} port {place[1]} cannot be reached: {fault.strerror or fault}"
            way_out = "Is the computer online, and the server right? *Settings*, *E-mail* sends a test."
            return Finding(sentence, way_out, f"the server that {what} cannot be reached ({type(fault).__name__})")
    unknown = "; which server says who wrote a mail is unknown" if mailbox and not mailbox.vouches else ""
    return Finding(f"{server.sender} writes{unknown}", bare=f"it is set up{unknown}")


def backups() -> Finding:
    """Check that the last close is in a backup."""
    if not settings.BACKUPS_KEPT:
        return bare("none are made, as HOSTDESK_BACKUPS_KEPT says")
    if connections[DEFAULT_DB_ALIAS].vendor == "postgresql" and shutil.which("pg_dump") is None:
        return bare("pg_dump is not installed", "Install PostgreSQL's client programs, of the server's version.")
    closed, holding = backups_queries.close_and_backup()
    if closed is not None and holding is None:
        return bare(f"none holds the last close (act {closed})", f"`{called('backup')}` makes one, or says why not.")
    newest = next(iter(backups_queries.kept(backups_queries.own_suffix() or "none")), None)
    return bare(f"the newest is {newest.name}" if newest else "none yet; no night was closed")


def triggers() -> Finding:
    """Check that the database refuses to change or delete records, with the right error."""
    found, expected = append_only_schema.count(connection), append_only_schema.expected()
    way_out = f"`{called('migrate')}` puts them back." * (found != expected)
    return bare(f"{found} of {expected} keep what was recorded", way_out)


def chain() -> Finding:
    """Check the structure, the migrations, the triggers, the whole chain, and that no record has gone missing."""
    if why_not := why_too_new():
        what, _, way_out = why_not.partition(". ")
        return Finding(what, way_out, "a newer version has kept the books")
    found = backups_queries.check_books()
    if found.migrations_missing:
        return bare(f"the books lack {found.migrations_missing} migrations", f"`{called('migrate')}` makes them.")
    if found.faults:
        way_out = f"`{called('migrate')}` puts triggers back. Else keep these books and `{called('restore FILE')}`."
        return Finding(found.summary().rstrip("."), way_out, f"{len(found.faults)} things do not fit")
    if fault := kept_head_fault():
        sentence, _, way_out = fault.partition(". ")
        return Finding(sentence, way_out, "the books do not hold the head that is kept beside them")
    return bare(f"the books fit, with all their triggers, up to {found.last}")


def league() -> Finding:
    """Check that PostgreSQL loses no confirmed record, and that all desks on the books have one secret."""
    if waits_for_standby():
        return Finding(NOT_FOLLOWED.what, NOT_FOLLOWED.way_out.rstrip("."), NOT_FOLLOWED.what)
    faults = [fault.rpartition(". ") for fault in league_faults()]
    if faults:
        sentences = " ".join(f"{sentence}." for sentence, _, _ in faults).rstrip(".")
        return Finding(sentences, " ".join(do for _, _, do in faults), f"{len(faults)} things may be lost or differ")
    if connections[DEFAULT_DB_ALIAS].vendor == "postgresql":
        return bare("what is recorded is on its disk, and at its standby if it has one")
    return Finding("not used, the books are a file", bare="not used")


def network() -> Finding:
    """Check that a tablet can connect."""
    addresses = lan_addresses()
    if addresses:
        return Finding(f"this computer is {', '.join(addresses)}", bare=f"{len(addresses)} addresses")
    return bare("this computer is in no network", "Without one no tablet or phone comes in: join the home's Wi-Fi.")


MATTERS: dict[str, Callable[[], Finding]] = {
    "disk": disk,
    "permissions": permissions,
    "clock": clock,
    "time zone": time_zone,
    "port": port,
    "mail": mail,
    "backups": backups,
    **{what: import_string(look) for what, look in added("doctor").items()},
    "triggers": triggers,
    "books": chain,
    "PostgreSQL": league,
    "network": network,
}
