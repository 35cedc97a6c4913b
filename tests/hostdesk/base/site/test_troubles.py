import logging

import pytest
from django.db import DatabaseError, OperationalError, ProgrammingError

from hostdesk.base.site.troubles import InWords, trouble_in


@pytest.mark.parametrize(
    ("fault", "way_out", "is_kept"),
    [
        (OperationalError("database or disk is full"), "Make room", True),
        (OSError(28, "No space left on device"), "Make room", True),
        (OperationalError("attempt to write a readonly database"), "Make it writable", True),
        (PermissionError(13, "Permission denied"), "Make it writable", True),
        (PermissionError(13, "Access is denied"), "Make it writable", True),
        (OperationalError("there is no database at /here"), "`.venv/bin/python manage.py restore FILE`", False),
        (OperationalError("unable to open database file"), "`.venv/bin/python manage.py restore FILE`", False),
        (DatabaseError("file is not a database"), "`.venv/bin/python manage.py restore FILE`", False),
        (DatabaseError("database disk image is malformed"), "`.venv/bin/python manage.py restore FILE`", False),
        (OperationalError("disk I/O error"), "to another one", False),
        (OperationalError("no such table: reservations_act"), "`.venv/bin/python manage.py migrate`", True),
        (
            ProgrammingError('relation "reservations_act" does not exist\nLINE 1: SELECT'),
            "`.venv/bin/python manage.py migrate`",
            True,
        ),
        (OperationalError("database is locked"), "Try again", True),
        (OperationalError("connection failed: Connection refused"), "DATABASE_URL", True),
        (OperationalError("connection timeout expired"), "DATABASE_URL", True),
        (OperationalError("consuming input failed: Connection timed out"), "DATABASE_URL", True),
        (OperationalError("terminating connection due to administrator command"), "DATABASE_URL", True),
        (DatabaseError("cannot execute INSERT in a read-only transaction"), "the one that writes", True),
    ],
)
def test_a_trouble_is_told_with_its_way_out_and_whether_the_records_are_safe(fault, way_out, is_kept):
    trouble = trouble_in(fault)

    assert (way_out in str(trouble), trouble.is_kept) == (True, is_kept)


def test_a_fault_of_the_product_is_not_explained_away():
    assert trouble_in(DatabaseError("FOREIGN KEY constraint failed")) is None
    assert trouble_in(None) is None


@pytest.mark.parametrize(
    ("fault", "logged", "has_traceback"),
    [
        (OperationalError("database is locked"), "/book/: another program has locked the database.", False),
        (KeyError("level"), "/book/", True),
    ],
)
def test_the_log_has_a_traceback_only_for_what_a_host_cannot_mend(fault, logged, has_traceback):
    record = logging.LogRecord("desk", logging.ERROR, "", 0, "%s", ("/book/",), (type(fault), fault, None))

    assert InWords().filter(record)

    assert (record.getMessage().startswith(logged), bool(record.exc_info)) == (True, has_traceback)
