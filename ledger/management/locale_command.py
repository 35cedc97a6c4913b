"""The base classes of commands: for all, and for commands that show or read times and amounts, or take a night."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q

from ledger.locale.queries import in_locale
from ledger.money.cents import without_thousands
from ledger.results.queries import played_nights
from reservations.acts.problems import Malformed, Problem, Unknown
from reservations.models import Night
from reservations.parsing.days import parse_day
from reservations.parsing.names import whole_number


class DeskCommand(BaseCommand):
    """A command that a ``Problem`` ends with its sentence."""

    requires_system_checks = ()  # these checks belong to a release: `migrate` runs them

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command. Raises ``CommandError`` for a ``Problem``."""
        try:
            return super().execute(*args, **options)
        except Problem as problem:
            raise CommandError(str(problem)) from problem


class LocaleCommand(DeskCommand):
    """A command in the time zone and locale of the desk."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command in that locale."""
        with in_locale(), without_thousands():
            return super().execute(*args, **options)

    def write(self, path: str | Path, data: bytes) -> None:
        """Write a file. Raises ``CommandError`` with the reason if it cannot be written."""
        try:
            Path(path).write_bytes(data)
        except OSError as wrong:
            raise CommandError(f"{path}: {wrong.strerror}") from wrong


class FileCommand(DeskCommand):
    """A command that reads files; for a fault it exits 1 with FILE:LINE and the fault on standard error."""

    most_bytes: int
    """The largest size of a file; the command reads no more of a larger one."""

    def read(self, path: str) -> bytes:
        """Return the bytes of a file, at most one over the limit; exit 1 if it cannot be read."""
        try:
            with Path(path).open("rb") as file:
                return file.read(self.most_bytes + 1)
        except OSError as wrong:
            self.fail([f"{path}: {wrong.strerror}"])

    def fail(self, faults: Iterable[str]) -> NoReturn:
        """Write the faults, and exit 1."""
        self.stderr.write("\n".join(faults))
        sys.exit(1)


def add_wishes(parser: ArgumentParser) -> None:
    """Add the options for the wishes of a plan of payments, as `wished` reads them."""
    words = "everybody pays them and is paid by them; twice for two"
    parser.add_argument("--hub", metavar="NAME", action="append", default=[], help=words)
    parser.add_argument("--no-payment-under", metavar="AMOUNT", help="smaller sums roll into the next month")


def night_called(text: str) -> Night:
    """Return the night of that date (2026-11-20), or the one with that id if two share a date.

    On one date, other nights come before nights taken back, whose file has come in again. Raises ``Unknown``.
    """
    number = whole_number(text)
    try:
        wanted = Q(date=parse_day(text)) if number is None else Q(pk=number)
    except Malformed as wrong:
        raise Unknown(f"{text!r:.40} is neither a date, as in 2026-11-20, nor the id of a night.") from wrong
    found = Night.objects.exclude(rules=None, results=None).filter(wanted)
    nights = list(found.select_related("house", "rules"))
    if not nights:
        raise Unknown(f"No night goes by {text}: give its date, as in 2026-11-20, or its id.")
    if len(nights) > 1:
        nights = list(played_nights().filter(wanted).select_related("house", "rules")) or nights
    if len(nights) > 1:
        ids = " or ".join(str(night.pk) for night in nights)
        raise Unknown(f"{len(nights)} nights share the date {text}: give an id, {ids}.")
    return nights[0]
