"""``make bench``: a JSON line a measurement: presses, or a ratio against something measured in the same run."""

import importlib
import json
import os
import sys
import tempfile

import django
from django.core.management import call_command

MEASURES = (
    *("tapping", "buying_in", "printing", "posting", "checking", "standing", "showing", "seating", "waiting"),
    "settling",
)


def main() -> None:
    """Measure everything in a folder of its own, away from the installation's database."""
    with tempfile.TemporaryDirectory(prefix="desk-bench-") as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "tests.benchmarks.settings",
            "HOSTDESK_VAR": folder,
            "DATABASE_URL": "",
        }
        django.setup()
        call_command("migrate", verbosity=0)
        for name in MEASURES:
            # Only now can they be read: they import models.
            for line in importlib.import_module(f"tests.benchmarks.{name}").measure():
                sys.stdout.write(json.dumps(line) + "\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
