import pytest
from django.db import DatabaseError, OperationalError, ProgrammingError

from hostdesk.site.database_fault_queries import in_words


@pytest.mark.parametrize(
    ("fault", "begins"),
    [
        (DatabaseError("file is not a database"), "the database is damaged"),
        (DatabaseError("database disk image is malformed"), "the database is damaged"),
        (OperationalError("no such table: reservations_act"), "the database lacks tables"),
        (ProgrammingError('relation "reservations_act" does not exist\nLINE 1: SELECT'), "the database lacks tables"),
        (OperationalError("database is locked"), "another program keeps the database to itself"),
        (OperationalError("connection failed: Connection refused"), "PostgreSQL cannot be reached"),
    ],
)
def test_what_a_host_can_mend(fault, begins):
    assert in_words(fault).startswith(begins)


def test_a_fault_of_the_product_is_not_explained_away():
    assert in_words(DatabaseError("FOREIGN KEY constraint failed")) is None
