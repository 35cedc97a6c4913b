"""``ledger_check``: silent when everything fits, else one line per fault and exit code 1."""

import pytest
from django.db import connection, transaction

from reservations.acts import append_only_schema
from reservations.acts.commands import append_act
from reservations.acts.kept_head import KeptHead, keep_in
from reservations.acts.kinds import Kind
from reservations.acts.queries import Answer, Draft, lock_desk
from reservations.models import Act
from tests.played_once import played_once
from tests.running import Ran, run
from tests.stories.evening import Evening
from tests.triggers import remove_triggers

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    evening = Evening("dave-2018")
    evening.buy_in("Ann", "20.00")
    return evening


def tamper(statement):
    remove_triggers(connection)
    with connection.cursor() as cursor:
        cursor.execute(statement)
    append_only_schema.install(connection)


def test_an_empty_ledger_fits():
    assert run("ledger_check") == Ran(0)


def test_a_closed_night_fits(evening):
    evening.cash_out("Ann", "20.00", round_played=True)
    evening.counts_drawer("200.35")
    evening.closes()

    assert run("ledger_check") == Ran(0)


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        (
            "UPDATE reservations_act SET content = replace(content, '2000', '1999') WHERE number = 6",
            "Act 6 (buy_in) was changed: its head does not fit it.\n",
        ),
        (
            "UPDATE reservations_act SET \"by\" = 'Bo' WHERE number = 6",
            "Act 6 (buy_in): its seal does not fit its row.\n",
        ),
        (
            "UPDATE reservations_player SET mark = 'BOF' WHERE number = 2",
            "Player 2: mark is not what their latest act says.\n",
        ),
    ],
)
def test_one_cell_that_was_changed_is_a_line(evening, statement, line):
    tamper(statement)

    assert run("ledger_check") == Ran(1, line)


def test_triggers_that_are_gone_are_a_line(evening):
    remove_triggers(connection)

    act = "only_added_reservations_act"
    third = "insert" if connection.vendor == "sqlite" else "truncate"
    missing = f"{act}_update is missing, {act}_delete is missing, {act}_{third} is missing and 18 more"
    assert run("ledger_check") == Ran(1, f"0 of 21 append-only triggers do their work: {missing}.\n")


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("table", "column", "key", "line"),
    [
        ("reservations_act", "content", "number", "Act 6: what stands in content cannot be read.\n"),
        ("reservations_act", "at", "number", "Act 6: what stands in at cannot be read.\n"),
        ("reservations_player", "name", "number", "Player 2: what stands in name cannot be read.\n"),
    ],
)
def test_bytes_that_are_no_text_are_a_line(evening, table, column, key, line):
    tamper(f"UPDATE {table} SET {column} = CAST(X'C328FF' AS TEXT) WHERE {key} = {line.split()[1].rstrip(':')}")

    assert run("ledger_check") == Ran(1, line)


def test_stakes_that_changed_after_a_buy_in_without_a_ruling_are_a_line(evening):
    draft = Draft(Kind.STAKES, evening.stamp(), {"buy_in_max": 8000}, evening.night)
    with transaction.atomic():
        lock_desk()
        append_act(draft, opened=evening.opening.act.number)

    assert run("ledger_check") == Ran(1, "Act 7 changes the stakes after chips were sold, and no ruling let it.\n")


def test_stakes_by_a_ruling_or_with_no_buy_in_that_stands_fit(evening):
    evening.stakes(buy_in_max="80.00", ruling="the table agreed")
    evening.undo(evening.buy_in("Bo", "80.00"))
    evening.undo(evening.stakes(buy_in_max="85.00", ruling="the table agreed"))
    evening.undo(Answer(Act.objects.get(number=6)))
    evening.stakes(buy_in_max="90.00")

    assert run("ledger_check") == Ran(0)


def test_a_debt_forgiven_by_another_amount_is_a_line(evening):
    """Bo owes Ann 10.00; an act says that 2.00 of it are forgiven, but no money moves."""
    evening.takes_over(Ann="10.00", Bo="-10.00")
    evening.forgives("Ann", "Bo", "1.00")
    fits = run("ledger_check")
    said = {"creditor": 1, "debtor": 2, "amount": 200, "reason": "a gift"}
    with transaction.atomic():
        lock_desk()
        append_act(Draft(Kind.FORGIVE, evening.stamp(), said))

    assert (fits, run("ledger_check")) == (
        Ran(0),
        Ran(1, f"Act {Act.objects.count()} forgives a debt and moves something else.\n"),
    )


def test_the_head_of_a_paper_finds_a_tail_that_was_cut_off(evening):
    """Control: without a head, books that were cut off consistently fit."""
    paper = Act.objects.get(number=6)
    tamper("DELETE FROM ledger_transfer WHERE act_id = 6")
    tamper("DELETE FROM reservations_act WHERE number = 6")

    missing = f"The books end with act 5, and act 6 (head {paper.head[:12]}) was seen: 1 act missing.\n"
    assert run("ledger_check") == Ran(0)
    assert run("ledger_check", "--head", f"6:{paper.head}") == Ran(1, missing)
    assert run("ledger_check", "--head", f"6:{paper.head[:12]}") == Ran(1, missing)


def test_the_heads_of_papers_and_the_one_beside_the_books_fit(evening, settings, tmp_path):
    settings.HEAD = tmp_path / "head"
    heads = dict(Act.objects.values_list("number", "head"))
    keep_in(settings.HEAD, KeptHead(6, heads[6]))

    assert run("ledger_check", "--head", f"6:{heads[6]}", "--head", f"5:{heads[5][:12].upper()}") == Ran(0)


def test_a_head_beside_the_books_that_they_lack_is_a_line(evening, settings, tmp_path):
    settings.HEAD = tmp_path / "head"
    keep_in(settings.HEAD, KeptHead(7, "7" * 64))

    told = run("ledger_check")

    assert (told.code, told.out.count("\n"), "Act 7 (head 777777777777) was recorded." in told.out) == (1, 1, True)


@pytest.mark.parametrize("typed", ["6", "6:", "6:3fa9", "0:3fa9c1d20b7e", "6:3fa9c1d20b7g", "-6:3fa9c1d20b7e"])
def test_what_is_no_head_is_refused(typed):
    assert run("ledger_check", f"--head={typed}").code == 1
