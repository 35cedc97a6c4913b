"""``tools/verify_log.py`` was written from ``docs/head.md`` alone; it computes the same heads as the desk."""

import json
import subprocess
import sys
from typing import Any

import pytest

from hostdesk.imports.night_log.export_queries import export_all
from reservations.models import Act
from tests.desk import ROOT
from tests.hostdesk.logs import ALL_NIGHTS, NIGHTS, another_machine, posted
from tests.stories.evening import Evening, book
from tools.verify_log import Unreadable, heads, main

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_a_folder_of_its_own")]

EVENING: list[dict[str, Any]] = [
    {"act": "player", "name": "Ann", "regular": True},
    {"act": "open", "house": "mike", "version": 1, "date": "2026-11-20", "banker": "Ann", "float": "20.00"},
    {"act": "buy_in", "player": "Ann", "amount": "20.00", "pay": "cash"},
]
HEADS = heads(
    "\n".join(json.dumps({"id": f"act-{each['act']}", "at": "2026-11-20T19:00:00Z", **each}) for each in EVENING)
)


@pytest.fixture
def file(tmp_path):
    """Return a function that writes the log of an evening of three acts, with changes in its last one."""

    def written(**changed):
        lines = [{"id": f"act-{each['act']}", "at": "2026-11-20T19:00:00Z", **each} for each in EVENING]
        lines[-1] |= changed
        path = tmp_path / "books.jsonl"
        path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
        return str(path)

    return written


@pytest.mark.sweep
@pytest.mark.parametrize(
    "logs", [["every-act"], ["results"], ["mike-1", "hybrid-2"], pytest.param(ALL_NIGHTS, marks=pytest.mark.long)]
)
def test_it_comes_to_the_heads_of_the_desk(logs):
    for log in logs:
        posted((NIGHTS / f"{log}.jsonl").read_text("utf-8"))

    assert heads("".join(f"{line}\n" for line in export_all())) == [
        *Act.objects.order_by("number").values_list("head", flat=True)
    ]


def test_it_comes_to_the_head_of_a_debt_that_was_forgiven_and_of_its_undoing():
    """Bo owes Ann 10.00: she forgives 3.00, then 4.00, and the 4.00 is undone."""
    evening = Evening("mike")
    evening.takes_over(Ann="10.00", Bo="-10.00")
    evening.forgives("Ann", "Bo", "3.00")
    evening.undo(evening.forgives("Ann", "Bo", "4.00"))
    log = "".join(f"{line}\n" for line in export_all())
    here = [*Act.objects.order_by("number").values_list("head", flat=True)]

    with another_machine():
        posted(log)
        elsewhere = [*Act.objects.order_by("number").values_list("head", flat=True)], book()

    assert (heads(log), elsewhere) == (here, (here, {"Ann": "7.00", "Bo": "-7.00"}))


def test_heads_that_fit_are_told(file, capsys):
    ended = main([file(), "--head", f"1:{HEADS[0]}", "--head", f"3:{HEADS[2][:12]}"])

    assert (ended, capsys.readouterr().out.splitlines()) == (
        0,
        [f"act 3 {HEADS[2]}", f"act 1 {HEADS[0]} fits", f"act 3 {HEADS[2][:12]} fits"],
    )


@pytest.mark.parametrize(
    ("changed", "seen"),
    [
        ({"amount": "20.01"}, f"3:{HEADS[2][:12]}"),
        ({"at": "2026-11-20T19:00:01Z"}, f"3:{HEADS[2]}"),
        ({}, "4:" + "0" * 12),
    ],
)
def test_a_head_that_differs_ends_with_1(changed, seen, file, capsys):
    assert main([file(**changed), "--head", seen]) == 1
    assert "DIFFERS" in capsys.readouterr().out


@pytest.mark.parametrize(
    "changed",
    [
        {"act": "tip"},
        {"player": "Bo"},
        {"amount": "20"},
        {"amount": 20.5},
        {"tip": "1.00"},
        {"pay": "cheque"},
        {"at": "soon"},
        {"at": "0001-01-01T00:00:00+14:00"},
        {"amount": None},
        {"player": ["Ann"]},
        {"id": ["act"]},
        {"pay": {"cash": 1}},
        {"act": "cash_out", "player_count": "20.00", "banker_count": "20.00", "payout": [5]},
        {"act": "cash_out", "player_count": "20.00", "banker_count": "20.00", "payout": 5},
        {"act": "consolidate", "standings": {"Ann": "0.00"}},
        {"act": "reverse", "of": None},
    ],
)
def test_a_line_that_cannot_be_read_is_told_by_its_number(changed, file, capsys):
    assert main([file(**changed)]) == 2
    assert "line 3: " in capsys.readouterr().err


@pytest.mark.parametrize("line", ["[" * 100_000, '{"a":' * 100_000, '"\\ud800"', "\x00", "1e999", "9" * 5_000])
def test_whatever_a_file_holds_it_ends_with_a_sentence(line, file, tmp_path, capsys):
    (tmp_path / "odd.jsonl").write_text(line, encoding="utf-8")

    assert main([str(tmp_path / "odd.jsonl")]) == 2
    assert "odd.jsonl: line 1: " in capsys.readouterr().err


def test_merges_that_go_round_in_a_circle_end_with_a_sentence(tmp_path, capsys):
    """Ann is Bo, and Bo is Ann: no desk records that, and the close finds no final player."""
    round_and_round: list[dict[str, Any]] = [
        {"act": "player", "name": "Ann", "regular": True},
        {"act": "player", "name": "Bo", "regular": True},
        {"act": "open", "house": "mike", "version": 1, "date": "2026-11-20", "banker": "Ann", "float": "20.00"},
        {"act": "merge", "player": "Ann", "into": "Bo"},
        {"act": "merge", "player": "Bo", "into": "Ann"},
        {"act": "close"},
    ]
    lines = [{"id": f"act-{place}", "at": "2026-11-20T19:00:00Z", **each} for place, each in enumerate(round_and_round)]
    (tmp_path / "odd.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")

    assert main([str(tmp_path / "odd.jsonl")]) == 2
    assert "line 6: the merges" in capsys.readouterr().err


def test_a_reader_that_has_seen_enough_gets_no_traceback(file):
    """As in ``verify_log.py books.jsonl | true``."""
    script = [sys.executable, str(ROOT / "tools" / "verify_log.py"), file()]
    with subprocess.Popen(script, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as ran:
        assert ran.stdout
        assert ran.stderr
        ran.stdout.close()
        said = ran.stderr.read()

    assert (said, ran.returncode) == ("", 2)


def test_a_head_is_its_number_and_twelve_digits(file):
    assert (main([file(), "--head", "3"]), main([file(), "--head", "3:abc"]), main(["nowhere.jsonl"])) == (2, 2, 2)


@pytest.mark.parametrize("line", ["[]", "{", '{"act": "player", "act": "player"}'])
def test_what_is_no_line_is_told(line):
    with pytest.raises(Unreadable, match=r"^line 1: "):
        heads(line)
