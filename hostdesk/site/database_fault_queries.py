"""What a database says when it cannot do its work, as a sentence with the way out of it."""

from django.db import DatabaseError

_DAMAGED = "the database is damaged, or no database at all. `manage.py restore` brings a backup back."
_NOT_MIGRATED = "the database lacks tables that this version needs. `manage.py migrate` brings it up to date."
_LOCKED = "another program keeps the database to itself. Try again when that one has finished."
_AWAY = "PostgreSQL cannot be reached: is it running, and does DATABASE_URL name it rightly?"
_SENTENCES = {
    "file is not a database": _DAMAGED,
    "disk image is malformed": _DAMAGED,
    "no such table": _NOT_MIGRATED,
    "no such column": _NOT_MIGRATED,
    "does not exist\nLINE": _NOT_MIGRATED,
    "database is locked": _LOCKED,
    "connection failed": _AWAY,
    "failed to resolve host": _AWAY,
    "connection is bad": _AWAY,
}
"""By words of the message: SQLite tells these apart by nothing else that Django passes on."""


def in_words(fault: DatabaseError) -> str | None:
    """Return what is wrong and what to do about it; ``None`` for what no host can mend."""
    return next((sentence for words, sentence in _SENTENCES.items() if words in str(fault)), None)
