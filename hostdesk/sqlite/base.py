"""A SQLite connection that refuses a missing file.

SQLite makes an empty database of any name it is asked for. Beside a ledger that was moved, or under a wrong setting,
that would look like a desk on which nothing ever happened; so the file is opened as one that exists, and only
``manage.py migrate`` (and a restored backup) makes it.
"""

import os
from pathlib import Path
from sqlite3 import Connection
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError


class MissingDatabase(OperationalError):
    """There is no file of that name; the sentence says what to do."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection to a SQLite file, which never makes that file by the way."""

    def get_connection_params(self) -> dict[str, Any]:
        """Open an existing file for reading and writing, in SQLite's own address form."""
        params: dict[str, Any] = super().get_connection_params()
        if not self.is_in_memory_db():
            params["database"] = f"{self.path.absolute().as_uri()}?mode=rw"
        return params

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Open the file. Raises ``MissingDatabase`` where there is none."""
        if not self.is_in_memory_db() and not self.path.exists():
            raise MissingDatabase(
                f"there is no database at {self.path}. `manage.py migrate` starts a new one, "
                "`manage.py restore` brings a backup back."
            )
        opened: Connection = super().get_new_connection(conn_params)
        return opened

    @property
    def path(self) -> Path:
        """The database file, as set."""
        return Path(self.settings_dict["NAME"])

    def make_file(self) -> None:
        """Make an empty database that only its owner can read, with its folder, where there is none yet.

        Raises ``MissingDatabase`` where that cannot be done.
        """
        if self.is_in_memory_db() or self.path.exists():
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_CREAT | os.O_WRONLY, 0o600))
        except OSError as wrong:
            raise MissingDatabase(f"there can be no database at {self.path}: {wrong.strerror}.") from None
