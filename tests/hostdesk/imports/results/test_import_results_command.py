"""``manage.py import_results``."""

from pathlib import Path

import pytest

from reservations.models import Night
from tests.hostdesk.imports.results.winter import knows
from tests.running import Ran, run

pytestmark = pytest.mark.django_db

LIST = "date,player,net\n2026-01-09,Ann,12.50\n2026-01-09,Bo,-12.50\n"
OPEN = "date,player,net\n3/4/2026,Ann K,2\n3/4/2026,Zoe,-1\n"


@pytest.fixture(autouse=True)
def folder(db, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    knows("Ann", "Bo")


def imports(text, *options):
    Path("sheet.csv").write_text(text, encoding="utf-8")
    return run("import_results", "sheet.csv", *options)


def test_a_sheet_is_posted_and_known_from_then_on():
    assert imports(LIST, "--house", "mike") == Ran(0, "posted 1 acts, 0 already known\n")
    assert imports(LIST) == Ran(0, "posted 0 acts, 1 already known\n")


def test_a_dry_run_records_nothing():
    assert imports(LIST, "--house", "mike", "--dry-run") == Ran(0, "would post 1 acts, 0 already known\n")
    assert Night.objects.count() == 0


def test_what_is_wrong_is_told_by_line():
    ran = imports("date,player,net\n2026-01-09,Ann,x\n", "--house", "mike")

    assert (ran.code, ran.err) == (1, 'sheet.csv:2: column C: "x" is not an amount.\n')


def test_what_is_asked_is_said_by_options():
    said = ("--dates", "day", "--who", "Ann K=Ann", "--who", "Zoe=", "--declare", "a chip too many")

    assert imports(OPEN, "--house", "mike").code == 1
    assert imports(OPEN, "--house", "mike", *said).code == 0

    assert str(Night.objects.get().date) == "2026-04-03"


def test_results_without_a_date_are_what_players_start_with():
    assert imports("player,net\nAnn,5\nBo,-5\n", "--house", "mike", "--until", "2026-01-01").code == 0
    assert Night.objects.count() == 0


@pytest.mark.parametrize(
    ("options", "told"), [((), "--house"), (("--house", "mike", "--who", "Ann"), "write NAME=PLAYER")]
)
def test_options_that_are_missing_or_wrong_are_told(options, told):
    ran = imports(LIST, *options)

    assert (ran.code, told in ran.err) == (1, True)
