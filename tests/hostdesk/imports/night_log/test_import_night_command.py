"""``import_night``: it posts all of a file or none of it, through the commands."""

import json
import os
import sqlite3
from pathlib import Path

import pytest
from django.db.models import Sum

from ledger.bank.queries import bank_of
from ledger.management.locale_command import night_called
from ledger.models import Transfer
from ledger.results.queries import results
from ledger.standings.queries import standings
from reservations.models import Act, House, Night, Player
from reservations.players.queries import player_names
from tests import desk
from tests.hostdesk.logs import ALL_NIGHTS, ANN, BUY_IN, COUNT, EVENING, GIL, NIGHTS, OPEN, log, post, posted, refusal
from tests.running import Ran, run

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_a_folder_of_its_own")]

SECOND = {**ANN, "name": "Bo"}


def bought_and_received(night):
    """Return the cents that every player bought and received, by name."""
    won = results(night)
    names = player_names(won)
    return {names[player]: [result.bought_cents, result.received_cents] for player, result in won.items()}


def standings_by_name():
    """Return the cents that THE BOOK owes every player, by name."""
    standing = standings()
    names = player_names(standing)
    return {names[player]: cents for player, cents in standing.items()}


def over_short_before_the_close(night):
    """Return the banker's over/short in cents before the close moved it to the float: + is missing."""
    over_short = bank_of(night).accounts["over short"]
    moved = Transfer.objects.exclude(act__kind="close")
    taken, given = (moved.filter(**{side: over_short}).aggregate(all=Sum("cents")) for side in ("debit", "credit"))
    return (taken["all"] or 0) - (given["all"] or 0)


def nothing_is_there():
    rows = (Act, Transfer, Player, House, Night)
    return [model.objects.count() for model in rows] == [0] * len(rows)


@pytest.mark.sweep
@pytest.mark.parametrize("name", ALL_NIGHTS)
def test_a_night_comes_to_its_results_and_is_known_from_then_on(name):
    expected = json.loads((NIGHTS / f"{name}.expected.json").read_text("utf-8"))
    acts = len((NIGHTS / f"{name}.jsonl").read_text("utf-8").splitlines())

    first = run("import_night", NIGHTS / f"{name}.jsonl")
    again = run("import_night", NIGHTS / f"{name}.jsonl")

    night = night_called(expected["date"])
    assert first.out.splitlines()[-1] == f"posted {acts} acts, 0 already known"
    assert again == Ran(0, f"posted 0 acts, {acts} already known\n")
    assert bought_and_received(night) == expected["results"]
    assert over_short_before_the_close(night) == expected["over_short"]
    assert bank_of(night).bank.banker.name == expected["banker"]
    assert standings_by_name() == expected.get("book", {})


def test_the_summary():
    assert post(log(ANN, OPEN, BUY_IN)) == Ran(0, "posted 3 acts, 0 already known\n")


def test_a_summary_stands_alone():
    ran = post(log(*EVENING[:4], {**COUNT, "counted": "219.65"}))

    assert ran == Ran(0, "posted 5 acts, 0 already known\n")


def test_a_player_who_turns_regular_is_reported():
    ran = post(log(ANN, GIL, {"act": "player", "name": "GIL", "regular": True}))

    assert ran == Ran(0, "line 3: Gil was a guest and is a regular now.\nposted 3 acts, 0 already known\n")


def test_a_file_that_goes_on_posts_only_what_is_new():
    posted(log(ANN, OPEN, BUY_IN))

    assert post(log(*EVENING)) == Ran(0, "posted 3 acts, 3 already known\n")


def test_a_dry_run_says_what_would_be_and_keeps_nothing():
    assert post(log(ANN, OPEN, BUY_IN), "--dry-run") == Ran(0, "would post 3 acts, 0 already known\n")
    assert nothing_is_there()


def test_a_dry_run_finds_what_is_refused():
    ran = post(log(ANN, OPEN, {**BUY_IN, "amount": "50.01"}), "--dry-run")

    assert ran == refusal(
        "refused (maximum buy-in). Dave's cash game (2018): 50.01 is too much: at most 50.00. "
        "Ann can buy 10.00 to 50.00.",
        line=3,
    )


@pytest.mark.parametrize("refused", [{**BUY_IN, "amount": "9.99"}, {**BUY_IN, "player": "Zoe"}, {"act": "close"}])
def test_nothing_is_recorded_when_the_last_line_is_refused(refused):
    ran = post(log(ANN, OPEN, refused))

    assert (ran.code, ran.out) == (1, "")
    assert nothing_is_there()


def test_nothing_is_recorded_when_a_line_cannot_be_read():
    ran = post(log(ANN, OPEN) + "{\n" + log(BUY_IN, start=4))

    assert ran == refusal(
        "this is not one JSON object (Expecting property name enclosed in double quotes, column 2).", line=3
    )
    assert nothing_is_there()


@pytest.mark.parametrize(
    "content", [b"\xff\xfe{\x00}\x00", b'{"name": "D\xe9e"}', b"\xed\xa0\x80"], ids=["UTF-16", "Latin-1", "surrogate"]
)
def test_a_file_in_another_encoding(content):
    assert post(content) == refusal("this is not UTF-8 text.")


@pytest.mark.parametrize("brackets", [b"[" * 100_000, b'{"a":' * 100_000])
def test_a_file_of_brackets(brackets):
    assert post(brackets) == refusal("this is not one JSON object (too many brackets inside each other).")


def test_every_line_that_cannot_be_read_is_told():
    ran = post(log(ANN, {**OPEN, "float": 200}, {**BUY_IN, "amount": "-20"}))

    assert ran == Ran(
        1,
        "",
        'night.jsonl:2: float: This is not an amount: write it as text in quotes, like "20.00".\n'
        'night.jsonl:3: amount: "-20" is not an amount: an amount carries no sign.\n',
    )


@pytest.mark.parametrize(
    "written",
    [
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\n\n \t\n").encode(),
        lambda text: text.rstrip("\n").encode(),
        lambda text: b"\xef\xbb\xbf\r\n" + text.replace("\n", "\r\n\r\n").encode(),
    ],
    ids=["BOM", "CRLF", "blank lines", "no last line feed", "all of it"],
)
def test_a_file_may_be_written_so(written):
    assert post(written(log(ANN, OPEN, BUY_IN))) == Ran(0, "posted 3 acts, 0 already known\n")


@pytest.mark.parametrize("content", [b"", b"\n", b"\xef\xbb\xbf", b" \r\n\t"])
def test_an_empty_file_posts_nothing(content):
    assert post(content) == Ran(0, "posted 0 acts, 0 already known\n")


def test_a_file_that_is_not_there():
    assert run("import_night", "gone.jsonl") == Ran(1, "", "gone.jsonl: No such file or directory\n")


def test_a_file_that_is_too_large():
    Path("night.jsonl").touch()
    os.truncate("night.jsonl", 10**12)

    assert run("import_night", "night.jsonl") == refusal("the file is larger than 50,000,000 bytes.")


def test_several_files_are_posted_in_their_order():
    Path("one.jsonl").write_text(log(ANN, OPEN))
    Path("two.jsonl").write_text(log(ANN, OPEN, SECOND))

    done = run("import_night", "one.jsonl", "two.jsonl")

    assert done.out == "one.jsonl: posted 2 acts, 0 already known\ntwo.jsonl: posted 1 acts, 2 already known\n"


def test_the_first_file_that_is_refused_ends_the_command():
    for name, text in (("one", log(ANN)), ("bad", log({**SECOND, "name": ""}, start=2)), ("two", log(SECOND, start=2))):
        Path(f"{name}.jsonl").write_text(text)

    done = run("import_night", "one.jsonl", "bad.jsonl", "two.jsonl")

    assert (done.code, done.out) == (1, "one.jsonl: posted 1 acts, 0 already known\n")
    assert done.err.startswith("bad.jsonl:1: name: ")
    assert Player.objects.get().name == "Ann"


@pytest.mark.further
def test_from_the_command_line_in_and_out(tmp_path):
    desk.laid_out(tmp_path)
    (tmp_path / "good.jsonl").write_text(log(ANN, OPEN, {**ANN, "name": "Łukasz ♠"}), encoding="utf-8")
    (tmp_path / "bad.jsonl").write_text(log({**BUY_IN, "amount": "1e3"}, start=4))

    good, bad = (desk.start(tmp_path, 8000, "import_night", f"{tmp_path}/{name}.jsonl") for name in ("good", "bad"))

    assert (good.communicate(timeout=60)[0], good.returncode) == ("posted 3 acts, 0 already known\n", 0)
    assert (bad.communicate(timeout=60)[0], bad.returncode) == (
        f'{tmp_path}/bad.jsonl:1: amount: "1e3" is not an amount: write it out, without an exponent.\n',
        1,
    )
    export = desk.start(tmp_path, 8000, "export_night", "--all")
    lines = export.communicate(timeout=60)[0].splitlines()
    assert export.returncode == 0
    assert [json.loads(line).get("name") for line in lines] == ["Ann", None, "Łukasz ♠"]
    with sqlite3.connect(tmp_path / "hostdesk.sqlite3") as books:
        assert books.execute("SELECT COUNT(*) FROM reservations_act").fetchone() == (3,)
    books.close()
