"""A SQLite connection that refuses a missing file.

SQLite makes an empty database under any name. After a ledger was moved, or with a wrong setting, that would look like
a desk on which nothing ever happened. So the file has to exist, and only ``manage.py migrate`` (or a restored backup)
makes it.
"""

import os
from pathlib import Path
from sqlite3 import Connection
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError


class MissingDatabase(OperationalError):
    """There is no such file; the sentence says what to do."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection to a SQLite file, which never makes the file by itself."""

    def get_connection_params(self) -> dict[str, Any]:
        """Open an existing file for reading and writing, in SQLite's own address form."""
        params: dict[str, Any] = super().get_connection_params()
        if not self.is_in_memory_db():
            params["database"] = f"{self.path.absolute().as_uri()}?mode=rw"
        return params

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Open the file. Raises ``MissingDatabase`` if there is none."""
        if not self.is_in_memory_db() and not self.path.exists():
            raise MissingDatabase(
                f"there is no database at {self.path}. `manage.py migrate` starts a new one, "
                "`manage.py restore` restores a backup."
            )
        opened: Connection = super().get_new_connection(conn_params)
        return opened

    @property
    def path(self) -> Path:
        """The database file, as set."""
        return Path(self.settings_dict["NAME"])

    def make_file(self) -> None:
        """Make an empty database that only its owner can read, with its folder, if there is none.

        Raises ``MissingDatabase`` if that fails.
        """
        if self.is_in_memory_db() or self.path.exists():
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_CREAT | os.O_WRONLY, 0o600))
        except OSError as wrong:
            raise MissingDatabase(f"no database can be made at {self.path}: {wrong.strerror}.") from None
