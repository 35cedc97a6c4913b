"""What a command costs before it does anything: processor time, against a bare ``django.setup()`` with one app."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator

from tests.benchmarks.timing import Line, ratio_line
from tests.desk import ROOT

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
    """Yield the ratio of a command that reads standings, of one that reads acts, and of one that posts."""
    for command in COMMANDS:
        turns = [(_spent("manage.py", *command), _spent("-c", BARE)) for _ in range(ROUNDS)]
        # The least of each: what else runs on the machine only ever adds.
        least = [min(spent) for spent in zip(*turns, strict=True)]
        yield ratio_line(f"start of {command[0]}, processor time", "a bare django.setup()", least, at_most=2)


def _spent(*arguments: str) -> float:
    """Return the processor time of Python with those arguments, in seconds."""
    before = _children()
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "hostdesk.settings"}
    subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, check=False)
    return _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
