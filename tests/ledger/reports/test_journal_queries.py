"""The journal: a ledger in hledger's format, which hledger accepts every time."""

import csv
import os
import subprocess
from datetime import datetime
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hostdesk.imports.night_log.commands import post_log, read_log
from ledger.models import Account, AccountKind
from ledger.money.cents import format_cents, parse_signed_cents
from ledger.reports.journal_queries import journal
from reservations.models import Act
from tests.hostdesk.book_logs import EVERYTHING
from tests.hostdesk.logs import CASH_NIGHTS, NIGHTS
from tests.ledger.the_book import owe, regulars
from tests.running import Ran, run
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]

HOSTILE = [
    *(
        "a;b",
        "a ; b",
        "; x",
        "(a)",
        "(a",
        "a)",
        "[a]",
        "a = 5",
        "=",
        "a @ 5",
        "* a",
        "! a",
        "a:b",
        ":",
        "a",
        "a | b",
        "1.00",
    ),
    *("-1.00", "$5", "%", '"', "'", "\\", "#", "{a}", "include a", "end comment", "date:2020", "Łukasz ♠", "שלום", "🂡"),
    "forty characters make the longest name..",
]


def hledger(*arguments):
    """Run hledger on the present journal."""
    return subprocess.run(
        ["hledger", "-f", "-", *arguments],
        input="".join(f"{line}\n" for line in journal()),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
        check=False,
    )


def complaint():
    """Return hledger's complaint about the journal; "" if it accepts it."""
    checked = hledger("check", "--strict")
    return checked.stderr or checked.returncode or ""


def transactions():
    """Return the part of the journal after its accounts, act by act."""
    return [each.splitlines() for each in "\n".join(journal()).split("\n\n")[1:]]


def balances():
    """Return hledger's balance of each account."""
    rows = csv.reader(hledger("balance", "--flat", "--empty", "-O", "csv").stdout.splitlines())
    return {account: amount for account, amount in rows if account not in ("account", "total")}


def book_of_hledger():
    """Return the rows of ``book --csv`` from hledger's balances of THE BOOK, with the signs reversed."""
    return sorted(
        [account.removeprefix("book:"), format_cents(-parse_signed_cents(amount))]
        for account, amount in balances().items()
        if account.startswith("book:") and amount != "0"
    )


def closed(evening):
    evening.counts_drawer("200.00")
    evening.closes()
    return evening


def test_a_ledger_without_acts():
    assert list(journal()) == ["; no act yet", "decimal-mark .", "commodity 1000.00"]
    assert complaint() == ""


def test_an_evening_act_by_act():
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "20.00")
    evening.last_hand()
    evening.cash_out("Bo", "19.75")
    evening.declares_missing("0.25")
    evening.counts_drawer("200.25")
    evening.closes()

    assert transactions()[4:] == [
        ["2026-11-20 (5) open", "    night:2026-11-20:drawer  200.00", "    night:2026-11-20:float  -200.00"],
        ["2026-11-20 (6) buy_in", "    night:2026-11-20:drawer  20.00", "    night:2026-11-20:chips  -20.00"],
        ["2026-11-20 (7) last_hand"],
        ["2026-11-20 (8) cash_out", "    night:2026-11-20:chips  19.75", "    night:2026-11-20:drawer  -19.75"],
        ["2026-11-20 (9) declare_chips", "    night:2026-11-20:chips  0.25", "    night:2026-11-20:over short  -0.25"],
        ["2026-11-20 (10) count_drawer"],
        [
            "2026-11-20 (11) close",
            "    night:2026-11-20:over short  0.25",
            "    night:2026-11-20:float  -0.25",
            "    night:2026-11-20:float  200.25",
            "    night:2026-11-20:drawer  -200.25",
            "    night:2026-11-20:drawer  0.00 = 0.00",
            "    night:2026-11-20:chips  0.00 = 0.00",
            "    night:2026-11-20:final pot  0.00 = 0.00",
            "    night:2026-11-20:float  0.00 = 0.00",
            "    night:2026-11-20:over short  0.00 = 0.00",
        ],
    ]
    assert complaint() == ""


def test_its_head_says_as_of_which_act_it_is():
    closed(Evening("dave-2018"))

    assert next(journal()) == f"; as of act 7, head {Act.objects.get(pk=7).head}"


def test_an_undone_act_and_its_undoing_are_both_there():
    evening = Evening("dave-2018")
    evening.undo(evening.buy_in("Bo", "20.00"))

    assert transactions()[5:] == [
        ["2026-11-20 (6) buy_in", "    night:2026-11-20:drawer  20.00", "    night:2026-11-20:chips  -20.00"],
        [
            "2026-11-20 (7) reverse  ; undoes act 6",
            "    night:2026-11-20:chips  20.00",
            "    night:2026-11-20:drawer  -20.00",
        ],
    ]
    assert complaint() == ""


def test_nights_of_one_date_are_told_apart():
    evening = closed(Evening("dave-2018"))
    evening.opens("hybrid")
    evening.opens("dave-2018")

    assert [line for line in journal() if line.startswith("account") and line.endswith("drawer")] == [
        "account night:2026-11-20:drawer",
        "account night:2026-11-20 b:drawer",
        "account night:2026-11-20 c:drawer",
    ]
    assert complaint() == ""


def test_a_date_with_more_nights_than_letters():
    evening = Evening("dave-2018")
    for _ in range(26):
        evening.opens("dave-2018")

    drawers = [line for line in journal() if line.startswith("account") and line.endswith("drawer")]
    assert drawers[-2:] == ["account night:2026-11-20 z:drawer", "account night:2026-11-20 27:drawer"]


def test_a_close_whose_clock_is_behind_still_comes_last():
    evening = Evening("dave-2018")
    evening.now = datetime.fromisoformat("2026-11-21T00:10:00-05:00")
    evening.adds("5.00")
    evening.it_is("23:50")
    evening.counts_drawer("205.00")
    evening.closes()

    assert [each[0] for each in transactions()[5:]] == [
        "2026-11-21 (6) float",
        "2026-11-20 (7) count_drawer",
        "2026-11-21 (8) close",
    ]
    assert complaint() == ""


def test_an_assertion_that_does_not_hold_is_found():
    evening = closed(Evening("dave-2018"))
    drawer = Account.objects.get(kind=AccountKind.DRAWER, night=evening.night)
    float_ = Account.objects.get(kind=AccountKind.FLOAT, night=evening.night)
    close = Act.objects.get(kind="close")
    close.transfers.create(number=99, debit=drawer, credit=float_, cents=1)

    assert "balance assertion" in complaint()


def test_names_stand_there_as_they_are():
    regulars("Ann", *HOSTILE)
    for cents, name in enumerate(HOSTILE, start=101):
        owe(name, "Ann", cents)

    assert complaint() == ""
    assert {name: amount for name, amount in balances().items() if name != "book:Ann"} == {
        f"book:{name}": format_cents(cents) for cents, name in enumerate(HOSTILE, start=101)
    }


def test_notes_are_of_a_night_and_a_player():
    post_log(read_log(EVERYTHING.encode()))

    written, closing = transactions()[9], transactions()[28]
    assert written == [
        "2026-11-20 (10) buy_in",
        "    night:2026-11-20:notes:Bo  20.00",
        "    night:2026-11-20:chips  -20.00",
    ]
    assert [line for line in closing if "notes" in line] == [
        f"    night:2026-11-20:notes:{name}  0.00 = 0.00" for name in ("Bo", "Gil", "Cy")
    ]


def test_hledger_agrees_with_the_book():
    post_log(read_log(EVERYTHING.encode()))
    for name in ("mike-1", "mike-2", "mike-3"):
        assert run("import_night", NIGHTS / f"{name}.jsonl").code == 0

    assert complaint() == ""
    assert book_of_hledger() == list(csv.reader(run("book", "--csv").out.splitlines()[1:]))
    assert [name for name, amount in balances().items() if name.startswith("night:") and amount != "0"] == []


@pytest.mark.parametrize("nights", [1, 3])
def test_the_same_number_of_queries_for_every_ledger(nights):
    evening = closed(Evening("dave-2018"))
    for _ in range(nights - 1):
        evening.opens("dave-2018")

    with CaptureQueriesContext(connection) as queries:
        list(journal())
    assert len(queries) == 5


def test_every_night_of_the_cash_houses_is_accepted():
    for name in CASH_NIGHTS:
        assert run("import_night", NIGHTS / f"{name}.jsonl").code == 0

    assert complaint() == ""
    assert set(balances().values()) == {"0"}


def test_it_is_written_to_standard_output_or_a_file(tmp_path):
    closed(Evening("dave-2018"))
    path = tmp_path / "night.journal"

    assert run("export_journal", "--to", path) == Ran(0)
    assert run("export_journal") == Ran(0, path.read_text(encoding="utf-8"))
    assert b"\r" not in path.read_bytes()


def test_a_folder_that_is_not_there(tmp_path):
    path = Path(tmp_path / "none" / "night.journal")

    assert run("export_journal", "--to", path) == Ran(1, "", f"CommandError: {path}: No such file or directory\n")
