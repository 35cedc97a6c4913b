"""Fresh books, as SQL statements: ``python -m tests.empty_books``, after every new migration.

A desk writes them on its first start, which saves some seconds of running the migrations one by one. A test compares
them with the result of the migrations.
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
    """Make a database by the migrations alone, and return its file: naming an app skips the ready-made books."""
    for named in (["reservations"], []):
        process = desk.start(folder, 8000, "migrate", "--verbosity=0", *named)
        said, _ = process.communicate(timeout=300)
        assert process.returncode == 0, said
    return folder / "hostdesk.sqlite3"


def statements(path: Path) -> Iterator[str]:
    """Yield the statements that make the same tables and rows again, without the triggers and the desk's own row.

    Triggers and row are made after every migration.
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
