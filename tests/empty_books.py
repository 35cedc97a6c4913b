"""Books in which nothing has happened, as statements: ``python -m tests.empty_books``, after every new migration.

A desk lays them down on its first start, which the migrations one by one would make some seconds longer. A test
compares them with what the migrations make.
"""

import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from tests import desk

EMPTY = desk.ROOT / "hostdesk" / "base" / "sqlite" / "empty.sql"


def migrated_one_by_one(folder: Path) -> Path:
    """Make a database by the migrations alone, and return its file: nothing is laid down where an app is named."""
    for named in (["reservations"], []):
        process = desk.start(folder, 8000, "migrate", "--verbosity=0", *named)
        said, _ = process.communicate(timeout=300)
        assert process.returncode == 0, said
    return folder / "hostdesk.sqlite3"


def statements(path: Path) -> Iterator[str]:
    """Yield what makes the same tables and rows anew, but for the triggers and the desk's own row.

    Both are made after every migration.
    """
    with closing(sqlite3.connect(path)) as books:
        for line in books.iterdump():
            if not line.startswith(("BEGIN", "COMMIT", "CREATE TRIGGER", 'INSERT INTO "reservations_desk"')):
                yield re.sub(r"'\d{4}-\d\d-\d\d [\d:.]+'", "CURRENT_TIMESTAMP", line)


def main() -> None:
    """Write the file."""
    with tempfile.TemporaryDirectory() as name:
        lines = statements(migrated_one_by_one(Path(name)))
        EMPTY.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
