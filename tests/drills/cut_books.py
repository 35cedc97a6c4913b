"""Cut the books of a separate desk off after each act, consistently, and count who notices: for the drill.

    python -m tests.drills.cut_books ROUNDS

After every act the program copies the file of the books, and then replaces the books with each copy. It prints the
number of cuts, and how often the books alone, a paper, the head beside them, and the name of the newest backup told it.
"""

import json
import os
import shutil
import sys
from collections import Counter
from pathlib import Path

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "hostdesk.settings"
django.setup()

from django.conf import settings  # noqa: E402 - not before Django is set up
from django.db import connection  # noqa: E402

from hostdesk.imports.night_log.commands import post_log, read_log  # noqa: E402
from hostdesk.safekeeping.backups.commands import make_backup  # noqa: E402
from ledger.audit import queries as audit_queries  # noqa: E402
from ledger.bank.queries import KEPT_BANKS, last_act  # noqa: E402
from reservations.acts.head_queries import head_fault, kept_head_fault  # noqa: E402
from reservations.acts.kept_head import KeptHead, keep_in, rows_beside  # noqa: E402
from tests.faults.tampered_nights import EVERYTHING, as_log  # noqa: E402


def main(rounds: int) -> None:
    """Play the books act by act, cut them off after every act but the last, and print the counts as JSON."""
    books, home = Path(connection.settings_dict["NAME"]), Path(settings.VAR)
    lines = as_log(EVERYTHING).splitlines(keepends=True)
    copies = []
    for many in range(len(lines) - rounds, len(lines) + 1):
        post_log(read_log(b"".join(lines[:many])))
        connection.close()
        copies.append(home / f"copy-{many}")
        shutil.copyfile(books, copies[-1])
    last, kept = last_act(), settings.HEAD
    assert last is not None
    assert kept is not None
    paper, backups, beside = KeptHead(last.number, last.head[:12]), home / "backups", kept.read_bytes()
    make_backup()
    backups.rename(home / "kept-backups")
    told = Counter(alone=0, paper=0, head=0, backup=0)
    for copy in copies[:-1]:
        KEPT_BANKS.clear()
        connection.close()
        shutil.copyfile(copy, books)
        told["alone"] += any(audit_queries.faults())
        told["paper"] += bool(head_fault(paper))
        kept.write_bytes(beside)  # as the desk itself wrote it down after the last act
        told["head"] += bool(kept_head_fault())
        keep_in(kept, None)
        keep_in(rows_beside(kept), None)
        (home / "kept-backups").rename(backups)
        told["backup"] += bool(kept_head_fault())
        backups.rename(home / "kept-backups")
    print(json.dumps({"cut": len(copies) - 1, **told}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
