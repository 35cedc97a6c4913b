"""The start of a command: its processor time against a bare ``django.setup()`` with one app."""

import os
from collections.abc import Iterator

from tests.benchmarks.timing import Line, ratio_line, spent_by_python

ROUNDS = 7
BARE = """
import django
from django.conf import settings
database = {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}
settings.configure(INSTALLED_APPS=["django.contrib.contenttypes"], DATABASES={"default": database})
django.setup()
"""
COMMANDS = (("book", "--csv"), ("export_night", "--all"), ("import_night", os.devnull, "--dry-run"))


def measure() -> Iterator[Line]:
    """Yield the ratios of a command that reads standings, one that reads acts, and one that posts."""
    for command in COMMANDS:
        turns = [(spent_by_python("manage.py", *command), spent_by_python("-c", BARE)) for _ in range(ROUNDS)]
        # The minimum of each, as other processes can only add time.
        least = [min(spent) for spent in zip(*turns, strict=True)]
        yield ratio_line(f"start of {command[0]}, processor time", "a bare django.setup()", least, at_most=2)
