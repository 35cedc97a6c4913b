"""The rulings of all nights are found among many acts without a look at each."""

import pytest
from django.db import connection

from ledger.reports.ruling_queries import ruled_acts

pytestmark = pytest.mark.django_db


def test_acts_without_a_ruling_are_passed_over_by_an_index():
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # Of a table with no rows it would read all of them.
            cursor.execute("SET LOCAL enable_seqscan = off")

    plan = ruled_acts().explain()

    assert "act_overruled" in plan
