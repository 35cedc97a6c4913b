"""Acts, rules, facts, row seals, accounts, notes and transfers are append-only for every client and statement."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import cast

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import IntegrityError, connection, models, transaction

from hostdesk.invitations.nights.commands import open_night
from ledger.buy_in.commands import buy_in
from ledger.models import Account, Note, Transfer
from ledger.money.words import Means
from ledger.night.commands import add_float
from ledger.undoing.commands import reverse
from reservations.acts import append_only_schema
from reservations.acts.kinds import Stamp
from reservations.models import Act, Fact, Player, RowSeal, Rules
from reservations.players.commands import record_player
from reservations.waiting_list.commands import invite
from tests.played_once import played_once

pytestmark = [pytest.mark.pg, pytest.mark.django_db]
TABLES = [Act, Rules, Fact, RowSeal, Account, Note, Transfer]
TRIGGERS = 3 * len(TABLES)
AT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
LATER = models.CheckConstraint(condition=models.Q(pk__gte=0), name="a_later_constraint")
Attack = Callable[[type[models.Model]], object]


@pytest.fixture
@played_once
def ledger(db: None) -> None:
    """Record a night with a float added and taken back, a note and two invitations: rows in each of the tables."""
    ann = Player.objects.get(pk=record_player(stamp=Stamp("ann-plays", AT), name="Ann", regular=True).act.number)
    night = open_night(
        stamp=Stamp("opening-1", AT), house="mike", date=date(2026, 11, 20), banker=ann, float_cents=10000
    ).act.night
    assert night is not None
    add_float(stamp=Stamp("added-float", AT), night=night, amount_cents=500)
    reverse(stamp=Stamp("taken-back", AT), of="added-float", reason="not needed")
    buy_in(stamp=Stamp("on-a-note", AT), night=night, player=ann, amount_cents=500, pay=Means.NOTE, note="n1")
    bo = Player.objects.get(pk=record_player(stamp=Stamp("bo-plays-too", AT), name="Bo", regular=True).act.number)
    for key, player in (("invite-ann", ann), ("invite-bo-too", bo)):
        invite(stamp=Stamp(key, AT), night=night, players=[player])
    connection.check_constraints()  # On PostgreSQL, no check may be pending when the triggers are reinstalled.


def run(statement: str, model: type[models.Model]) -> None:
    """Run SQL, with the table, its primary key and all its columns in place of {table}, {key} and {columns}."""
    names = [f'"{field.column}"' for field in model._meta.concrete_fields]
    with connection.cursor() as cursor:
        cursor.execute(statement.format(table=f'"{model._meta.db_table}"', key=names[0], columns=", ".join(names)))


def _last(model: type[models.Model]) -> models.Model:
    return model._base_manager.order_by("-pk")[0]


def _first(model: type[models.Model]) -> str:
    return model._meta.concrete_fields[0].name


def _second(model: type[models.Model]) -> str:
    return model._meta.concrete_fields[1].name


def from_outside(statement: str, model: type[models.Model]) -> None:
    """Run SQL like a tool without our settings: there, REPLACE removes rows without firing the DELETE trigger."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA recursive_triggers = OFF")
        try:
            run(statement, model)
        finally:
            cursor.execute("PRAGMA recursive_triggers = ON")


def replace_by(*unique: str) -> Attack:
    """Return an attack that replaces rows by rows with the same values in these columns, and only in these."""

    def attack(model: type[models.Model]) -> None:
        fields = model._meta.concrete_fields
        changed = {
            _first(model): f"{fields[0].column} + 100",
            "key": "key || '-new'",
            "reverses": "NULL",
            "act": "act_id + 1",
        }
        kept = {name: value for name, value in changed.items() if name not in unique}
        values = [str(kept.get(field.name, f'"{field.column}"')) for field in fields]
        from_outside(f"INSERT OR REPLACE INTO {{table}} ({{columns}}) SELECT {', '.join(values)} FROM {{table}}", model)

    return attack


EVERYWHERE: dict[str, Attack] = {
    "save": lambda model: _last(model).save(),
    "update": lambda model: model._base_manager.update(**{_first(model): models.F(_first(model))}),
    "delete": lambda model: model._base_manager.all()._raw_delete(connection.alias),
    "bulk update": lambda model: model._base_manager.bulk_update([_last(model)], [_second(model)]),
    "bulk upsert": lambda model: model._base_manager.bulk_create(
        [_last(model)], update_conflicts=True, unique_fields=[_first(model)], update_fields=[_second(model)]
    ),
    "sql update": lambda model: run("UPDATE {table} SET {key} = {key}", model),
    "sql delete": lambda model: run("DELETE FROM {table}", model),
    "sql upsert": lambda model: run(
        "INSERT INTO {table} SELECT * FROM {table} WHERE true ON CONFLICT ({key}) DO UPDATE SET {key} = EXCLUDED.{key}",
        model,
    ),
}
SOMEWHERE: dict[str, dict[str, Attack]] = {
    "sqlite": {
        "replace": lambda model: from_outside("INSERT OR REPLACE INTO {table} SELECT * FROM {table}", model),
        "replace into": lambda model: from_outside("REPLACE INTO {table} SELECT * FROM {table}", model),
        "update or replace": lambda model: from_outside("UPDATE OR REPLACE {table} SET {key} = {key} + 1", model),
    },
    "postgresql": {
        "truncate": lambda model: run("TRUNCATE {table} CASCADE", model),
        "merge": lambda model: run(
            "MERGE INTO {table} USING (SELECT 1) AS one ON true WHEN MATCHED THEN DELETE", model
        ),
    },
}
UNIQUE: list[tuple[type[models.Model], tuple[str, ...]]] = [
    (Act, ("number",)),
    (Act, ("key",)),
    (Act, ("reverses",)),
    (Rules, ("id",)),
    (Rules, ("house", "version")),
    (Fact, ("id",)),
    (Fact, ("key",)),
    (RowSeal, ("number",)),
    (Account, ("id",)),
    (Account, ("kind", "night", "player")),
    (Note, ("number",)),
    (Note, ("act",)),
    (Transfer, ("number",)),
]
ATTACKS = [
    pytest.param(model, attack, id=f"{model.__name__}-{name}")
    for model in TABLES
    for name, attack in {**EVERYWHERE, **SOMEWHERE[connection.vendor]}.items()
] + [
    pytest.param(model, replace_by(*unique), id=f"{model.__name__}-replace by {' '.join(unique)}")
    for model, unique in UNIQUE
    if connection.vendor == "sqlite"
]


def refused(model: type[models.Model], attack: Attack) -> None:
    """Attack a table, and expect a refusal that leaves every row unchanged."""
    before = list(model._base_manager.order_by("pk").values())

    with pytest.raises(IntegrityError, match=f"{model._meta.db_table} is only ever added to"), transaction.atomic():
        attack(model)

    assert list(model._base_manager.order_by("pk").values()) == before != []


def test_these_are_the_tables():
    assert append_only_schema.tables() == TABLES


@pytest.mark.parametrize(("model", "attack"), ATTACKS)
def test_nothing_is_changed_or_removed(model, attack, ledger):
    refused(model, attack)


@pytest.mark.sweep
@pytest.mark.parametrize("table", TABLES)
def test_nor_after_the_migrations_ran_again(table, ledger):
    call_command("migrate", verbosity=0)

    for each in ATTACKS:
        model, attack = cast(tuple[type[models.Model], Attack], each.values)
        if model is table:
            refused(model, attack)


@contextmanager
def migrated(model: type[models.Model]) -> Iterator[None]:
    """Add a constraint to the table, as a migration does; SQLite rebuilds the table for it. Remove it at the end."""
    with connection.schema_editor() as editor:
        editor.add_constraint(model, LATER)
    try:
        yield
    finally:
        with connection.schema_editor() as editor:
            editor.remove_constraint(model, LATER)
        append_only_schema.install(connection)


@pytest.mark.sweep
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("model", TABLES)
def test_a_table_that_a_migration_made_anew_gets_them_back(model, ledger):
    with migrated(model):
        left = append_only_schema.count(connection)
        call_command("migrate", verbosity=0)

        dropped = 3 if connection.vendor == "sqlite" else 0
        assert (left, append_only_schema.count(connection)) == (TRIGGERS - dropped, TRIGGERS)
        for attack in EVERYWHERE.values():
            refused(model, attack)


@pytest.mark.parametrize("model", TABLES)
@pytest.mark.parametrize(("what", "attack"), [("update", "sql update"), ("delete", "sql delete")])
def test_without_its_trigger_a_row_is_changed_and_the_system_check_says_so(model, what, attack, ledger):
    """Control: without the trigger the change succeeds, and the system check reports the missing trigger."""
    call_command("check", databases=["default"])
    on = f' ON "{model._meta.db_table}"' if connection.vendor == "postgresql" else ""
    name = f"only_added_{model._meta.db_table}_{what}"

    with connection.cursor() as cursor:
        cursor.execute(f'DROP TRIGGER "{name}"{on}')
    with transaction.atomic():
        EVERYWHERE[attack](model)
        transaction.set_rollback(True)

    told = f"{TRIGGERS - 1} of {TRIGGERS} append-only triggers do their work: {name} is missing"
    with pytest.raises(SystemCheckError, match=told):
        call_command("check", databases=["default"])


OF_THE_RIGHT_NAME = {
    "sqlite": [
        "DROP TRIGGER only_added_{table}_update",
        "CREATE TRIGGER only_added_{table}_update BEFORE UPDATE ON {table} BEGIN SELECT 1; END",
    ],
    "postgresql": [
        "CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
        "DROP TRIGGER only_added_{table}_update ON {table}",
        "CREATE TRIGGER only_added_{table}_update BEFORE UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION nothing()",
    ],
}


@pytest.mark.parametrize("model", TABLES)
def test_a_trigger_of_the_right_name_that_does_nothing_is_missed(model, ledger):
    with connection.cursor() as cursor:
        for statement in OF_THE_RIGHT_NAME[connection.vendor]:
            cursor.execute(statement.format(table=model._meta.db_table))
    with transaction.atomic():
        EVERYWHERE["sql update"](model)
        transaction.set_rollback(True)
    told = append_only_schema.trigger_fault(connection)

    append_only_schema.install(connection)

    wrong = f"only_added_{model._meta.db_table}_update does something else"
    assert told == f"{TRIGGERS - 1} of {TRIGGERS} append-only triggers do their work: {wrong}."
    assert append_only_schema.trigger_fault(connection) == ""


@pytest.mark.postgresql
def test_triggers_whose_function_does_nothing_are_all_missed(ledger):
    body = "RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE OR REPLACE FUNCTION only_added_refuse() {body}")
    found = append_only_schema.count(connection)

    append_only_schema.install(connection)

    assert (found, append_only_schema.count(connection)) == (0, TRIGGERS)
