"""Mistakes that only a desk on PostgreSQL can make. The test server does not wait for the disk, so it makes some."""

import pytest
from django.db import connection, connections

from hostdesk.base.site.health_queries import check_health
from hostdesk.base.site.league_queries import league_faults
from hostdesk.management.commands import doctor

pytestmark = [pytest.mark.pg, pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

SLOT = "a_standby_of_the_tests"


@pytest.fixture
def followed():
    """A replication slot of a standby that is not running now."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_create_physical_replication_slot(%s)", [SLOT])
        yield
        cursor.execute("SELECT pg_drop_replication_slot(%s)", [SLOT])


def ways_out():
    return [fault.rpartition(". ")[2] for fault in league_faults()]


def test_what_a_power_failure_may_take_is_told():
    found = check_health()

    assert ways_out()[:3] == ["Set fsync = on.", "Set full_page_writes = on.", "Set synchronous_commit = on."]
    assert (found.database, doctor.league().way_out.split(". ")[0]) == (True, "Set fsync = on")
    assert "(fsync is off)" in found.league_faults[0]


def test_a_standby_that_no_act_waits_for_is_told(followed):
    assert ways_out()[3:] == ["Set synchronous_standby_names = '*'."]


def test_a_desk_with_another_secret_is_told():
    other = connections["default"].copy()
    options = {**other.settings_dict["OPTIONS"], "application_name": "hostdesk 00000000"}
    other.settings_dict = {**other.settings_dict, "OPTIONS": options}
    other.ensure_connection()

    told = ways_out()[-1]
    other.close()

    assert told == "Give both the same HOSTDESK_SECRET_KEY."
