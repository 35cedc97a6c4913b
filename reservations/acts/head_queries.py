"""Whether the books still hold an act that somebody saw: a paper, a receipt, a phone, or the file beside the books."""

from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import connection

from reservations.acts.kept_head import KeptHead, Unreadable, kept_in, newest_backup, rows_beside
from reservations.acts.row_seal_queries import last_row_seal
from reservations.models import Act, RowSeal
from reservations.parsing.names import counted

FEWEST_DIGITS = 12
"""How much of a head tells two ledgers apart."""


def head_fault(seen: KeptHead) -> str:
    """Return in words how the books differ from an act that was seen; "" if they hold it with that head."""
    head = Act.objects.filter(number=seen.number).values_list("head", flat=True).first()
    if head is None:
        last = Act.objects.order_by("-number").values_list("number", flat=True).first() or 0
        missing = counted(max(seen.number - last, 1), "act")
        ends = f"end with act {last}" if last else "have no acts"
        return (
            f"The books {ends}, and act {seen.number} (head {seen.head[:FEWEST_DIGITS]}) was seen: {missing} missing."
        )
    if head.startswith(seen.head):
        return ""
    return f"Act {seen.number} has the head {head[: len(seen.head)]} here, and was seen with {seen.head}."


_WAY_BACK = (
    "An older backup was laid over the books, or their end was cut off. Stop the desk, look for a backup that goes "
    "further, also beside the database, and bring it back: manage.py restore FILE. If these are the books you want, "
)


def kept_head_fault() -> str:
    """Return how the books differ from what is kept outside of them, and what to do; "" if they do not.

    Kept are the head of the last act and that of the last row seal, and the name of the newest backup tells one.
    """
    path = settings.HEAD
    if path is None:
        return ""
    return _fault_beside(path, head_fault) or _fault_beside(rows_beside(path), _rows_fault) or _fault_by_backup(path)


def _fault_beside(path: Path, fault_of: Callable[[KeptHead], str]) -> str:
    try:
        kept = kept_in(path)
    except (OSError, Unreadable) as fault:
        return (
            f"{path} cannot be read ({str(fault) or 'no head stands in it'}). Delete it: the next act writes it anew."
        )
    differs = fault_of(kept) if kept else ""
    return differs and (f"{differs} This desk recorded it. {_WAY_BACK}delete {path}.")


def _fault_by_backup(path: Path) -> str:
    suffix = ".dump" if connection.vendor == "postgresql" else ".sqlite3"
    try:
        newest = newest_backup(path, suffix)
    except OSError as fault:
        return f"The backups cannot be looked at: {fault}."
    if newest is None or not (differs := head_fault(newest[1])):
        return ""
    return f"{differs} The newest backup has it. {_WAY_BACK}move {newest[0]} elsewhere."


def _rows_fault(seen: KeptHead) -> str:
    head = RowSeal.objects.filter(number=seen.number).values_list("head", flat=True).first()
    if head == seen.head:
        return ""
    if head is not None:
        return f"Row seal {seen.number} has the head {head[:FEWEST_DIGITS]} here, not {seen.head[:FEWEST_DIGITS]}."
    missing = counted(max(seen.number - last_row_seal()[0], 1), "row seal")
    return f"Answers and plans were recorded up to row seal {seen.number}: {missing} missing."
