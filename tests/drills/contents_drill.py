"""Documents with something wrong inside: a door reads them for what they are, and never breaks the page."""

import json
import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from hostdesk.imports.night_log.commands import post_log, read_log
from hostdesk.imports.shared_expenses import reading
from hostdesk.mail.mailbox.reading import Mail, read_mail
from tests.drills import spoiling
from tests.drills.attacks import attack
from tests.drills.drill import Drill, Found
from tests.drills.growing import (
    BILL,
    DOORS,
    LOG_LINE,
    Door,
    brought,
    cells,
    ledger,
    rows,
    spliit,
    splitwise,
    table,
    workbook,
)
from tests.drills.inside import Inside

Spoil = Callable[[bytes, random.Random], bytes]

MAIL = b"""From: Bo <bo@example.org>
To: desk@example.org
Date: Fri, 20 Nov 2026 21:04:00 -0500
Message-ID: <1@example.org>
In-Reply-To: <2@example.org>
Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=example.org; dkim=pass header.d=example.org
Subject: =?utf-8?q?Re=3A_Poker?=
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="b"

--b
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Yes, I am in.
On Friday Ann wrote:
> Are you coming?
--b
Content-Type: text/calendar; method=REPLY; charset=utf-8

BEGIN:VCALENDAR
METHOD:REPLY
BEGIN:VEVENT
UID:night-1@example.org
SEQUENCE:1
DTSTAMP:20261120T210400Z
ATTENDEE;PARTSTAT=ACCEPTED:mailto:bo@example.org
COMMENT:late
END:VEVENT
END:VCALENDAR
--b--
"""
LINE = rows(LOG_LINE, 1).encode()


def _mail(raw: bytes) -> None:
    """Read a mail, and fail if its reader gave up on a fault of its own."""
    assert isinstance(read_mail(raw), Mail)


def post(raw: bytes) -> None:
    """Post a log, and take it back at once."""
    post_log(read_log(raw), dry_run=True)


WHOLE: dict[str, tuple[Door, bytes, Spoil]] = {
    "JSON of Spliit": (DOORS["shared expenses"], spliit(3, 3).encode(), spoiling.in_json),
    "JSON of I Hate Money": (DOORS["shared expenses"], json.dumps([BILL] * 3).encode(), spoiling.in_json),
    "CSV of Splitwise": (
        DOORS["shared expenses"],
        splitwise(3, "2026-01-01,a,a,1.00,USD", 5).encode(),
        spoiling.in_rows,
    ),
    "CSV of PokerNow": (DOORS["ledgers"], ledger(3, 6).encode(), spoiling.in_rows),
    "JSON of aliases": (DOORS["who is who"], json.dumps({"Bo": ["b1", "b2"], "Cy": "c"}).encode(), spoiling.in_json),
    "CSV of results": (DOORS["results"], table(3, 4).encode(), spoiling.in_rows),
    "XLSX of results": (DOORS["results"], workbook("".join(map(cells, range(6)))), spoiling.in_workbook),
    "CSV of balances": (DOORS["balances"], rows("P#,1.00", 4).encode(), spoiling.in_rows),
    "TOML of rules": (DOORS["rules"], b"", spoiling.in_toml),
    "MIME and iCalendar": (Door({}, reads=_mail), MAIL, spoiling.in_lines),
    "JSON of a log": (Door({}, reads=post), LINE, spoiling.in_json),
}
"""The documents by kind: the door that takes one, a whole one, and the function that spoils it."""


def spoilt(inside: Inside, rounds: int, *, damaged: bool) -> dict[str, int]:
    """Send so many spoilt documents of each kind to their doors; return the faults by kind."""
    if damaged:
        reading.shaped = _unread  # type: ignore[assignment]
    dice, faults = random.Random(1), Counter[str]()
    for kind, (door, whole, spoil) in WHOLE.items():
        text = whole or inside.ask("GET", door.begins.format(**inside.made)).body
        alone = Door({}, door.address, door.takes, door.said, door.file, reads=door.reads)
        for _ in range(rounds):
            wrong = spoil(text, dice) if dice.random() < 0.9 else spoiling.broken(text, dice)
            if dice.random() < 0.3:
                wrong = spoiling.broken(wrong, dice)
            try:
                faults[kind] += brought(inside, alone, wrong) >= 500
            except Exception as fault:  # noqa: BLE001 - any fault is one
                faults[f"{kind}: {fault!r:.120}"] += 1
        inside.restore()
    return {kind: many for kind, many in faults.items() if many}


def _unread(said: Any, _shape: Any) -> Any:
    """Accept the contents of a file whatever their shape is."""
    return said


def stands(rounds: int, *, damaged: bool = False) -> Found:
    """Send the documents to their doors, and count the faults."""
    faults = attack("tests.drills.contents_drill:spoilt", rounds, damaged=damaged)
    figure = f"{rounds * len(WHOLE):,} documents of {len(WHOLE)} kinds: {sum(faults.values())} × 5xx"
    return Found(f"{figure} ({faults})" if faults else figure, not faults)


DRILLS = [
    Drill("what is wrong inside a document is told and never a fault", stands, partial(stands, damaged=True), 2_000, 12)
]
