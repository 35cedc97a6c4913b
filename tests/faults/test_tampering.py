"""``ledger_check`` finds a single changed cell anywhere: many edits behind the product's back, one at a time.

Edits hit any checked table, any column, any row; the append-only triggers are off, and every edit is taken back.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from unittest.mock import ANY

import pytest
from django.db import DatabaseError, connection, transaction

from hostdesk.front.set_up.commands import move_desk
from ledger.audit import queries as audit_queries
from ledger.audit import row_queries
from ledger.models import Account, Bank, Note, Transfer
from reservations.acts import head_queries
from reservations.models import Act, Desk, Fact, Night, OwnLimitSaid, Player, RowSeal, Rules, Series
from tests.faults.tampered_nights import START
from tests.faults.tamperer import Tamperer, books, ignore_checks, write, write_as_it_is
from tests.played_once import played_once
from tests.triggers import remove_triggers

pytestmark = pytest.mark.django_db
ROUNDS = 15
"""The edits of every column in the long run: more than a thousand in all."""
GUARDED = {"Account.kind"}
"""The column that PostgreSQL's own constraints protect from a change by itself."""
_books = played_once(books)


@pytest.fixture
def ledger(db: None) -> Iterator[None]:
    """The books of `tamperer`, with no guard on the rows."""
    _books()
    move_desk(time_zone="Europe/Berlin", currency="EUR", locale="de_DE")
    connection.check_constraints()  # PostgreSQL drops no triggers while constraint checks are pending.
    remove_triggers(connection)
    ignore_checks(on=True)
    untouched = transaction.savepoint()
    yield
    transaction.savepoint_rollback(untouched)
    ignore_checks(on=False)


def faults() -> list[str]:
    return list(audit_queries.faults())


def is_found() -> bool:
    """Tell whether there is a fault at all, which is faster than listing all faults."""
    return any(audit_queries.faults())


@pytest.mark.parametrize("rounds", [1, pytest.param(ROUNDS, marks=pytest.mark.long)])
def test_a_changed_cell_of_any_column_is_found(rounds, ledger):
    tamperer, slipped, kept = Tamperer(5), [], set()

    for model, field in tamperer.columns * rounds:
        untouched = transaction.savepoint()
        edited = tamperer.edit(model, field)
        if not edited:
            kept.add(f"{model.__name__}.{field.name}")
        elif not is_found():
            slipped.append(edited)
        transaction.savepoint_rollback(untouched)

    assert slipped == []
    assert kept == (GUARDED if connection.vendor == "postgresql" else set())
    assert faults() == []


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("model", "column", "value", "line"),
    [
        (Act, "content", '{"name": "Ann"', "Act # (player) was changed: its head does not fit it."),
        (Act, "content", '{"name": 5}', "Act # (player) was changed: its head does not fit it."),
        (
            Act,
            "recorded_at",
            START.replace(second=59, microsecond=999_999),
            "Act # (player): its seal does not fit its row.",
        ),
        (Act, "night", 999, "Act # (player) was changed: its head does not fit it."),
        (Rules, "reason", "another", "Version # of house #: its digest does not fit its row."),
        (Rules, "document", "no rules", "Version # of house #: its digest does not fit its row."),
        (Rules, "house", 999, "Version # of house # should be version #."),
        (Night, "house", 999, "Night #: the house, the rules is not what its acts say."),
        (Night, "rules", 999, "Night #: the rules is not what its acts say."),
        (Bank, "banker", 999, "Night #: the banker is not what its acts say."),
        (Bank, "night", 999, "Night #: that it was opened is not what its acts say."),
        (Account, "night", 999, "Night # does not have its # accounts."),
        (Player, "invited_by", 999, "Player #: invited_by_id is not what their latest act says."),
        (Player, "removed", True, "Player #: removed is not what their latest act says."),
        (Player, "merged_into", 999, "Player #: merged_into_id is not what their latest act says."),
        (Note, "number", 99, "Note #, which act # wrote, is missing."),
        (Note, "number", 99, "Act # moves note #, which is not there."),
        (Note, "number", 99, "Note # is not in any act."),
        (Note, "name", "n9", "Note #: its name is not what act # says."),
        (Note, "cents", 1, "Note #: its face is not what act # says."),
        (Note, "debtor", 999, "Note #: its debtor is not what act # says."),
        (Note, "night", 999, "Note #: its night is not what act # says."),
        (Note, "act", 999, "Note #: its act is not what act # says."),
        (Transfer, "note", 1, "Transfer # names a note and moves none."),
        (Fact, "content", "{}", "Fact # is not as it was written: row seal # says so."),
        (Fact, "id", 999, "Fact # has no row seal: the desk has not written it."),
        (Fact, "id", 999, "Fact # is missing, which row seal # is of."),
        (Desk, "currency", "USD", "Desk # is not as it was written: row seal # says so."),
        (Series, "seats", 2, "Series # is not as it was written: row seal # says so."),
        (OwnLimitSaid, "figure", None, "OwnLimitSaid # is not as it was written: row seal # says so."),
        (RowSeal, "number", 999, "After row seal # comes row seal #: some are missing."),
        (RowSeal, "row", 999, "Row seal #, of rules #: its head does not fit."),
        (Act, "content", '{"name": "Ann", "formerly": {}}', "Act # (player) was changed: its head does not fit it."),
        (Act, "content", '{"name": "Ann", "formerly": 999}', "Player # is missing."),
    ],
)
def test_nonsense_is_told_and_not_stumbled_over(model, column, value, line, ledger):
    write(model, column, model.objects.order_by("pk").values()[0], value)

    assert line in [re.sub(r"\d+", "#", fault) for fault in faults()]


@pytest.mark.parametrize(
    ("model", "column", "value"),
    [
        (Act, "at", "no time"),
        (Act, "recorded_at", "2026-02-31 20:00:00"),
        (Night, "date", "2026-11-31"),
        (Player, "regular", 2),
        (Transfer, "cents", "ten"),
        (Transfer, "player", "1.5"),
        (Note, "cents", "twenty"),
        (Note, "debtor", "Ann"),
    ],
)
def test_what_no_type_allows_is_told_or_never_kept(model, column, value, ledger):
    """SQLite keeps any value in any column; PostgreSQL keeps none of these."""
    row = model.objects.order_by("pk").values()[0]
    told = [f"{model.__name__} {row[model._meta.pk.attname]}: what stands in {column} cannot be read."]

    try:
        with transaction.atomic():
            write_as_it_is(model, column, row, value)
    except DatabaseError:
        told = []

    assert (faults(), bool(told)) == (told, connection.vendor == "sqlite")


@pytest.mark.parametrize(
    ("checks", "digest", "model", "column", "value"),
    [
        (audit_queries, "head_of", Act, "ruling", "nobody agreed"),
        (audit_queries, "seal_of", Act, "by", "Gil"),
        (row_queries, "digest_of", Rules, "since", datetime(2000, 1, 1, tzinfo=UTC)),
        (head_queries, "cells_digest", Fact, "content", '{"players":[2]}'),
    ],
)
def test_without_a_digest_a_changed_cell_slips_through(checks, digest, model, column, value, ledger, monkeypatch):
    """Control: each digest finds a change that no other check looks at."""
    write(model, column, model.objects.values()[0], value)
    found = len(faults())

    monkeypatch.setattr(checks, digest, lambda *_: ANY)

    assert (found, faults()) == (1, [])
