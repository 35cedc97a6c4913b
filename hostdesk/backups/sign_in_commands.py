"""Ends the sign-ins and the links that a backup was made with: whoever was signed out since would be in again."""

from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.utils import timezone

from hostdesk.models import Link, SignIn

_SIGN_INS, _LINKS, _SESSIONS = (model._meta.db_table for model in (SignIn, Link, Session))


def end_all() -> None:
    """Sign every device out, and end every link, in the database of this thread, whatever its age.

    In statements of its own: a database that waits for migrations is not as the models say. Raises ``DatabaseError``.
    """
    tables = set(connection.introspection.table_names())
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with transaction.atomic(), connection.cursor() as cursor:
        for table in {_SIGN_INS, _LINKS} & tables:
            cursor.execute(f"UPDATE {table} SET ended_at = %s WHERE ended_at IS NULL", [now])  # noqa: S608 - our names
        if _SIGN_INS in tables:
            cursor.execute(f"UPDATE {_SIGN_INS} SET session_id = NULL")  # noqa: S608 - our names
        if _SESSIONS in tables:
            cursor.execute(f"DELETE FROM {_SESSIONS}")  # noqa: S608 - our names
