"""Tamper with the books of a separate desk, change by change, and count what its check finds: for the drill.

    python -m tests.drills.tampered_books ROUNDS [UNSEEN]

``UNSEEN`` switches off a digest: everything then fits it. Every change is taken back before the next one. The program
prints the kinds of the changes, how many were found, how many of them with the first number that does not fit, and
which were not found.
"""

import json
import os
import re
import sys
from collections import Counter
from unittest.mock import ANY

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "hostdesk.settings"
django.setup()

from django.db import connection, transaction  # noqa: E402 - not before Django is set up

from hostdesk.front.set_up.commands import move_desk  # noqa: E402
from ledger.audit import queries as audit_queries  # noqa: E402
from reservations.acts import head_queries  # noqa: E402
from reservations.acts.head_queries import kept_head_fault  # noqa: E402
from tests.faults.tamperer import Tamperer, books, ignore_checks  # noqa: E402
from tests.triggers import remove_triggers  # noqa: E402

_DIGESTS = {"head_of": audit_queries, "seal_of": audit_queries, "cells_digest": head_queries}


def main(rounds: int, unseen: str = "") -> None:
    """Make the books, tamper with them, and print the counts as JSON."""
    books()
    move_desk(time_zone="Europe/Berlin", currency="EUR", locale="de_DE")
    remove_triggers(connection)
    ignore_checks(on=True)
    if unseen:
        setattr(_DIGESTS[unseen], unseen, lambda *_: ANY)
    if before := next(filter(None, [next(audit_queries.faults(), ""), kept_head_fault()]), ""):
        raise RuntimeError(f"something is told before anything is changed: {before}")
    kinds, found, named, slipped = Counter[str](), 0, 0, list[str]()
    with transaction.atomic():
        tamperer = Tamperer(20_261_123)
        for _ in range(rounds):
            untouched = transaction.savepoint()
            changed = tamperer.change()
            told = next(filter(None, [next(audit_queries.faults(), ""), kept_head_fault()]), "")
            transaction.savepoint_rollback(untouched)
            kinds[changed.what] += 1
            found += bool(told)
            named += re.search("[0-9]|desk's one row", told) is not None
            slipped += [] if told else [changed.words]
        transaction.set_rollback(True)
    print(json.dumps({"kinds": kinds, "found": found, "named": named, "slipped": slipped}))


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
