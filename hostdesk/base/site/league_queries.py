"""The faults of a desk on PostgreSQL alone: risks of the server, and differences between several desks.

The queries are open to every role: they ask about its own sessions and settings.
"""

from django.conf import settings
from django.db import connection

from hostdesk.base.site.environment import session_name

WAITS_AT_MOST = 2  # seconds; an act waits this long for the standby, then the standby counts as away
_SERVER_STATE = """
    SELECT current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit'),
        current_setting('synchronous_standby_names') <> '',
        EXISTS (SELECT FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup')
            OR EXISTS (SELECT FROM pg_replication_slots WHERE slot_type = 'physical' AND NOT temporary),
        EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'hostdesk %%'
            AND application_name <> %s)
"""
_WAITING = """
    SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'
        AND query_start < clock_timestamp() - make_interval(secs => %s))
"""


def league_faults() -> list[str]:
    """Return the server's risks for recorded acts, and whether another desk has another secret.

    The sentences name the remedies. With SQLite there are none.
    """
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute(_SERVER_STATE, [session_name(settings.SECRET_KEY)])
        fsync, full_pages, commit, is_waited_for, has_standby, has_other_secret = cursor.fetchone()
    faults = {
        "PostgreSQL does not wait for its disk (fsync is off): a power failure can damage all of the books. Set "
        "fsync = on.": fsync == "off",
        "A power failure in the middle of a write can damage the books: full_page_writes is off. Set "
        "full_page_writes = on.": full_pages == "off",
        "PostgreSQL says that an act is recorded before it is on its disk: a power failure loses the last ones. Set "
        "synchronous_commit = on.": commit == "off",
        "A standby follows, and no act waits for it (synchronous_standby_names is empty): if it takes over, the last "
        "acts are lost that people were told are recorded. Set synchronous_standby_names = '*'.": (
            has_standby and not is_waited_for
        ),
        "synchronous_standby_names is set, and no act waits for the standby: if it takes over, the last acts are lost "
        "that people were told are recorded. Set synchronous_commit = on.": is_waited_for and commit == "local",
        "Another desk works on these books with another secret: whom it lets in, this one sends away. Give both the "
        "same HOSTDESK_SECRET_KEY.": has_other_secret,
    }
    return [fault for fault, is_so in faults.items() if is_so]


def waits_for_standby() -> bool:
    """Tell whether an act has waited for the standby for longer than `WAITS_AT_MOST`: then none is recorded."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute(_WAITING, [WAITS_AT_MOST])
        (waits,) = cursor.fetchone()
    return bool(waits)
