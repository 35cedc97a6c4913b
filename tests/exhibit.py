"""Adds the running version to the museum: ``python -m tests.exhibit``, once a version, before it is released.

It writes three files into tests/data/museum: a SQLite database with a season and an evening that is still open, the
same rows as PostgreSQL keeps them, and this version's own report on both.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from hostdesk import VERSION
from tests.desk import ROOT, environment
from tests.postgres import throwaway_server
from tests.replica import PROGRAMS

MUSEUM = ROOT / "tests" / "data" / "museum"
FILL = "from django.utils import timezone; from hostdesk.front.demo.commands import build; build(timezone.now())"
TELL = "import json; from tests import museum; print(json.dumps(museum.told(), ensure_ascii=False))"
AS_ROWS = ("--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=100")


def main() -> None:
    """Make the three files. PostgreSQL gets the rows of the SQLite file, in tables that its own migrations made."""
    with tempfile.TemporaryDirectory() as name, throwaway_server() as address:
        folder, rows = Path(name), Path(name) / "rows.xml"
        _manage(folder, "migrate", "--verbosity=0")
        _manage(folder, "shell", "--no-imports", "-c", FILL)
        said = _manage(folder, "shell", "--no-imports", "-c", TELL)
        # XML keeps microseconds, on which the seals of the acts depend; JSON does not.
        _manage(folder, "dumpdata", "reservations", "ledger", "hostdesk", "--format=xml", f"--output={rows}")
        _manage(folder, "migrate", "--verbosity=0", DATABASE_URL=address)
        _manage(folder, "loaddata", str(rows), DATABASE_URL=address)
        assert _manage(folder, "ledger_check", DATABASE_URL=address) == ""
        assert _manage(folder, "shell", "--no-imports", "-c", TELL, DATABASE_URL=address) == said
        shutil.copy(folder / "hostdesk.sqlite3", MUSEUM / f"{VERSION}.sqlite3")
        server = ["--host", address.partition("host=")[2], "--username=postgres", "postgres"]
        dump = subprocess.run([PROGRAMS / "pg_dump", *AS_ROWS, *server], capture_output=True, text=True, check=True)
        # psql's own commands are left out, so that any connection can read the rest.
        (MUSEUM / f"{VERSION}.sql").write_text(re.sub(r"(?m)^\\.*\n", "", dump.stdout), encoding="utf-8")
        (MUSEUM / f"{VERSION}.json").write_text(
            json.dumps(json.loads(said), ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
        )


def _manage(folder: Path, *arguments: str, **settings: str) -> str:
    """Run a command with the books of that folder and return its output."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(folder, 8000, **settings),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


if __name__ == "__main__":
    main()
