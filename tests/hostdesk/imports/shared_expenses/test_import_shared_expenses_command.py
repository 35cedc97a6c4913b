"""``manage.py import_shared_expenses``."""

from pathlib import Path

import pytest

from ledger.standings.queries import standings
from reservations.models import Act
from tests.hostdesk.imports.shared_expenses.test_reading import SPLITWISE
from tests.running import Ran, run
from tests.stories.evening import Evening

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_a_folder_of_its_own", "evening")]


@pytest.fixture
def evening():
    return Evening("mike")


def brings(*options, text=SPLITWISE):
    Path("export.csv").write_text(text, encoding="utf-8")
    return run("import_shared_expenses", "export.csv", *options)


def test_balances_of_one_currency_are_taken_over_once():
    first, again = (brings("--currency", "EUR", "--who", "Bo Keller=Bo") for _ in range(2))

    told = "line 1: Ann (Ann): +60.00\nline 1: Bo Keller (Bo): −30.00\nline 1: Cy (Cy): −30.00\n"
    assert first == Ran(0, f"{told}posted 1 acts, 0 already known\n")
    assert again.out.endswith("posted 0 acts, 1 already known\n")
    assert standings() == {1: 6000, 2: -3000, 3: -3000}


def test_a_dry_run_records_nothing():
    before = Act.objects.count()

    ran = brings("--currency", "EUR", "--dry-run")

    assert ran.out.endswith("would post 2 acts, 0 already known\n")
    assert (Act.objects.count(), standings()) == (before, {})


def test_several_currencies_are_named():
    ran = brings()

    said = "the currencies in this file are: EUR, USD. Choose one with --currency."
    assert ran == Ran(1, "", f"export.csv:1: {said}\n")


def test_a_name_that_is_not_in_the_file():
    ran = brings("--currency", "EUR", "--who", "Dee=Bo")

    assert ran.err == "CommandError: --who NAME=PLAYER: the names of the file are Ann, Bo Keller, Cy.\n"


def test_a_book_that_is_there_already_is_refused():
    brings("--currency", "EUR")

    ran = brings("--currency", "EUR", text=SPLITWISE.replace("60.00,-30.00,-30.00", "80.00,-40.00,-40.00"))

    assert (ran.code, "since act 7" in ran.err) == (1, True)


def test_days_come_in_as_nights_at_a_house():
    first, again = (brings("--currency", "USD", "--nights-at", "mike", "--who", "Bo Keller=Bo") for _ in range(2))

    assert first.out.endswith("posted 2 acts, 0 already known\n")
    assert again.out.endswith("posted 0 acts, 2 already known\n")
    assert (Act.objects.filter(kind="results").count(), standings()) == (2, {})


def test_who_has_nothing_to_bring_is_not_said_to_be_added():
    """In dollars Bo Keller is even: the balances add no player for him, but nights of results do."""
    balances = brings("--currency", "USD", "--dry-run").out
    nights = brings("--currency", "USD", "--dry-run", "--nights-at", "mike").out

    assert "line 1: Bo Keller (new, not added: nothing to bring): 0.00\n" in balances
    assert "line 1: Bo Keller (new, added as a regular): 0.00\n" in nights
