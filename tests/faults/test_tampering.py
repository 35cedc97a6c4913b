"""One changed cell anywhere is found by ``ledger_check``: many edits behind the product's back, one at a time.

Any table of the money, any column, any row; the append-only triggers are off, and every edit is taken back. A night
that is only planned is left out, and so are the time, the seats and the place of one, and what the desk's own row says
of time and money: no act has set them.

Facts about coming are outside the chain of acts: nothing is reckoned from them that anybody owes. The append-only
triggers alone guard them (``test_append_only_schema.py``), and who takes those off can change a fact.
"""

import random
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from unittest.mock import ANY

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, models, transaction

from hostdesk.houses.presets import load_preset
from hostdesk.night_log.commands import post_log, read_log
from hostdesk.nights.commands import plan_night
from ledger.audit import queries as audit_queries
from ledger.audit import row_queries
from ledger.models import Account, Bank, Note, PrivateResults, Season, Transfer
from ledger.months.commands import consolidate
from reservations.acts.kinds import Stamp
from reservations.houses.commands import make_house, revise_house
from reservations.models import Act, Desk, Fact, Night, OwnLimitSaid, Player, Rules, Series
from reservations.waiting_list.commands import invite
from tests.faults.tampered_nights import EVERYTHING, START, Row, as_log
from tests.played_once import played_once
from tests.triggers import remove_triggers

pytestmark = pytest.mark.django_db
ROUNDS = 15
"""How often every column is edited where there is time: more than a thousand edits."""
OUTSIDE = (Fact, OwnLimitSaid, PrivateResults, Season, Series)
"""The tables of the two apps that no act writes."""
MODELS = [
    model
    for app in ("reservations", "ledger")
    for model in apps.get_app_config(app).get_models()
    if model not in OUTSIDE
]
OF_ACTS = {Desk: {"id"}, Night: {"id", "date", "house", "rules", "results"}}
"""The columns that acts set, of the tables that have others as well."""
TRIES = 200
GUARDED = {"Account.kind"}
"""The column that PostgreSQL's own constraints keep from being changed alone."""


@pytest.fixture
def ledger(db: None) -> Iterator[None]:
    """A closed night, one without any money and an open one, of a house with two versions; nothing guards the rows.

    After them a renamed player, one who is merged into another, and one who was for a moment; then a closed night on
    credit, and a month of THE BOOK.
    """
    _books()
    connection.check_constraints()  # On PostgreSQL nothing may be waiting when triggers are dropped.
    remove_triggers(connection)
    ignore_checks(on=True)
    untouched = transaction.savepoint()
    yield
    transaction.savepoint_rollback(untouched)
    ignore_checks(on=False)


@played_once
def _books() -> None:
    house = make_house(document=load_preset("mike")).house
    revise_house(house=house, document={**load_preset("mike"), "summary": "As before, and colder."})
    post_log(read_log(as_log(EVERYTHING)))
    consolidate(stamp=Stamp(key="act-month", at=START), until=date(2026, 11, 20))
    plan_night(date=date(2026, 12, 4), house="mike")


def ignore_checks(*, on: bool) -> None:
    """Let SQLite take what its CHECKs refuse; PostgreSQL cannot be asked to."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA ignore_check_constraints = {int(on)}")


def faults() -> list[str]:
    return list(audit_queries.faults())


def is_found() -> bool:
    """Tell whether there is a fault at all, which is told sooner than which ones there are."""
    return any(audit_queries.faults())


def write(model: type[models.Model], column: str, row: Row, value: Any) -> None:
    """Write one cell past the product."""
    field = model._meta.get_field(column)
    assert isinstance(field, models.Field)
    write_as_it_is(model, column, row, field.get_db_prep_value(value, connection))


def write_as_it_is(model: type[models.Model], column: str, row: Row, value: Any) -> None:
    """Write one cell past the product, and past the types of its columns."""
    field, key = model._meta.get_field(column), model._meta.pk
    assert isinstance(field, models.Field)
    with connection.cursor() as cursor:
        table = connection.ops.quote_name(model._meta.db_table)
        cursor.execute(f"UPDATE {table} SET {field.column} = %s WHERE {key.column} = %s", [value, row[key.attname]])


class Tamperer:
    """Picks a cell and something else to write into it, by chance and always the same."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.rows = {model: list(model._base_manager.values()) for model in MODELS}
        self.rows[Night] = [row for row in self.rows[Night] if row["rules_id"] is not None]
        self.columns = [
            (model, field)
            for model in MODELS
            for field in model._meta.concrete_fields
            if field.name in OF_ACTS.get(model, {field.name})
        ]

    def edit(self, model: type[models.Model], field: "models.Field[Any, Any]") -> str:
        """Edit one cell of that column, which the database must let through, and say which; "" if it never does."""
        for _ in range(TRIES):
            row = self.chance.choice(self.rows[model])
            old = row[field.attname]
            new = self.other(model, field, old)
            try:
                with transaction.atomic():
                    write(model, field.name, row, new)
            except DatabaseError:
                continue  # A constraint would not have it: another one, then.
            if new != old:
                return f"{model.__name__}.{field.name} of {row}: {new}"
        return ""

    def other(self, model: type[models.Model], field: "models.Field[Any, Any]", old: Any) -> Any:
        """Return another value of the same type; sometimes none, where none is allowed."""
        if field.null and self.chance.random() < 0.2:
            return None
        if isinstance(old, bool):
            return not old
        if isinstance(old, datetime):
            return old + self.chance.choice([-1, 1]) * self.chance.choice([timedelta(microseconds=1), timedelta(1)])
        if isinstance(old, date):
            return old + timedelta(self.chance.choice([-1, 1, 7]))
        if isinstance(field, models.CharField | models.TextField):
            return self.retyped(old or "")
        here = [row[field.attname] for row in self.rows[model]]
        nearby = [(old or 0) - 1, (old or 0) + 1, max(filter(None, here), default=0) + 1]
        return self.chance.choice([*nearby, self.chance.choice(here)])

    def retyped(self, old: str) -> str:
        """Change, add or drop one character."""
        place, letter = self.chance.randrange(len(old) + 1), self.chance.choice("0aZ é}")
        new = old[:place] + letter + old[place + self.chance.choice([0, 1, 1, 1]) :]
        # A space behind a full column is not kept by PostgreSQL, and nothing would have changed.
        return old if new.rstrip(" ") == old else new


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


@pytest.mark.parametrize(
    ("model", "column", "value", "line"),
    [
        (Act, "content", '{"name": "Ann"', "Act # (player): its head does not fit what it says."),
        (Act, "content", '{"name": 5}', "Act # (player): its head does not fit what it says."),
        (
            Act,
            "recorded_at",
            START.replace(second=59, microsecond=999_999),
            "Act # (player): its seal does not fit its row.",
        ),
        (Act, "night", 999, "Act # (player): its head does not fit what it says."),
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
        (Act, "content", '{"name": "Ann", "formerly": {}}', "Act # (player): its head does not fit what it says."),
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
    """SQLite keeps anything in any column; PostgreSQL keeps none of these."""
    row = model.objects.order_by("pk").values()[0]
    told = [f"{model.__name__} {row[model._meta.pk.attname]}: what stands in {column} cannot be read."]

    try:
        with transaction.atomic():
            write_as_it_is(model, column, row, value)
    except DatabaseError:
        told = []

    assert (faults(), bool(told)) == (told, connection.vendor == "sqlite")


def test_a_changed_fact_is_not_found_once_its_triggers_are_off(ledger):
    """The limit of the check: facts about coming have no digest (see above)."""
    night = Night.objects.planned().get()
    fact = invite(stamp=Stamp(key="act-invite", at=START), night=night, players=[Player.objects.get(name="Ann")]).fact

    write(Fact, "content", {"id": fact.pk}, '{"players":[2]}')

    assert faults() == []


@pytest.mark.parametrize(
    ("checks", "digest", "model", "column", "value"),
    [
        (audit_queries, "head_of", Act, "ruling", "nobody agreed"),
        (audit_queries, "seal_of", Act, "by", "Gil"),
        (row_queries, "digest_of", Rules, "since", datetime(2000, 1, 1, tzinfo=UTC)),
    ],
)
def test_without_a_digest_a_changed_cell_slips_through(checks, digest, model, column, value, ledger, monkeypatch):
    """The control: each of the digests finds what nothing else looks at."""
    write(model, column, model.objects.values()[0], value)
    found = len(faults())

    monkeypatch.setattr(checks, digest, lambda *_: ANY)

    assert (found, faults()) == (1, [])
