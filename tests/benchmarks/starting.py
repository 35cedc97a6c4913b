"""The start of a command, and a desk's first start: processor time against a bare ``django.setup()`` with one app."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests import desk
from tests.benchmarks.timing import Line, ratio_line, spent_by_children, spent_by_python

ROUNDS, FIRST_STARTS = 7, 3
BARE = """
import django
from django.conf import settings
database = {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}
settings.configure(INSTALLED_APPS=["django.contrib.contenttypes"], DATABASES={"default": database})
django.setup()
"""
COMMANDS = (("book", "--csv"), ("export_night", "--all"), ("import_night", os.devnull, "--dry-run"))


def first_start() -> None:
    """Start a desk in an empty folder, and end it when its link is printed: the libraries are there."""
    with tempfile.TemporaryDirectory() as folder, desk.running(Path(folder), HOSTDESK_LISTEN="127.0.0.1"):
        pass


def measure() -> Iterator[Line]:
    """Yield the ratios of a first start, and of a command that reads standings, one that reads acts, one that posts."""
    turns = [(spent_by_children(first_start), spent_by_python("-c", BARE)) for _ in range(FIRST_STARTS)]
    least = [min(spent) for spent in zip(*turns, strict=True)]
    yield ratio_line("a first start, from an empty folder to its link", "a bare django.setup()", least, at_most=15)
    for command in COMMANDS:
        turns = [(spent_by_python("manage.py", *command), spent_by_python("-c", BARE)) for _ in range(ROUNDS)]
        # The minimum of each, as other processes can only add time.
        least = [min(spent) for spent in zip(*turns, strict=True)]
        yield ratio_line(f"start of {command[0]}, processor time", "a bare django.setup()", least, at_most=2.5)
