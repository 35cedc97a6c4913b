"""``make bench``: a JSON line per measurement: presses, a rate, or a ratio to a reference from the same run.

    python -m tests.benchmarks                           all of them
    python -m tests.benchmarks posting showing           some of them
    python -m tests.benchmarks --tiny                    the smallest sizes: shows that they run, not how fast
    python -m tests.benchmarks --write before.jsonl      all of them, into docs/performance.md beside the old ones

The exit code is 1 if a bound does not hold.
"""

import argparse
import gc
import importlib
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import django
from django.core.management import call_command
from django.db import connection

from tests.benchmarks import performance
from tests.benchmarks.timing import Line

MEASURES = (
    *("tapping", "buying_in", "importing", "printing", "posting", "distant", "crowding", "checking", "standing"),
    *("showing", "seasons", "seating", "waiting", "settling", "starting", "remembering", "walking"),
)
TINY: dict[str, object] = {"ROUNDS": 1, "BATCH": 10} | dict.fromkeys(("SECONDS", "TURN"), 0.3)
TINY |= {"SIZES": (6,), "NIGHTS": 2, "APPENDS": 5, "MANY": 12, "FACTS": 90, "SMALL": 830, "LARGE": 1660}
TINY |= {"LONG_LOG": 60, "SHORT_LOG": 30, "FILES": 2, "PAGES": 9, "CENTS_SIZES": (7,), "EVENING_SIZES": (8,)}
TINY |= {"SEASON_NIGHTS": 3, "LATER_NIGHTS": 4, "A_YEAR": 2, "DEVICES": 2, "PHONES": 3, "OPTIONS": ("--tiny",)}
TINY |= {"PATHS": ["/", "/nights/{closed}/"]}
"""The sizes that ``--tiny`` sets, by their names in the modules."""


def main() -> int:
    """Measure in a temporary folder, away from the installation's database; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *MEASURES], help=", ".join(MEASURES))
    parser.add_argument("--tiny", action="store_true", help="measure next to nothing, and hold it to no bound")
    parser.add_argument("--write", metavar="BEFORE", type=Path, help="write docs/performance.md; the lines before")
    parser.add_argument("--database", default="", help="measure on this database, which must be empty")
    options = parser.parse_args()
    gc.set_threshold(20_000)  # as the desk does while it serves
    before = performance.read(options.write) if options.write else []
    for name in [name for name in os.environ if name.startswith("HOSTDESK_")]:
        del os.environ[name]
    with tempfile.TemporaryDirectory(prefix="desk-bench-") as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "tests.benchmarks.settings",
            "HOSTDESK_VAR": folder,
            "DATABASE_URL": options.database,
        }
        django.setup()
        call_command("migrate", verbosity=0)
        lines: list[Line] = []
        if not options.database:  # with one, this is a part of another run, which has already written the origin
            sys.stdout.write(json.dumps(performance.origin()) + "\n")
        for line in _measured(options.names or MEASURES, tiny=options.tiny):
            sys.stdout.write(json.dumps(line) + "\n")
            sys.stdout.flush()
            lines.append(line)
    if options.write:
        performance.write(lines, before)
    broken = [str(line["benchmark"]) for line in lines if not line.get("holds", True) and not options.tiny]
    for name in broken:
        sys.stderr.write(f"This does not hold: {name}\n")
    return 1 if broken else 0


def _measured(names: Iterable[str], *, tiny: bool) -> Iterator[Line]:
    """Yield the lines of each benchmark. It starts with an empty database, or with the one its ``AFTER`` left."""
    # Imported here and not at the top: they import models, which needs django.setup() first.
    ledgers, bare = (importlib.import_module(f"tests.benchmarks.{name}") for name in ("ledgers", "buying_in"))
    with connection.schema_editor() as editor:
        for model in bare.BARE:
            editor.create_model(model)
    before = ""
    for name in names:
        module = importlib.import_module(f"tests.benchmarks.{name}")
        for size in vars(module).keys() & TINY if tiny else ():
            setattr(module, size, TINY[size])
        if getattr(module, "AFTER", name) != before:
            ledgers.start_anew()
        yield from module.measure()
        before = name


if __name__ == "__main__":
    sys.exit(main())
