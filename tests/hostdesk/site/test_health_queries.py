import pytest
from django.db import DatabaseError, OperationalError, ProgrammingError

from hostdesk.site.health_queries import explain_fault


@pytest.mark.parametrize(
    ("fault", "way_out"),
    [
        (DatabaseError("file is not a database"), "`manage.py restore`"),
        (DatabaseError("database disk image is malformed"), "`manage.py restore`"),
        (OperationalError("no such table: reservations_act"), "`manage.py migrate`"),
        (ProgrammingError('relation "reservations_act" does not exist\nLINE 1: SELECT'), "`manage.py migrate`"),
        (OperationalError("database is locked"), "Try again"),
        (OperationalError("connection failed: Connection refused"), "DATABASE_URL"),
    ],
)
def test_a_fault_is_explained_with_its_way_out(fault, way_out):
    assert way_out in (explain_fault(fault) or "")


def test_a_fault_of_the_product_is_not_explained_away():
    assert explain_fault(DatabaseError("FOREIGN KEY constraint failed")) is None
