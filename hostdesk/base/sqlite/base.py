"""A SQLite connection that refuses a missing file.

SQLite makes an empty database under any name. After a ledger was moved, or with a wrong setting, that would look like a
desk without any records. So the file has to exist, and only ``manage.py migrate`` (or a restored backup) makes it.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from reservations.acts.program import called


class MissingDatabase(OperationalError):
    """The file is missing; the sentence names the remedy."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection to a SQLite file, which never makes the file by itself."""

    patience: float | None = None
    """The wait of a new connection for others, in seconds; None for that of the settings."""
    opened: tuple[int, int] | None = None
    """The file open for writing: its device and its inode."""

    def get_connection_params(self) -> dict[str, Any]:
        """Open an existing file for reading and writing, in SQLite's own address form."""
        params: dict[str, Any] = super().get_connection_params()
        if self.patience is not None:
            params["timeout"] = self.patience
        if not self.is_in_memory_db():
            params["database"] = f"{self.path.absolute().as_uri()}?mode=rw"
        return params

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Open the file. Raises ``MissingDatabase`` if there is none."""
        if not self.is_in_memory_db() and not self.path.exists():
            raise MissingDatabase(
                f"there is no database at {self.path}. `{called('migrate')}` starts a new one, "
                f"`{called('restore FILE')}` restores a backup."
            )
        opened: Connection = super().get_new_connection(conn_params)
        # SQLite opens a file without write permission for reading only, and would keep it so: the next request opens it
        # anew.
        self.opened = self._file() if os.access(self.path, os.W_OK) else None
        return opened

    def close_if_unusable_or_obsolete(self) -> None:
        """Close a file that is no longer in its place: SQLite would go on writing into a lost file.

        It also closes the file after every fault, so that no trace of it is left.
        """
        is_over = self.errors_occurred or self.opened != self._file()
        if self.connection is not None and not self.in_atomic_block and is_over:
            self.close()
        super().close_if_unusable_or_obsolete()

    def _file(self) -> tuple[int, int] | None:
        """Return the file in its place now; None without one, or without the right to look."""
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    @contextmanager
    def in_a_hurry(self, seconds: float) -> Iterator[None]:
        """Wait for other programs no longer than that, inside the block."""
        usual = super().get_connection_params().get("timeout", 5)
        self.patience = seconds
        try:
            self._wait_for(seconds)
            yield
        finally:
            self.patience = None
            self._wait_for(usual)

    def _wait_for(self, seconds: float) -> None:
        if self.connection is not None:
            self.connection.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")

    @property
    def path(self) -> Path:
        """The path of the database file, as set."""
        return Path(self.settings_dict["NAME"])

    def has_content(self) -> bool:
        """Tell whether the file exists and is not empty."""
        return self.path.exists() and self.path.stat().st_size > 0

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
